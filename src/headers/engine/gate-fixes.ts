/** Fixes of an explained message: only those that improve it, combined into one per line. */

import { memoize, once } from "../../platform/memoize.ts";
import { type Message, parseMessage } from "../message.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { listsOf, openFixGate, type Tried } from "./fix-gate.ts";
import type { OpenLine } from "./lines.ts";
import { countFindings, type Findings, lint, lintWith } from "./lint.ts";
import { type MessageKind, REQUEST, RESPONSE } from "./message-kind.ts";
import { fixAgain, replacesPart } from "./report.ts";

interface Fixable {
  readonly message: Message;
  readonly kind: MessageKind;
  readonly lines: readonly OpenLine[];
  readonly headers: readonly HeaderObject[];
  /** Replaced by copies if their fix is unsound. */
  readonly problems: Problem[];
  /** False if anything was omitted. */
  readonly isWhole: boolean;
}

/**
 * Removes unsound fixes and combines those of a line.
 * @returns the findings with each fix that was tried
 */
export function gateFixes({ message, kind, lines, headers, problems, isWhole }: Fixable): Tried {
  const found = once(() => countFindings(headers, problems));
  const gate = openFixGate({
    size: isWhole ? headers.reduce((size, { value }) => size + value.length, 0) : Number.POSITIVE_INFINITY,
    found,
    message(at, text) {
      const [line] = parseMessage([text]).lines;
      return line ? lintWith(message, lines, at, line, kind) : NO_FINDINGS;
    },
    line: kind === REQUEST ? lintRequest : lintResponse,
  });
  for (const [at, header] of headers.entries()) {
    if (!hasFix(header)) continue;
    gate.line(header, at);
    if (combineFixes(header)) gate.line(header, at);
  }
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined) problems[at] = gate.problem(problem, headers);
  return gate.tried;
}

/** Removes untested fixes. */
export function withoutFixes(headers: readonly HeaderObject[], problems: Problem[]): void {
  for (const list of [problems, ...headers.filter(hasFix).flatMap(listsOf)])
    for (const [at, { fix, ...others }] of list.entries()) if (fix !== undefined) list[at] = others;
}

const NO_FINDINGS: Findings = new Map();

/** Problems of a line by itself. */
const lintResponse = memoize((line) => lint(parseMessage([line]), RESPONSE));
const lintRequest = memoize((line) => {
  const { requestMessage } = parseMessage([], { requestHeaders: [line] });
  return requestMessage ? lint(requestMessage, REQUEST) : NO_FINDINGS;
});

/** Rounds of fixes: one fix can make another one possible. */
const ROUNDS = 2;

/** Gives all findings of a line one combined fix; false if there are not two different fixes. */
function combineFixes(header: HeaderObject): boolean {
  const lists = [header.problems, ...(header.details.items ?? []).map(({ problems = [] }) => problems)];
  const start = `${header.sent ?? header.name}: `;
  const found = lists.flat().filter(({ fix }) => fix?.startsWith(start));
  if (new Set(found.map(({ fix }) => fix)).size < 2) return false;
  const fixOf = (problem: Problem, value: string) => fixAgain(problem, { ...header, value });
  // Replacements of a part come first: they need the part as it was sent.
  const steps = found
    .filter((problem) => fixOf(problem, header.value) === problem.fix)
    .toSorted((a, b) => Number(replacesPart(b)) - Number(replacesPart(a)));
  // Of the fixes that rewrite the whole line, the first one is the starting point.
  const known = found.find((problem) => !steps.includes(problem))?.fix;
  let line = known ?? start + header.value;
  const mended = new Set<string | undefined>([known]);
  for (let round = 0; round < ROUNDS; round++)
    for (const step of steps) {
      const next = fixOf(step, line.slice(start.length));
      // A part that is gone cannot be fixed; a line that a fix leaves unchanged is already right.
      if (next !== undefined || !replacesPart(step)) mended.add(step.fix);
      line = next ?? line;
    }
  for (const problems of lists) replaceFixes(problems, mended, line);
  return true;
}

/** Fast check: most lines have no fix. */
function hasFix({ problems, details: { items } }: HeaderObject): boolean {
  for (const { fix } of problems) if (fix !== undefined) return true;
  if (items)
    for (const item of items)
      if (item.problems) for (const { fix } of item.problems) if (fix !== undefined) return true;
  return false;
}

/** Shared between messages: copy before changing. */
function replaceFixes(problems: Problem[], mended: ReadonlySet<string | undefined>, line: string): void {
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined && mended.has(problem.fix)) problems[at] = { ...problem, fix: line };
}
