/** JSON text of one kind of database, cached by record. */

import type { Address } from "../../syntax/ip-address.ts";
import { readConnections } from "../connection/connection.ts";
import { MmdbError, type MmdbValue } from "../mmdb/decoder.ts";
import type { LookupSource } from "../mmdb/lookup-source.ts";
import type { Names } from "./names.ts";
import { readAsn, readPlace } from "./record.ts";

/** Part of a record that is reported. */
export interface Part {
  readonly cache: "places" | "asns" | "connections";
  /** Language of the cached text. */
  readonly locale: (names: Names) => string;
  /** JSON members; `""` if the record has none. */
  readonly text: (record: MmdbValue, names: Names) => string;
}

/** JSON members from `code` to the value of `network`. */
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

/** Member `asn`. Names of organizations have no language. */
export const AUTONOMOUS_SYSTEM: Part = {
  cache: "asns",
  locale: () => "",
  text(record) {
    const asn = readAsn(record);
    return asn === undefined ? "" : `,"asn":${JSON.stringify(asn)}`;
  },
};

/** Member `connection`. */
export const CONNECTION: Part = {
  cache: "connections",
  locale: () => "",
  text(record) {
    const connections = readConnections(record);
    return connections.length === 0 ? "" : `,"connection":${JSON.stringify(connections)}`;
  },
};

export interface Answered {
  /** `""` if no database has an answer. */
  readonly text: string;
  /** Prefix length for which the answer is valid, found or not. */
  readonly prefix: number;
  /** All databases of this part were modified, and are now closed. */
  readonly gone: boolean;
}

/**
 * Text of the first database with a record. Damaged records are skipped, and with `checked` also those of a
 * file modified meanwhile.
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

/** Text of the record of an address; undefined for a damaged record. */
function recordText(source: LookupSource, address: Address, names: Names, part: Part, checked: boolean) {
  try {
    const { record, prefix } = source.mmdb.find(address);
    if (record === 0) return { text: "", prefix, hasRecord: false };
    const texts = source[part.cache].of(part.locale(names));
    let text = texts.get(record);
    if (text === undefined) {
      text = part.text(source.mmdb.decode(record), names);
      // Records of a modified file are not cached. Unchecked ones are dropped with their database.
      if (!checked || source.intact()) texts.put(record, text);
    }
    return { text, prefix, hasRecord: true };
  } catch (error) {
    if (!(error instanceof MmdbError)) throw error;
    return undefined;
  }
}
