import { memoize } from "../../platform/memoize.ts";

/** Cached lines: a table has about 250 countries. */
const COUNTRIES = 256;

/**
 * Finds lines of a table of `KEY<tab>rest` by key; `""` if missing. Lines are searched on demand: splitting the
 * table takes longer than an answer.
 */
export function countryLines(table: string): (key: string) => string {
  return memoize((key) => {
    const start = `\n${key}\t`;
    const at = table.indexOf(start);
    if (at < 0) return "";
    const end = table.indexOf("\n", at + 1);
    return table.slice(at + start.length, end < 0 ? undefined : end);
  }, COUNTRIES);
}
