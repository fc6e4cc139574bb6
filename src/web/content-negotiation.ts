/** Serves pages at the URLs of the API. */

import type { ErrorCode } from "../api/errors.ts";
import { restOfPath } from "../api/request-path.ts";
import type { WebDeps } from "./answers/deps.ts";
import { prefersHtml } from "./response.ts";
import { loadAnswers, loadProblems, loadReports } from "./routes.ts";

/** Query that the search box or a form would have sent. */
type Question = (request: Request) => URLSearchParams;

/** Questions by operation id. An empty query gives the home page, which shows the client. */
const QUESTIONS: ReadonlyMap<string, Question> = new Map([
  ["ownAddress", () => new URLSearchParams()],
  ["ownUserAgent", () => new URLSearchParams()],
  ...["address", "addressBlock"].map((id) => [id, inPath("/v1/ip/", "ip", "invalid-ip")] as const),
  ["userAgent", inPath("/v1/useragent/", "useragent", "invalid-useragent")],
  ["status", inPath("/v1/status/", "status", "invalid-param")],
  ["http", inQuery],
]);

function inPath(prefix: string, parameter: string, code: ErrorCode): Question {
  return ({ url }) => {
    const rest = restOfPath(url, prefix, parameter, code);
    // Only user agents may end with a slash.
    const value = parameter === "useragent" ? rest : rest.replace(/\/$/, "");
    if (value === "") return new URLSearchParams();
    const given = [...new URL(url).searchParams].filter(([name]) =>
      ["locale", "reverse", "abuse"].includes(name),
    );
    return new URLSearchParams([[parameter, value], ...given]);
  };
}

/** Query of the URL. Without `url` the page is the form with an error. */
function inQuery({ url }: Request): URLSearchParams {
  const query = new URL(url).searchParams;
  for (const name of ["q", "ip", "useragent", "format"]) query.delete(name);
  if (!query.has("url")) query.set("url", "");
  return query;
}

export type Page = (request: Request) => Promise<Response>;

/** Pages that are not lookups, by operation id. */
const PAGES: ReadonlyMap<string, (deps: WebDeps) => Page> = new Map([
  ["page", (deps) => async (request) => (await loadAnswers()).answerPageAudit(request, deps)],
  ["site", (deps) => async (request) => (await loadAnswers()).answerSite(request, deps)],
  ["reports", (deps) => async (request) => (await loadReports()).answerReports(request, deps)],
  [
    "problems",
    (deps) => async (request) => (await loadProblems()).answerProblems(request, deps.site, "Accept"),
  ],
  [
    "problem",
    (deps) => async (request) =>
      (await loadProblems()).answerProblem(request, deps.site, "/v1/problems/", "Accept"),
  ],
]);

/** Page of an endpoint; undefined for an endpoint without one. */
export function pageOf(operationId: string, deps: WebDeps): Page | undefined {
  const question = QUESTIONS.get(operationId);
  if (!question) return PAGES.get(operationId)?.(deps);
  return async (request) => (await loadAnswers()).answerLookup(question(request), request, deps);
}

/** True if the client wants a page: by `format`, else by Accept. */
export function prefersPage({ url, headers }: Request): boolean {
  const format = url.includes("format") ? new URL(url).searchParams.get("format") : null;
  return format === null ? prefersHtml(headers.get("accept")) : format.toLowerCase() === "html";
}
