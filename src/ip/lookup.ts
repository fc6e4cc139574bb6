/**
 * Place, network operator, kind of network and special purpose of an address. Takes an address as text and
 * the loaded databases, returns the answer of contract section 2 as an object or JSON text. Never requests
 * anything: other modules get host names, abuse contacts and updates.
 */

import type { Static } from "@sinclair/typebox";
import { errorItem, NetlensError } from "../api/errors.ts";
import {
  type Address,
  formatAddress,
  formatNetwork,
  formatQuad,
  ipv4,
  networkOf,
  parseAddress,
} from "../syntax/ip-address.ts";
import { type IpDeps, noName } from "./deps.ts";
import { withHostname } from "./hostname.ts";
import { allIntact, type GeoDatabases, type LookupSource } from "./mmdb/lookup-source.ts";
import { type Names, namesFor } from "./names/names.ts";
import { AUTONOMOUS_SYSTEM, CONNECTION, firstAnswer, PLACE } from "./names/record-text.ts";
import type { IpBatch, IpResult } from "./schema.ts";
import { carriedIpv4, narrowAroundSpecial, specialPurpose } from "./special-purpose.ts";

export { allIntact, type GeoDatabases };

// RFC 1918, loopback, link-local, unique local and shared addresses: meaningful only inside a network.
const PRIVATE = new Set(["private-use", "loopback", "link-local", "unique-local", "shared-address-space"]);

const UNKNOWN = '"code":"unknown","network":"';

function unavailable(): NetlensError {
  return new NetlensError("geo-database-unavailable", "No loaded geo database covers this address.");
}

const NO_SOURCES: readonly LookupSource[] = [];

/** Databases keep IPv4 in `::/96`; IPv6 addresses there are reserved (RFC 4291 section 2.5.5.1). */
const COMPATIBLE = 96;

/** The members after `ip` and `ipType`. */
interface Description {
  readonly text: string;
  /** Prefix length for which the whole answer is valid; may be longer than the member `network`. */
  readonly held: number;
}

function describe(address: Address, geo: GeoDatabases, names: Names, checked: boolean): Description {
  const special = specialPurpose(address);
  if (special !== undefined) {
    const code = PRIVATE.has(special.name) ? "private" : "unknown";
    const length = Number(special.network.slice(special.network.indexOf("/") + 1));
    return {
      text: `"code":"${code}","network":"${special.network}","special":"${special.name}"`,
      held: narrowAroundSpecial(address, length),
    };
  }
  if (address.family === 6 && address.w0 === 0 && address.w1 === 0 && address.w2 === 0) {
    const held = narrowAroundSpecial(address, COMPATIBLE);
    return { text: `${UNKNOWN}${networkText(address, held)}"`, held };
  }
  const sources = geo.places[address.family];
  const asns = geo.asns[address.family];
  if (sources.length === 0 && asns.length === 0) throw unavailable();
  const place = firstAnswer(sources, address, names, PLACE, checked);
  if (place.gone) throw unavailable();
  const asn = firstAnswer(asns, address, names, AUTONOMOUS_SYSTEM, checked);
  const connections = geo.connections?.[address.family] ?? NO_SOURCES;
  const connection = firstAnswer(connections, address, names, CONNECTION, checked);
  const known = Math.max(place.prefix, asn.prefix);
  const held = Math.max(known, connection.prefix);
  const network = networkText(address, narrowAroundSpecial(address, connection.text === "" ? known : held));
  return {
    text: `${place.text || UNKNOWN}${network}"${asn.text}${connection.text}${geo.connectionUnknown ?? ""}`,
    held: narrowAroundSpecial(address, held),
  };
}

function networkText(address: Address, prefix: number): string {
  if (address.family === 6) return formatNetwork(networkOf(address, prefix));
  return `${formatQuad(prefix === 0 ? 0 : address.w3 & (-1 << (32 - prefix)))}/${prefix}`;
}

/** @throws NetlensError `invalid-ip` */
function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  throw new NetlensError("invalid-ip", `${JSON.stringify(shown)} is not an IPv4 or IPv6 address.`);
}

const FAMILY = { 4: '","ipType":4,', 6: '","ipType":6,' } as const;

export interface LookupOptions {
  readonly locale?: string | undefined;
  /** Source of the address, for the caller's own lookup. */
  readonly source?: string | undefined;
  /** Skips checks for modified files: the caller runs `allIntact` after the batch. */
  readonly unchecked?: boolean;
}

