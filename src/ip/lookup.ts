import { NetlensError } from "../errors.ts";
import {
  type Address,
  formatAddress,
  formatNetwork,
  narrowAroundSpecial,
  networkOf,
  parseAddress,
  specialPurpose,
} from "./address.ts";
import type { Mmdb } from "./mmdb.ts";
import { MmdbError } from "./mmdb-decoder.ts";
import { type Names, namesFor } from "./names.ts";
import { type Asn, type Place, readAsn, readPlace } from "./record.ts";
import { RecordCache } from "./record-cache.ts";
import type { IpResult } from "./schema.ts";

/** A database that lookups use. */
export interface LookupSource {
  readonly mmdb: Mmdb;
  readonly places: RecordCache<Found<Place>>;
  readonly asns: RecordCache<Found<Asn>>;
}

/** What is loaded, by family, in the order of trust: the first with a record answers. */
export interface GeoDatabases {
  readonly places: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  readonly asns: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
}

/** A decoded part of an answer and the same as JSON members, without braces. */
interface Found<T> {
  readonly value: T | undefined;
  readonly json: string;
}

/** Empty caches, to be dropped with their database. */
export function recordCaches(): Pick<LookupSource, "places" | "asns"> {
  return { places: new RecordCache(), asns: new RecordCache() };
}

export function lookupSource(mmdb: Mmdb): LookupSource {
  return { mmdb, ...recordCaches() };
}

// RFC 1918, loopback, link-local, unique local and shared addresses: of meaning only inside somebody's network.
const PRIVATE = new Set(["private-use", "loopback", "link-local", "unique-local", "shared-address-space"]);

interface Answer<T> {
  readonly found: Found<T>;
  /** Bits of the address that the answer holds for. */
  readonly prefix: number;
}

function members(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

function placeFound(record: Parameters<typeof readPlace>[0], names: Names): Found<Place> {
  const value = readPlace(record, names);
  return { value, json: members(value) };
}

function asnFound(record: Parameters<typeof readAsn>[0]): Found<Asn> {
  const value = readAsn(record);
  return { value, json: value === undefined ? "" : members({ asn: value }) };
}

type Reader<T> = (source: LookupSource, record: number) => Found<T>;

/** The first record among the sources. A damaged record counts as none: the file was checked, so this is rare. */
function firstFound<T>(
  sources: readonly LookupSource[],
  address: Address,
  read: Reader<T>,
): Answer<T> | number {
  let prefix = 0;
  for (const source of sources) {
    try {
      const found = source.mmdb.find(address);
      if (found.prefix > prefix) prefix = found.prefix;
      if (found.record !== 0) return { found: read(source, found.record), prefix };
    } catch (error) {
      if (!(error instanceof MmdbError)) throw error;
    }
  }
  return prefix;
}

interface Parts {
  readonly code: IpResult["code"];
  readonly special: string | undefined;
  readonly network: string;
  readonly place: Found<Place> | undefined;
  readonly asn: Found<Asn> | undefined;
}

function resolve(address: Address, geo: GeoDatabases, names: Names): Parts {
  const special = specialPurpose(address);
  if (special !== undefined) {
    const code = PRIVATE.has(special.name) ? "private" : "unknown";
    return { code, special: special.name, network: special.network, place: undefined, asn: undefined };
  }
  const sources = geo.places[address.family];
  const asns = geo.asns[address.family];
  if (sources.length === 0 && asns.length === 0) {
    throw new NetlensError("geo-database-unavailable", "No geo database is loaded that covers this address.");
  }
  const place = firstFound(sources, address, (source, record) =>
    source.places.get(names.locale, record, () => placeFound(source.mmdb.decode(record), names)),
  );
  const asn = firstFound(asns, address, (source, record) =>
    source.asns.get("", record, () => asnFound(source.mmdb.decode(record))),
  );
  const prefix = Math.max(
    typeof place === "number" ? place : place.prefix,
    typeof asn === "number" ? asn : asn.prefix,
  );
  return {
    code: typeof place === "number" ? "unknown" : "geoip",
    special: undefined,
    network: formatNetwork(networkOf(address, narrowAroundSpecial(address, prefix))),
    place: typeof place === "number" ? undefined : place.found,
    asn: typeof asn === "number" || asn.found.value === undefined ? undefined : asn.found,
  };
}

/** Reads an address given by a caller. Throws `invalid-ip`. */
export function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  throw new NetlensError("invalid-ip", `${JSON.stringify(shown)} is not an IPv4 or IPv6 address.`);
}

/**
 * Where an address is. Throws `invalid-ip`, `invalid-param` for a locale that is no language tag, and
 * `geo-database-unavailable` when nothing is loaded and the address is public.
 */
export function lookupIp(text: string, geo: GeoDatabases, locale = "en"): IpResult {
  const address = requireAddress(text);
  const { code, special, network, place, asn } = resolve(address, geo, namesFor(locale));
  return {
    ip: formatAddress(address),
    ipType: address.family,
    code,
    ...place?.value,
    network,
    ...(special === undefined ? {} : { special }),
    ...(asn?.value === undefined ? {} : { asn: asn.value }),
  };
}

/** The same as JSON text, put together from remembered parts: what a service answers with. `source` is for the caller's own lookup. */
export function lookupIpJson(text: string, geo: GeoDatabases, locale = "en", source = ""): string {
  const address = requireAddress(text);
  const { code, special, network, place, asn } = resolve(address, geo, namesFor(locale));
  const ip = address.family === 4 && !address.mapped ? text : formatAddress(address);
  return (
    `{"ip":"${ip}","ipType":${address.family},"code":"${code}"` +
    (place === undefined ? "" : `,${place.json}`) +
    `,"network":"${network}"` +
    (special === undefined ? "" : `,"special":"${special}"`) +
    (asn === undefined ? "" : `,${asn.json}`) +
    (source === "" ? "}" : `,"source":${JSON.stringify(source)}}`)
  );
}
