/** What every request goes through before and after the application: limits, CORS, common fields, log and metrics. */

import { JSON_FIELDS } from "../content.ts";
import { NetlensError } from "../errors.ts";
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
  readonly app: (request: Request) => Response | Promise<Response>;
  /** Methods that a path takes; empty for an unknown path. */
  readonly allowed: (pathname: string) => readonly string[];
  /** Costs a system call, so it is asked only where it matters. */
  readonly caller: (request: Request) => Caller;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Fields that every response of ours carries where it has no other value of its own. */
const COMMON: readonly ResponseField[] = Object.entries(JSON_FIELDS).filter(
  ([name]) => name !== "content-type",
);

/** Probes are not callers: they are neither limited nor logged at the level of requests. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Makes the request handler. It answers at once what can be answered at once: a promise costs more than a lookup. */
export function createPipeline(deps: PipelineDeps): (request: Request) => Response | Promise<Response> {
  const { settings, log, metrics, clock } = deps;
  const rate = settings.rate;
  const limit = rate && createRateLimit(rate);
  const cors = createCors(settings.cors);
  const isUrl = createUrlCheck();

  return (given) => {
    const started = performance.now();
    const url = handledUrl(given.url);
    const request = url === given.url ? given : rewritten(given, url);
    const pathname = pathOf(url);
    metrics.begin();
    const response = isUrl(url)
      ? limit && rate
        ? limited(request, pathname, limit, rate)
        : answer(request, pathname)
      : problemResponse(new NetlensError("invalid-url", "The Host field names no host."));
    return response instanceof Promise
      ? response.then((settled) => end(request, pathname, started, settled))
      : end(request, pathname, started, response);
  };

  function end(request: Request, pathname: string, started: number, response: Response): Response {
    const { method } = request;
    // Answers that are JSON have them all; pages and the rest have some.
    if (!response.headers.has("cross-origin-resource-policy")) addFields(response, COMMON);
    setFields(response, cors(request));
    // Bun adds Date to all but the answers to HEAD.
    if (method === "HEAD") response.headers.set("date", new Date(clock()).toUTCString());
    metrics.end();
    const duration = performance.now() - started;
    metrics.request(endpointOf(pathname), method, response.status, duration);
    log(PROBES.has(pathname) ? "debug" : "info", `${method} ${pathname}`, () => ({
      status: response.status,
      ms: Number(duration.toFixed(1)),
      client: deps.caller(request).ip || "unix",
    }));
    return response;
  }

  function limited(
    request: Request,
    pathname: string,
    limit: ReturnType<typeof createRateLimit>,
    rate: Rate,
  ): Response | Promise<Response> {
    if (PROBES.has(pathname) || request.method === "OPTIONS") return answer(request, pathname);
    const verdict = limit(deps.caller(request).ip, clock());
    const fields = Object.entries(rateLimitFields(rate, verdict));
    const marked = (response: Response) => setFields(response, fields);
    if (!verdict.allowed) {
      const detail = `More than ${rate.requests} requests; try again in ${verdict.reset} s.`;
      const error = new NetlensError("rate-limit", detail, { "retry-after": String(verdict.reset) });
      return marked(problemResponse(error));
    }
    const response = answer(request, pathname);
    return response instanceof Promise ? response.then(marked) : marked(response);
  }

  function answer(request: Request, pathname: string): Response | Promise<Response> {
    if (request.method === "GET" || request.method === "HEAD") return deps.app(request);
    const methods = deps.allowed(pathname);
    if (request.method === "OPTIONS" && methods.length > 0)
      return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
    if (request.method === "POST" && methods.includes("POST")) return answerContent(request);
    return deps.app(request);
  }

  async function answerContent(request: Request): Promise<Response> {
    try {
      return await deps.app(await limitContent(request, settings.maxBody));
    } catch (error) {
      if (error instanceof NetlensError) return problemResponse(error);
      throw error;
    }
  }
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

/** The path of an absolute URL, which `new URL` would take ten times as long to find. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** Adds what is not there. */
function addFields({ headers }: Response, fields: readonly ResponseField[]): void {
  for (const [name, value] of fields) if (!headers.has(name)) headers.set(name, value);
}

/** Puts fields in the place of what is there; Vary grows. */
function setFields(response: Response, fields: readonly ResponseField[]): Response {
  for (const [name, value] of fields)
    if (name === "vary") response.headers.append(name, value);
    else response.headers.set(name, value);
  return response;
}

const ENDPOINTS: ReadonlySet<string> = new Set([
  "useragent",
  "ip",
  "http",
  "status",
  "healthz",
  "readyz",
  "openapi.json",
  "problems",
]);

/** The label of metrics: few and fixed, whatever is asked. */
function endpointOf(pathname: string): string {
  const versioned = pathname.startsWith("/v1/") || pathname.startsWith("/v2/");
  const start = versioned ? 4 : 1;
  const slash = pathname.indexOf("/", start);
  const first = slash < 0 ? pathname.slice(start) : pathname.slice(start, slash);
  if (versioned) return ENDPOINTS.has(first) ? first : "unknown";
  if (first === "" || first === "headers" || first === "assets" || first === "favicon.ico") return "page";
  return ENDPOINTS.has(first) ? first : "unknown";
}
