/** Requests for the pages of problems and browser differences → responses. */

import { DIFFERENCE_KINDS } from "../../../data/browsers/differences.ts";
import { contentOf, respond } from "../../api/answer.ts";
import { NetlensError } from "../../api/errors.ts";
import { restOfPath } from "../../api/request-path.ts";
import type { Site } from "../../api/site.ts";
import { kindOf } from "../../jobs/project/kinds.ts";
import { renderPage } from "../page.ts";
import { differencesView, kindIn } from "../pages/differences-page.ts";
import { keptPage } from "../pages/kept-page.ts";
import { problemsView, problemView } from "../pages/problems-page.ts";
import { PAGE_FIELDS } from "../response.ts";

const FIELDS = { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" };

/** Page of all kinds. @param vary set if the same URL also serves JSON */
export function answerProblems(request: Request, site: Site, vary = ""): Response {
  return keptPage(request, site, "problems", () => ({ title: "Problems", body: problemsView() }), vary);
}

/** `GET /differences?kind=`: browser differences; an unknown kind shows all. */
export function answerDifferences(request: Request, site: Site): Response {
  const kind = kindIn(new URL(request.url).searchParams);
  const title = kind === undefined ? "Differences" : `Differences: ${DIFFERENCE_KINDS[kind]}`;
  return keptPage(request, site, title, () => ({ title, body: differencesView(kind) }));
}

/** Page of one kind; its id follows `prefix` in the path. @throws NetlensError `unknown-endpoint` for an unknown id */
export function answerProblem(request: Request, site: Site, prefix = "/problems/", vary = ""): Response {
  const id = restOfPath(request.url, prefix, "id", "unknown-endpoint").replace(/\/$/, "");
  const kind = kindOf(id);
  if (!kind)
    throw new NetlensError("unknown-endpoint", "No problem has this id; /problems lists them all.", {
      vary: "Accept",
    });
  const page = renderPage({ title: id, body: problemView(id, kind) }, site);
  return respond(request, contentOf(page), { ...FIELDS, vary });
}
