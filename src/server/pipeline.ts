/** The way of every request before and after its route: limits, CORS, log and metrics. */

import { Answer, bytesOf, DEFAULT_FIELDS } from "../api/answer.ts";
import { type Endpoint, pathWith, type RouteDetail, type Tag } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { pathOf } from "../api/request-path.ts";
import { createSite } from "../api/site.ts";
import { StreamedAnswer } from "../api/streamed.ts";
import { version } from "../version.ts";
import { refusalPage } from "../web/refusal-page.ts";
import type { AccessLog } from "./access-log.ts";
import { type App, allowedMethods, type Handler, type Route, routesAt } from "./app.ts";
import type { Caller } from "./client-address.ts";
import { CLIENT_CLOSED_REQUEST, clientClosedResponse } from "./client-closed.ts";
import { limitContent } from "./content-limit.ts";
import { createCors, type ResponseField } from "./cors.ts";
import { guarded } from "./guarded.ts";
import { createHostCheck } from "./host.ts";
import { type KeyOf, type Limits, limited, type Refuse } from "./limited.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracer } from "./otlp/tracer.ts";
import { problemResponse } from "./problem-details.ts";
import { handledUrl, rewritten } from "./received.ts";
import { requestId } from "./request-id.ts";
import { type Grant, isOpen, type Tokens } from "./tokens.ts";
import { createTurnCheck, nextTurn } from "./turns.ts";

/** @internal for tests: tests make a pipeline */
export interface PipelineSettings {
  /** The URL of the service, `""` where addresses are relative to the host. */
  readonly base: string;
  readonly cors: readonly string[];
  readonly limits: Limits;
  /** The callers that are let in, and their limits; undefined for a service that is open. */
  readonly tokens?: { readonly known: Tokens; readonly limitsOf: (grant: Grant) => Limits } | undefined;
  /** Bytes of request content accepted. */
  readonly maxBody: number;
  /** Whether requests are logged, and probes too. */
  readonly logs: { readonly requests: boolean; readonly probes: boolean };
  /** Log the path as it came, and not the route. */
  readonly logPaths: boolean;
}

