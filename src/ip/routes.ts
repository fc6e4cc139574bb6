import { Elysia } from "elysia";
import { contentOf, JSON_INIT, respond } from "../content.ts";
import { errorItem, NetlensError } from "../errors.ts";
import { jsonContent } from "../json-content.ts";
import { type GeoDatabases, lookupIp, lookupIpJson } from "./lookup.ts";
import { type IpResult, MAX_BATCH } from "./schema.ts";

export interface IpDeps {
  /** What is loaded now. */
  readonly geo: () => GeoDatabases;
  /** The caller's address and where it was read; undefined when it is not known, as on a Unix socket. */
  readonly caller: (request: Request) => { readonly ip: string; readonly source: string } | undefined;
}

/** The query's value of `name`, decoded; undefined when it is not given. */
function queryValue(url: string, name: string): string | undefined {
  const start = url.indexOf("?");
  if (start < 0) return undefined;
  return new URLSearchParams(url.slice(start + 1)).get(name) ?? undefined;
}

/** What follows `/v1/ip/` in the path, decoded once, without the trailing slash that every path may have. */
function pathAddress(raw: string): string {
  const text = raw.endsWith("/") ? raw.slice(0, -1) : raw;
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NetlensError(
      "invalid-ip",
      "The address in the path has a % that two hexadecimal digits do not follow.",
    );
  }
}

function ownAddress(deps: IpDeps, request: Request): string {
  const caller = deps.caller(request);
  if (caller === undefined)
    throw new NetlensError("invalid-ip", "The caller's address is not known; name one in the path.");
  return lookupIpJson(caller.ip, deps.geo(), queryValue(request.url, "locale"), caller.source);
}

function lookupItem(
  item: unknown,
  geo: GeoDatabases,
  locale: string | undefined,
): IpResult | ReturnType<typeof errorItem> {
  try {
    return lookupIp(typeof item === "string" ? item : (JSON.stringify(item) ?? ""), geo, locale);
  } catch (error) {
    if (error instanceof NetlensError && error.code !== "invalid-param") return errorItem(error);
    throw error;
  }
}

/** The list of a batch's body. Throws `invalid-json` or `invalid-param`. */
function batchItems(body: unknown): readonly unknown[] {
  const ips = typeof body === "object" && body !== null && "ips" in body ? body.ips : undefined;
  if (!Array.isArray(ips)) throw new NetlensError("invalid-param", 'The content is {"ips": ["address", …]}.');
  if (ips.length > MAX_BATCH)
    throw new NetlensError("invalid-param", `ips has ${ips.length} items, at most ${MAX_BATCH} are allowed.`);
  return ips;
}

/**
 * `GET /v1/ip` (the caller's own), `GET /v1/ip/{ip}` and `POST /v1/ip` (a batch). Answers are ready text, put together
 * from remembered parts; that they fit the schema is checked in tests and not for each request.
 *
 * Elysia reads the text of a handler, and one that returns a call may return a promise to it: it would wait for one with
 * each request. So these return a `new Response`.
 */
export function ipRoutes(deps: IpDeps) {
  const own = ({ request }: { request: Request }) => {
    const json = ownAddress(deps, request);
    return new Response(json, JSON_INIT);
  };
  const one = ({ request, params }: { request: Request; params: { "*": string } }) => {
    const text = pathAddress(params["*"]);
    const json =
      text === ""
        ? ownAddress(deps, request)
        : lookupIpJson(text, deps.geo(), queryValue(request.url, "locale"));
    return new Response(json, JSON_INIT);
  };
  const batch = async ({ request }: { request: Request }) => {
    const items = batchItems(await jsonContent(request));
    const locale = queryValue(request.url, "locale");
    const geo = deps.geo();
    return respond(
      request,
      contentOf(JSON.stringify({ results: items.map((item) => lookupItem(item, geo, locale)) })),
      {
        "content-type": "application/json",
        "cache-control": "no-store",
      },
    );
  };
  return new Elysia({ name: "ip" })
    .get("/v1/ip", own)
    .get("/v1/ip/*", one)
    .post("/v1/ip", batch, { parse: "none" });
}
