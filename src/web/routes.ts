/**
 * The web pages: the same results as the API, as HTML that works without a script. A request goes in with what the service may do
 * (`WebDeps`); a response comes out, and reports as single files for the command line. It never looks anything up by ways of its
 * own, and never judges.
 */

import { Elysia } from "elysia";
import { respond } from "../api/answer.ts";
import { api } from "../api/plugin.ts";
import type { Site } from "../api/site.ts";
import type { HttpDeps } from "../http/routes.ts";
import type { IpDeps } from "../ip/deps.ts";
import type { VisitorDeps } from "../jobs/visitor/routes.ts";
import { type Asset, favicon, map, script, stylesheet } from "./assets/assets.ts";
import type { KeptResults } from "./kept-results.ts";

export interface WebDeps {
  readonly site: Site;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
  /** Origins whose pages may frame the map of a place. */
  readonly frameAncestors?: readonly string[];
  /** Whether an address is its bot's; absent where nobody knows. */
  readonly verify?: VisitorDeps["verify"] | undefined;
  /** Undefined where no results are kept. */
  readonly kept?: KeptResults | undefined;
  /** Hears of what was thrown after a page had begun. */
  readonly onBug?: (error: unknown) => void;
}

/** The routes with lookups take a while to load, so a process that has just started answers first. */
export const loadAnswers = () => import("./answers/pages.ts");
export const loadProblems = () => import("./answers/problem-answer.ts");
const loadGuide = () => import("./pages/guide-page.ts");

/** Content that is named by its version never changes. */
const LONG = "public, max-age=31536000, immutable";

/** Pages are for people, so the API's description leaves them out. */
const page = (operationId: string, summary: string, cost = 1) => ({
  cost,
  detail: { operationId, summary, hide: true },
});

/**
 * `GET` and `POST /` the page and its lookups (`?q=`, `?url=`, `?ip=`, `?useragent=`), `GET /forms` all their inputs, `GET` and
 * `POST /headers` pasted header lines, `GET /problems` all kinds of problems, `GET /differences` what
 * browsers do differently, `GET /guide` the manual, and what pages load.
 */
export const webRoutes = (deps: WebDeps) =>
  new Elysia({ name: "web", normalize: false, tags: ["page"] })
    .use(api)
    .get(
      "/",
      async ({ request }) => (await loadAnswers()).answerHome(request, deps),
      page("home", "All lookups, and their results as pages"),
    )
    .post("/", async ({ request }) => (await loadAnswers()).answerHomeForm(request, deps), {
      ...page("homeForm", "The lookups of the box, where it has several lines"),
      parse: "none",
    })
    .get(
      "/compare",
      async ({ request }) => (await loadAnswers()).answerCompare(request, deps),
      page("comparePage", "Two responses side by side"),
    )
    .get(
      "/page",
      async ({ request }) => (await loadAnswers()).answerPageAudit(request, deps),
      page("pageAudit", "A page and what it loads"),
    )
    .get(
      "/redirects",
      async ({ request }) => (await loadAnswers()).answerRedirectsForm(request, deps),
      page("redirectsForm", "The form for a redirect map"),
    )
    .post("/redirects", async ({ request }) => (await loadAnswers()).answerRedirects(request, deps), {
      ...page("redirectsPage", "The check of a redirect map"),
      parse: "none",
    })
    .post(
      "/r/*",
      async ({ request }) => (await import("./answers/kept-answers.ts")).answerKeep(request, deps),
      {
        ...page("keepResult", "Keeps the result of a page"),
        parse: "none",
      },
    )
    .get(
      "/r/*",
      async ({ request }) => (await import("./answers/kept-answers.ts")).answerKept(request, deps),
      page("keptResult", "A result that was kept"),
    )
    .get(
      "/forms",
      async ({ request }) => (await loadAnswers()).answerForms(request, deps),
      page("forms", "A form for each lookup, with all its options"),
    )
    .get(
      "/headers",
      async ({ request }) => (await loadAnswers()).answerHeadersForm(request, deps),
      page("headersForm", "The form for pasted header lines"),
    )
    .post("/headers", async ({ request }) => (await loadAnswers()).answerHeaders(request, deps), {
      ...page("headersPage", "Pasted header lines explained"),
      parse: "none",
    })
    .get(
      "/problems",
      async ({ request }) => (await loadProblems()).answerProblems(request, deps.site),
      page("problemsPage", "All kinds of problems"),
    )
    .get(
      "/problems/*",
      async ({ request }) => (await loadProblems()).answerProblem(request, deps.site, "/problems/"),
      page("problemPage", "One kind of problem"),
    )
    .get(
      "/differences",
      async ({ request }) => (await loadProblems()).answerDifferences(request, deps.site),
      page("differencesPage", "What browsers do differently"),
    )
    .get(
      "/guide",
      async ({ request }) => (await loadGuide()).answerGuide(request, deps.site),
      page("guidePage", "The guide's topics, and a search in them"),
    )
    .get(
      "/guide/*",
      async ({ request }) => (await loadGuide()).answerTopic(request, deps.site),
      page("guideTopicPage", "One topic of the guide"),
    )
    .get(
      "/place",
      async ({ request }) => (await import("./pages/place-page.ts")).answerPlace(request, deps),
      page("placePage", "A position on the map, for frames"),
    )
    .get(
      stylesheet.path,
      ({ request }) => assetResponse(request, stylesheet, LONG),
      page("stylesheet", "What pages look like", 0),
    )
    .get(
      script.path,
      ({ request }) => assetResponse(request, script, LONG),
      page("script", "What pages do beside showing", 0),
    )
    .get(map.path, ({ request }) => assetResponse(request, map, LONG), page("map", "The map of the world", 0))
    .get(
      favicon.path,
      ({ request }) => assetResponse(request, favicon, LONG),
      page("icon", "The icon of pages", 0),
    )
    .get(
      "/favicon.ico",
      ({ request }) => assetResponse(request, favicon, "public, max-age=86400"),
      page("oldIcon", "The icon at its conventional path", 0),
    );

function assetResponse(request: Request, { content, type }: Asset, cache: string): Response {
  return respond(request, content, { "content-type": type, "cache-control": cache });
}
