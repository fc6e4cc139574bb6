/** What is wrong with a target, by its baseline and the project file. Pure. */

import { runSync } from "../../api/cooperative.ts";
import type { Severity } from "../../headers/schema.ts";
import type { HttpReport } from "../../http/schema.ts";
import { comparing } from "../compare/compare.ts";
import { FAIL_WORDS } from "../compare/fail-words.ts";
import type { Difference } from "../compare/schema.ts";
import { sinceBaseline } from "../compare/volatile.ts";
import { type Expectations, foundBy, isNamed } from "../project/check.ts";
import { ASSERTION_WORDS } from "../project/watch.ts";

/** Something to be told of. */
export interface Wrong {
  /** The same for the same thing, whatever its words. */
  readonly key: string;
  /** The word of `wake-for` that asks for it. */
  readonly word: string;
  readonly title: string;
  /** Of a finding: its id, field and severity. */
  readonly problem?: string;
  readonly field?: string;
  readonly severity?: Severity;
}

/** A lookup, judged. */
export interface Look {
  /** Nothing else is known of a target that is down. */
  readonly isDown: boolean;
  /** Why the page itself was not judged, such as `answers 403 Forbidden`. */
  readonly refusal?: string | undefined;
  readonly wrongs: readonly Wrong[];
  /** The differences from the answer before, in the sentences of `compare`. */
  readonly changes: readonly string[];
}

export interface Known {
  /** Absent: the first answer. */
  readonly baseline?: HttpReport | undefined;
  /** The last answer before. */
  readonly last?: HttpReport | undefined;
}

export function judgeLook(
  report: HttpReport,
  { baseline, last }: Known,
  words: readonly string[],
  expected: Expectations,
): Look {
  const down = faultOf(report, baseline);
  if (down !== undefined) {
    const wrongs = words.includes("down") ? [{ key: "down", word: "down", title: down }] : [];
    return { isDown: true, wrongs, changes: [] };
  }
  const since = (before: HttpReport | undefined): Difference[] =>
    before
      ? sinceBaseline(runSync(comparing(before, report, foundBy(expected)))).filter(
          ({ volatile }) => !volatile,
        )
      : [];
  const wrongs = [...foundWrongs(report, words, expected), ...changedWrongs(since(baseline), words)];
  const { status, statusMessage } = report;
  return {
    isDown: false,
    // As the baseline has it: whether it should be so is not known.
    refusal: Number(status) >= 400 ? `answers ${`${status} ${statusMessage}`.trim()}` : undefined,
    wrongs: [...new Map(wrongs.map((wrong) => [wrong.key, wrong])).values()],
    changes: [...new Set(since(last).map(({ title }) => title))],
  };
}

/** Why a target counts as down: no answer, a fault of the server, or one of the request where its baseline has none. */
function faultOf(
  { status, statusMessage, steps, intent }: HttpReport,
  baseline: HttpReport | undefined,
): string | undefined {
  if (status === "error") return steps.findLast(({ error }) => error)?.error?.message ?? intent;
  const isFault = status >= 500 || (status >= 400 && baseline !== undefined && Number(baseline.status) < 400);
  return isFault ? `It answers ${`${status} ${statusMessage}`.trim()}.` : undefined;
}

function foundWrongs(report: HttpReport, words: readonly string[], expected: Expectations): Wrong[] {
  return foundBy(expected)(report).flatMap(({ problem, field }) => {
    const word = words.find((each) => isNamed(problem, [ASSERTION_WORDS.get(each) ?? each]));
    if (word === undefined) return [];
    const { name, severity, title } = problem;
    return [findingWrong({ name, severity, title, field }, word)];
  });
}

function changedWrongs(differences: readonly Difference[], words: readonly string[]): Wrong[] {
  return differences.flatMap((difference) => {
    const word = words.find((each) => FAIL_WORDS.get(each)?.(difference));
    if (word === undefined) return [];
    if (difference.kind === "finding-new") return [findingWrong(difference, word)];
    // The sentence names both values: another change of the same field is another one to tell of.
    return [{ key: difference.title, word, title: difference.title }];
  });
}

function findingWrong(
  { name, severity, title, field = "" }: Pick<Difference, "name" | "severity" | "title" | "field">,
  word: string,
): Wrong {
  return {
    key: `${name} ${field}`,
    word,
    title,
    problem: name,
    ...(field !== "" && { field }),
    ...(severity && { severity }),
  };
}
