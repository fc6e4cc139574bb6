import { Elysia, t } from "elysia";
import examples from "../../data/api-examples.json" with { type: "json" };
import { contentOf, JSON_FIELDS, respond } from "../api/answer.ts";
import { spend } from "../api/cost.ts";
import { NetlensError } from "../api/errors.ts";
import { type CacheHeaders, cacheableAnswer, cachedAnswer } from "../api/http-validators.ts";
import { api, atOnce } from "../api/plugin.ts";
import { flag, format, itemsOf, part, query, text } from "../api/query.ts";
import { parseQuad } from "../syntax/ip-address.ts";
import { type IpDeps, noName } from "./deps.ts";
import { withHostname } from "./hostname.ts";
import { batchJson, lookupIp, lookupIpJson, lookupQuadJson, namedBatch } from "./lookup.ts";
import { allSources, type GeoDatabases } from "./mmdb/lookup-source.ts";
import { isPrefix, lookupPrefix } from "./prefix.ts";
import { withAbuse } from "./rdap.ts";
import { IpBatch, IpBatchRequest, IpBlock, IpResult } from "./schema.ts";

/** Parameters of all IP endpoints. */
const addressQuery = {
  locale: text("Language of names, such as de or pt-BR; English where a name is unknown in it", "de"),
  reverse: flag("reverse", "Whether to add hostname, the name of a public address in reverse DNS"),
};

/** Parameters of endpoints for one address, and of its page. */
export const oneAddressQuery = query({
  ...addressQuery,
  abuse: flag("abuse", "Whether to add abuse, the contact for abuse by the registry of the address (RDAP)"),
});
const oneQuery = query({ ...oneAddressQuery.properties, format });

/** Rate-limit costs of DNS, a registry, and a block. */
export const REVERSE_COST = 5;
const ABUSE_COST = 10;
export const PREFIX_COST = 10;

const EXAMPLE = examples.ip as IpResult;

/** Adds host name and abuse contact, and charges each. */
export async function withExternal(
  found: IpResult,
  {
    reverse = false,
    abuse = false,
  }: { readonly reverse?: boolean | undefined; readonly abuse?: boolean | undefined },
  { hostnameOf = noName, abuseOf }: Pick<IpDeps, "hostnameOf" | "abuseOf">,
  request: Request,
): Promise<IpResult> {
  if (reverse || abuse) spend(request, (reverse ? REVERSE_COST : 0) + (abuse ? ABUSE_COST : 0));
  const named = reverse ? await withHostname(found, hostnameOf) : found;
  return abuse && abuseOf ? withAbuse(named, abuseOf) : named;
}

interface Asked {
  readonly locale?: string;
  readonly reverse?: "true" | "false";
  readonly abuse?: "true" | "false";
}

/** Whether DNS or a registry is needed. */
const isSlow = ({ reverse, abuse }: Asked) => reverse === "true" || abuse === "true";

/**
 * `GET /v1/ip` (the caller's own), `GET /v1/ip/{ip}`, `GET /v1/ip/{ip}/{length}` and `POST /v1/ip` (a batch).
 * Answers without DNS are JSON text, not validated here: tests check them against the schema.
 */
