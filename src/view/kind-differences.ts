/** Differences of browsers with responses that have a kind of problem. Pure. */

import { type BrowserDifference, browserDifferences } from "../../data/browsers/differences.ts";
import { findingsOfExample } from "./how.ts";

/** Where a row's response comes from, unless it says so. */
export const SHOP = "https://shop.example/";

let byKind: ReadonlyMap<string, readonly BrowserDifference[]> | undefined;

/** The rows of `/differences` whose response has the problem. All are explained when first asked for: 15 ms. */
export function differencesOfKind(id: string): readonly BrowserDifference[] {
  byKind ??= indexed();
  return byKind.get(id) ?? [];
}

function indexed(): ReadonlyMap<string, readonly BrowserDifference[]> {
  const index = new Map<string, BrowserDifference[]>();
  for (const row of browserDifferences) {
    const { lines, status = 200, url = SHOP, transfer } = row;
    const found = transfer ? [] : findingsOfExample({ lines, status, url });
    for (const name of new Set(found.map(({ name }) => name)))
      index.set(name, [...(index.get(name) ?? []), row]);
  }
  return index;
}
