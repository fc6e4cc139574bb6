/** The application: every route in one place, and what every request goes through. */

import { Elysia } from "elysia";
import { NetlensError } from "../errors.ts";
import { type HttpDeps, httpRoutes } from "../http/routes.ts";
import { type IpDeps, ipRoutes } from "../ip/routes.ts";
import { statusRoutes } from "../status/routes.ts";
import { useragentRoutes } from "../useragent/routes.ts";
import { notFoundPage } from "../web/not-found.ts";
import { webRoutes } from "../web/routes.ts";
import { healthRoutes, type Ready } from "./health.ts";
import { openapiRoutes } from "./openapi.ts";
import { asNetlensError, problemResponse } from "./problem-details.ts";

export interface AppDeps {
  readonly version: string;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
  readonly ready: () => Ready;
  readonly onBug: (error: unknown) => void;
}

export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Methods that a path takes, HEAD and OPTIONS included; empty for an unknown path. */
  readonly allowed: (pathname: string) => readonly string[];
}

/** The route table. */
export function createApp(deps: AppDeps): App {
  // Else Elysia looks for the path behind the fourth character of the host, and a host such as `nas` has none.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error, code, request }) => {
      if (code === "NOT_FOUND") {
        const refusal = notFound(new URL(request.url).pathname, request.method, table);
        const page = refusal.code === "unknown-endpoint" && notFoundPage(request, deps.version);
        return page || problemResponse(refusal);
      }
      return problemResponse(asNetlensError(error, code, deps.onBug));
    })
    .use(useragentRoutes())
    .use(ipRoutes(deps.ip))
    .use(httpRoutes(deps.http))
    .use(statusRoutes())
    .use(healthRoutes(deps.ready))
    .use(openapiRoutes(deps.version))
    .use(webRoutes(deps));
  const table: readonly Route[] = app.routes.map(({ method, path }) => ({ method, path }));
  return { fetch: (request) => app.fetch(request), allowed: (pathname) => allowedMethods(pathname, table) };
}

interface Route {
  readonly method: string;
  readonly path: string;
}

/** A known path with another method is 405 with `Allow` (RFC 9110 section 15.5.6); anything else 404. */
function notFound(pathname: string, method: string, table: readonly Route[]): NetlensError {
  const methods = allowedMethods(pathname, table);
  if (methods.length === 0)
    return new NetlensError("unknown-endpoint", `There is no endpoint at ${pathname}.`, { vary: "Accept" });
  return new NetlensError(
    "method-not-allowed",
    `${pathname} does not take ${method}, only ${methods.join(", ")}.`,
    {
      allow: methods.join(", "),
    },
  );
}

/** Matches a path against the route patterns. */
export function allowedMethods(pathname: string, table: readonly Route[]): string[] {
  const methods = new Set(
    table.filter((route) => matches(route.path, pathname)).map((route) => route.method),
  );
  if (methods.size === 0) return [];
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"];
}

function matches(pattern: string, pathname: string): boolean {
  const wanted = pattern.replace(/\/$/, "").split("/");
  const given = pathname.replace(/\/$/, "").split("/");
  for (const [index, part] of wanted.entries()) {
    if (part === "*") return given.length > index && given.slice(index).join("/") !== "";
    if (given[index] === undefined || (!part.startsWith(":") && part !== given[index])) return false;
  }
  return wanted.length === given.length;
}
