import type { FormFactor } from "./schema.ts";
import { fromTables, rowsOf, tableBytes } from "./tables.ts";
import { codeAt } from "./tokens.ts";

export interface Model {
  readonly brand: string;
  /** Marketing name, or the model itself. */
  readonly name: string;
  /** Class of the machine, where the table says it. */
  readonly form?: FormFactor | undefined;
}

/** How the table writes a class. */
const FORMS: ReadonlyMap<string, FormFactor> = new Map([
  ["P", "mobile"],
  ["T", "tablet"],
  ["V", "tv"],
  ["W", "wearable"],
]);

/**
 * The table stays as it is, UTF-8: rows `model<TAB>brand<TAB>name<TAB>class` in the order of the model in lower case.
 * A row is told by where it starts. 48,000 objects, or as many numbers, would cost more memory and time than all else.
 */
interface Rows {
  readonly table: Buffer;
  /** Where the first row starts, and where one behind the last would. */
  readonly first: number;
  readonly end: number;
}

/**
 * Places for names by their hash, a power of two: twice as many as rows at the most. Only speed depends on it, for a
 * table with more rows is refused.
 */
const PLACES = 131_072;
/** The two numbers of FNV-1a. @perf With 1 in place of the second a string takes 11 times the CPU (`bench useragent`). */
const [FIRST_HASH, PRIME] = [0x811c9dc5, 0x01000193];

const rows = fromTables((): Rows => {
  const table = tableBytes("models");
  let first = 0;
  while (table[first] === NUMBER_SIGN) first = table.indexOf(LINE_FEED, first) + 1;
  return { table, first, end: table.at(-1) === LINE_FEED ? table.length : table.length + 1 };
});

/** Where the row behind another one starts. */
function rowBehind({ table, end }: Rows, row: number): number {
  const lineEnd = table.indexOf(LINE_FEED, row);
  return lineEnd < 0 ? end : lineEnd + 1;
}

/** Where the row starts that has a character in it. */
const rowWith = ({ table, first }: Rows, at: number): number =>
  at <= first ? first : table.lastIndexOf(LINE_FEED, at - 1) + 1;

const TAB = 9;
const LINE_FEED = 10;
const NUMBER_SIGN = 35;
const BEYOND_ASCII = 128;

/** A letter of ASCII in lower case. */
const lowered = (code: number) => (code >= 65 && code <= 90 ? code + 32 : code);

/** FNV-1a over letters without case, digits and `+` between two offsets. */
function hashOf(text: Buffer, from: number, to: number): number {
  let hash = FIRST_HASH;
  for (let at = from; at < to; at++) {
    let code = text[at] ?? 0;
    if (code >= 65 && code <= 90) code += 32;
    const counts = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 43;
    if (counts) hash = Math.imul(hash ^ code, PRIME);
  }
  return hash & (PLACES - 1);
}

function place(places: Uint32Array, hash: number, row: number): void {
  let at = hash;
  while (places[at] !== 0) at = (at + 1) & (PLACES - 1);
  places[at] = row + 1;
}

function modelAt(row: number): string {
  const { table } = rows();
  return table.toString("utf8", row, table.indexOf(TAB, row)).toLowerCase();
}

/** A row's model in lower case against a key: negative where it comes before. */
function comparedAt({ table }: Rows, row: number, key: string): number {
  for (let index = 0; ; index++) {
    const byte = lowered(table[row + index] ?? TAB);
    const code = codeAt(key, index);
    if (byte >= BEYOND_ASCII || code >= BEYOND_ASCII) return compared(modelAt(row), key);
    const ends = byte === TAB;
    if (ends || index === key.length) return ends ? (index === key.length ? 0 : -1) : 1;
    if (byte !== code) return byte - code;
  }
}

const compared = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

function rowAt(row: number): Model {
  const all = rows();
  const [model = "", brand = "", name = "", form = ""] = all.table
    .toString("utf8", row, rowBehind(all, row) - 1)
    .split("\t");
  return { brand, name: name || model, form: FORMS.get(form) };
}

/** The first row between two whose model is not before a key in lower case. */
function lowerBound(key: string, from = rows().first, end = rows().end): number {
  const all = rows();
  let low = from;
  let high = end;
  while (low < high) {
    const middle = rowWith(all, (low + high) >>> 1);
    if (comparedAt(all, middle, key) < 0) low = rowBehind(all, middle);
    else high = middle;
  }
  return low;
}

type Range = Readonly<Record<"from" | "end", number>>;

