/** The part of an answer that one kind of database gives, from its remembered or decoded record. */

import type { Address } from "./address.ts";
import type { AnswerBytes } from "./answer-bytes.ts";
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
import type { LookupSource } from "./lookup-source.ts";
import type { Found } from "./mmdb.ts";
import { type Decoder, MmdbError, type MmdbValue } from "./mmdb-decoder.ts";
import type { Names } from "./names.ts";
import { readAsn, readPlace } from "./record.ts";

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
export const PLACE: Part = {
  cache: "places",
  locale: ({ locale }) => locale,
  pieces: (record, names) => placePieces(readPlace(record, names)),
};

/** Nothing for a record without an autonomous system. Names of organizations have no language. */
export const AUTONOMOUS_SYSTEM: Part = {
  cache: "asns",
  locale: () => "",
  pieces: (record) => asnPieces(readAsn(record)),
  write: writeAsn,
};

/** Nothing for a record that names no kind that is known. */
export const CONNECTION: Part = {
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
export const search = {
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
export function writeFirst(
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
    // The file is looked at only when a record of it was read.
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

/**
 * Whether a record that has just been read may be remembered: not one of a file that was written to meanwhile. Of many that
 * are checked together, all are forgotten with their database if the file was written to.
 */
function isCacheable({ intact }: LookupSource, checked: boolean): boolean {
  return !checked || intact();
}
