import type { Elysia } from "elysia";
import { Answer, contentOf, JSON_FIELDS, JSON_INIT, jsonResponse, respond } from "../api/answer.ts";
import { spend } from "../api/cost.ts";
import { endpoint, flag, format, text } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { type CacheHeaders, cacheableAnswer, isNotModified } from "../api/http-validators.ts";
import { inputOf, itemsOf } from "../api/input.ts";
import { parseQuad } from "./address.ts";
import { batchJson, namedBatch } from "./batch.ts";
import { type IpDeps, nobody } from "./deps.ts";
import { withHostname } from "./hostname.ts";
import { lookupIp, lookupIpJson, lookupQuadJson } from "./lookup.ts";
import { allSources, type GeoDatabases } from "./lookup-source.ts";
import { isPrefix, lookupPrefix } from "./prefix.ts";
import { withAbuse } from "./rdap.ts";
import { IpBatch, IpBatchRequest, IpBlock, IpResult } from "./schema.ts";

const PREFIX = "/v1/ip/";

/** Of the endpoints about addresses, and of the page of one. */
const addressQuery = {
  locale: text("Language of names, such as de or pt-BR; English where a name is unknown in it", "de"),
  reverse: flag("Whether to add hostname, the name of a public address in reverse DNS"),
};

/** Of the endpoints about one address. */
export const oneAddressQuery = {
  ...addressQuery,
  abuse: flag("Whether to add abuse, the contact for abuse by the registry of the address (RDAP)"),
};

/** The costs of asking DNS, a registry, and for a block of addresses. */
export const REVERSE_COST = 5;
const ABUSE_COST = 10;
export const PREFIX_COST = 10;

const EXAMPLE: IpResult = {
  ip: "8.8.8.8",
  ipType: 4,
  code: "geoip",
  countryCode: "US",
  countryName: "United States",
  regionCode: "CA",
  regionName: "California",
  city: "Mountain View",
  postCode: "94043",
  timeZone: "America/Los_Angeles",
  latitude: 37.4,
  longitude: -122.1,
  accuracyRadius: 1000,
  continentCode: "NA",
  isInEuropeanUnion: false,
  network: "8.8.8.0/24",
  asn: { number: 15169, organization: "Google LLC" },
};

const PRIVATE: IpResult = {
  ip: "192.168.1.1",
  ipType: 4,
  code: "private",
  network: "192.168.0.0/16",
  special: "private-use",
};

const own = endpoint({
  operationId: "ownAddress",
  tags: ["ip"],
  summary: "The caller's own address",
  description:
    "Where the caller is, by the address of the connection or the one that a trusted proxy names; `source` says which.",
  query: { ...oneAddressQuery, format },
  answer: { schema: IpResult, example: () => ({ ...EXAMPLE, source: "socket" }) },
  errors: ["invalid-ip", "geo-database-unavailable"],
  cost: 1,
});

const one = endpoint({
  operationId: "address",
  tags: ["ip"],
  summary: "An IP address",
  description:
    "Where an address is. Private and special-purpose addresses are recognised by the IANA registries; an IPv4-mapped IPv6 address is looked up as its IPv4 address, and a NAT64, 6to4 or Teredo address has that of the IPv4 address inside in `embedded`.",
  path: {
    ip: {
      description: "IPv4 or IPv6 address",
      example: "8.8.8.8",
      after: PREFIX,
      name: "address",
      invalid: "invalid-ip",
    },
  },
  query: { ...oneAddressQuery, format },
  answer: { schema: IpResult, example: () => EXAMPLE },
  errors: ["invalid-ip", "geo-database-unavailable"],
  cost: 1,
});

const partOfPrefix = { after: PREFIX, name: "prefix", invalid: "invalid-ip" } as const;

const block = endpoint({
  operationId: "addressBlock",
  tags: ["ip"],
  summary: "A block of addresses",
  description:
    "Where the addresses of a block such as `192.0.2.0/24` are: one answer where all of it is the same, else up to 256 `parts`. The slash may be percent-encoded.",
  path: {
    ip: { ...partOfPrefix, description: "An address of the block", example: "192.0.2.0" },
    length: { ...partOfPrefix, description: "Length of the prefix in bits", example: "24" },
  },
  query: { locale: addressQuery.locale, format },
  answer: {
    schema: IpBlock,
    example: () => ({
      ip: "192.0.2.0",
      ipType: 4,
      code: "unknown",
      network: "192.0.2.0/24",
      special: "documentation",
      prefix: "192.0.2.0/24",
    }),
  },
  errors: ["invalid-ip", "geo-database-unavailable"],
  cost: PREFIX_COST,
});

const batch = endpoint({
  operationId: "addresses",
  tags: ["ip"],
  summary: "Several addresses at once",
  description:
    "Results are in the order of the request; an invalid item gets an error object in its place. With `reverse=true`, names that DNS has not given within ten seconds are left empty.",
  query: addressQuery,
  content: itemsOf(IpBatchRequest, "ips", "address", () => ({ ips: ["8.8.8.8", "192.168.1.1"] })),
  answer: { schema: IpBatch, example: () => ({ results: [EXAMPLE, PRIVATE] }) },
  errors: [],
  cost: 1,
});

const input = { own: inputOf(own), one: inputOf(one), block: inputOf(block), batch: inputOf(batch) };

function ownAddress(deps: IpDeps, request: Request): string {
  const caller = deps.caller(request);
  if (caller === undefined) throw unknownCaller();
  const { locale } = input.own.query(request.url);
  return lookupIpJson(caller.ip, deps.geo(), { locale, source: caller.source });
}

/** A block in the path. */
const PREFIX_IN_PATH = /\/v1\/ip\/[^/?]+(?:\/|%2f)\d/i;

