/** Judges a lookup: alerts by its baseline and the project file. Pure. */

import { runSync } from "../../api/cooperative.ts";
import type { Severity } from "../../headers/schema.ts";
import type { HttpReport } from "../../http/schema.ts";
import { comparing } from "../compare/compare.ts";
import { FAIL_WORDS } from "../compare/fail-words.ts";
import type { Difference } from "../compare/schema.ts";
import { sinceBaseline } from "../compare/volatile.ts";
import { type Expectations, foundBy, isNamed } from "../project/check.ts";
import { ASSERTION_WORDS } from "../project/watch.ts";

/** Condition that is reported to channels. */
export interface Alert {
  /** Id of the condition, which stays the same if the title changes. */
  readonly key: string;
  /** Word of `wake-for` that matches the alert. */
  readonly word: string;
  readonly title: string;
  /** Id of the finding, for alerts on findings. */
  readonly problem?: string;
  readonly field?: string;
  readonly severity?: Severity;
}

/** Verdict of one lookup. */
export interface Look {
  /** Whether the target is down; then it was not judged further. */
  readonly isDown: boolean;
  /** Reason why the page was not judged, such as `answers 403 Forbidden`. */
  readonly refusal?: string | undefined;
  readonly alerts: readonly Alert[];
  /** Differences from the previous response, in sentences of `compare`. */
  readonly changes: readonly string[];
}

export interface Known {
  /** Baseline; absent before the first response. */
  readonly baseline?: HttpReport | undefined;
  /** Previous response. */
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
    const alerts = words.includes("down") ? [{ key: "down", word: "down", title: down }] : [];
    return { isDown: true, alerts, changes: [] };
  }
  const since = (before: HttpReport | undefined): Difference[] =>
    before
      ? sinceBaseline(runSync(comparing(before, report, foundBy(expected)))).filter(
          ({ volatile }) => !volatile,
        )
      : [];
  const alerts = [...foundAlerts(report, words, expected), ...changedAlerts(since(baseline), words)];
  const { status, statusMessage } = report;
  return {
    isDown: false,
    // A 4xx that does not count as down, since the baseline has it too: it may be intended.
    refusal: Number(status) >= 400 ? `answers ${`${status} ${statusMessage}`.trim()}` : undefined,
    alerts: [...new Map(alerts.map((wrong) => [wrong.key, wrong])).values()],
    changes: [...new Set(since(last).map(({ title }) => title))],
  };
}

/** Reason why a target is down: no response, 5xx, or a 4xx that its baseline does not have. */
function faultOf(
  { status, statusMessage, steps, intent }: HttpReport,
  baseline: HttpReport | undefined,
): string | undefined {
  if (status === "error") return steps.findLast(({ error }) => error)?.error?.message ?? intent;
  const isFault = status >= 500 || (status >= 400 && baseline !== undefined && Number(baseline.status) < 400);
  return isFault ? `It answers ${`${status} ${statusMessage}`.trim()}.` : undefined;
}

function foundAlerts(report: HttpReport, words: readonly string[], expected: Expectations): Alert[] {
  return foundBy(expected)(report).flatMap(({ problem, field }) => {
    const word = words.find((each) => isNamed(problem, [ASSERTION_WORDS.get(each) ?? each]));
    if (word === undefined) return [];
    const { name, severity, title } = problem;
    return [findingAlert({ name, severity, title, field }, word)];
  });
}

function changedAlerts(differences: readonly Difference[], words: readonly string[]): Alert[] {
  return differences.flatMap((difference) => {
    const word = words.find((each) => FAIL_WORDS.get(each)?.(difference));
    if (word === undefined) return [];
    if (difference.kind === "finding-new") return [findingAlert(difference, word)];
    // The title contains both values, so that a further change of the field is a new alert.
    return [{ key: difference.title, word, title: difference.title }];
  });
}

function findingAlert(
  { name, severity, title, field = "" }: Pick<Difference, "name" | "severity" | "title" | "field">,
  word: string,
): Alert {
  return {
    key: `${name} ${field}`,
    word,
    title,
    problem: name,
    ...(field !== "" && { field }),
    ...(severity && { severity }),
  };
}