/** The rows whose models begin in the same way, found when such a one is asked for; never more than there are rows. */
const ranges = fromTables(() => new Map<string, Range>());

function rangeOf(start: string): Range {
  const known = ranges().get(start);
  if (known) return known;
  const from = lowerBound(start);
  const end = lowerBound(`${start}\uffff`, from);
  if (end > from) ranges().set(start, { from, end });
  return { from, end };
}

/** The listed model with this very code. */
export function findModel(model: string): Model | undefined {
  const key = model.toLowerCase();
  const { from, end } = rangeOf(key.slice(0, 2));
  const row = lowerBound(key, from, end);
  if (row >= end || comparedAt(rows(), row, key) !== 0) return findRecent(key);
  const found = rowAt(row);
  // The list has some makers' codes without a name.
  const name = found.name.toLowerCase() === key ? recentModels().byCode.get(key)?.name : undefined;
  return name === undefined ? found : { ...found, name };
}

/** By code in lower case, or by its beginning and `*`. */
const recentModels = fromTables(() => {
  const byCode = new Map<string, Model>();
  const lengths = new Set<number>();
  for (const [brand = "", name = "", codes = ""] of rowsOf("recent-models"))
    for (const code of codes.split(" ")) {
      byCode.set(code.toLowerCase(), { brand, name });
      if (code.endsWith("*")) lengths.add(code.length - 1);
    }
  /** How long the beginnings are, the longest first. */
  return { byCode, ends: [...lengths].sort((a, b) => b - a) };
});

function findRecent(key: string): Model | undefined {
  const { byCode, ends } = recentModels();
  const exact = byCode.get(key);
  if (exact) return exact;
  for (const end of ends) {
    const open = key.length >= end ? byCode.get(`${key.slice(0, end)}*`) : undefined;
    if (open) return open;
  }
  return undefined;
}

const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]+/g, "");

/** Rows by the hash of their flattened name, 0 for an empty place; where each starts counts from 1. */
const byName = fromTables((): Uint32Array => {
  const all = rows();
  const { table } = all;
  const places = new Uint32Array(PLACES);
  let count = 0;
  for (let row = all.first; row < all.end; row = rowBehind(all, row)) {
    if (++count >= PLACES / 2) throw new Error(`models: more than ${PLACES / 2} rows`);
    const end = rowBehind(all, row) - 1;
    const brand = table.indexOf(TAB, row);
    const name = table.indexOf(TAB, brand + 1);
    const form = table.indexOf(TAB, name + 1);
    const nameEnd = form > 0 && form < end ? form : end;
    const named = name > 0 && name + 1 < nameEnd;
    place(places, named ? hashOf(table, name + 1, nameEnd) : hashOf(table, row, brand), row);
  }
  return places;
});

/** The listed model with this marketing name, where only one brand has it. */
export function findModelByName(name: string): Model | undefined {
  const key = flat(name);
  if (key.length < 4) return undefined;
  const places = byName();
  let found: Model | undefined;
  for (
    let place = hashOf(Buffer.from(key), 0, key.length);
    places[place];
    place = (place + 1) & (PLACES - 1)
  ) {
    const row = rowAt((places[place] ?? 1) - 1);
    if (flat(row.name) !== key) continue;
    if (found && found.brand !== row.brand) return undefined;
    found = row;
  }
  return found;
}

/**
 * The brand of the codes that share the longest beginning with this one, where all agree: makers number their models in
 * series. At least five characters must be shared, and but for the last three the whole code, by so many codes.
 */
export function brandOfNeighbours(model: string, least = 1): string | undefined {
  const key = model.toLowerCase();
  const all = rows();
  const at = lowerBound(key);
  const before = at > all.first ? sharedLength(modelAt(rowWith(all, at - 1)), key) : 0;
  const shared = Math.max(before, at < all.end ? sharedLength(modelAt(at), key) : 0);
  if (shared < LEAST_SHARED || key.length - shared > MOST_OWN) return undefined;
  const start = key.slice(0, shared);
  const first = lowerBound(start);
  const { brand } = rowAt(first);
  let count = 0;
  for (let row = first; row < all.end && count < MOST_NEIGHBOURS; row = rowBehind(all, row)) {
    if (!modelAt(row).startsWith(start)) break;
    if (rowAt(row).brand !== brand) return undefined;
    count++;
  }
  return count < least ? undefined : brand;
}

/** Characters that neighbours share, and those at the end that a code may have for itself. */
const LEAST_SHARED = 5;
const MOST_OWN = 3;
/** Neighbours that are looked at. */
const MOST_NEIGHBOURS = 40;

function sharedLength(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}
