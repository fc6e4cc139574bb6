/**
 * Web pages: the API's results as HTML that works without scripts. A request goes in with the services it may use
 * (`WebDeps`); a response comes out, and reports as single files for the command line. It never looks up or judges by itself.
 */

import { Elysia } from "elysia";
import { respond } from "../api/answer.ts";
import { api } from "../api/plugin.ts";
import type { WebDeps } from "./answers/deps.ts";
import { type Asset, favicon, map, script, stylesheet } from "./assets/assets.ts";

/** Imported late, so that a new process accepts requests sooner. */
export const loadAnswers = () => import("./answers/pages.ts");
export const loadProblems = () => import("./answers/problem-answer.ts");
const loadKept = () => import("./answers/kept-answers.ts");
export const loadReports = () => import("./pages/reports-page.ts");
const loadPlace = () => import("./pages/place-page.ts");
const loadGuide = () => import("./pages/guide-page.ts");

/** For URLs that contain the content's hash. */
const LONG = "public, max-age=31536000, immutable";

/** Pages are hidden from the OpenAPI description, so their id is enough. */
const page = (operationId: string, cost = 1) => ({
  cost,
  detail: { operationId, summary: operationId, hide: true },
});
/** Routes that read forms themselves. */
const form = (operationId: string) => ({ ...page(operationId), parse: "none" }) as const;

type Answers = Awaited<ReturnType<typeof loadAnswers>>;
type Context = { readonly request: Request };

export const webRoutes = (deps: WebDeps) => {
  const answer =
    (name: Exclude<keyof Answers, "answerLookup">) =>
    async ({ request }: Context) =>
      (await loadAnswers())[name](request, deps);
  const problems =
    (name: keyof Awaited<ReturnType<typeof loadProblems>>) =>
    async ({ request }: Context) =>
      (await loadProblems())[name](request, deps.site);
  const guide =
    (name: "answerGuide" | "answerTopic") =>
    async ({ request }: Context) =>
      (await loadGuide())[name](request, deps.site);
  const file =
    (asset: Asset, cache = LONG) =>
    ({ request }: Context) =>
      respond(request, asset.content, { "content-type": asset.type, "cache-control": cache });
  return new Elysia({ name: "web", normalize: false, tags: ["page"] })
    .use(api)
    .get("/", answer("answerHome"), page("home"))
    .post("/", answer("answerHomeForm"), form("homeForm"))
    .get("/compare", answer("answerCompare"), page("comparePage"))
    .get("/page", answer("answerPageAudit"), page("pageAudit"))
    .get("/site", answer("answerSite"), page("sitePage"))
    .get("/redirects", answer("answerRedirectsForm"), page("redirectsForm"))
    .post("/redirects", answer("answerRedirects"), form("redirectsPage"))
    .post("/r/*", async ({ request }) => (await loadKept()).answerKeep(request, deps), form("keepResult"))
    .get("/r/*", async ({ request }) => (await loadKept()).answerKept(request, deps), page("keptResult"))
    .get("/forms", answer("answerForms"), page("forms"))
    .get("/headers", answer("answerHeadersForm"), page("headersForm"))
    .post("/headers", answer("answerHeaders"), form("headersPage"))
    .get("/problems", problems("answerProblems"), page("problemsPage"))
    .get("/problems/*", problems("answerProblem"), page("problemPage"))
    .get("/differences", problems("answerDifferences"), page("differencesPage"))
    .get("/guide", guide("answerGuide"), page("guidePage"))
    .get("/guide/*", guide("answerTopic"), page("guideTopicPage"))
    .get("/place", async ({ request }) => (await loadPlace()).answerPlace(request, deps), page("placePage"))
    .get(stylesheet.path, file(stylesheet), page("stylesheet", 0))
    .get(script.path, file(script), page("script", 0))
    .get(map.path, file(map), page("map", 0))
    .get(favicon.path, file(favicon), page("icon", 0))
    .get("/favicon.ico", file(favicon, "public, max-age=86400"), page("oldIcon", 0));
};
