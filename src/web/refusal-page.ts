/** Page for a request that is refused before it is handled. Pure. */

import { contentOf, respond } from "../api/answer.ts";
import { ERRORS, type NetlensError } from "../api/errors.ts";
import type { Site } from "../api/site.ts";
import { prefersPage } from "./content-negotiation.ts";
import { html } from "./html.ts";
import { renderPage } from "./page.ts";
import { PAGE_FIELDS } from "./response.ts";

/** Undefined for clients that prefer JSON. */
export function refusalPage(request: Request, error: NetlensError, site: Site): Response | undefined {
  if (!prefersPage(request)) return undefined;
  const { status, title } = ERRORS[error.code];
  const body = html`<h1>${title}</h1>
<p class="alert" role="alert">${error.message}</p>`;
  const fields = { ...error.headers, ...PAGE_FIELDS, "cache-control": "no-store", vary: "Accept" };
  return respond(request, contentOf(renderPage({ title, body }, site)), fields, status);
}
