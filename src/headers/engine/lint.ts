/** Counts the problems of a message without creating their texts, to compare fixes. */

import { runSync } from "../../api/cooperative.ts";
import type { FieldLine, Message } from "../message.ts";
import { rawResponse } from "../raw-response.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { openVerdicts } from "../verdicts/index.ts";
import { checkMessage } from "./check-message.ts";
import { openContext } from "./context.ts";
import { describeLine, NO_ITEMS, type OpenLine, openLine } from "./lines.ts";
import type { MessageKind } from "./message-kind.ts";
import { idReporter } from "./report.ts";

/** Maximum number of lints per message: a hostile message can have a finding in each of a thousand lines. */
export const MOST_LINTS = 8;
/** Characters of all values; longer messages are not linted. */
export const LONGEST_LINTED = 16_384;

/** Number of findings by problem id. */
export type Findings = ReadonlyMap<string, number>;

/** Counts the findings of an explained message. */
export function countFindings(headers: readonly HeaderObject[], problems: readonly Problem[]): Findings {
  const counts = new Map<string, number>();
  countIn(problems, counts);
  for (const header of headers) {
    countIn(header.problems, counts);
    for (const item of header.details.items ?? []) countIn(item.problems ?? [], counts);
  }
  return counts;
}

function countIn(problems: readonly Problem[], counts: Map<string, number>): void {
  for (const { name } of problems) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Counts the problems of a message that is not explained yet. */
export function lint(message: Message, kind: MessageKind): Findings {
  const lines = message.lines.map((line) => openLine(line, describeLine(line, kind), true));
  return lintLines(message, lines, lines, kind);
}

interface Change {
  /** Names whose lines are removed. */
  readonly removed?: ReadonlySet<string>;
  /** Line that replaces line `at`, or is added if `at` is undefined. */
  readonly line?: FieldLine | undefined;
  readonly at?: number | undefined;
}

/** Lints a changed message; other lines are not parsed again. */
export function lintChanged(
  message: Message,
  explained: readonly OpenLine[],
  kind: MessageKind,
  { removed, line, at }: Change,
): Findings {
  const changed = line && openLine(line, describeLine(line, kind), true);
  const lines = explained.flatMap((one, index) => {
    if (index !== at && !removed?.has(one.line.name)) return withParseFindingsOnly(one);
    return changed && index === at ? changed : [];
  });
  if (changed && at === undefined) lines.push(changed);
  const shown = { ...message, lines: lines.map((one) => one.line) };
  return lintLines(shown, lines, changed ? [changed] : [], kind);
}

/** Copy of a line without findings of checks, and without items, which counting does not need. */
function withParseFindingsOnly(line: OpenLine): OpenLine {
  const { header, readProblems } = line;
  const problems = header.problems.slice(0, readProblems);
  return { ...line, header: { ...header, details: {}, problems }, items: NO_ITEMS, note: undefined };
}

function lintLines(
  message: Message,
  lines: readonly OpenLine[],
  unread: readonly OpenLine[],
  kind: MessageKind,
): Findings {
  const groups = new Map<string, OpenLine[]>();
  for (const line of lines) {
    const group = groups.get(line.line.name);
    if (group) group.push(line);
    else groups.set(line.line.name, [line]);
  }
  const context = openContext(message, 0, lines, groups, openVerdicts(rawResponse(message)));
  const problems: Problem[] = [];
  const reportOf = (line: OpenLine) => (line.note ??= idReporter(line.header.problems, line));
  for (const line of unread) line.parsed = line.field?.parse(line.line.value, reportOf(line));
  runSync(checkMessage(kind, context, lines, groups, { ofLine: reportOf, ofMessage: idReporter(problems) }));
  return countFindings(
    lines.map(({ header }) => header),
    problems,
  );
}
