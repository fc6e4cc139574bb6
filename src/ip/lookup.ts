/** Where an address is: the answer as bytes, text or an object. */

import { NetlensError } from "../api/errors.ts";
import {
  type Address,
  formatAddress,
  formatNetwork,
  ipv4,
  networkOf,
  parseAddress,
  parseQuadBytes,
} from "./address.ts";
import { AnswerBytes } from "./answer-bytes.ts";
import type { GeoDatabases, LookupSource } from "./lookup-source.ts";
import { type Names, namesFor } from "./names.ts";
import type { IpResult } from "./schema.ts";
import { carriedIpv4, narrowAroundSpecial, specialPurpose } from "./special-purpose.ts";
import { AUTONOMOUS_SYSTEM, CONNECTION, PLACE, search, writeFirst } from "./write-record.ts";

// RFC 1918, loopback, link-local, unique local and shared addresses: of meaning only inside somebody's network.
const PRIVATE = new Set(["private-use", "loopback", "link-local", "unique-local", "shared-address-space"]);

const UNKNOWN = '"code":"unknown","network":"';

function unavailable(): NetlensError {
  return new NetlensError("geo-database-unavailable", "No loaded geo database covers this address.");
}

/** The members after `network`, kept until it is known how wide that is. */
const after = new AnswerBytes();

const NOBODY: readonly LookupSource[] = [];

/** IPv4 addresses stand in `::/96` of databases, and IPv6 addresses there are nobody's (RFC 4291 section 2.5.5.1). */
const COMPATIBLE = 96;

/**
 * The members after `ip` and `ipType`. Gives how many bits of the address the answer holds for: more than its `network` has
 * beside addresses whose kind is known.
 */
function describe(
  address: Address,
  geo: GeoDatabases,
  names: Names,
  out: AnswerBytes,
  checked: boolean,
): number {
  const special = specialPurpose(address);
  if (special !== undefined) {
    const code = PRIVATE.has(special.name) ? "private" : "unknown";
    out.ascii(`"code":"${code}","network":"${special.network}","special":"${special.name}"`);
    return narrowAroundSpecial(address, Number(special.network.slice(special.network.indexOf("/") + 1)));
  }
  if (address.family === 6 && address.w0 === 0 && address.w1 === 0 && address.w2 === 0) {
    const held = narrowAroundSpecial(address, COMPATIBLE);
    out.ascii(UNKNOWN);
    writeNetwork(address, held, out);
    out.byte(QUOTE);
    return held;
  }
  const sources = geo.places[address.family];
  const asns = geo.asns[address.family];
  if (sources.length === 0 && asns.length === 0) throw unavailable();
  writeFirst(sources, address, names, PLACE, out, checked);
  if (search.gone) throw unavailable();
  if (!search.found) out.ascii(UNKNOWN);
  let { prefix } = search;
  after.length = 0;
  if (asns.length > 0) {
    writeFirst(asns, address, names, AUTONOMOUS_SYSTEM, after, checked);
    prefix = Math.max(prefix, search.prefix);
  }
  let held = prefix;
  const connections = geo.connections?.[address.family] ?? NOBODY;
  if (connections.length > 0) {
    writeFirst(connections, address, names, CONNECTION, after, checked);
    held = Math.max(prefix, search.prefix);
    if (search.found) prefix = held;
  }
  writeNetwork(address, narrowAroundSpecial(address, prefix), out);
  out.byte(QUOTE);
  out.copy(after.bytes, 0, after.length);
  return narrowAroundSpecial(address, held);
}

const QUOTE = 0x22;
const SLASH = 0x2f;

/** The block of `prefix` bits around an address, in CIDR notation. */
function writeNetwork(address: Address, prefix: number, out: AnswerBytes): void {
  if (address.family === 6) {
    out.ascii(formatNetwork(networkOf(address, prefix)));
    return;
  }
  out.quad(prefix === 0 ? 0 : address.w3 & (-1 << (32 - prefix)));
  out.byte(SLASH);
  out.decimal(prefix);
}

/** Reads an address given by a caller. Throws `invalid-ip`. */
function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  throw new NetlensError("invalid-ip", `${JSON.stringify(shown)} is not an IPv4 or IPv6 address.`);
}

const HEAD = '{"ip":"';
const FAMILY = { 4: '","ipType":4,', 6: '","ipType":6,' } as const;
const END = 0x7d;

/** Options of an answer. */
export interface LookupOptions {
  readonly locale?: string | undefined;
  /** Where the address was read, for the caller's own lookup. */
  readonly source?: string | undefined;
  /** The answer is used only after `allIntact` has been asked: many are checked at once. */
  readonly unchecked?: boolean;
}

