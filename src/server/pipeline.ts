/** What every request goes through before and after its route: limits, CORS, log and metrics. */

import { DEFAULT_FIELDS } from "../content.ts";
import type { RouteDetail } from "../endpoint.ts";
import { NetlensError } from "../errors.ts";
import { pathOf } from "../request-path.ts";
import { type App, allowedMethods, type Handler, routesAt } from "./app.ts";
import type { Caller } from "./client-address.ts";
import { limitContent } from "./content-limit.ts";
import { createCors, type ResponseField } from "./cors.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { problemResponse } from "./problem-details.ts";
import { createRateLimit, type Rate, rateLimitFields } from "./rate-limit.ts";
import { handledUrl, rewritten } from "./received.ts";

export interface PipelineSettings {
  readonly cors: readonly string[];
  readonly rate: Rate | undefined;
  /** Bytes of request content accepted. */
  readonly maxBody: number;
}

export interface PipelineDeps {
  readonly settings: PipelineSettings;
  readonly app: App;
  /** Costs a system call, so it is asked only where it matters. */
  readonly caller: (request: Request) => Caller;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Handlers by path and method, as `Bun.serve` takes them. */
export type MountedRoutes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

export interface Pipeline {
  /** Every route where the server's own router finds it: that takes half the time of looking for it here. */
  readonly routes: MountedRoutes;
  /** Any request: what no route takes, and known paths in unusual spellings. */
  readonly fetch: Handler;
}

/** Makes the request handlers. They answer at once what can be answered at once: a promise costs more than a lookup. */
export function createPipeline({ settings, app, caller, log, metrics, clock }: PipelineDeps): Pipeline {
  const { rate, maxBody } = settings;
  const limit = rate && createRateLimit(rate);
  const cors = settings.cors.length > 0 ? createCors(settings.cors) : undefined;
  const isUrl = createUrlCheck();
  const whole = new Map(
    app.routes.map((route) => {
      const { method, detail, handler } = route;
      const answer = method === "POST" ? withContent(handler, maxBody) : handler;
      return [route, { run: around(detail, method, answer), head: around(detail, "HEAD", answer) }];
    }),
  );
  return { routes: mounted(), fetch: unmounted };

  function mounted(): MountedRoutes {
    const table: Record<string, Record<string, Handler>> = {};
    for (const [{ path, method }, { run, head }] of whole) {
      const handlers = { [method]: run, ...(method === "GET" && { HEAD: head }) };
      const bare = path.replace(/\/$/, "");
      const spellings = path === "/" || path.endsWith("*") ? [path] : [bare, `${bare}/`];
      for (const spelling of spellings) table[spelling] = { ...table[spelling], ...handlers };
    }
    return table;
  }

  function unmounted(request: Request): Response | Promise<Response> {
    const { method } = request;
    const at = routesAt(pathOf(handledUrl(request.url)), app.routes);
    const route = at.find((each) => each.method === (method === "HEAD" ? "GET" : method));
    const handlers = route && whole.get(route);
    if (handlers) return (method === "HEAD" ? handlers.head : handlers.run)(request);
    const methods = allowedMethods(at).join(", ");
    const detail = at[0]?.detail;
    if (method === "OPTIONS" && detail)
      return around({ ...detail, cost: 0 }, method, () => optionsResponse(methods))(request);
    return around(detail ?? UNKNOWN, method, app.fetch)(request);
  }

  function around({ tags: [label], cost }: Pipe, method: string, answer: Handler): Handler {
    const count = metrics.counter(label, method);
    const level = label === "health" ? "debug" : "info";
    const handler = limit && rate && cost > 0 ? limited(answer, limit, rate) : answer;
    const end = (request: Request, started: number, response: Response): Response => {
      if (cors) setFields(response, cors(request));
      // Bun adds Date to all but the answers to HEAD.
      if (method === "HEAD") response.headers.set("date", new Date(clock()).toUTCString());
      const duration = performance.now() - started;
      count(response.status, duration);
      log(level, `${method} ${pathOf(request.url)}`, () => ({
        status: response.status,
        ms: Number(duration.toFixed(1)),
        client: caller(request).ip || "unix",
      }));
      return response;
    };
    return (given) => {
      const started = performance.now();
      const url = handledUrl(given.url);
      const request = url === given.url ? given : rewritten(given, url);
      metrics.begin();
      const response = isUrl(url) ? handler(request) : noHost();
      return response instanceof Promise
        ? response.then((settled) => end(request, started, settled))
        : end(request, started, response);
    };
  }

  function limited(answer: Handler, limit: ReturnType<typeof createRateLimit>, rate: Rate): Handler {
    return (request) => {
      const verdict = limit(caller(request).ip, clock());
      const fields = Object.entries(rateLimitFields(rate, verdict));
      const marked = (response: Response) => setFields(response, fields);
      if (!verdict.allowed) {
        const detail = `More than ${rate.requests} requests; try again in ${verdict.reset} s.`;
        const error = new NetlensError("rate-limit", detail, { "retry-after": String(verdict.reset) });
        return marked(problemResponse(error));
      }
      const response = answer(request);
      return response instanceof Promise ? response.then(marked) : marked(response);
    };
  }
}

/** What the pipeline needs to know of a route. */
type Pipe = Pick<RouteDetail, "cost"> & { readonly tags: readonly [label: string] };

/** What is asked of paths that lead nowhere: one label of metrics for all of them. */
const UNKNOWN: Pipe = { tags: ["unknown"], cost: 1 };

/** Content is read only where the route takes some, and held to its bound. */
function withContent(handler: Handler, maxBody: number): Handler {
  return async (request) => {
    try {
      return await handler(await limitContent(request, maxBody));
    } catch (error) {
      if (error instanceof NetlensError) return problemResponse(error);
      throw error;
    }
  };
}

function optionsResponse(allow: string): Response {
  return new Response(null, { status: 204, headers: { ...DEFAULT_FIELDS, allow } });
}

function noHost(): Response {
  return problemResponse(new NetlensError("invalid-url", "The Host field names no host."));
}

/**
 * Whether the request's Host field is one (RFC 9112 section 3.2 wants 400 where it is not): Bun passes on what came.
 * Nearly all requests name the same host, so the last good one is not looked at again.
 */
function createUrlCheck(): (url: string) => boolean {
  let good = "http://localhost/";
  return (url) => {
    if (url.startsWith(good)) return true;
    if (!URL.canParse(url)) return false;
    good = url.slice(0, url.indexOf("/", url.indexOf("//") + 2) + 1) || url;
    return true;
  };
}

/** Puts fields in the place of what is there; Vary grows. */
function setFields(response: Response, fields: readonly ResponseField[]): Response {
  for (const [name, value] of fields)
    if (name === "vary") response.headers.append(name, value);
    else response.headers.set(name, value);
  return response;
}
