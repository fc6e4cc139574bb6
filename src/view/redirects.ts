/** Checked redirects, as people are shown them. Pure. */

import { plural } from "../headers/wording.ts";
import type { Judged, Outcome } from "../http/redirects/check-redirect.ts";
import type { MapFindingKind } from "../http/redirects/map-check.ts";
import type { CrowdedPage, Summary } from "../http/redirects/summary.ts";
import { csvField, spreadsheetSafe } from "./csv.ts";

/** The outcomes of a redirect, in the order in which they are counted. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  "as-wanted": "correct",
  "other-target": "wrong target",
  "target-redirects": "target redirects",
  "other-status": "wrong status",
  "chain-too-long": "chain too long",
  loop: "loop",
  error: "error",
  "other-canonical": "wrong canonical",
  noindex: "noindex",
};

export const MAP_FINDING_WORDS: Readonly<Record<MapFindingKind, string>> = {
  conflict: "two targets",
  loop: "loop",
  duplicate: "duplicate",
  chain: "chain",
  "target-gone": "target is gone",
  "similar-source": "similar source",
  "source-fragment": "fragment in source",
  "other-host": "other host",
};

export function isAsWanted({ outcome }: Judged): boolean {
  return outcome === "as-wanted";
}

/** How many of each outcome: `5 correct, 1 loop`. */
export function countsText({ counts }: Pick<Summary, "counts">): string {
  const parts = [...counts].flatMap(([outcome, count]) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${OUTCOME_WORDS[outcome]}`],
  );
  return parts.join(", ") || "nothing to check";
}

/** The words for a page at which many sources end. */
export function crowdedText({ url, sources, unintended, isHome }: CrowdedPage): string {
  const others = unintended === 0 ? "" : `, ${unintended.toLocaleString("en")} of them against the map`;
  return `${plural(sources, "source")} end at ${isHome ? "the home page " : ""}${url}${others}: search engines may treat such redirects as "not found" (soft 404)`;
}

/** Each request of a row: `301 https://a.example/ → 200 https://b.example/`. */
function hopsText({ hops }: Judged): string {
  return hops.map(({ status, url }) => `${status === 0 ? "failed" : status} ${url}`).join(" → ");
}

type Column = readonly [name: string, cell: (judged: Judged) => string | number | undefined];

const COLUMNS: readonly Column[] = [
  ["line", ({ line }) => line],
  ["from", ({ from }) => from],
  ["to", ({ to }) => to],
  ["wantedStatus", ({ wantedStatus }) => wantedStatus],
  ["outcome", ({ outcome }) => outcome],
  ["status", ({ status }) => status],
  ["final", ({ final }) => final],
  ["redirects", ({ redirects }) => redirects],
  ["reason", ({ reason }) => reason],
  ["finalStatus", ({ finalStatus }) => finalStatus],
  ["chainType", ({ chainType }) => chainType],
  ["hops", hopsText],
  ["ms", ({ ms }) => ms],
  ["redirectBy", ({ redirectBy }) => redirectBy],
  ["note", ({ note }) => note],
];

/** Rows of a table for spreadsheets: no cell is taken for a formula. */
export const redirectsTable = {
  csv: {
    header: tableLine(
      COLUMNS.map(([name]) => name),
      ",",
    ),
    row: (judged: Judged) => tableLine(cellsOf(judged), ","),
  },
  tsv: {
    header: tableLine(
      COLUMNS.map(([name]) => name),
      "\t",
    ),
    row: (judged: Judged) => tableLine(cellsOf(judged), "\t"),
  },
} as const;

export function redirectsCsv(all: readonly Judged[]): string {
  const { header, row } = redirectsTable.csv;
  return `${header}${all.map(row).join("")}`;
}

function cellsOf(judged: Judged): string[] {
  return COLUMNS.map(([, cell]) => String(cell(judged) ?? ""));
}

/** One line of a table. Tabs have no way to be quoted, so they become blanks. */
export function tableLine(cells: readonly string[], delimiter: "," | "\t"): string {
  const safe = cells.map(spreadsheetSafe);
  const written =
    delimiter === "," ? safe.map(csvField) : safe.map((cell) => cell.replace(/[\t\r\n]+/g, " "));
  return `${written.join(delimiter)}\r\n`;
}
