/** What every request goes through before and after the application: limits, CORS, common fields, log and metrics. */

import { NetlensError } from "../errors.ts";
import type { Caller } from "./client-address.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { problemResponse } from "./problem-details.ts";
import { createRateLimit, type Rate, rateLimitFields } from "./rate-limit.ts";

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
  readonly caller: (request: Request) => Caller;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Fields that every response of ours carries. */
const COMMON: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-opener-policy", "same-origin"],
];

/** Browsers may read these beyond the safelisted fields. */
const EXPOSED = "RateLimit, RateLimit-Policy, Retry-After";

/** Probes are not callers: they are neither limited nor logged at the level of requests. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Makes the request handler. */
export function createPipeline(deps: PipelineDeps): (request: Request) => Promise<Response> {
  const { settings, log, metrics, clock } = deps;
  const limit = settings.rate && createRateLimit(settings.rate);
  return async (request) => {
    const started = performance.now();
    const url = new URL(request.url);
    const caller = deps.caller(request);
    const fields = new Headers(COMMON as [string, string][]);
    corsFields(settings.cors, request, fields);
    metrics.begin();
    let response: Response;
    try {
      response = limited(request, url, caller, fields) ?? (await answer(request, url));
    } finally {
      metrics.end();
    }
    finish(response, fields, request);
    const duration = performance.now() - started;
    metrics.request(endpointOf(url.pathname), request.method, response.status, duration);
    log(PROBES.has(url.pathname) ? "debug" : "info", `${request.method} ${url.pathname}`, {
      status: response.status,
      ms: Number(duration.toFixed(1)),
      client: caller.ip || "unix",
    });
    return response;
  };

  function limited(request: Request, url: URL, caller: Caller, fields: Headers): Response | undefined {
    if (!limit || !settings.rate || PROBES.has(url.pathname) || request.method === "OPTIONS")
      return undefined;
    const verdict = limit(caller.ip, clock());
    for (const [name, value] of Object.entries(rateLimitFields(settings.rate, verdict)))
      fields.set(name, value);
    if (verdict.allowed) return undefined;
    const detail = `More than ${settings.rate.requests} requests; try again in ${verdict.reset} s.`;
    return problemResponse(new NetlensError("rate-limit", detail, { "retry-after": String(verdict.reset) }));
  }

  async function answer(request: Request, url: URL): Promise<Response> {
    if (request.method === "OPTIONS") {
      const methods = deps.allowed(url.pathname);
      if (methods.length > 0)
        return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
    }
    if (request.method !== "POST" || !deps.allowed(url.pathname).includes("POST")) return deps.app(request);
    if (Number(request.headers.get("content-length") ?? 0) > settings.maxBody)
      return problemResponse(tooLarge());
    // A declared length holds; without one only reading shows how much it is.
    if (request.headers.has("content-length")) return deps.app(request);
    const content = await readUpTo(request, settings.maxBody);
    return content ? deps.app(new Request(request, { body: content })) : problemResponse(tooLarge());
  }

  function tooLarge(): NetlensError {
    return new NetlensError("too-large", `The request content may have ${settings.maxBody} bytes at most.`);
  }
}

/** The content, or undefined when it is longer than `limit` bytes. */
async function readUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The Fetch standard's CORS protocol: fields for the actual response and, on OPTIONS, for the preflight. */
function corsFields(origins: readonly string[], request: Request, fields: Headers): void {
  if (origins.length === 0) {
    fields.set("cross-origin-resource-policy", "same-origin");
    return;
  }
  fields.set("cross-origin-resource-policy", "cross-origin");
  const origin = request.headers.get("origin");
  const any = origins.includes("*");
  if (!any) fields.set("vary", "Origin");
  if (!any && (origin === null || !origins.includes(origin))) return;
  fields.set("access-control-allow-origin", any ? "*" : (origin ?? ""));
  if (request.method !== "OPTIONS") fields.set("access-control-expose-headers", EXPOSED);
  else if (request.headers.has("access-control-request-method")) {
    fields.set("access-control-allow-methods", "GET, HEAD, POST");
    fields.set("access-control-allow-headers", "Content-Type");
    fields.set("access-control-max-age", "86400");
  }
}

function finish(response: Response, fields: Headers, request: Request): void {
  for (const [name, value] of fields)
    if (name === "vary" && response.headers.has("vary")) response.headers.append("vary", value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  if (response.headers.get("content-type")?.startsWith("application/json;"))
    response.headers.set("content-type", "application/json");
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  // Bun adds Date to all but the answers to HEAD.
  if (request.method === "HEAD") response.headers.set("date", new Date().toUTCString());
}

/** The label of metrics: few and fixed, whatever is asked. */
function endpointOf(pathname: string): string {
  const [first = "", second = ""] = pathname.split("/").filter((part) => part !== "");
  if (/^v[12]$/.test(first)) return ENDPOINTS.has(second) ? second : "unknown";
  return first === "" ? "page" : ENDPOINTS.has(first) ? first : "unknown";
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
