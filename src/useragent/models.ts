import table from "../../data/agents/models.txt" with { type: "text" };

export interface Model {
  readonly brand: string;
  /** Marketing name, or the model itself. */
  readonly name: string;
}

interface Lists {
  readonly byModel: ReadonlyMap<string, Model>;
  /** Brand by flattened marketing name; absent where brands share it. */
  readonly byName: ReadonlyMap<string, Model>;
  /** Lower-case models in order, for neighbours. */
  readonly sorted: readonly string[];
}

let lists: Lists | undefined;

const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]+/g, "");

/** Built at the first use: 35,000 rows take some tens of milliseconds. */
function read(): Lists {
  if (lists) return lists;
  const byModel = new Map<string, Model>();
  const byName = new Map<string, Model>();
  const shared = new Set<string>();
  let brand = "";
  for (const line of table.split("\n")) {
    if (line.startsWith("=")) brand = line.slice(1);
    if (line === "" || line.startsWith("#") || line.startsWith("=")) continue;
    const tab = line.indexOf("\t");
    const model = tab < 0 ? line : line.slice(0, tab);
    const row = { brand, name: tab < 0 ? line : line.slice(tab + 1) };
    byModel.set(model.toLowerCase(), row);
    const name = flat(row.name);
    if (byName.has(name) && byName.get(name)?.brand !== brand) shared.add(name);
    byName.set(name, row);
  }
  for (const name of shared) byName.delete(name);
  lists = { byModel, byName, sorted: [...byModel.keys()].sort() };
  return lists;
}

/** The listed model with this very code. */
export function findModel(model: string): Model | undefined {
  return read().byModel.get(model.toLowerCase());
}

/** The listed model with this marketing name, where only one brand has it. */
export function findModelByName(name: string): Model | undefined {
  const key = flat(name);
  return key.length < 4 ? undefined : read().byName.get(key);
}

/**
 * The brand of the codes that share the longest beginning with this one, where they agree: makers number their
 * models in series. At least three characters must be shared, and more than half of the code.
 */
export function brandOfNeighbours(model: string): string | undefined {
  const { sorted, byModel } = read();
  const key = model.toLowerCase();
  const at = lowerBound(sorted, key);
  const shared = Math.max(sharedLength(sorted[at - 1], key), sharedLength(sorted[at], key));
  if (shared < 3 || shared * 2 < key.length) return undefined;
  const start = key.slice(0, shared);
  const votes = new Map<string, number>();
  let total = 0;
  const from = lowerBound(sorted, start);
  for (let index = from; index < from + 40 && sorted[index]?.startsWith(start); index++) {
    const brand = byModel.get(sorted[index] ?? "")?.brand ?? "";
    votes.set(brand, (votes.get(brand) ?? 0) + 1);
    total++;
  }
  const [brand, most] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return most >= total * 0.75 ? brand : undefined;
}

function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sharedLength(a: string | undefined, b: string): number {
  if (a === undefined) return 0;
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}
