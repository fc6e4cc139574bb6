/** The application: every route in one place, and what is asked of them. */

import { Elysia } from "elysia";
import { createBunRouteHandler } from "elysia/adapter/bun/compose";
import type { Endpoint, RouteDetail } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { pathOf } from "../api/request-path.ts";
import type { Site } from "../api/site.ts";
import { compatRoutes } from "../compat/routes.ts";
import { type BriefOf, type HttpDeps, httpRoutes } from "../http/routes.ts";
import type { IpDeps } from "../ip/deps.ts";
import { ipRoutes, mayTakeLong, slowAddress } from "../ip/routes.ts";
import { pageRoutes } from "../jobs/page/routes.ts";
import { type ProbeAccess, probeRoutes } from "../jobs/probe/routes.ts";
import { visitorRoutes } from "../jobs/visitor/routes.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { problemRoutes } from "../problems/routes.ts";
import { statusRoutes } from "../status/routes.ts";
import { type UserAgentDeps, useragentRoutes } from "../useragent/routes.ts";
import { type Page, pageOf, prefersPage } from "../web/content-negotiation.ts";
import type { KeptResults } from "../web/kept-results.ts";
import { notFoundPage } from "../web/not-found.ts";
import { webRoutes } from "../web/routes.ts";
import { clientClosedResponse } from "./client-closed.ts";
import { healthRoutes, type Ready } from "./health.ts";
import { type Operation, openapiRoutes } from "./openapi.ts";
import { asNetlensError, problemResponse } from "./problem-details.ts";
import { referenceRoutes } from "./reference.ts";

export interface AppDeps {
  readonly site: Site;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
  readonly frameAncestors?: readonly string[];
  readonly kept?: KeptResults | undefined;
  /** Assistants are served, also those on pages of these host names. */
  readonly mcp?: { readonly origins: readonly string[] } | undefined;
  /** Undefined where only the metrics listener serves probes. */
  readonly probe?: ProbeAccess | undefined;
  /** Whether callers need a token; absent for a service that is open. */
  readonly tokens?: "required" | "optional" | undefined;
  readonly verify: UserAgentDeps["verify"];
  readonly signature: UserAgentDeps["signature"];
  readonly ready: () => Ready;
  readonly onBug: (error: unknown) => void;
}

export type Handler = (request: Request) => Response | Promise<Response>;

export interface Route {
  readonly method: string;
  /** `/*` at its end stands for anything that follows. */
  readonly path: string;
  readonly detail: RouteDetail;
  /** The handler that Elysia compiled for this route, errors and all. */
  readonly handler: Handler;
}

export interface App {
  /** Takes any request. */
  readonly fetch: Handler;
  readonly routes: readonly Route[];
}

/** The route table. */
export function createApp(deps: AppDeps): App {
  const routes: Route[] = [];
  // Else Elysia looks for the path behind the fourth character of the host, and a host such as `nas` has none.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error, code, request }) => {
      if (code === "NOT_FOUND") {
        const refusal = notFound(pathOf(request.url), request.method, routes);
        const page = refusal.code === "unknown-endpoint" && notFoundPage(request, deps.site);
        return page || problemResponse(refusal, deps.site.base);
      }
      return (
        clientClosedResponse(request, error) ??
        problemResponse(asNetlensError(error, code, deps.onBug), deps.site.base)
      );
    })
    .use(useragentRoutes({ verify: deps.verify, signature: deps.signature, caller: deps.ip.caller }))
    .use(ipRoutes(deps.ip))
    .use(visitorRoutes(deps))
    .use(httpRoutes({ ...deps.http, briefOf }))
    .use(pageRoutes({ ...deps.http, briefOf }))
    .use(statusRoutes())
    .use(problemRoutes())
    .use(healthRoutes(deps.ready))
    .use(openapiRoutes(() => operationsOf(routes), deps.site, deps.tokens === "required"))
    .use(referenceRoutes(() => operationsOf(routes), deps.site))
    .use(webRoutes(deps))
    .use(mcpRoutes(deps))
    .use(probeRoutes(deps))
    .use(compatRoutes(deps.ip, deps.site.base));
  for (const route of app.routes) {
    const { method, path, hooks } = route;
    const detail = hooks["detail"] as RouteDetail | undefined;
    if (detail?.operationId === undefined) throw new Error(`${method} ${path} does not say what it is.`);
    // Compiled when first asked for: together they would take a good part of the time to start.
    let compiled: Handler | undefined;
    const handler: Handler = (request) => {
      compiled ??= createBunRouteHandler(app, route) as Handler;
      return compiled(request);
    };
    const page = method === "GET" ? pageOf(detail.operationId, deps) : undefined;
    const { query } = detail as Partial<Endpoint>;
    const slow = method === "GET" ? slowAddress(detail.operationId, deps.ip) : undefined;
    const api = slow ? negotiated(handler, slow, mayTakeLong, deps) : handler;
    const whole = page ? negotiated(api, page, prefersPage(query), deps) : api;
    routes.push({ method, path, detail, handler: whole });
  }
  return { fetch: (request) => app.fetch(request), routes };
}

/** The wording comes with the views, which a start does not load. */
const briefOf: BriefOf = async (report) => (await import("../view/brief.ts")).briefOf(report);

/** Another answer for some requests: the page for those who would rather have it. */
function negotiated(
  handler: Handler,
  page: Page,
  isFor: (request: Request) => boolean,
  { onBug, site: { base } }: Pick<AppDeps, "onBug" | "site">,
): Handler {
  const failed = (request: Request, error: unknown) =>
    clientClosedResponse(request, error) ?? problemResponse(asNetlensError(error, "UNKNOWN", onBug), base);
  return (request) => {
    try {
      if (!isFor(request)) return handler(request);
    } catch (error) {
      return failed(request, error);
    }
    return page(request).catch((error: unknown) => failed(request, error));
  };
}

/** The routes that are part of the API. */
function operationsOf(routes: readonly Route[]): Operation[] {
  return routes.flatMap(({ method, path, detail }) =>
    detail.hide ? [] : [{ method, path, endpoint: detail as Endpoint }],
  );
}

/** A known path with another method is 405 with `Allow` (RFC 9110 section 15.5.6); anything else 404. */
function notFound(pathname: string, method: string, routes: readonly Route[]): NetlensError {
  const methods = allowedMethods(routesAt(pathname, routes));
  if (methods.length === 0)
    return new NetlensError("unknown-endpoint", `No endpoint is at ${pathname}.`, { vary: "Accept" });
  const allow = methods.join(", ");
  return new NetlensError("method-not-allowed", `${pathname} does not allow ${method}, only ${allow}.`, {
    allow,
  });
}

/** The routes of a path, one for each of its methods. */
export function routesAt(pathname: string, routes: readonly Route[]): readonly Route[] {
  const bare = pathname.replace(/\/$/, "");
  const at = routes.filter(({ path }) => path.replace(/\/$/, "") === bare);
  if (at.length > 0) return at;
  return routes.filter(({ path }) => path.endsWith("/*") && pathname.startsWith(path.slice(0, -1)));
}

/** Methods that a path takes: HEAD where there is GET, and OPTIONS where there is anything. */
export function allowedMethods(routes: readonly Route[]): readonly string[] {
  if (routes.length === 0) return [];
  const methods = new Set(routes.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"];
}
