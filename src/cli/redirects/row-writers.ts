/** Writers of checked rows, by format. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import { plural } from "../../headers/wording.ts";
import type { Judged } from "../../jobs/redirects/check-redirect.ts";
import { ALL_KINDS } from "../../jobs/redirects/kinds.ts";
import type { Summary } from "../../jobs/redirects/summary.ts";
import {
  countsText,
  isAsWanted,
  redirectsTable,
  resultWord,
  summaryJson,
  uncheckedMember,
  withKind,
} from "../../view/redirects.ts";
import { reportEnd, reportStart } from "../../web/redirects-report.ts";
import { judgedRow } from "../../web/redirects-view.ts";
import { annotation, uncheckedAnnotations } from "../formats/github.ts";
import { escapeXml, uncheckedSuite } from "../formats/junit.ts";
import { code, prose, SUMMARY_ROWS, table, tableRow } from "../formats/markdown-text.ts";
import { paint, printable } from "../render/text.ts";
import { jsonItems } from "./json-items.ts";
import { summaryText } from "./summary-text.ts";

export interface RowWriter {
  readonly begin?: string;
  readonly row: (judged: Judged) => string;
  readonly end?: (summary: Summary) => string;
  /** The output includes the summary. */
  readonly hasSummary?: true;
}

export interface WriterWorld {
  readonly colour: boolean;
  readonly path: string;
  readonly base: string | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
  readonly version: string;
}

const ndjson = (): RowWriter => ({
  row: (judged) => `${JSON.stringify(withKind(judged))}\n`,
  end: (summary) => (summary.unchecked.length > 0 ? `${JSON.stringify(uncheckedMember(summary))}\n` : ""),
});

const delimited = ({ header, row, rest }: (typeof redirectsTable)["csv" | "tsv"]): RowWriter => ({
  begin: header,
  row,
  end: ({ unchecked }) => rest(unchecked),
});

/** Writers by `--format`. */
export const ROW_WRITERS = wordTable<(world: WriterWorld) => RowWriter>({
  text: ({ colour }) => ({
    row: (judged) => textRow(judged, colour),
    end: (summary) => summaryText(summary, colour),
    hasSummary: true,
  }),
  csv: () => delimited(redirectsTable.csv),
  tsv: () => delimited(redirectsTable.tsv),
  ndjson,
  json: jsonDocument,
  junit: junitSuites,
  github: ({ path }) => ({
    row: (judged) => (isAsWanted(judged) ? "" : annotated(judged, path)),
    end: ({ unchecked }) => uncheckedAnnotations(unchecked),
  }),
  markdown: markdownTable,
  html: ({ path, base, now, version }) => ({
    begin: reportStart(path, { made: now, version }),
    row: (judged) => judgedRow(judged).markup,
    end: (summary) => reportEnd(summary, base),
    hasSummary: true,
  }),
});

const RESULT_WIDTH = Math.max(...ALL_KINDS.map(({ length }) => length));

function textRow(judged: Judged, colour: boolean): string {
  const { line, from, reason, final, chainType, note } = judged;
  const word = paint(resultWord(judged).padEnd(RESULT_WIDTH), isAsWanted(judged) ? "green" : "red", colour);
  const way = chainType === "" ? "" : ` → ${final} (${chainType})`;
  const source = `${from}${isAsWanted(judged) || reason === "" ? way : ""}`;
  return `${word}  line ${line}: ${joined(source, reason, note)}\n`;
}

/** Non-empty texts, separated by colons. */
const joined = (...texts: readonly (string | undefined)[]): string =>
  printable(texts.filter((text) => text !== undefined && text !== "").join(": "));

function jsonDocument(): RowWriter {
  const item = jsonItems();
  return {
    begin: '{"redirects":[',
    row: (judged) => item(withKind(judged)),
    end: (summary) =>
      `\n],${JSON.stringify({ summary: summaryJson(summary), ...uncheckedMember(summary) }).slice(1)}\n`,
    hasSummary: true,
  };
}

function annotated(judged: Judged, path: string): string {
  const { line, from, reason } = judged;
  const title = `netlens: ${resultWord(judged)}`;
  return annotation("error", { file: path, line, title }, joined(from, reason));
}

/** Wrong rows, then the summary. */
function markdownTable({ path }: WriterWorld): RowWriter {
  let wrong = 0;
  return {
    begin: `### Redirects of ${code(path)}\n\n`,
    row(judged) {
      if (isAsWanted(judged) || ++wrong > SUMMARY_ROWS) return "";
      const { line, from, reason } = judged;
      const row = [String(line), code(from), resultWord(judged), prose(reason)];
      return wrong === 1
        ? `${table(["line", "source", "outcome", "reason"], [row])}\n`
        : `${tableRow(row)}\n`;
    },
    end: (summary) =>
      `${wrong > 0 ? "\n" : ""}${wrong > SUMMARY_ROWS ? `${plural(wrong - SUMMARY_ROWS, "more wrong redirect")} left out.\n\n` : ""}${prose(countsText(summary))}\n`,
    hasSummary: true,
  };
}

/** Cases per suite, kept in memory because the head contains their count. */
const SUITE = 1000;

function junitSuites(): RowWriter {
  let rows: Judged[] = [];
  let suites = 0;
  const suite = (isLast: boolean): string => {
    const name = suites === 0 && isLast ? "redirects" : `redirects ${++suites}`;
    const text = junitSuite(name, rows);
    rows = [];
    return text;
  };
  return {
    begin: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="netlens">\n',
    row: (judged) => (rows.push(judged) === SUITE ? suite(false) : ""),
    end: ({ unchecked }) =>
      `${rows.length > 0 || (suites === 0 && unchecked.length === 0) ? suite(true) : ""}${uncheckedSuite(unchecked)}</testsuites>\n`,
  };
}

function junitSuite(name: string, rows: readonly Judged[]): string {
  const errors = rows.filter(({ outcome }) => outcome === "error").length;
  const failures = rows.filter((judged) => !isAsWanted(judged)).length - errors;
  return `  <testsuite name="${name}" tests="${rows.length}" failures="${failures}" errors="${errors}">\n${rows.map(junitCase).join("")}  </testsuite>\n`;
}

function junitCase({ line, from, to, outcome, reason }: Judged): string {
  const opening = `    <testcase classname="redirects" name="${escapeXml(`line ${line}: ${from} → ${to || "anywhere"}`)}"`;
  if (outcome === "as-wanted") return `${opening}/>\n`;
  const tag = outcome === "error" ? "error" : "failure";
  return `${opening}>\n      <${tag} type="${outcome}" message="${escapeXml(reason)}"/>\n    </testcase>\n`;
}
