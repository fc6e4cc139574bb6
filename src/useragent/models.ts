import type { FormFactor } from "./schema.ts";
import { MOST_ROWS, rowsAt, startsIn } from "./starts.ts";
import { fromTables, rowsOf, tableBytes } from "./tables.ts";

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

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => {
  const all = rows();
  let count = 0;
  for (let row = all.first; row < all.end; row = rowBehind(all, row)) count++;
  if (count > MOST_ROWS) throw new RangeError(`models: ${count} rows, at most ${MOST_ROWS}`);
});

/** Where the row starts that has a character in it. */
const rowWith = ({ table, first }: Rows, at: number): number =>
  at <= first ? first : table.lastIndexOf(LINE_FEED, at - 1) + 1;

const TAB = 9;
const LINE_FEED = 10;
const NUMBER_SIGN = 35;

function modelAt(row: number): string {
  const { table } = rows();
  return table.toString("utf8", row, table.indexOf(TAB, row)).toLowerCase();
}

function rowAt(row: number): Model {
  const all = rows();
  const [model = "", brand = "", name = "", form = ""] = all.table
    .toString("utf8", row, rowBehind(all, row) - 1)
    .split("\t");
  return { brand, name: name || model, form: FORMS.get(form) };
}

/** The first row whose model is not before a key in lower case. */
function lowerBound(key: string): number {
  const all = rows();
  let low = all.first;
  let high = all.end;
  while (low < high) {
    const middle = rowWith(all, (low + high) >>> 1);
    if (modelAt(middle) < key) low = rowBehind(all, middle);
    else high = middle;
  }
  return low;
}

/** Places for models and for names, by their hash. @perf With 256 a string takes 1.2 times the CPU (`bench useragent`). */
const PLACES = 0x10000;
const placeOf = (key: string) => Bun.hash.crc32(key) & (PLACES - 1);

/** Where each row starts, with its place by a key. */
function placedBy(keyOf: (row: number) => string): (readonly [place: number, row: number])[] {
  const all = rows();
  const found: (readonly [number, number])[] = [];
  for (let row = all.first; row < all.end; row = rowBehind(all, row)) found.push([placeOf(keyOf(row)), row]);
  return found;
}

const byModel = startsIn(["models"], PLACES, () => placedBy(modelAt));
const byName = startsIn(["models"], PLACES, () => placedBy((row) => flat(rowAt(row).name)));

const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]+/g, "");

/** The listed model with this very code. */
export function findModel(model: string): Model | undefined {
  const key = model.toLowerCase();
  const row = rowsAt(byModel(), placeOf(key)).find((each) => modelAt(each) === key);
  if (row === undefined) return findRecent(key);
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

/** The listed model with this marketing name, where only one brand has it. */
export function findModelByName(name: string): Model | undefined {
  const key = flat(name);
  if (key.length < 4) return undefined;
  const found = [...rowsAt(byName(), placeOf(key))].map(rowAt).filter((each) => flat(each.name) === key);
  return found.every(({ brand }) => brand === found[0]?.brand) ? found.at(-1) : undefined;
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
