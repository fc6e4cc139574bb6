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
import { readAsn, readPlace } from "./record.ts";
import { RecordCache } from "./record-cache.ts";
import type { IpResult } from "./schema.ts";

/** A database that lookups use. */
export interface LookupSource {
  readonly mmdb: Mmdb;
  readonly places: RecordCache;
  readonly asns: RecordCache;
  /** Called when a lookup finds that the file has been written to: nothing read from it holds any more. */
  readonly onChange?: () => void;
}

/** What is loaded, by family, in the order of trust: the first with a record answers. */
export interface GeoDatabases {
  readonly places: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  readonly asns: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
}

/** Empty caches, to be dropped with their database. */
export function recordCaches(): Pick<LookupSource, "places" | "asns"> {
  return { places: new RecordCache(), asns: new RecordCache() };
}

export function lookupSource(mmdb: Mmdb, onChange: () => void = () => {}): LookupSource {
  return { mmdb, onChange, ...recordCaches() };
}

// RFC 1918, loopback, link-local, unique local and shared addresses: of meaning only inside somebody's network.
const PRIVATE = new Set(["private-use", "loopback", "link-local", "unique-local", "shared-address-space"]);

/** What the first database that has a record says, as a piece of JSON text. */
interface Answer {
  readonly text: string | undefined;
  /** Bits of the address that the answer holds for, found or not. */
  readonly prefix: number;
  /** Every database that could have answered has just been dropped. */
  readonly gone: boolean;
}

type Reader = (source: LookupSource, record: number, names: Names) => string;

/**
 * A damaged record counts as none: files are checked when they are opened, so this is rare. So does what was read from a
 * file that has been written to: it may be of two states.
 */
function firstRecord(sources: readonly LookupSource[], address: Address, names: Names, read: Reader): Answer {
  let prefix = 0;
  let gone = 0;
  for (const source of sources) {
    try {
      const found = source.mmdb.find(address);
      const text = found.record === 0 ? undefined : read(source, found.record, names);
      if (!source.mmdb.intact()) {
        source.onChange?.();
        gone++;
        continue;
      }
      if (found.prefix > prefix) prefix = found.prefix;
      if (text !== undefined) return { text, prefix, gone: false };
    } catch (error) {
      if (!(error instanceof MmdbError)) throw error;
      if (source.mmdb.intact()) continue;
      source.onChange?.();
      gone++;
    }
  }
  return { text: undefined, prefix, gone: gone > 0 && gone === sources.length };
}

/** From `code` up to the value of `network`. */
const readPlaceText: Reader = ({ places, mmdb }, record, names) => {
  const known = places.get(names.locale, record);
  if (known !== undefined) return known;
  // One text and not pieces put together: the platform would keep the pieces.
  const answer = { code: "geoip", ...readPlace(mmdb.decode(record), names), network: "" };
  const text = JSON.stringify(answer).slice(1, -2);
  places.set(names.locale, record, text);
  return text;
};

const UNKNOWN = '"code":"unknown","network":"';

/** `""` for a record without an autonomous system. Names of organizations have no language. */
const readAsnText: Reader = ({ asns, mmdb }, record) => {
  const known = asns.get("", record);
  if (known !== undefined) return known;
  const asn = readAsn(mmdb.decode(record));
  const text = asn === undefined ? "" : `,${JSON.stringify({ asn }).slice(1, -1)}`;
  asns.set("", record, text);
  return text;
};

function unavailable(): NetlensError {
  return new NetlensError("geo-database-unavailable", "No geo database is loaded that covers this address.");
}

/** The members after `ip` and `ipType`. */
function describe(address: Address, geo: GeoDatabases, names: Names): string {
  const special = specialPurpose(address);
  if (special !== undefined) {
    const code = PRIVATE.has(special.name) ? "private" : "unknown";
    return `"code":"${code}","network":"${special.network}","special":"${special.name}"`;
  }
  const sources = geo.places[address.family];
  const asns = geo.asns[address.family];
  if (sources.length === 0 && asns.length === 0) throw unavailable();
  const place = firstRecord(sources, address, names, readPlaceText);
  if (place.gone) throw unavailable();
  const asn = firstRecord(asns, address, names, readAsnText);
  const prefix = narrowAroundSpecial(address, Math.max(place.prefix, asn.prefix));
  return `${place.text ?? UNKNOWN}${formatNetwork(networkOf(address, prefix))}"${asn.text ?? ""}`;
}

/** Reads an address given by a caller. Throws `invalid-ip`. */
export function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  throw new NetlensError("invalid-ip", `${JSON.stringify(shown)} is not an IPv4 or IPv6 address.`);
}

/**
 * Where an address is, as JSON text put together from remembered parts: what a service answers with. `source` is for the
 * caller's own lookup. Throws `invalid-ip`, `invalid-param` for a locale that is no language tag, and
 * `geo-database-unavailable` when nothing is loaded and the address is public.
 */
export function lookupIpJson(text: string, geo: GeoDatabases, locale = "en", source = ""): string {
  const address = requireAddress(text);
  const ip = address.family === 4 && !address.mapped ? text : formatAddress(address);
  const own = source === "" ? "" : `,"source":${JSON.stringify(source)}`;
  return `{"ip":"${ip}","ipType":${address.family},${describe(address, geo, namesFor(locale))}${own}}`;
}

/** The same as an object. */
export function lookupIp(text: string, geo: GeoDatabases, locale = "en"): IpResult {
  return JSON.parse(lookupIpJson(text, geo, locale)) as IpResult;
}