/**
 * Looks up an address; returns JSON text.
 * @throws NetlensError `invalid-ip`, `invalid-param` for an invalid locale, `geo-database-unavailable` for a
 * public address without a database
 */
export function lookupIpJson(
  text: string,
  geo: GeoDatabases,
  { locale = "en", source = "", unchecked = false }: LookupOptions = {},
): string {
  const address = requireAddress(text);
  const names = namesFor(locale);
  const shown = address.family === 4 && !address.mapped ? text : formatAddress(address);
  const described = describe(address, geo, names, !unchecked).text;
  const embedded = address.family === 6 ? embeddedText(address, geo, names, !unchecked) : "";
  const from = source === "" ? "" : `,"source":${JSON.stringify(source)}`;
  return `{"ip":"${shown}${FAMILY[address.family]}${described}${embedded}${from}}`;
}

/** Member `embedded` of an address that contains another. */
function embeddedText(carrier: Address, geo: GeoDatabases, names: Names, checked: boolean): string {
  const carried = carriedIpv4(carrier);
  if (carried === undefined) return "";
  try {
    const { text } = describe(carried.address, geo, names, checked);
    return `,"embedded":{"via":"${carried.via}","ip":"${formatAddress(carried.address)}${FAMILY[4]}${text}}`;
  } catch (error) {
    // The answer for the outer address needs no database.
    if (!(error instanceof NetlensError)) throw error;
    return "";
  }
}

/** Members after `ip` and `ipType`. @throws NetlensError `geo-database-unavailable` */
export function describeAddress(address: Address, geo: GeoDatabases, locale: string): Description {
  return describe(address, geo, namesFor(locale), true);
}

/** Address object that all lookups by value reuse. */
const quad = { ...ipv4(0) };

/** `lookupIpJson` in English, for an IPv4 address as an unsigned number. */
export function lookupQuadJson(value: number, geo: GeoDatabases): string {
  quad.w3 = value;
  return `{"ip":"${formatQuad(value)}${FAMILY[4]}${describe(quad, geo, namesFor("en"), true).text}}`;
}

/** `lookupIpJson` as an object. */
export function lookupIp(text: string, geo: GeoDatabases, locale?: string): IpResult {
  return JSON.parse(lookupIpJson(text, geo, { locale })) as IpResult;
}

// Batches of addresses; host names are looked up a few at a time.

/** JSON of a batch item; an error object for an invalid item. */
function itemJson(item: unknown, geo: GeoDatabases, options: LookupOptions): string {
  try {
    return lookupIpJson(typeof item === "string" ? item : (JSON.stringify(item) ?? ""), geo, options);
  } catch (error) {
    if (!(error instanceof NetlensError) || error.code === "invalid-param") throw error;
    return JSON.stringify(errorItem(error));
  }
}

/** Concurrent name lookups of a batch: each sends several queries. */
const AT_ONCE = 20;

/** Milliseconds for all names of a batch. */
const NAMING = 10_000;

export async function namedBatch(
  items: readonly unknown[],
  { geo, hostnameOf = noName }: IpDeps,
  locale: string | undefined,
): Promise<string> {
  const { results } = JSON.parse(batchJson(items, geo, locale)) as Static<typeof IpBatch>;
  const named: unknown[] = [];
  const end = performance.now() + NAMING;
  for (let start = 0; start < results.length; start += AT_ONCE) {
    const nameOf = performance.now() < end ? hostnameOf : noName;
    const slice = results.slice(start, start + AT_ONCE);
    named.push(
      ...(await Promise.all(slice.map((item) => ("error" in item ? item : withHostname(item, nameOf))))),
    );
  }
  return JSON.stringify({ results: named });
}

/**
 * JSON of a batch, in one turn: a thousand items take two milliseconds, and a database could be closed between slices.
 */
export function batchJson(
  items: readonly unknown[],
  current: () => GeoDatabases,
  locale: string | undefined,
): string {
  const geo = current();
  const text = batchText(items, geo, { locale, unchecked: true });
  // `allIntact` has closed modified files: looks up again without them.
  return allIntact(geo) ? text : batchText(items, current(), { locale });
}

function batchText(items: readonly unknown[], geo: GeoDatabases, options: LookupOptions): string {
  return `{"results":[${items.map((item) => itemJson(item, geo, options)).join(",")}]}`;
}
