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
import {
  asnPieces,
  connectionPieces,
  type Pieces,
  placePieces,
  type Written,
  writeAsn,
  writePieces,
} from "./answer-text.ts";
import { readConnections } from "./connection.ts";
import type { GeoDatabases, LookupSource } from "./lookup-source.ts";
import type { Found } from "./mmdb.ts";
import { type Decoder, MmdbError, type MmdbValue } from "./mmdb-decoder.ts";
import { type Names, namesFor } from "./names.ts";
import { readAsn, readPlace } from "./record.ts";
import type { IpResult } from "./schema.ts";
import { carriedIpv4, narrowAroundSpecial, specialPurpose } from "./special-purpose.ts";

// RFC 1918, loopback, link-local, unique local and shared addresses: of meaning only inside somebody's network.
const PRIVATE = new Set(["private-use", "loopback", "link-local", "unique-local", "shared-address-space"]);

/** The parts of a record that an answer reports. */
interface Part {
  readonly cache: "places" | "asns" | "connections";
  /** The language of what is remembered. */
  readonly locale: (names: Names) => string;
  readonly pieces: (record: MmdbValue, names: Names) => Pieces;
  /** Writes a record of the usual form without decoding it; undefined, with nothing written, for any other. */
  readonly write?: (decoder: Decoder, record: number, out: AnswerBytes) => readonly Written[] | undefined;
}

/** From `code` up to the value of `network`; nothing for a record without a place. */
const PLACE: Part = {
  cache: "places",
  locale: ({ locale }) => locale,
  pieces: (record, names) => placePieces(readPlace(record, names)),
};

/** Nothing for a record without an autonomous system. Names of organizations have no language. */
const AUTONOMOUS_SYSTEM: Part = {
  cache: "asns",
  locale: () => "",
  pieces: (record) => asnPieces(readAsn(record)),
  write: writeAsn,
};

/** Nothing for a record that names no kind that is known. */
const CONNECTION: Part = {
  cache: "connections",
  locale: () => "",
  pieces: (record) => connectionPieces(readConnections(record)),
};

/** A record that is not remembered. */
function readRecord(
  source: LookupSource,
  record: number,
  part: Part,
  names: Names,
  out: AnswerBytes,
  checked: boolean,
): void {
  const { mmdb } = source;
  const pieces =
    part.write?.(mmdb.decoder, record, out) ?? writePieces(part.pieces(mmdb.decode(record), names), out);
  if (isCacheable(source, checked)) source[part.cache].set(part.locale(names), record, out, pieces);
}

/** How the last search for a record ended: an object for each would be garbage of every lookup. */
const search = {
  found: false,
  /** Bits of the address that the answer holds for, found or not. */
  prefix: 0,
  /** Every database that could have answered has just been dropped. */
  gone: false,
};

/**
 * Writes what the first database says whose record says something. A damaged record counts as none: files are checked when
 * they are opened, so this is rare. So does, where `checked`, what was read from a file that has been written to: it may be of two
 * states.
 */
function writeFirst(
  sources: readonly LookupSource[],
  address: Address,
  names: Names,
  part: Part,
  out: AnswerBytes,
  checked: boolean,
): void {
  search.found = false;
  search.prefix = 0;
  let gone = 0;
  const { length } = out;
  for (const source of sources) {
    let found: Found | undefined;
    try {
      found = source.mmdb.find(address);
      const { record } = found;
      if (record !== 0 && !source[part.cache].write(part.locale(names), record, out))
        readRecord(source, record, part, names, out, checked);
    } catch (error) {
      if (!(error instanceof MmdbError)) throw error;
      found = undefined;
    }
    // Whoever reads a record looks at its file then.
    if (checked && !(found?.record ? source.lately() : source.intact())) {
      out.length = length;
      source.onChange?.();
      gone++;
    } else if (found === undefined) out.length = length;
    else {
      if (found.prefix > search.prefix) search.prefix = found.prefix;
      search.found = out.length > length;
      if (search.found) break;
    }
  }
  search.gone = gone > 0 && gone === sources.length;
}

const UNKNOWN = '"code":"unknown","network":"';

/**
 * Whether a record that has just been read may be remembered: not one of a file that was written to meanwhile. Of many that
 * are checked together, all are forgotten with their database if the file was written to.
 */
function isCacheable({ intact }: LookupSource, checked: boolean): boolean {
  return !checked || intact();
}

function unavailable(): NetlensError {
  return new NetlensError("geo-database-unavailable", "No loaded geo database covers this address.");
}

/** What stands after `network`, kept until it is known how wide that is. */
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

/** What else is asked of an answer. */
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
    // What is known of the carrier needs no database.
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
