/** Writers of findings about the map itself. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import { plural } from "../../headers/wording.ts";
import type { MapFinding } from "../../jobs/redirects/map-check.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { mapFindingWord, tableLine, withSource } from "../../view/redirects.ts";
import { annotation, uncheckedAnnotations } from "../formats/github.ts";
import { escapeXml, uncheckedSuite } from "../formats/junit.ts";
import { code, prose, SUMMARY_ROWS } from "../formats/markdown-text.ts";
import { paint, printable } from "../render/text.ts";
import { jsonItems } from "./json-items.ts";

export interface FindingWriter {
  readonly begin?: string;
  readonly finding: (finding: MapFinding) => string;
  /** End of the output, with unchecked rules and the outcome. */
  readonly end?: (unchecked: readonly Unchecked[], outcome: string) => string;
}

interface World {
  readonly colour: boolean;
  readonly path: string;
}

const COLOURS = { error: "red", warning: "yellow", info: "cyan" } as const;
const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;
const COLUMNS = ["line", "column", "kind", "severity", "from", "message"] as const;

/** Writers by `--format`, for `--dry-run`. */
export const FINDING_WRITERS = wordTable<(world: World) => FindingWriter>({
  text: ({ colour, path }) => ({ finding: (finding) => findingText(finding, path, colour) }),
  csv: () => delimited(","),
  tsv: () => delimited("\t"),
  ndjson: () => ({
    finding: (finding) => `${JSON.stringify(finding)}\n`,
    end: (unchecked) => (unchecked.length > 0 ? `${JSON.stringify({ unchecked })}\n` : ""),
  }),
  json: () => ({
    begin: '{"findings":[',
    finding: jsonItems(),
    end: (unchecked) => `\n]${unchecked.length > 0 ? `,"unchecked":${JSON.stringify(unchecked)}` : ""}}\n`,
  }),
  github: ({ path }) => ({
    finding: ({ severity, kind, line, column, from, message }) =>
      annotation(
        COMMANDS[severity],
        { file: path, line, col: column, title: `netlens: ${mapFindingWord(kind)}` },
        withSource(from, message),
      ),
    end: uncheckedAnnotations,
  }),
  junit: junitDocument,
  markdown: ({ path }) => markdownList(path),
});

function markdownList(path: string): FindingWriter {
  let count = 0;
  return {
    begin: `### Redirect map ${code(path)}\n\n`,
    finding: ({ line, severity, kind, from, message }) =>
      ++count > SUMMARY_ROWS
        ? ""
        : `- **${severity}**, line ${line}, ${mapFindingWord(kind)}: ${from === "" ? "" : `${code(from)} `}${prose(message)}\n`,
    end(unchecked, outcome) {
      if (count === 0) return `${prose(outcome)}\n`;
      const left = count > SUMMARY_ROWS ? [`${plural(count - SUMMARY_ROWS, "more finding")} left out`] : [];
      return [...left, ...uncheckedTexts(unchecked)].map((text) => `\n${prose(text)}.\n`).join("");
    },
  };
}

/** One row per finding, and rows of kind `unchecked`. */
function delimited(delimiter: "," | "\t"): FindingWriter {
  const row = (cells: readonly string[]) => tableLine(cells, delimiter);
  const uncheckedRow = (text: string) => row(["", "", "unchecked", "", "", text]);
  return {
    begin: row(COLUMNS),
    finding: (finding) => row(COLUMNS.map((column) => String(finding[column]))),
    end: (unchecked) => uncheckedTexts(unchecked).map(uncheckedRow).join(""),
  };
}

export function findingText(
  { line, column, kind, severity, from, message }: MapFinding,
  path: string,
  colour: boolean,
) {
  const word = paint(mapFindingWord(kind), COLOURS[severity], colour);
  return `${path}:${line}:${column}: ${word}: ${printable(withSource(from, message))}\n`;
}

/** Collects the cases because the head contains their count. */
function junitDocument(): FindingWriter {
  const cases: string[] = [];
  let failures = 0;
  return {
    finding({ kind, severity, line, from, message }) {
      const name = escapeXml(`line ${line}: ${withSource(from, mapFindingWord(kind))}`);
      const fails = severity === "error";
      if (fails) failures++;
      const inner = fails
        ? `<failure type="${kind}" message="${escapeXml(message)}"/>`
        : `<system-out>${escapeXml(message)}</system-out>`;
      cases.push(`    <testcase classname="redirect map" name="${name}">\n      ${inner}\n    </testcase>\n`);
      return "";
    },
    end: (unchecked) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="netlens">\n  <testsuite name="redirect map" tests="${cases.length}" failures="${failures}" errors="0">\n${cases.join("")}  </testsuite>\n${uncheckedSuite(unchecked)}</testsuites>\n`,
  };
}
