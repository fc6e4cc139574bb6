/**
 * Where rows of tables begin, by the first characters of what they say: thousands of lines are read for that, and few are ever
 * asked for. `data/agents/starts.bin` has it for the tables that come with netlens; for others it is made at its first use.
 */

import { builtInStarts, type TableName } from "./built-in.ts";
import { lazilyFromTables, tableBytes } from "./tables.ts";

export interface Starts {
  /** For each place which of `rows` is its first, and one more for the end. */
  readonly first: Uint16Array;
  /** Numbers by which rows are known, those of a place in their order. */
  readonly rows: Uint32Array;
}

type Placed = readonly [place: number, row: number];

/** The rows that begin in a place. */
export const rowsAt = ({ first, rows }: Starts, place: number): Uint32Array =>
  rows.subarray(first[place], first[place + 1]);

/** Rows by their places. @throws RangeError for more than can be told @internal for tests */
export function startsOf(placed: readonly Placed[], places: number): Starts {
  if (placed.length > MOST_ROWS) throw new RangeError(`${placed.length} rows, at most ${MOST_ROWS}`);
  const first = new Uint16Array(places + 1);
  for (const [place] of placed) first[place + 1] = (first[place + 1] ?? 0) + 1;
  for (let place = 1; place <= places; place++) first[place] = (first[place] ?? 0) + (first[place - 1] ?? 0);
  const next = first.slice();
  const rows = new Uint32Array(placed.length);
  for (const [place, row] of placed) {
    const at = next[place] ?? 0;
    rows[at] = row;
    next[place] = at + 1;
  }
  return { first, rows };
}

/** As many rows can be told. */
export const MOST_ROWS = 0xffff;

interface Index {
  readonly tables: readonly TableName[];
  readonly places: number;
  readonly make: () => readonly Placed[];
}

/** In the order in which the file has them, which is that of the modules. */
const indexes: Index[] = [];

/** The starts in some tables, whose rows `make` tells; their places are numbers below `places`. */
export function startsIn(
  tables: readonly TableName[],
  places: number,
  make: () => readonly Placed[],
): () => Starts {
  const number = indexes.push({ tables, places, make }) - 1;
  return lazilyFromTables(() => kept().get(digestOf(tables, number)) ?? startsOf(make(), places));
}

/** Tells the texts of an index's tables from others. */
const digestOf = (tables: readonly TableName[], index: number): bigint =>
  tables.reduce((seed, table) => Bun.hash.xxHash64(tableBytes(table), seed), BigInt(index));

/** Of each index the digest, two counts, the numbers of rows and the firsts of places, in the machine's order. */
const HEAD = 16;

/** Those of the file, by the digest of their tables: others than they were made of have them made anew. */
const kept = lazilyFromTables((): ReadonlyMap<bigint, Starts> => {
  const { buffer, byteOffset, byteLength } = builtInStarts();
  const found = new Map<bigint, Starts>();
  for (let at = byteOffset; at < byteOffset + byteLength; ) {
    const [digest = 0n] = new BigUint64Array(buffer, at, 1);
    const [places = 0, count = 0] = new Uint32Array(buffer, at + 8, 2);
    const rows = new Uint32Array(buffer, at + HEAD, count);
    const first = new Uint16Array(buffer, at + HEAD + rows.byteLength, places + 1);
    found.set(digest, { first, rows });
    at += sizeOf(places, count);
  }
  return found;
});

/** A multiple of eight bytes. */
const sizeOf = (places: number, count: number) => Math.ceil((HEAD + count * 4 + (places + 1) * 2) / 8) * 8;

/** The bytes of the file for the tables in use. */
export function startsFile(): Uint8Array {
  const parts = indexes.map(({ tables, places, make }, number) => {
    const { first, rows } = startsOf(make(), places);
    const bytes = new Uint8Array(sizeOf(places, rows.length));
    new BigUint64Array(bytes.buffer, 0, 1)[0] = digestOf(tables, number);
    new Uint32Array(bytes.buffer, 8).set([places, rows.length]);
    new Uint32Array(bytes.buffer, HEAD).set(rows);
    new Uint16Array(bytes.buffer, HEAD + rows.byteLength).set(first);
    return bytes;
  });
  return Buffer.concat(parts);
}
