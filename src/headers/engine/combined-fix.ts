/** A line with several faults has one form as it should be: the mends of them all together. */

import type { HeaderObject, Problem } from "../schema.ts";
import { fixAgain, replacesPart } from "./report.ts";

/** One mend can make room for another. */
const ROUNDS = 2;

/** Gives each finding of a line the fix that mends the others too; false where there are no two that differ. */
export function combineFixes(header: HeaderObject): boolean {
  const lists = [header.problems, ...(header.details.items ?? []).map(({ problems = [] }) => problems)];
  const start = `${header.sent ?? header.name}: `;
  const found = lists.flat().filter(({ fix }) => fix?.startsWith(start));
  if (new Set(found.map(({ fix }) => fix)).size < 2) return false;
  const fixOf = (problem: Problem, value: string) => fixAgain(problem, { ...header, value });
  // Replacements of a part come first: the part has to be found as it was sent.
  const steps = found
    .filter((problem) => fixOf(problem, header.value) === problem.fix)
    .toSorted((a, b) => Number(replacesPart(b)) - Number(replacesPart(a)));
  // Some finders say the whole line, made of the line as it is: of those the first one can be built on.
  const known = found.find((problem) => !steps.includes(problem))?.fix;
  let line = known ?? start + header.value;
  const mended = new Set<string | undefined>([known]);
  for (let round = 0; round < ROUNDS; round++)
    for (const step of steps) {
      const next = fixOf(step, line.slice(start.length));
      // A part that is not found any more is not known to be mended; what a mend leaves as it is, is right.
      if (next !== undefined || !replacesPart(step)) mended.add(step.fix);
      line = next ?? line;
    }
  for (const problems of lists) replaceFixes(problems, mended, line);
  return true;
}

/** Whether a finding of the line has a fix: most lines have none, and are not looked at any further. */
export function hasFix({ problems, details: { items } }: HeaderObject): boolean {
  for (const { fix } of problems) if (fix !== undefined) return true;
  if (items)
    for (const item of items)
      if (item.problems) for (const { fix } of item.problems) if (fix !== undefined) return true;
  return false;
}

/** Problems are shared between messages; copy before changing. */
function replaceFixes(problems: Problem[], mended: ReadonlySet<string | undefined>, line: string): void {
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined && mended.has(problem.fix)) problems[at] = { ...problem, fix: line };
}
