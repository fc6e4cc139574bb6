/** Which problems a message has, without the words: what the fixes of a message are weighed by. */

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

/** Lints with which what would mend a message is tried: hostile ones have a finding in each of a thousand lines. */
export const MOST_LINTS = 8;
/** Characters of values: longer messages are not linted once more. */
export const LONGEST_LINTED = 16_384;

/** How often each problem is found. */
export type Findings = ReadonlyMap<string, number>;

/** How often each problem was found in what was explained. */
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

/** The problems of a message of which nothing is explained yet, counted. */
export function lint(message: Message, kind: MessageKind): Findings {
  const lines = message.lines.map((line) => openLine(line, describeLine(line, kind), true));
  return lintLines(message, lines, lines, kind);
}

/**
 * The problems of an explained message with `line` in the place of its line `at`, or as one line more. The other lines are
 * not parsed again.
 */
export function lintWith(
  message: Message,
  explained: readonly OpenLine[],
  at: number | undefined,
  line: FieldLine,
  kind: MessageKind,
): Findings {
  return lintChanged(message, explained, (_, index) => index === at, line, at, kind);
}

/** The same without the lines of some names, and with `line` as one line more, where there is one. */
export function lintWithout(
  message: Message,
  explained: readonly OpenLine[],
  removed: ReadonlySet<string>,
  line: FieldLine | undefined,
  kind: MessageKind,
): Findings {
  return lintChanged(message, explained, ({ line: { name } }) => removed.has(name), line, undefined, kind);
}

function lintChanged(
  message: Message,
  explained: readonly OpenLine[],
  isGone: (line: OpenLine, index: number) => boolean,
  added: FieldLine | undefined,
  at: number | undefined,
  kind: MessageKind,
): Findings {
  const changed = added && openLine(added, describeLine(added, kind), true);
  const lines = explained.flatMap((one, index) => {
    if (!isGone(one, index)) return withParseFindingsOnly(one);
    return changed && index === at ? changed : [];
  });
  if (changed && at === undefined) lines.push(changed);
  const shown = { ...message, lines: lines.map((one) => one.line) };
  return lintLines(shown, lines, changed ? [changed] : [], kind);
}

/** The line as it was when it had been read, without its items: findings are counted wherever they stand. */
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