export function ipRoutes(deps: IpDeps) {
  const slow = (found: IpResult, { reverse, abuse }: Asked, request: Request) =>
    withExternal(found, { reverse: reverse === "true", abuse: abuse === "true" }, deps, request);
  const own = ({ query, request }: { readonly query: Asked; readonly request: Request }) => {
    const caller = deps.caller(request);
    if (!caller)
      throw new NetlensError("invalid-ip", "The caller's address is unknown; name one in the path.");
    const { ip, source } = caller;
    const { locale } = query;
    if (isSlow(query)) return slow({ ...lookupIp(ip, deps.geo(), locale), source }, query, request);
    return lookupIpJson(ip, deps.geo(), { locale, source });
  };
  const one = ({
    params: { ip },
    query,
    request,
  }: {
    readonly params: { readonly ip: string };
    readonly query: Asked;
    readonly request: Request;
  }) => {
    const { locale } = query;
    if (isPrefix(ip)) return block(ip, locale, request);
    const geo = deps.geo();
    if (isSlow(query)) return slow(lookupIp(ip, geo, locale), query, request);
    // Fast path: usually a plain IPv4 address.
    const value = locale === undefined ? parseQuad(ip) : -1;
    const json = value < 0 ? lookupIpJson(ip, geo, { locale }) : lookupQuadJson(value, geo);
    return cachedAnswer(request, json, keptOf(geo));
  };
  const block = (prefix: string, locale: string | undefined, request: Request) => {
    spend(request, PREFIX_COST);
    return lookupPrefix(prefix, deps.geo, locale);
  };
  return new Elysia({ name: "ip", normalize: false, prefix: "/v1/ip", tags: ["ip"] })
    .use(api)
    .get("", atOnce(own), {
      cost: 1,
      query: oneQuery,
      detail: {
        operationId: "ownAddress",
        summary: "The caller's own address",
        description:
          "Looks up the address of the connection, or the one reported by a trusted proxy; `source` says which.",
        answer: { schema: IpResult, example: () => ({ ...EXAMPLE, source: "socket" }) },
        errors: ["invalid-ip", "geo-database-unavailable"],
      },
    })
    .get("/:ip", atOnce(one), {
      cost: 1,
      params: t.Object({ ip: part("IPv4 or IPv6 address", "8.8.8.8", "address", "invalid-ip") }),
      query: oneQuery,
      detail: {
        operationId: "address",
        summary: "An IP address",
        description:
          "Looks up an address. Private and special-purpose addresses follow the IANA registries. An IPv4-mapped IPv6 address is looked up as IPv4; for NAT64, 6to4 and Teredo, `embedded` describes the IPv4 address inside.",
        answer: { schema: IpResult, example: () => EXAMPLE },
        errors: ["invalid-ip", "geo-database-unavailable"],
      },
    })
    .get(
      "/:ip/:length",
      ({ params: { ip, length }, query: { locale }, request }) => block(`${ip}/${length}`, locale, request),
      {
        cost: PREFIX_COST,
        params: t.Object({
          ip: part("An address of the block", "192.0.2.0", "prefix", "invalid-ip"),
          length: part("Length of the prefix in bits", "24", "prefix", "invalid-ip"),
        }),
        query: query({ locale: addressQuery.locale, format }),
        detail: {
          operationId: "addressBlock",
          summary: "A block of addresses",
          description:
            "Looks up a block such as `192.0.2.0/24`: one answer if it is the same for all addresses, else up to 256 `parts`. The slash may be percent-encoded.",
          answer: {
            schema: IpBlock,
            example: () => examples.block as IpResult & { prefix: string },
          },
          errors: ["invalid-ip", "geo-database-unavailable"],
        },
      },
    )
    .post(
      "",
      async ({ body: { ips }, query: { locale, reverse }, request }) => {
        const isNamed = reverse === "true";
        spend(request, (isNamed ? REVERSE_COST : 1) * ips.length);
        const json = isNamed ? await namedBatch(ips, deps, locale) : batchJson(ips, deps.geo, locale);
        return respond(request, contentOf(json), JSON_FIELDS);
      },
      {
        cost: 1,
        parse: "content",
        body: itemsOf("ips", "address"),
        query: query(addressQuery),
        detail: {
          operationId: "addresses",
          summary: "Several addresses at once",
          description:
            "Results are in the order of the request; an invalid item gets an error object in its place. With `reverse=true`, names are empty if DNS takes longer than ten seconds.",
          content: { schema: IpBatchRequest, example: () => ({ ips: ["8.8.8.8", "192.168.1.1"] }) },
          answer: { schema: IpBatch, example: () => ({ results: [EXAMPLE, examples.private as IpResult] }) },
          errors: [],
        },
      },
    );
}

let kept: { readonly geo: GeoDatabases; readonly headers: CacheHeaders } | undefined;

/** Validators of answers: equal databases give the same ETag in any process. */
function keptOf(geo: GeoDatabases): CacheHeaders {
  if (kept?.geo !== geo) {
    const states = allSources(geo)
      .map(({ state }) => state)
      .join("\n");
    kept = { geo, headers: cacheableAnswer(Bun.hash(states).toString(36)) };
  }
  return kept.headers;
}
