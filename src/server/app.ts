/**
 * The Elysia app: all routes, wrapped in the pipeline. Takes dependencies and settings, returns an app that
 * `.listen()` serves or `.handle()` calls. Opens nothing itself: see `service.ts`.
 */

import { type AnyElysia, Elysia } from "elysia";
import { endpointOf } from "../api/endpoint.ts";
import type { Site } from "../api/site.ts";
import { compatRoutes } from "../compat/routes.ts";
import { type HttpDeps, httpRoutes } from "../http/routes.ts";
import type { IpDeps } from "../ip/deps.ts";
import { ipRoutes } from "../ip/routes.ts";
import { compareRoutes } from "../jobs/compare/routes.ts";
import { pageRoutes } from "../jobs/page/routes.ts";
import { type ProbeAccess, probeRoutes } from "../jobs/probe/routes.ts";
import { type ReportsDeps, reportsRoutes } from "../jobs/reports/routes.ts";
import { siteRoutes } from "../jobs/site/routes.ts";
import type { SiteDeps } from "../jobs/site/serve-site.ts";
import { visitorRoutes } from "../jobs/visitor/routes.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { problemRoutes } from "../problems/routes.ts";
import { statusRoutes } from "../status/routes.ts";
import { type UserAgentDeps, useragentRoutes } from "../useragent/routes.ts";
import { pageOf } from "../web/content-negotiation.ts";
import type { KeptResults } from "../web/kept-results.ts";
import { webRoutes } from "../web/routes.ts";
import { type PipelineDeps, pipeline } from "./pipeline/pipeline.ts";
import { problems } from "./pipeline/problem-details.ts";
import { type RouteTable, routeTable } from "./pipeline/route-table.ts";
import { healthRoutes, type Ready } from "./routes/health.ts";
import { openapiRoutes } from "./routes/openapi.ts";
import { referenceRoutes } from "./routes/reference.ts";
import { reportForms } from "./routes/report-forms.ts";

/** Dependencies of the app. Members that depend on settings are getters, read per request. */
export interface AppDeps {
  readonly site: Site;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
  readonly frameAncestors?: readonly string[];
  readonly kept?: KeptResults | undefined;
  /** Enables MCP; pages of these host names may call it too. */
  readonly mcp?: { readonly origins: readonly string[] } | undefined;
  /** Undefined if only the metrics listener serves probes. */
  readonly probe?: ProbeAccess | undefined;
  readonly reports?: ReportsDeps["reports"];
  readonly siteChecks?: SiteDeps["siteChecks"];
  /** Whether requests need a token; absent for an open service. */
  readonly tokens?: "required" | "optional" | undefined;
  readonly verify: UserAgentDeps["verify"];
  readonly signature: UserAgentDeps["signature"];
  readonly ready: () => Ready;
  readonly onBug: (error: unknown) => void;
}

export function createApp(deps: AppDeps, service: PipelineDeps): AnyElysia {
  let table: RouteTable | undefined;
  const routes = () => {
    table ??= routeTable(
      app.routes.map(({ method, path, hooks }) => ({ method, path, endpoint: endpointOf(hooks) })),
      (operationId) => pageOf(operationId, deps),
      service.metrics,
    );
    return table;
  };
  const app: AnyElysia = new Elysia({
    name: "netlens",
    normalize: false,
    // By default Elysia searches the path after the host's fourth character, which fails for shorter hosts
    // such as `nas`.
    handler: { standardHostname: false },
  })
    // Cast: Elysia's type of `wrap` is loose.
    .wrap(pipeline(service, deps, routes) as unknown as Parameters<AnyElysia["wrap"]>[0])
    .use(problems(deps))
    .use(useragentRoutes({ verify: deps.verify, signature: deps.signature, caller: deps.ip.caller }))
    .use(ipRoutes(deps.ip))
    .use(visitorRoutes(deps))
    .use(compareRoutes(deps.http))
    .use(httpRoutes(deps.http, reportForms))
    .use(pageRoutes(deps.http, reportForms.briefOf))
    .use(siteRoutes(deps))
    .use(reportsRoutes(deps))
    .use(statusRoutes())
    .use(problemRoutes())
    .use(healthRoutes(deps.ready))
    .use(openapiRoutes(() => routes().operations(), deps))
    .use(referenceRoutes(() => routes().operations(), deps.site))
    .use(webRoutes(deps))
    .use(mcpRoutes(deps))
    .use(probeRoutes(deps))
    .use(compatRoutes(deps.ip, deps.site));
  // Creates the counters of all routes, at 0, before the first request.
  routes();
  return app;
}
