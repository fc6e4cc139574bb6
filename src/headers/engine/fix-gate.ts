/** Keeps a fix only if the message improves with it. */

import { problemKinds } from "../problem-kinds.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { type Findings, LONGEST_LINTED, MOST_LINTS } from "./lint.ts";

interface Linter {
  /** Characters of all values. */
  readonly size: number;
  readonly found: () => Findings;
  /** Problems with `line` in place of line `at`; undefined: with the line added. */
  readonly message: (at: number | undefined, line: string) => Findings;
  /** Problems of a line by itself. */
  readonly line: (line: string) => Findings;
}

export interface FixGate {
  /** Removes unsound fixes of the line at index `at`. */
  readonly line: (header: HeaderObject, at: number) => void;
  /** Finding about the message, without its fix if that is unsound. */
  readonly problem: (problem: Problem, headers: readonly HeaderObject[]) => Problem;
  /** Problems with a fix in place of line `at`; undefined if it was not linted. */
  readonly tried: Tried;
}

export type Tried = (at: number | undefined, fix: string) => Findings | undefined;

/**
 * A fix is sound if it removes the finding and adds no warning or error. Beyond the lint limit only the line itself
 * is linted.
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
    // Shared between messages: copy before changing.
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
export function listsOf({ problems, details: { items } }: HeaderObject): readonly Problem[][] {
  return [problems, ...(items ?? []).flatMap(({ problems: own }) => (own ? [own] : []))];
}

const NO_FINDINGS: Findings = new Map();

/** True if the finding occurs less often and no new warning or error appeared. */
function isBetter(id: string, before: Findings, after: Findings): boolean {
  const own = after.get(id) ?? 0;
  if (own > 0 && own >= (before.get(id) ?? 0)) return false;
  for (const [other, count] of after)
    if (count > (before.get(other) ?? 0) && problemKinds().get(other)?.severity !== "info") return false;
  return true;
}
