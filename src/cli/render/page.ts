/** Page audits as terminal text. Pure. */

import { plural } from "../../headers/wording.ts";
import type { Note, PageReport, SuggestedPolicy } from "../../jobs/page/schema.ts";
import {
  beyondTexts,
  leftOut,
  noteText,
  type PageRow,
  pageRows,
  sizeText,
  summaryGroups,
  whyOf,
} from "../../view/page.ts";
import type { Io } from "../command.ts";
import { cut, fitted, paint, printable, type Style, wrapped } from "./text.ts";

type Screen = Pick<Io, "colour" | "columns" | "outIsTerminal">;

/** Cuts a line to the width of a terminal; files and pipes get all of it. */
const fit = (text: string, room: number, { outIsTerminal }: Screen) =>
  outIsTerminal ? cut(printable(text), room) : printable(text);

const MARKS: Readonly<Record<PageRow["outcome"], readonly [mark: string, style: Style]>> = {
  loads: ["✓", "green"],
  upgraded: ["↑", "green"],
  blocked: ["✗", "red"],
  failed: ["!", "red"],
  "not-asked": ["·", "dim"],
};

export function renderPage(report: PageReport, screen: Screen): string {
  const { colour } = screen;
  const { url, status, document, resources, inline, unseen, policy } = report;
  const blocked = inline.filter(({ outcome }) => outcome === "blocked");
  const sections = [
    [`${paint(String(status), "bold", colour)} ${printable(url)}`, printable(document.intent)],
    ...summaryGroups(report).map(({ title, severity, notes }) => [
      paint(title, "bold", colour),
      ...notes.flatMap((note) => noteLines(note, severity === "error" ? "red" : "yellow", screen)),
    ]),
    [paint("What it loads", "bold", colour), ...pageRows(resources).flatMap((row) => rowLines(row, screen))],
    blocked.length === 0
      ? []
      : [
          paint("Blocked inline code", "bold", colour),
          ...blocked.flatMap((code) => [
            `${paint("✗", "red", colour)} ${code.where.element}, line ${code.where.line}: ${fit(code.text, screen.columns - 30, screen)}`,
            ...whyOf(code).flatMap((why) => indented(why, screen)),
          ]),
        ],
    originLines(report, screen),
    policy ? policyLines(policy, screen) : [],
    [
      ...leftOut(report).flatMap((text) => wrapped(printable(text), screen.columns)),
      ...unseen.flatMap((text) => wrapped(`Not covered: ${text}`, screen.columns)),
    ].map((line) => paint(line, "dim", colour)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function noteLines(note: Note, style: Style, screen: Screen): string[] {
  return [
    ...wrapped(printable(noteText(note)), screen.columns - 2).map(
      (line, at) => `${at === 0 ? paint("•", style, screen.colour) : " "} ${line}`,
    ),
    ...note.examples.map((example) =>
      paint(`    ${fit(example, screen.columns - 4, screen)}`, "dim", screen.colour),
    ),
  ];
}

function rowLines(row: PageRow, screen: Screen): string[] {
  const [mark, style] = MARKS[row.outcome];
  const lead = `${"  ".repeat(row.depth)}${paint(mark, style, screen.colour)}`;
  const facts = `${fitted(row.as, 8)} ${row.status.padStart(3)} ${row.size.padStart(7)} ${row.time.padStart(8)}`;
  const room = Math.max(20, screen.columns - 36 - 2 * row.depth);
  return [
    `${lead} ${facts}  ${fit(row.url, room, screen)}`,
    ...(row.why.length > 0 ? indented(row.place, screen) : []),
    ...row.why.flatMap((why) => indented(why, screen)),
    ...(row.copy === undefined ? [] : [`      ${row.copy}`]),
  ];
}

function indented(text: string, { columns }: Screen): string[] {
  return wrapped(printable(text), columns - 6).map((line) => `      ${line}`);
}

function originLines({ summary: { origins } }: PageReport, { colour }: Screen): string[] {
  if (origins.length === 0) return [];
  return [
    paint("Hosts contacted", "bold", colour),
    ...origins.map(({ origin, thirdParty, requests, wireBytes, cookies }) => {
      const set = cookies > 0 ? `, ${plural(cookies, "cookie")}` : "";
      return `${printable(origin)}${thirdParty ? " (another site)" : ""}: ${plural(requests, "request")}, ${sizeText(wireBytes)}${set}`;
    }),
  ];
}

export function policyLines({ reportOnly, beyond, notes }: SuggestedPolicy, screen: Screen): string[] {
  const { colour, columns } = screen;
  return [
    paint("Suggested policy", "bold", colour),
    printable(reportOnly),
    ...beyondTexts(beyond)
      .flatMap((text) => wrapped(printable(text), columns))
      .map((line) => paint(line, "yellow", colour)),
    ...notes.flatMap((note) => wrapped(printable(note), columns)),
  ];
}
