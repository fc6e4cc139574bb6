/** Checked redirects, as people are shown them. Pure. */

import type { Judged, Outcome } from "../http/redirects/judge.ts";
import { csvField, spreadsheetSafe } from "./csv.ts";

/** What a redirect turned out to be, in the order in which it is counted. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  "as-wanted": "as wanted",
  "other-target": "other target",
  "other-status": "other status",
  "chain-too-long": "chain too long",
  loop: "loop",
  error: "error",
};

export function isAsWanted({ outcome }: Judged): boolean {
  return outcome === "as-wanted";
}

const COLUMNS = [
  "line",
  "from",
  "to",
  "wantedStatus",
  "outcome",
  "status",
  "final",
  "redirects",
  "reason",
] as const;

/** A table for spreadsheets: no cell is taken for a formula. */
export function redirectsCsv(all: readonly Judged[]): string {
  const rows = all.map((judged) =>
    COLUMNS.map((column) => csvField(spreadsheetSafe(String(judged[column] ?? "")))).join(","),
  );
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}
