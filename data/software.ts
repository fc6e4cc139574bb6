/** Software that names itself in Server, X-Powered-By and X-Generator: kind, and support dates of its branches. */

import ends from "./end-of-support.txt" with { type: "text" };
import names from "./software.txt" with { type: "text" };
import { rowsIn } from "./tables.ts";
import type { WordTable } from "./word-table.ts";

type Branch = readonly [branch: string, until: string];

export interface Software {
  readonly name: string;
  readonly what: string;
  /** Page with the support dates of its branches. */
  readonly source?: string;
  /** Branches (prefixes of the version) with the day of the project's last fixes, ISO 8601. */
  readonly branches?: readonly Branch[];
  /** Versions (prefixes) that distributions maintain, the longest supported first. */
  readonly kept: readonly Kept[];
}

export interface Kept {
  readonly version: string;
  /** Day of its last fixes, ISO 8601. */
  readonly until: string;
  /** The distribution's release. */
  readonly by: string;
}

const branchesOf = Map.groupBy(rowsIn(ends), ([word = ""]) => word);

function branches(word: string): readonly Branch[] | undefined {
  const rows = branchesOf.get(word)?.filter(([, , , by]) => by === undefined);
  return rows && rows.length > 0 ? rows.map(([, branch = "", until = ""]) => [branch, until]) : undefined;
}

function keptOf(word: string): readonly Kept[] {
  const rows = branchesOf.get(word) ?? [];
  return rows
    .flatMap(([, version = "", until = "", by]) => (by === undefined ? [] : [{ version, until, by }]))
    .toSorted((a, b) => b.until.localeCompare(a.until));
}

/** By product name in lower case. */
export const software: WordTable<Software> = new Map(
  rowsIn(names).map(([word = "", name = "", what = "", source]) => {
    const ended = branches(word);
    return [
      word,
      { name, what, ...(source && { source }), ...(ended && { branches: ended }), kept: keptOf(word) },
    ];
  }),
);