export interface PipelineDeps {
  readonly settings: PipelineSettings;
  readonly app: App;
  /** Costs a system call, so it is asked only where it matters. */
  readonly caller: (request: Request) => Caller;
  /** Whom a request is counted for. */
  readonly keyOf: KeyOf;
  /** The caller's address as the log may tell it. */
  readonly loggedClient: (ip: string) => string;
  readonly access: AccessLog;
  readonly metrics: Metrics;
  /** Takes answered requests for traces; undefined where nobody wants them. */
  readonly tracer?: Pick<Tracer, "request"> | undefined;
  /** Whether the service is about to stop, so that connections should end with their answer. */
  readonly draining: () => boolean;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Handlers by path and method, as `Bun.serve` takes them. */
type MountedRoutes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

export interface Pipeline {
  /** Every route where the server's own router finds it: that takes half the time of looking for it here. */
  readonly routes: MountedRoutes;
  /** Any request: what no route takes, and known paths in unusual spellings. */
  readonly fetch: Handler;
}

/** Makes the request handlers. They answer at once what can be answered at once: a promise costs more than a lookup. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { settings, app, caller, keyOf, loggedClient, access, metrics, tracer, draining, clock } = deps;
  const { base, limits, tokens, maxBody, logs, logPaths } = settings;
  /** The name of a request's token, for the log. */
  const names = new WeakMap<Request, string>();
  const cors = settings.cors.length > 0 ? createCors(settings.cors) : undefined;
  const hasHost = createHostCheck();
  const isLongTurn = createTurnCheck();
  const site = createSite(version, base);
  const refuse: Refuse = (request, error) =>
    refusalPage(request, error, site) ?? problemResponse(error, base);
  const whole = new Map(
    app.routes.map((route) => {
      const { method, handler } = route;
      const meta = routeMetaOf(route);
      const answer = method === "POST" ? withContent(handler, maxBody, base) : handler;
      return [route, { run: wrap(meta, method, answer), head: wrap(meta, "HEAD", answer) }];
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
    const meta = at[0] && routeMetaOf(at[0]);
    if (method === "OPTIONS" && meta)
      return wrap({ ...meta, cost: 0 }, method, () => optionsResponse(methods))(request);
    return wrap(meta ?? UNKNOWN, method, app.fetch)(request);
  }

  function wrap({ label, name, cost }: RouteMeta, method: string, answer: Handler): Handler {
    const count = metrics.counter(label, method);
    const level = label === "health" ? "debug" : "info";
    const logged = level === "debug" ? logs.probes : logs.requests;
    const within = ({ requests, lookups, need }: Limits, keyOf: KeyOf) => {
      const mine = LOOKING_UP.has(label) ? { requests, lookups, need } : { requests };
      // Its lookups are of a signature's keys, which nobody is shown.
      return limited(
        answer,
        cost,
        label === "useragent" ? { ...mine, need: undefined } : mine,
        keyOf,
        refuse,
      );
    };
    const handler =
      tokens && !isOpen(label) && cost > 0 && label !== UNKNOWN.label
        ? guarded(
            label as Tag,
            tokens.known,
            (grant) =>
              within(tokens.limitsOf(grant), grant.name === "" ? keyOf : () => `token ${grant.name}`),
            (request, name) => void names.set(request, name),
            // Guesses of tokens are counted by address.
            (request, error) => {
              const counted = limited(
                () => refuse(request, error),
                cost,
                { requests: limits.requests },
                keyOf,
                refuse,
              );
              return counted(request);
            },
          )
        : within(limits, keyOf);
    const end = (
      request: Request,
      started: number,
      response: Response,
      left = false,
      client?: string,
    ): Response => {
      const id = requestId(request.headers);
      setCommon(request, response, method, id);
      if (response instanceof StreamedAnswer && !left) {
        const { status } = response;
        void response.ended.then(({ bytes, left }) =>
          note(request, started, left ? CLIENT_CLOSED_REQUEST : status, bytes, id, client),
        );
        return response;
      }
      // The field is for answers that took some time.
      if (client !== undefined)
        response.headers.set("server-timing", `total;dur=${(performance.now() - started).toFixed(1)}`);
      const status = left ? CLIENT_CLOSED_REQUEST : response.status;
      const bytes = !logged || left || method === "HEAD" ? 0 : bytesOf(response);
      note(request, started, status, bytes, id, client);
      return response;
    };
    const note = (
      request: Request,
      started: number,
      status: number,
      bytes: number,
      id: string,
      client: string | undefined,
    ): void => {
      const ms = performance.now() - started;
      metrics.end();
      count(status, ms);
      if (level === "info") tracer?.request(request, { method, route: name, status, started, ms, id });
      if (logged)
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
    };
    return (given) => {
      const started = performance.now();
      const url = handledUrl(given.url);
      const sound = hasHost(given.headers.get("host"), url);
      const request = url === given.url || !sound ? given : rewritten(given, url);
      metrics.begin(started);
      const answer = () => (sound ? handler(request) : noHost(base));
      // The platform ends a pipelined connection whose answer has to be waited for.
      const response = isLongTurn(started) ? nextTurn().then(answer) : answer();
      if (!(response instanceof Promise)) return end(request, started, response);
      // Once a client has left, its socket no longer tells who it was.
      const client = logged ? caller(request).ip : "";
      return response.then((settled) => end(request, started, settled, request.signal.aborted, client));
    };
  }

  function setCommon(request: Request, response: Response, method: string, id: string): void {
    // Reading the fields of a response makes an object: not where there is nothing to add.
    if (cors) setFields(response, cors(request));
    // Bun adds Date to all but the answers to HEAD.
    if (method === "HEAD") response.headers.set("date", new Date(clock()).toUTCString());
    if (draining() || isLast(method, request)) response.headers.set("connection", "close");
    if (id !== "") response.headers.set("x-request-id", id);
  }
}

/** The facts of a route that the pipeline needs. */
interface RouteMeta {
  /** The label of metrics: few and fixed, whatever is asked. */
  readonly label: string;
  /** The name of the route in the log: `/v1/ip/:ip`. */
  readonly name: string;
  readonly cost: number;
}

function routeMetaOf({ path, detail }: Route): RouteMeta {
  const { tags, cost }: RouteDetail = detail;
  const name = pathWith(path, (detail as Partial<Endpoint>).path, (name) => `:${name}`);
  return { label: tags[0], name: name.replace("*", ":rest"), cost };
}

/** Tags of routes that may look up URLs: for the others there is nothing to prepare. */
const LOOKING_UP: ReadonlySet<string> = new Set<Tag>(["http", "page", "mcp", "useragent"]);

/** The metrics label of unknown paths. */
const UNKNOWN: RouteMeta = { label: "unknown", name: "*", cost: 1 };

/** Content is read only where the route takes some, and held to its bound. */
function withContent(handler: Handler, maxBody: number, base: string): Handler {
  return async (request) => {
    try {
      return await handler(await limitContent(request, maxBody));
    } catch (error) {
      const left = clientClosedResponse(request, error);
      if (left) return left;
      if (error instanceof NetlensError) return problemResponse(error, base);
      throw error;
    }
  };
}

/**
 * Whether a connection is of no use after the answer: Bun reads no more after CONNECT, and a proxy that was answered before it
 * sent the content that Expect announces may send the next request into it (CVE-2024-24791 of Go's client).
 */
function isLast(method: string, { headers }: Request): boolean {
  return method === "CONNECT" || headers.has("expect");
}

function optionsResponse(allow: string): Response {
  return new Answer(null, { status: 204, headers: { ...DEFAULT_FIELDS, allow } });
}

function noHost(base: string): Response {
  return problemResponse(new NetlensError("invalid-url", "The Host field does not name a host."), base);
}

/** Puts fields in the place of what is there; Vary grows. */
function setFields(response: Response, fields: readonly ResponseField[]): Response {
  for (const [name, value] of fields)
    if (name === "vary") response.headers.append(name, value);
    else response.headers.set(name, value);
  return response;
}
