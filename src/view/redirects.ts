/** Formats checked redirects. Pure. */

import { MAP_FINDINGS, RESULT_COLUMNS } from "../../data/redirect-maps.ts";
import type { Unchecked } from "../api/unchecked.ts";
import { plural } from "../headers/wording.ts";
import type { Judged } from "../jobs/redirects/check-redirect.ts";
import { kindOf, kindWord } from "../jobs/redirects/kinds.ts";
import type { MapFindingKind } from "../jobs/redirects/map-check.ts";
import type { CrowdedPage, Summary } from "../jobs/redirects/summary.ts";
import { outcomeText, uncheckedTexts } from "./all-clear.ts";
import { csvRow, spreadsheetSafe } from "./format.ts";

/** Kind of a row: `server error`. */
export function resultWord(judged: Judged): string {
  return kindWord(kindOf(judged));
}

/** `redirect loop` */
export const mapFindingWord = (kind: MapFindingKind): string => MAP_FINDINGS[kind][1];

/** `1 source has two targets`, `2 duplicates` */
export function mapFindingCount(kind: MapFindingKind, count: number): string {
  const [, , one, many] = MAP_FINDINGS[kind];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** JSON forms of a row and of the summary. */
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

export const uncheckedMember = ({ unchecked }: Pick<Summary, "unchecked">) =>
  unchecked.length > 0 ? { unchecked } : {};

/** `5 correct, 1 loop; 2 rules were not checked: …` */
export function countsText(summary: Pick<Summary, "counts" | "total" | "unchecked">): string {
  const { counts, total, unchecked } = summary;
  const parts = [...counts].flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${kindWord(kind)}`],
  );
  return outcomeText({ checked: total, found: parts.join(", "), unchecked });
}

function crowdedText({ url, sources, unintended, isHome }: CrowdedPage): string {
  const others = unintended === 0 ? "" : `, ${unintended.toLocaleString("en")} of them against the map`;
  return `${plural(sources, "source")} end at ${isHome ? "the home page " : ""}${url}${others}: search engines may treat such redirects as "not found" (soft 404)`;
}

/** Remarks about all rows: origins of the same site, final pages of many sources, and canonical hosts of targets. */
export function remarksOf({ crowded, canonicalOrigins, siteOrigins }: Summary): string[] {
  return [
    ...[...siteOrigins].map(
      ([origin, count]) => `${plural(count, "redirect")} end at ${origin}, which counts as the target's site`,
    ),
    ...crowded.slice(0, MOST_CROWDED).map(crowdedText),
    ...[...canonicalOrigins].map(
      ([origin, count]) =>
        `${plural(count, "target")} ${count === 1 ? "names" : "name"} ${origin} as canonical host`,
    ),
  ];
}

/** Maximum listed final pages. */
const MOST_CROWDED = 10;

/** `301 https://a.example/ → 200 https://b.example/` */
function hopsText({ hops }: Judged): string {
  return hops.map(({ status, url }) => `${status === 0 ? "failed" : status} ${url}`).join(" → ");
}

const tableOf = (delimiter: "," | "\t") => ({
  header: tableLine(RESULT_COLUMNS, delimiter),
  row: (judged: Judged) => tableLine(cellsOf(judged), delimiter),
  rest: (unchecked: readonly Unchecked[]) => uncheckedRows(unchecked, delimiter),
});
/** Tables for spreadsheets: no cell is a formula. */
export const redirectsTable = { csv: tableOf(","), tsv: tableOf("\t") } as const;

export function redirectsCsv(all: readonly Judged[], unchecked: readonly Unchecked[] = []): string {
  const { header, row, rest } = redirectsTable.csv;
  return `${header}${all.map(row).join("")}${rest(unchecked)}`;
}

/** Rows for unchecked parts: an outcome and a reason. */
function uncheckedRows(unchecked: readonly Unchecked[], delimiter: "," | "\t"): string {
  const cells = (text: string) =>
    RESULT_COLUMNS.map((name) =>
      name === "outcome" || name === "result" ? "unchecked" : name === "reason" ? text : "",
    );
  return uncheckedTexts(unchecked)
    .map((text) => tableLine(cells(text), delimiter))
    .join("");
}

function cellsOf(judged: Judged): string[] {
  const cells = { ...judged, hops: hopsText(judged), result: resultWord(judged) };
  return RESULT_COLUMNS.map((name) => String(cells[name] ?? ""));
}

/** One line of a table. TSV cannot quote tabs, so they become spaces. */
export function tableLine(cells: readonly string[], delimiter: "," | "\t"): string {
  const unquoted = (cell: string) => spreadsheetSafe(cell).replace(/[\t\r\n]+/g, " ");
  return `${delimiter === "," ? csvRow(cells) : cells.map(unquoted).join(delimiter)}\r\n`;
}

/** A text with the source of its row in front, if the source could be read. */
export function withSource(from: string, text: string): string {
  return from === "" ? text : `${from}: ${text}`;
}
