/**
 * Steps before and after the route of every request: limits, CORS, log and metrics. Wrapped around Elysia's
 * handlers.
 */

import { Answer, bytesOf, DEFAULT_FIELDS } from "../../api/answer.ts";
import type { Tag } from "../../api/endpoint.ts";
import { NetlensError } from "../../api/errors.ts";
import { pathOf } from "../../api/request-path.ts";
import type { Site } from "../../api/site.ts";
import { StreamedAnswer } from "../../api/streamed.ts";
import { prefersPage } from "../../web/content-negotiation.ts";
import { refusalPage } from "../../web/refusal-page.ts";
import type { AccessLog } from "../access-log.ts";
import { type KeyOf, type Limits, limited } from "../limits/limited.ts";
import type { Handler } from "../listen.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracer } from "../otlp/tracer.ts";
import { type Grant, isOpen, refusal, type Tokens } from "../tokens.ts";
import type { Caller } from "./client-address.ts";
import { limitContent } from "./content-limit.ts";
import { createCors, type ResponseField } from "./cors.ts";
import {
  CLIENT_CLOSED_REQUEST,
  failureResponse,
  notFoundResponse,
  problemResponse,
} from "./problem-details.ts";
import { handledUrl, rewritten } from "./received.ts";
import { requestId } from "./request-id.ts";
import { allowedMethods, type Route, type RouteTable } from "./route-table.ts";
import { createTurnCheck, nextTurn } from "./turns.ts";

/**
 * RFC 9112 section 3.2, RFC 9110 section 7.2: `uri-host [ ":" port ]` with RFC 3986 section 3.2.2. Bun joins
 * two Host headers with `, `; the space distinguishes them from a name.
 */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Creates a check of the Host header (null for none) and the resulting URL. HTTP/1.0 needs no Host, and an
 * empty one is allowed. The last valid one is cached: nearly all requests have the same.
 */
function createHostCheck(): (host: string | null, url: string) => boolean {
  let good = "";
  return (host, url) => {
    if (host === good && host !== "") return true;
    if (!host) return url.startsWith("http://localhost/") || URL.canParse(url);
    if (!HOST.test(host) || !URL.canParse(url)) return false;
    good = host;
    return true;
  };
}

/** Settings of the pipeline. */
export interface PipelineSettings {
  /** CORS headers; undefined if no origin is allowed. */
  readonly cors: ((request: Request) => readonly ResponseField[]) | undefined;
  readonly limits: Limits;
  /** Tokens and their limits; undefined for an open service. */
  readonly tokens?: { readonly known: Tokens; readonly limitsOf: (grant: Grant) => Limits } | undefined;
  /** Bytes of request content. */
  readonly maxBody: number;
  /** Whether to log requests, and probes. */
  readonly logs: { readonly requests: boolean; readonly probes: boolean };
  /** Whether to log the path instead of the route. */
  readonly logPaths: boolean;
}

