import { Elysia } from "elysia";
import { contentOf, JSON_FIELDS, respond } from "../content.ts";
import { NetlensError } from "../errors.ts";
import { jsonContent } from "../json-content.ts";
import type { LookupOptions } from "./lookup.ts";
import { openQueue, type Queue } from "./queue.ts";
import type { HttpReport } from "./schema.ts";
import type { HttpSettings } from "./settings.ts";

export interface HttpDeps {
  readonly settings: HttpSettings;
  /** Bounds the lookups of the process; one of its own by the settings when not given. */
  readonly queue?: Queue;
}

/** `GET /v1/http?url=…` fetches and follows; `POST /v1/http` explains given header lines. `/v2/http` is the same. */
export function httpRoutes({
  settings,
  queue = openQueue(settings.maxLookups, settings.maxQueue),
}: HttpDeps) {
  const get = async ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    const url = query.get("url");
    if (url === null)
      throw new NetlensError("invalid-url", "The parameter url is missing; use ?url=https://example.com/.");
    const options = readOptions(query);
    const { lookupHttp } = await loadLookup();
    return answer(request, await lookupHttp(url, options, settings, request.signal, queue));
  };
  const post = async ({ request }: { request: Request }) => {
    const content = await jsonContent(request);
    const { decodeHeaders } = await loadDecode();
    return answer(request, decodeHeaders(content, Date.now()));
  };
  return new Elysia({ name: "http" })
    .get("/v1/http", get)
    .get("/v2/http", get)
    .post("/v1/http", post, { parse: "none" })
    .post("/v2/http", post, { parse: "none" });
}

/** The header engine and its catalogue take a while to load, so a process that has just started answers first. */
export const loadLookup = () => import("./lookup.ts");
export const loadDecode = () => import("./decode.ts");

/** That reports fit their schema is checked in tests and by the compiler, not for each request. */
function answer(request: Request, report: HttpReport): Response {
  return respond(request, contentOf(JSON.stringify(report)), JSON_FIELDS);
}

const LONGEST_AGENT = 1024;

/** @throws NetlensError `invalid-param` */
export function readOptions(query: URLSearchParams): LookupOptions {
  return {
    method: oneOf(query, "method", ["GET", "HEAD"]),
    agent: agentOf(query),
    follow: booleanOf(query, "follow"),
    version: oneOf(query, "version", ["1.1", "2"]),
    checks: booleanOf(query, "checks"),
  };
}

function oneOf<const T extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly T[],
): T | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const word = words.find((each) => each === value.toUpperCase());
  if (word === undefined)
    throw new NetlensError("invalid-param", `${name} is one of ${words.join(", ")}, not "${value}".`);
  return word;
}

function booleanOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (value !== "true" && value !== "false")
    throw new NetlensError("invalid-param", `${name} is true or false, not "${value}".`);
  return value === "true";
}

/** Printable ASCII only: anything else cannot be sent in a field value with one meaning. */
function agentOf(query: URLSearchParams): string | undefined {
  const value = query.get("agent");
  if (value === null) return undefined;
  if (value.length > LONGEST_AGENT || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
    throw new NetlensError("invalid-param", `agent is 1 to ${LONGEST_AGENT} printable ASCII characters.`);
  return value;
}
