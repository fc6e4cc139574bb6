/** IO: bundled tables, read at each use. */

import { readFileSync } from "node:fs";
import { agentFiles } from "../../../data/agents/index.ts";
import snapshots from "../../../data/snapshots.txt" with { type: "text" };

export type TableName = keyof typeof agentFiles;

export const TABLE_NAMES = Object.keys(agentFiles) as readonly TableName[];

export function builtIn(name: TableName): string {
  return readFileSync(agentFiles[name], "utf8");
}

/** Date of the newest source: `2026-11-21`. */
export function builtInTaken(): string {
  const dates = snapshots
    .split("\n")
    .filter((line) => line.startsWith("agents/"))
    .map((line) => (line.split("|")[1] ?? "").trim());
  return dates.toSorted().at(-1) ?? "";
}