/** Whether a request may be one for `slowAddress`: told without reading the query, which most requests have none of. */
export function mayTakeLong({ url }: Request): boolean {
  return /[?&](?:reverse|abuse)=/.test(url) || PREFIX_IN_PATH.test(url);
}

/**
 * Answers what `ownAddress` and `address` do, with the name and the contact of the address where the query asks for them, and
 * for a block of addresses. It is apart from their handlers, which give their answers at once.
 * @param operationId of the endpoint
 */
export function slowAddress(
  operationId: string,
  deps: IpDeps,
): ((request: Request) => Promise<Response>) | undefined {
  const endpoint =
    operationId === own.operationId ? input.own : operationId === one.operationId ? input.one : undefined;
  if (!endpoint) return undefined;
  return async (request) => {
    const { locale, reverse, abuse } = endpoint.query(request.url);
    const given = endpoint === input.one ? addressOfPath(request.url) : "";
    if (isPrefix(given)) return answerBlock(given, locale, request, deps);
    const caller = given === "" ? deps.caller(request) : undefined;
    if (given === "" && !caller) throw unknownCaller();
    const found = lookupIp(given || (caller?.ip ?? ""), deps.geo(), locale);
    const result = { ...found, ...(caller && { source: caller.source }) };
    return jsonResponse(JSON.stringify(await withAsked(result, { reverse, abuse }, deps, request)));
  };
}

/** The answer to a block, with the slash as it is or percent-encoded. */
async function answerBlock(prefix: string, locale: string | undefined, request: Request, { geo }: IpDeps) {
  spend(request, PREFIX_COST);
  return jsonResponse(JSON.stringify(await lookupPrefix(prefix, geo, locale)));
}

/** The answer with what else is asked of others, each at its price. */
export async function withAsked(
  found: IpResult,
  {
    reverse = false,
    abuse = false,
  }: { readonly reverse?: boolean | undefined; readonly abuse?: boolean | undefined },
  { hostnameOf = nobody, abuseOf }: Pick<IpDeps, "hostnameOf" | "abuseOf">,
  request: Request,
): Promise<IpResult> {
  if (reverse || abuse) spend(request, (reverse ? REVERSE_COST : 0) + (abuse ? ABUSE_COST : 0));
  const named = reverse ? await withHostname(found, hostnameOf) : found;
  return abuse && abuseOf ? withAbuse(named, abuseOf) : named;
}

function unknownCaller(): NetlensError {
  return new NetlensError("invalid-ip", "The caller's address is unknown; name one in the path.");
}

/**
 * `GET /v1/ip` (the caller's own), `GET /v1/ip/{ip}` and `POST /v1/ip` (a batch). Answers are ready text, put together
 * from remembered parts; that they fit the schema is checked in tests and not for each request.
 *
 * Elysia reads the text of a handler, and one that returns a call may return a promise to it: it would wait for one with
 * each request. So these return a `new Response`. Nor do they take a `url` apart in that text, or it would be taken apart
 * once more for them.
 */
export function ipRoutes(deps: IpDeps) {
  return (app: Elysia) =>
    app
      .get(
        "/v1/ip",
        ({ request }) => {
          const json = ownAddress(deps, request);
          return new Answer(json, JSON_INIT);
        },
        { detail: own },
      )
      .get(
        "/v1/ip/*",
        ({ request }) => {
          const geo = deps.geo();
          const json = givenAddress(request.url, geo);
          if (json === undefined) {
            const callers = ownAddress(deps, request);
            return new Answer(callers, JSON_INIT);
          }
          const kept = keptOf(geo);
          if (isNotModified(request, kept)) return new Answer(null, kept.unchanged);
          return new Answer(json, kept.init);
        },
        { detail: one },
      )
      .get(
        "/v1/ip/:ip/:length",
        ({ request }) => {
          const { locale } = input.block.query(request.url);
          return answerBlock(addressOfPath(request.url), locale, request, deps);
        },
        { detail: block },
      )
      .post(
        "/v1/ip",
        async ({ request }) => {
          const items = await input.batch.content(request);
          const { locale, reverse } = input.batch.query(request.url);
          spend(request, (reverse ? REVERSE_COST : batch.cost) * items.length);
          if (reverse) return respond(request, contentOf(await namedBatch(items, deps, locale)), JSON_FIELDS);
          return respond(request, contentOf(batchJson(items, deps.geo, locale)), JSON_FIELDS);
        },
        { detail: batch, parse: "none" },
      );
}

let kept: { readonly geo: GeoDatabases; readonly headers: CacheHeaders } | undefined;

/** Answers from the same databases last alike, in this process or another. */
function keptOf(geo: GeoDatabases): CacheHeaders {
  if (kept?.geo !== geo) {
    const states = allSources(geo)
      .map(({ state }) => state)
      .join("\n");
    kept = { geo, headers: cacheableAnswer(Bun.hash(states).toString(36)) };
  }
  return kept.headers;
}

/** The answer about the address in the path; undefined where there is none. */
function givenAddress(url: string, geo: GeoDatabases): string | undefined {
  // Nearly always an IPv4 address and nothing else: then no text is made of it.
  const value = parseQuad(url, url.indexOf(PREFIX) + PREFIX.length);
  if (value >= 0) return lookupQuadJson(value, geo);
  const text = addressOfPath(url);
  if (text === "") return undefined;
  const { locale } = input.one.query(url);
  return lookupIpJson(text, geo, { locale });
}

/** The path after `/v1/ip/`, without the trailing slash that every path may have. */
function addressOfPath(url: string): string {
  const text = input.one.path(url);
  return text.endsWith("/") ? text.slice(0, -1) : text;
}