export interface PipelineDeps {
  /** Read per request, since a reload changes them. */
  readonly settings: () => PipelineSettings;
  /** Client of a request. Costs a system call, so it is called only when needed. */
  readonly caller: (request: Request) => Caller;
  /** Rate-limit key of a request. */
  readonly keyOf: KeyOf;
  /** Client address as logged. */
  readonly loggedClient: (ip: string) => string;
  readonly access: AccessLog;
  readonly metrics: Metrics;
  /** Receives answered requests; undefined without tracing. */
  readonly tracer?: Pick<Tracer, "request"> | undefined;
  /** Whether the service is stopping: responses then close their connection. */
  readonly draining: () => boolean;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Answered = Response | Promise<Response>;

/**
 * Creates the wrapper of Elysia's handlers. Answers synchronously if possible: a promise costs more than a
 * lookup, and Elysia's hooks need one to refuse a request.
 */
export function pipeline(
  { settings, caller, keyOf, loggedClient, access, metrics, tracer, draining, clock }: PipelineDeps,
  { site, onBug }: { readonly site: Site; readonly onBug: (error: unknown) => void },
  table: () => Pick<RouteTable, "at" | "unknown">,
): (handle: Handler) => Handler {
  /** Token names by request, for the log. */
  const names = new WeakMap<Request, string>();
  const hasHost = createHostCheck();
  const isLongTurn = createTurnCheck();
  return (handle) => (given) => {
    const started = performance.now();
    const url = handledUrl(given.url);
    const sound = hasHost(given.headers.get("host"), url);
    const request = url === given.url || !sound ? given : rewritten(given, url);
    const { method } = request;
    const { at, unknown } = table();
    const routes = at(pathOf(url));
    const route = routes.find((each) => each.method === (method === "HEAD" ? "GET" : method));
    const meta =
      route ?? (method === "OPTIONS" && routes[0] ? { ...routes[0], cost: 0 } : routes[0]) ?? unknown;
    metrics.begin(started);
    const answer = (): Answered => {
      if (!sound)
        return problemResponse(
          new NetlensError("invalid-url", "The Host header is not a valid host."),
          site.base,
        );
      return admitted(request, meta, () =>
        route ? answered(request, route, handle) : unanswered(request, routes),
      );
    };
    // Waits only in long turns: Bun closes a pipelined connection if the answer is a promise.
    const response = isLongTurn(started) ? nextTurn().then(answer) : answer();
    if (!(response instanceof Promise)) return end(request, meta, started, response);
    // Read now: the address is lost when the client disconnects.
    const client = isLogged(meta) ? caller(request).ip : "";
    return response.then((settled) => end(request, meta, started, settled, request.signal.aborted, client));
  };

  function answered(request: Request, { method, page }: Route, handle: Handler): Answered {
    const response =
      page && prefersPage(request)
        ? page(request)
        : method === "POST"
          ? // Content is read only for POST, with its limits.
            limitContent(request, settings().maxBody).then(handle)
          : handle(request);
    return response instanceof Promise
      ? response.catch((error: unknown) => failed(request, error))
      : response;
  }

  function failed(request: Request, error: unknown): Response {
    return failureResponse(request, error, "UNKNOWN", { site, onBug });
  }

  /** A known path with another method is 405 with `Allow` (RFC 9110 section 15.5.6), others 404. */
  function unanswered(request: Request, routes: readonly Route[]): Response {
    const { method, url } = request;
    const path = pathOf(url);
    const allow = allowedMethods(routes).join(", ");
    if (allow === "") return notFoundResponse(request, site);
    if (method === "OPTIONS") return new Answer(null, { status: 204, headers: { ...DEFAULT_FIELDS, allow } });
    const detail = `${path} does not allow ${method}, only ${allow}.`;
    return problemResponse(new NetlensError("method-not-allowed", detail, { allow }), site.base);
  }

  /** Answers within the client's rights and limits. */
  function admitted(
    request: Request,
    { label, cost, isPublic }: Pick<Route, "label" | "cost" | "isPublic">,
    answer: () => Answered,
  ): Answered {
    const { limits, tokens } = settings();
    if (!tokens || isPublic || isOpen(label) || cost === 0 || label === table().unknown.label)
      return limited(request, answer, cost, limitsFor(label, limits), keyOf, refuse);
    const tag = label as Tag;
    const { identify, anonymous } = tokens.known;
    const grant = identify(request.headers.get("authorization"));
    const refused = grant instanceof NetlensError ? grant : refusal(grant, tag);
    if (!(grant instanceof NetlensError)) names.set(request, grant.name);
    // Requests with an invalid token are limited by address.
    if (refused || grant instanceof NetlensError)
      return limited(
        request,
        () => refuse(request, refused as NetlensError),
        cost,
        { requests: limits.requests },
        keyOf,
        refuse,
      );
    const response = limited(
      request,
      answer,
      cost,
      limitsFor(label, tokens.limitsOf(grant)),
      grant.name === "" ? keyOf : () => `token ${grant.name}`,
      refuse,
    );
    if (anonymous?.may(tag)) return response;
    return response instanceof Promise ? response.then(forItsCaller) : forItsCaller(response);
  }

  function refuse(request: Request, error: NetlensError): Response {
    return refusalPage(request, error, site) ?? problemResponse(error, site.base);
  }

  function isLogged({ label }: Pick<Route, "label">): boolean {
    const { logs } = settings();
    return label === "health" ? logs.probes : logs.requests;
  }

  function end(
    request: Request,
    meta: Pick<Route, "label" | "name" | "isPublic" | "count">,
    started: number,
    response: Response,
    left = false,
    client?: string,
  ): Response {
    const id = requestId(request.headers);
    const { method } = request;
    setCommon(request, response, meta.isPublic, id);
    if (response instanceof StreamedAnswer && !left) {
      const { status } = response;
      void response.ended.then(({ bytes, left }) =>
        note(request, meta, started, left ? CLIENT_CLOSED_REQUEST : status, bytes, id, client),
      );
      return response;
    }
    // Only for asynchronous answers.
    if (client !== undefined)
      response.headers.set("server-timing", `total;dur=${(performance.now() - started).toFixed(1)}`);
    const status = left ? CLIENT_CLOSED_REQUEST : response.status;
    const bytes = left || method === "HEAD" ? 0 : bytesOf(response);
    note(request, meta, started, status, bytes, id, client);
    return response;
  }

  function note(
    request: Request,
    meta: Pick<Route, "label" | "name" | "count">,
    started: number,
    status: number,
    bytes: number,
    id: string,
    client: string | undefined,
  ): void {
    const { method } = request;
    const { label, name } = meta;
    const ms = performance.now() - started;
    metrics.end();
    meta.count(method)(status, ms);
    const level = label === "health" ? "debug" : "info";
    if (level === "info") tracer?.request(request, { method, route: name, status, started, ms, id });
    if (!isLogged(meta)) return;
    const { tokens, logPaths } = settings();
    access(level, {
      method,
      path: logPaths ? pathOf(request.url) : name,
      status,
      ms,
      bytes,
      client: loggedClient(client ?? caller(request).ip),
      id,
      token: tokens && names.get(request),
    });
  }

  function setCommon(request: Request, response: Response, isPublic: boolean, id: string): void {
    const { method } = request;
    const cors = isPublic ? anyOrigin : settings().cors;
    // Reading `headers` allocates: skip it if there is nothing to add.
    if (cors) setFields(response, cors(request));
    // Bun adds Date except for HEAD.
    if (method === "HEAD") response.headers.set("date", new Date(clock()).toUTCString());
    if (draining() || isLast(method, request)) response.headers.set("connection", "close");
    if (id !== "") response.headers.set("x-request-id", id);
  }
}

const anyOrigin = createCors(["*"]);

/** Tags of routes that may look up URLs. */
const LOOKING_UP: ReadonlySet<string> = new Set<Tag>(["http", "page", "mcp", "useragent"]);

function limitsFor(label: string, { requests, lookups, need }: Limits): Limits {
  if (!LOOKING_UP.has(label)) return { requests };
  // User agent lookups only fetch signature keys, which are not shown: no right is needed.
  return { requests, lookups, need: label === "useragent" ? undefined : need };
}

/** Makes `public` answers `private`: shared caches store them despite credentials (RFC 9111 section 3.5). */
function forItsCaller(response: Response): Response {
  const policy = response.headers.get("cache-control");
  if (policy?.includes("public")) response.headers.set("cache-control", policy.replace("public", "private"));
  return response;
}

/**
 * Whether the connection is closed after the answer. Bun reads nothing after CONNECT. If a proxy gets an answer
 * before it sent the content that Expect announced, its next request may be read as that content (CVE-2024-24791
 * of Go's client).
 */
function isLast(method: string, { headers }: Request): boolean {
  return method === "CONNECT" || headers.has("expect");
}

/** Sets headers; Vary is appended. */
function setFields(response: Response, fields: readonly ResponseField[]): void {
  for (const [name, value] of fields)
    if (name === "vary") response.headers.append(name, value);
    else response.headers.set(name, value);
}
