/** Requests for the page of one kind of problem → responses. */

import { contentOf, respond } from "../api/answer.ts";
import { NetlensError } from "../api/errors.ts";
import { restOfPath } from "../api/request-path.ts";
import { kindOf } from "../view/kinds.ts";
import { renderPage } from "./page.ts";
import { problemView } from "./problems-page.ts";
import { PAGE_FIELDS } from "./response.ts";

/** `GET /problems/{id}`. @throws NetlensError `unknown-endpoint` for an id that does not exist */
export function answerProblem(request: Request, version: string): Response {
  const id = restOfPath(request.url, "/problems/", "id", "unknown-endpoint").replace(/\/$/, "");
  const kind = kindOf(id);
  if (!kind)
    throw new NetlensError("unknown-endpoint", "There is no problem with this id; /problems lists all.", {
      vary: "Accept",
    });
  const page = renderPage({ title: id, body: problemView(id, kind) }, version);
  return respond(request, contentOf(page), { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" });
}
