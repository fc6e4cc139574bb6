/** A fix is given only where the message with it is better than as it was sent. */

import { problemKinds } from "../problem-kinds.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { type Findings, LONGEST_LINTED, MOST_LINTS } from "./lint.ts";

interface Linter {
  /** Characters of the message's values. */
  readonly size: number;
  /** The problems of the message. */
  readonly found: () => Findings;
  /** Its problems with `line` in the place of its line `at`; undefined: with one line more. */
  readonly message: (at: number | undefined, line: string) => Findings;
  /** The problems of a line by itself. */
  readonly line: (line: string) => Findings;
}

export interface FixGate {
  /** Takes the unsound fixes of a line's findings away; `at` is its place in the message. */
  readonly line: (header: HeaderObject, at: number) => void;
  /** The finding about the whole message, without its fix where that is not sound. */
  readonly problem: (problem: Problem, headers: readonly HeaderObject[]) => Problem;
  /** The problems of the message with a fix in the place of its line `at`; undefined where they were not looked for. */
  readonly tried: Tried;
}

export type Tried = (at: number | undefined, fix: string) => Findings | undefined;

/**
 * A fix is sound where the message with it lacks the finding and has no other of warning or error that it had not before.
 * A question that costs too much for the message is asked of the line by itself.
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
    // Problems are shared between messages; copy before changing.
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

/** The findings of a line, and of each of its parts. */
export function listsOf({ problems, details: { items } }: HeaderObject): readonly Problem[][] {
  return [problems, ...(items ?? []).flatMap(({ problems: own }) => (own ? [own] : []))];
}

const NO_FINDINGS: Findings = new Map();

/** Whether a finding is gone, or one of several of its kind, and none of warning or error has come. */
function isBetter(id: string, before: Findings, after: Findings): boolean {
  const own = after.get(id) ?? 0;
  if (own > 0 && own >= (before.get(id) ?? 0)) return false;
  for (const [other, count] of after)
    if (count > (before.get(other) ?? 0) && problemKinds().get(other)?.severity !== "info") return false;
  return true;
}
