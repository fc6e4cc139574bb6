import { Elysia } from "elysia";
import { type Content, contentOf, respond } from "../content.ts";
import type { HttpDeps } from "../http/routes.ts";
import type { IpDeps } from "../ip/routes.ts";
import { type Asset, favicon, stylesheet } from "./assets.ts";
import { renderPage } from "./page.ts";
import { PAGE_FIELDS } from "./response.ts";

export interface WebDeps {
  readonly version: string;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
}

/** What answers with lookups takes a while to load, so a process that has just started answers first. */
export const loadAnswers = () => import("./answers.ts");

/** Content that is named by its version never changes. */
const LONG = "public, max-age=31536000, immutable";

/**
 * `GET /` the page and its lookups (`?url=`, `?ip=`, `?useragent=`), `POST /headers` pasted header lines,
 * `GET /problems` all kinds of problems, and what pages load.
 */
export function webRoutes(deps: WebDeps) {
  let problems: Promise<Content> | undefined;
  return new Elysia({ name: "web" })
    .get("/", async ({ request }) => (await loadAnswers()).answerHome(request, deps))
    .get("/headers", () => new Response(null, { status: 303, headers: { location: "/#headers" } }))
    .post("/headers", async ({ request }) => (await loadAnswers()).answerHeaders(request, deps), {
      parse: "none",
    })
    .get("/problems", async ({ request }) => {
      problems ??= problemsContent(deps.version);
      return respond(request, await problems, { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" });
    })
    .get(stylesheet.path, ({ request }) => assetResponse(request, stylesheet, LONG))
    .get(favicon.path, ({ request }) => assetResponse(request, favicon, LONG))
    .get("/favicon.ico", ({ request }) => assetResponse(request, favicon, "public, max-age=86400"));
}

/** The same for everybody, so it is rendered once. */
async function problemsContent(version: string): Promise<Content> {
  const { problemsView } = await import("./problems-page.ts");
  return contentOf(renderPage({ title: "Problems", body: problemsView() }, version));
}

function assetResponse(request: Request, { content, type }: Asset, cache: string): Response {
  return respond(request, content, { "content-type": type, "cache-control": cache });
}
