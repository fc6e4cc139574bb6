import { cellOf } from "../../../data/tables.ts";
import { memoize } from "../../platform/memoize.ts";
import type { FormFactor } from "../schema.ts";
import { fromTables, rowsOf, tableText } from "./tables.ts";

export interface Model {
  readonly brand: string;
  /** Marketing name, or the code. */
  readonly name: string;
  /** Form factor, if listed. */
  readonly form?: FormFactor | undefined;
}

const FORMS: ReadonlyMap<string, FormFactor> = new Map([
  ["P", "mobile"],
  ["T", "tablet"],
  ["V", "tv"],
  ["W", "wearable"],
]);

/** Rows `model<TAB>brand<TAB>name<TAB>class`, in the order of the model in lower case, after the comments. */
const rows = fromTables((): readonly string[] => {
  const text = tableText("models").trimEnd();
  return text.slice(text.search(/^[^#\n]/m)).split("\n");
});

const cell = (row: string, column: number): string => cellOf(row, column, "\t") ?? "";

/** Models in lower case, filled as they are compared. */
const models = fromTables((): string[] => []);

function modelAt(at: number): string {
  const known = models()[at];
  if (known !== undefined) return known;
  const model = cell(rows()[at] ?? "", 0).toLowerCase();
  models()[at] = model;
  return model;
}

function rowAt(at: number): Model {
  const [model = "", brand = "", name = "", form = ""] = (rows()[at] ?? "").split("\t");
  return { brand, name: name || model, form: FORMS.get(form) };
}

/** Binary search for a key in lower case. */
function lowerBound(key: string): number {
  let low = 0;
  let high = rows().length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (modelAt(middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]+/g, "");

/** Model by code. */
export function findModel(model: string): Model | undefined {
  const key = model.toLowerCase();
  const row = lowerBound(key);
  if (modelAt(row) !== key) return findRecent(key);
  const found = rowAt(row);
  // Some makers' codes are listed without a name.
  const recent = found.name.toLowerCase() === key ? recentModels().byCode.get(key) : undefined;
  return recent === undefined ? found : { ...found, ...recent };
}

/** Models by code in lower case, or by a prefix followed by `*`. */
const recentModels = fromTables(() => {
  const byCode = new Map<string, Model>();
  const lengths = new Set<number>();
  for (const [brand = "", name = "", codes = ""] of rowsOf("recent-models"))
    for (const code of codes.split(" ")) {
      byCode.set(code.toLowerCase(), { brand, name });
      if (code.endsWith("*")) lengths.add(code.length - 1);
    }
  /** Prefix lengths, longest first. */
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

const nameOf = (row: string): string => cell(row, 2) || cell(row, 0);

/** Rows by the initial of the name. */
const rowsByInitial = fromTables(() =>
  Map.groupBy(rows().keys(), (at) => INITIAL.exec(nameOf(rows()[at] ?? ""))?.[0].toLowerCase()),
);

/**
 * Rows by name without spaces and punctuation, per initial: the last row, or AMBIGUOUS if several brands
 * share it. Built per initial: all names take 50 ms.
 */
const byName = fromTables(() =>
  memoize((initial: string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    for (const at of rowsByInitial().get(initial) ?? []) {
      const row = rows()[at] ?? "";
      const key = flat(nameOf(row));
      const same = found.get(key);
      const isOnly = same === undefined || (same >= 0 && rowAt(same).brand === cell(row, 1));
      found.set(key, isOnly ? at : AMBIGUOUS);
    }
    return found;
  }),
);

const INITIAL = /[a-z0-9+]/i;

const AMBIGUOUS = -1;

/** Model by marketing name; undefined if several brands have it. */
export function findModelByName(name: string): Model | undefined {
  const key = flat(name);
  const row = key.length < 4 ? undefined : byName()(key.charAt(0)).get(key);
  return row === undefined || row === AMBIGUOUS ? undefined : rowAt(row);
}

/**
 * Brand of the codes with the longest common prefix, if all agree: makers number models in series. The prefix
 * has at least five characters and all but the last three, in at least `least` codes.
 */
export function brandOfNeighbours(model: string, least = 1): string | undefined {
  const key = model.toLowerCase();
  const at = lowerBound(key);
  const shared = Math.max(sharedLength(modelAt(at - 1), key), sharedLength(modelAt(at), key));
  if (shared < LEAST_SHARED || key.length - shared > MOST_OWN) return undefined;
  const start = key.slice(0, shared);
  const first = lowerBound(start);
  const { brand } = rowAt(first);
  let row = first;
  for (; row < first + MOST_NEIGHBOURS && modelAt(row).startsWith(start); row++)
    if (rowAt(row).brand !== brand) return undefined;
  return row - first < least ? undefined : brand;
}

/** Minimum common prefix, and maximum differing suffix. */
const LEAST_SHARED = 5;
const MOST_OWN = 3;
/** Compared neighbours. */
const MOST_NEIGHBOURS = 40;

function sharedLength(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}
