/** Checked redirects, as people are shown them. Pure. */

import type { Unchecked } from "../api/unchecked.ts";
import { plural } from "../headers/wording.ts";
import type { Judged } from "../jobs/redirects/check-redirect.ts";
import { kindOf, kindWord } from "../jobs/redirects/kinds.ts";
import type { MapFindingKind } from "../jobs/redirects/map-check.ts";
import type { CrowdedPage, Summary } from "../jobs/redirects/summary.ts";
import { outcomeText, uncheckedTexts } from "./all-clear.ts";
import { csvRow, spreadsheetSafe } from "./format.ts";

/** The kind of a row in words: `server error`. */
export function resultWord(judged: Judged): string {
  return kindWord(kindOf(judged));
}

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

/** The row and the summary as JSON has them. */
export const withKind = (judged: Judged) => ({ ...judged, kind: kindOf(judged) });

export function summaryJson({ total, wrong, outcomes, counts, canonicalOrigins, crowded }: Summary) {
  return {
    ...{ total, wrong, outcomes, kinds: Object.fromEntries(counts) },
    ...{ canonicalOrigins: Object.fromEntries(canonicalOrigins), crowded },
  };
}

export function isAsWanted({ outcome }: Judged): boolean {
  return outcome === "as-wanted";
}

/** Member `unchecked` of the results of a map. */
export const uncheckedMember = ({ unchecked }: Pick<Summary, "unchecked">) =>
  unchecked.length > 0 ? { unchecked } : {};

/** How many of each kind, and what was not checked: `5 correct, 1 loop; 2 rules were not checked: …`. */
export function countsText({
  counts,
  total,
  unchecked,
}: Pick<Summary, "counts" | "total" | "unchecked">): string {
  const parts = [...counts].flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${kindWord(kind)}`],
  );
  return outcomeText({ checked: total, found: parts.join(", "), unchecked });
}

/** The words for a page at which many sources end. */
function crowdedText({ url, sources, unintended, isHome }: CrowdedPage): string {
  const others = unintended === 0 ? "" : `, ${unintended.toLocaleString("en")} of them against the map`;
  return `${plural(sources, "source")} end at ${isHome ? "the home page " : ""}${url}${others}: search engines may treat such redirects as "not found" (soft 404)`;
}

/** What all rows together tell: pages at which many sources end, and hosts that targets name as canonical. */
export function remarksOf({ crowded, canonicalOrigins }: Summary): string[] {
  return [
    ...crowded.slice(0, MOST_CROWDED).map(crowdedText),
    ...[...canonicalOrigins].map(
      ([origin, count]) =>
        `${plural(count, "target")} ${count === 1 ? "names" : "name"} ${origin} as canonical host`,
    ),
  ];
}

/** Pages at which many sources end that are listed. */
const MOST_CROWDED = 10;

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
  ["result", resultWord],
];

/** Rows of a table for spreadsheets: no cell is taken for a formula. */
export const redirectsTable = {
  csv: {
    header: tableLine(
      COLUMNS.map(([name]) => name),
      ",",
    ),
    row: (judged: Judged) => tableLine(cellsOf(judged), ","),
    rest: (unchecked: readonly Unchecked[]) => uncheckedRows(unchecked, ","),
  },
  tsv: {
    header: tableLine(
      COLUMNS.map(([name]) => name),
      "\t",
    ),
    row: (judged: Judged) => tableLine(cellsOf(judged), "\t"),
    rest: (unchecked: readonly Unchecked[]) => uncheckedRows(unchecked, "\t"),
  },
} as const;

export function redirectsCsv(all: readonly Judged[], unchecked: readonly Unchecked[] = []): string {
  const { header, row, rest } = redirectsTable.csv;
  return `${header}${all.map(row).join("")}${rest(unchecked)}`;
}

/** Rows for what was not checked: they have an outcome and a reason. */
function uncheckedRows(unchecked: readonly Unchecked[], delimiter: "," | "\t"): string {
  const cells = (text: string) =>
    COLUMNS.map(([name]) =>
      name === "outcome" || name === "result" ? "unchecked" : name === "reason" ? text : "",
    );
  return uncheckedTexts(unchecked)
    .map((text) => tableLine(cells(text), delimiter))
    .join("");
}

function cellsOf(judged: Judged): string[] {
  return COLUMNS.map(([, cell]) => String(cell(judged) ?? ""));
}

/** One line of a table. Tabs have no way to be quoted, so they become blanks. */
export function tableLine(cells: readonly string[], delimiter: "," | "\t"): string {
  const unquoted = (cell: string) => spreadsheetSafe(cell).replace(/[\t\r\n]+/g, " ");
  return `${delimiter === "," ? csvRow(cells) : cells.map(unquoted).join(delimiter)}\r\n`;
}
