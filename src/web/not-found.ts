/** The 404 page. Pure. */

import { contentOf, respond } from "../api/answer.ts";
import type { Site } from "../api/site.ts";
import { html } from "./html.ts";
import { renderPage } from "./page.ts";
import { PAGE_FIELDS, wantsHtml } from "./response.ts";

/** Undefined for clients that do not accept HTML. */
export function notFoundPage(request: Request, site: Site): Response | undefined {
  if (!wantsHtml(request.headers.get("accept"))) return undefined;
  const body = html`<h1>Page not found</h1>
<p><code>${new URL(request.url).pathname}</code> is neither a page nor an endpoint. <a href="/">Start a lookup</a></p>`;
  const fields = { ...PAGE_FIELDS, "cache-control": "no-store", vary: "Accept" };
  return respond(request, contentOf(renderPage({ title: "Not found", body }, site)), fields, 404);
}
