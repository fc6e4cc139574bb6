/** Answers of the API as pages under the same address. */

import type { ErrorCode } from "../api/errors.ts";
import { restOfPath } from "../api/request-path.ts";
import { prefersHtml } from "./response.ts";
import { loadAnswers, loadProblems, type WebDeps } from "./routes.ts";

/** The question that the one box or a form would have asked. */
type Question = (request: Request) => URLSearchParams;

/** By the name of the endpoint. Nothing asked is the home page, which tells of the caller. */
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
    // A final slash belongs to a user agent, and to nothing else.
    const value = parameter === "useragent" ? rest : rest.replace(/\/$/, "");
    if (value === "") return new URLSearchParams();
    const given = [...new URL(url).searchParams].filter(([name]) =>
      ["locale", "reverse", "abuse"].includes(name),
    );
    return new URLSearchParams([[parameter, value], ...given]);
  };
}

/** Without a URL the form comes back and says so. */
function inQuery({ url }: Request): URLSearchParams {
  const asked = new URL(url).searchParams;
  for (const name of ["q", "ip", "useragent", "format"]) asked.delete(name);
  if (!asked.has("url")) asked.set("url", "");
  return asked;
}

export type Page = (request: Request) => Promise<Response>;

/** By the name of the endpoint: pages that are no lookup's. */
const PAGES: ReadonlyMap<string, (deps: WebDeps) => Page> = new Map([
  ["page", (deps) => async (request) => (await loadAnswers()).answerPageAudit(request, deps)],
  [
    "problems",
    ({ site }) =>
      async (request) =>
        (await loadProblems()).answerProblems(request, site, "Accept"),
  ],
  [
    "problem",
    ({ site }) =>
      async (request) =>
        (await loadProblems()).answerProblem(request, site, "/v1/problems/", "Accept"),
  ],
]);

/** The page in the place of an endpoint's JSON; undefined for an endpoint without one. */
export function pageOf(operationId: string, deps: WebDeps): Page | undefined {
  const asked = QUESTIONS.get(operationId);
  if (!asked) return PAGES.get(operationId)?.(deps);
  return async (request) => {
    const question = asked(request);
    const { answerAsked } = await loadAnswers();
    return answerAsked(question, request, deps);
  };
}

/** Whether a request is to be answered with a page: as `format` says, else as Accept prefers. */
export function prefersPage({ url, headers }: Request): boolean {
  const asked = url.includes("format") ? new URL(url).searchParams.get("format") : null;
  return asked === null ? prefersHtml(headers.get("accept")) : asked.toLowerCase() === "html";
}
