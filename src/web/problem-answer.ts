/** Requests for the pages of kinds of problems → responses. */

import { DIFFERENCE_KINDS } from "../../data/browsers/differences.ts";
import { type Content, contentOf, respond } from "../api/answer.ts";
import { NetlensError } from "../api/errors.ts";
import { restOfPath } from "../api/request-path.ts";
import type { Site } from "../api/site.ts";
import { kindOf } from "../view/kinds.ts";
import { differencesView, kindIn } from "./differences-page.ts";
import { renderPage } from "./page.ts";
import { problemsView, problemView } from "./problems-page.ts";
import { PAGE_FIELDS } from "./response.ts";

const FIELDS = { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" };

// The same for everybody, so it is rendered once.
const rendered = new WeakMap<Site, Content>();

/** The page of all kinds. @param vary of an address that has JSON as well */
export function answerProblems(request: Request, site: Site, vary = ""): Response {
  const all = rendered.get(site) ?? contentOf(renderPage({ title: "Problems", body: problemsView() }, site));
  rendered.set(site, all);
  return respond(request, all, { ...FIELDS, vary });
}

/** `GET /differences?kind=`: what browsers do differently. A kind that does not exist is as good as none. */
export function answerDifferences(request: Request, site: Site): Response {
  const kind = kindIn(new URL(request.url).searchParams);
  const title = kind === undefined ? "Differences" : `Differences: ${DIFFERENCE_KINDS[kind]}`;
  const page = renderPage({ title, body: differencesView(kind) }, site);
  return respond(request, contentOf(page), FIELDS);
}

/**
 * The page of one kind, whose id follows `prefix` in the path.
 * @throws NetlensError `unknown-endpoint` for an id that does not exist
 */
export function answerProblem(request: Request, site: Site, prefix: string, vary = ""): Response {
  const id = restOfPath(request.url, prefix, "id", "unknown-endpoint").replace(/\/$/, "");
  const kind = kindOf(id);
  if (!kind)
    throw new NetlensError("unknown-endpoint", "No problem has this id; /problems lists them all.", {
      vary: "Accept",
    });
  const page = renderPage({ title: id, body: problemView(id, kind) }, site);
  return respond(request, contentOf(page), { ...FIELDS, vary });
}
