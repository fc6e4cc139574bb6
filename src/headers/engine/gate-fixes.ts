/** Fixes of an explained message: keeps fixes that improve it, and combines the fixes of each line. */

import { memoize, once } from "../../platform/memoize.ts";
import { type Message, parseMessage } from "../message.ts";
import { problemKinds } from "../problem-kinds.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import type { OpenLine } from "./lines.ts";
import { countFindings, type Findings, LONGEST_LINTED, lint, lintChanged, MOST_LINTS } from "./lint.ts";
import { type MessageKind, REQUEST, RESPONSE } from "./message-kind.ts";
import { fixAgain, replacesPart } from "./report.ts";

interface Fixable {
  readonly message: Message;
  readonly kind: MessageKind;
  readonly lines: readonly OpenLine[];
  readonly headers: readonly HeaderObject[];
  /** Findings about the message. If a fix is unsound, a copy without the fix replaces the finding. */
  readonly problems: Problem[];
  /** False if lines or findings were omitted: then only single lines are linted. */
  readonly isWhole: boolean;
}

/**
 * Removes unsound fixes and combines the fixes of each line.
 * @returns a function with the findings of the message after a tried fix
 */
export function gateFixes({ message, kind, lines, headers, problems, isWhole }: Fixable): Tried {
  const found = once(() => countFindings(headers, problems));
  const gate = openFixGate({
    size: isWhole ? headers.reduce((size, { value }) => size + value.length, 0) : Number.POSITIVE_INFINITY,
    found,
    message(at, text) {
      const [line] = parseMessage([text]).lines;
      return line ? lintChanged(message, lines, kind, { line, at }) : NO_FINDINGS;
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

/** Removes all fixes, for reports without fixes. */
export function withoutFixes(headers: readonly HeaderObject[], problems: Problem[]): void {
  for (const list of [problems, ...headers.filter(hasFix).flatMap(listsOf)])
    for (const [at, { fix, ...others }] of list.entries()) if (fix !== undefined) list[at] = others;
}

const NO_FINDINGS: Findings = new Map();

/** Problems of a message that has only this line. */
const lintResponse = memoize((line) => lint(parseMessage([line]), RESPONSE));
const lintRequest = memoize((line) => {
  const { requestMessage } = parseMessage([], { requestHeaders: [line] });
  return requestMessage ? lint(requestMessage, REQUEST) : NO_FINDINGS;
});

/** Number of rounds: applying one fix can make another fix possible. */
const ROUNDS = 2;

/** Replaces the fixes of a line by one combined fix; false if there are fewer than two different fixes. */
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
  // Starts from the first fix that cannot be made again for a changed value.
  const known = found.find((problem) => !steps.includes(problem))?.fix;
  let line = known ?? start + header.value;
  const applied = new Set<string | undefined>([known]);
  for (let round = 0; round < ROUNDS; round++)
    for (const step of steps) {
      const next = fixOf(step, line.slice(start.length));
      // Unchanged: the part to replace is missing (not applied), or the whole value is right (applied).
      if (next !== undefined || !replacesPart(step)) applied.add(step.fix);
      line = next ?? line;
    }
  for (const problems of lists) replaceFixes(problems, applied, line);
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

/** Findings are shared between messages: copy before changing. */
function replaceFixes(problems: Problem[], applied: ReadonlySet<string | undefined>, line: string): void {
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined && applied.has(problem.fix)) problems[at] = { ...problem, fix: line };
}

interface Linter {
  /** Total length of all values in characters. */
  readonly size: number;
  readonly found: () => Findings;
  /** Problems after `line` replaces line `at`, or is added if `at` is undefined. */
  readonly message: (at: number | undefined, line: string) => Findings;
  /** Problems of a message that has only this line. */
  readonly line: (line: string) => Findings;
}

interface FixGate {
  /** Removes unsound fixes from the line at index `at`. */
  readonly line: (header: HeaderObject, at: number) => void;
  /** Returns a finding about the message, without the fix if the fix is unsound. */
  readonly problem: (problem: Problem, headers: readonly HeaderObject[]) => Problem;
  /** Problems after the fix replaces line `at`; undefined if the fix was not linted. */
  readonly tried: Tried;
}

export type Tried = (at: number | undefined, fix: string) => Findings | undefined;

/**
 * A fix is sound if it removes the finding and adds no warning or error. Beyond the lint limit, only
 * the line is linted, not the message.
 * @internal for tests
 */
export function openFixGate({ size, found, message, line }: Linter): FixGate {
  let lints = size > LONGEST_LINTED ? MOST_LINTS : 0;
  let known: Findings | undefined;
  const linted = new Map<string, Findings>();
  const isSound = (id: string, sent: string | undefined, fix: string, at: number | undefined): boolean => {
    const key = `${at} ${fix}`;
    const after = linted.get(key);
    if (!after && lints++ >= MOST_LINTS)
      return isBetter(id, sent === undefined ? NO_FINDINGS : line(sent), line(fix));
    known ??= found();
    const findings = after ?? message(at, fix);
    linted.set(key, findings);
    return isBetter(id, known, findings);
  };
  const sound = (problem: Problem, sent: string | undefined, at: number | undefined): Problem => {
    const { fix, ...others } = problem;
    // Findings are shared between messages: copy before changing.
    return fix === undefined || isSound(problem.name, sent, fix, at) ? problem : others;
  };
  return {
    tried: (at, fix) => linted.get(`${at} ${fix}`),
    line(header, at) {
      for (const problems of listsOf(header))
        for (const [index, problem] of problems.entries())
          problems[index] = sound(problem, lineOf(header), at);
    },
    problem(problem, headers) {
      const at = headers.findIndex(({ name }) => name === problem.field);
      const header = headers[at];
      return header ? sound(problem, lineOf(header), at) : sound(problem, undefined, undefined);
    },
  };
}

function lineOf({ sent, name, value }: HeaderObject): string {
  return `${sent ?? name}: ${value}`;
}

/** Findings of a line and of its parts. */
function listsOf({ problems, details: { items } }: HeaderObject): readonly Problem[][] {
  return [problems, ...(items ?? []).flatMap(({ problems: own }) => (own ? [own] : []))];
}

/** True if the finding occurs less often and no new warning or error appeared. */
function isBetter(id: string, before: Findings, after: Findings): boolean {
  const own = after.get(id) ?? 0;
  if (own > 0 && own >= (before.get(id) ?? 0)) return false;
  for (const [other, count] of after)
    if (count > (before.get(other) ?? 0) && problemKinds().get(other)?.severity !== "info") return false;
  return true;
}
