/** The part of an answer that one kind of database gives: the JSON text of its record, cached by record. */

import type { Address } from "../../syntax/ip-address.ts";
import { readConnections } from "../connection/connection.ts";
import { MmdbError, type MmdbValue } from "../mmdb/decoder.ts";
import type { LookupSource } from "../mmdb/lookup-source.ts";
import type { Names } from "./names.ts";
import { readAsn, readPlace } from "./record.ts";

/** The part of a record that an answer reports. */
export interface Part {
  readonly cache: "places" | "asns" | "connections";
  /** Language of the cached text. */
  readonly locale: (names: Names) => string;
  /** JSON members; `""` if the record has none. */
  readonly text: (record: MmdbValue, names: Names) => string;
}

/** From `code` up to the value of `network`. */
export const PLACE: Part = {
  cache: "places",
  locale: ({ locale }) => locale,
  text(record, names) {
    const place = readPlace(record, names);
    if (!place) return "";
    const { estimated, continentCode, isInEuropeanUnion, ...first } = place;
    const members = {
      code: "geoip",
      ...first,
      ...(estimated && { estimated }),
      continentCode,
      isInEuropeanUnion,
    };
    return `${JSON.stringify(members).slice(1, -1)},"network":"`;
  },
};

/** The member `asn` behind others. Names of organizations have no language. */
export const AUTONOMOUS_SYSTEM: Part = {
  cache: "asns",
  locale: () => "",
  text(record) {
    const asn = readAsn(record);
    return asn === undefined ? "" : `,"asn":${JSON.stringify(asn)}`;
  },
};

/** The member `connection` behind others. */
export const CONNECTION: Part = {
  cache: "connections",
  locale: () => "",
  text(record) {
    const connections = readConnections(record);
    return connections.length === 0 ? "" : `,"connection":${JSON.stringify(connections)}`;
  },
};

/** The answer of several databases. */
export interface Answered {
  /** `""` if no database has an answer. */
  readonly text: string;
  /** Bits of the address that the answer holds for, found or not. */
  readonly prefix: number;
  /** Every database that could have answered has just been dropped. */
  readonly gone: boolean;
}

/**
 * Returns the text of the first database whose record has one. A damaged record counts as none: files are checked when
 * they are opened. So does, if `checked`, a record read from a file that has been modified meanwhile.
 */
export function firstAnswer(
  sources: readonly LookupSource[],
  address: Address,
  names: Names,
  part: Part,
  checked: boolean,
): Answered {
  let prefix = 0;
  let gone = 0;
  for (const source of sources) {
    const found = recordText(source, address, names, part, checked);
    // The file is checked only when a record of it was read.
    if (checked && !(found?.hasRecord ? source.lately() : source.intact())) {
      source.onChange?.();
      gone++;
    } else if (found !== undefined) {
      prefix = Math.max(prefix, found.prefix);
      if (found.text !== "") return { text: found.text, prefix, gone: false };
    }
  }
  return { text: "", prefix, gone: gone > 0 && gone === sources.length };
}

interface FoundText {
  readonly text: string;
  readonly prefix: number;
  readonly hasRecord: boolean;
}

/** Returns undefined if the file is damaged there. */
function recordText(
  source: LookupSource,
  address: Address,
  names: Names,
  part: Part,
  checked: boolean,
): FoundText | undefined {
  try {
    const { record, prefix } = source.mmdb.find(address);
    if (record === 0) return { text: "", prefix, hasRecord: false };
    const texts = source[part.cache].of(part.locale(names));
    let text = texts.get(record);
    if (text === undefined) {
      text = part.text(source.mmdb.decode(record), names);
      // A record of a file that was modified meanwhile is not kept. Unchecked ones are dropped with their database.
      if (!checked || source.intact()) texts.put(record, text);
    }
    return { text, prefix, hasRecord: true };
  } catch (error) {
    if (!(error instanceof MmdbError)) throw error;
    return undefined;
  }
}