/**
 * Writes where an address is, as JSON. Throws, with nothing written,
 * `invalid-ip`, `invalid-param` for a locale that is not a language tag, and `geo-database-unavailable` when nothing is
 * loaded and the address is public.
 */
export function writeAnswer(
  text: string,
  geo: GeoDatabases,
  out: AnswerBytes,
  { locale = "en", source = "", unchecked = false }: LookupOptions = {},
): void {
  const { length } = out;
  const address = requireAddress(text);
  const names = namesFor(locale);
  out.ascii(HEAD);
  out.ascii(address.family === 4 && !address.mapped ? text : formatAddress(address));
  out.ascii(FAMILY[address.family]);
  try {
    describe(address, geo, names, out, !unchecked);
    if (address.family === 6) writeCarried(address, geo, names, out, !unchecked);
  } catch (error) {
    out.length = length;
    throw error;
  }
  if (source !== "") out.utf8(`,"source":${JSON.stringify(source)}`);
  out.byte(END);
}

/** The member `embedded`, for an address that carries another. */
function writeCarried(
  carrier: Address,
  geo: GeoDatabases,
  names: Names,
  out: AnswerBytes,
  checked: boolean,
): void {
  const carried = carriedIpv4(carrier);
  if (carried === undefined) return;
  const { length } = out;
  out.ascii(`,"embedded":{"via":"${carried.via}","ip":"${formatAddress(carried.address)}${FAMILY[4]}`);
  try {
    describe(carried.address, geo, names, out, checked);
    out.byte(END);
  } catch (error) {
    // The answer about the carrier needs no database.
    if (!(error instanceof NetlensError)) throw error;
    out.length = length;
  }
}

/**
 * Writes the members after `ip` and `ipType` of an address of a block, and gives how many of its bits they hold for.
 * Throws `geo-database-unavailable`.
 */
export function writeDescription(
  address: Address,
  geo: GeoDatabases,
  locale: string,
  out: AnswerBytes,
): number {
  return describe(address, geo, namesFor(locale), out, true);
}

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
/** Bytes of the longest line that is an IPv4 address, with its end. */
const LONGEST = 17;

/**
 * As `writeAnswer`, for the line that begins at `at` in bytes whose lines all have an end, without making a text of the
 * line. Gives where the next line begins; `at`, with nothing written, for a line that is more or other than an IPv4 address
 * or that cannot be answered.
 */
export function writeLine(
  bytes: Uint8Array,
  at: number,
  geo: GeoDatabases,
  out: AnswerBytes,
  { locale = "en", unchecked = false }: LookupOptions,
): number {
  let next = at + 1;
  while (bytes[next - 1] !== NEW_LINE) if (next++ - at === LONGEST) return at;
  const value = parseQuadBytes(bytes, at, bytes[next - 2] === RETURN ? next - 2 : next - 1);
  if (value < 0 || geo.places[4].length + geo.asns[4].length === 0) return at;
  writeQuad(value, geo, namesFor(locale), out, !unchecked);
  return next;
}

/** The address that is looked up by its value, likewise one object. */
const quad = { ...ipv4(0) };

function writeQuad(value: number, geo: GeoDatabases, names: Names, out: AnswerBytes, checked: boolean): void {
  out.ascii(HEAD);
  out.quad(value);
  out.ascii(FAMILY[4]);
  quad.w3 = value;
  describe(quad, geo, names, out, checked);
  out.byte(END);
}

const one = new AnswerBytes();

/** The JSON as bytes, which the next call overwrites: to be copied or sent at once. Throws what `writeAnswer` throws. */
export function lookupIpBytes(text: string, geo: GeoDatabases, locale?: string, source?: string): Buffer {
  one.length = 0;
  writeAnswer(text, geo, one, { locale, source });
  return one.written();
}

/** The same, in English, of the IPv4 address with this unsigned value. */
export function lookupQuadBytes(value: number, geo: GeoDatabases): Buffer {
  one.length = 0;
  writeQuad(value, geo, namesFor("en"), one, true);
  return one.written();
}

/** The JSON as text. */
export function lookupIpJson(text: string, geo: GeoDatabases, locale?: string, source?: string): string {
  return lookupIpBytes(text, geo, locale, source).toString();
}

/** The same as an object. */
export function lookupIp(text: string, geo: GeoDatabases, locale?: string): IpResult {
  return JSON.parse(lookupIpJson(text, geo, locale)) as IpResult;
}
