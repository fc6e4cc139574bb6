/** Judges a lookup: alerts by its baseline and the project file. Pure. */

import { RE2JS } from "re2js";
import { runSync } from "../../api/cooperative.ts";
import type { Severity } from "../../headers/schema.ts";
import type { HttpReport } from "../../http/schema.ts";
import { comparing } from "../compare/compare.ts";
import { FAIL_WORDS } from "../compare/fail-words.ts";
import type { Difference } from "../compare/schema.ts";
import { sinceBaseline } from "../compare/volatile.ts";
import { type Expectations, foundBy, isNamed } from "../project/check.ts";
import { ASSERTION_WORDS, type TargetSettings } from "../project/watch.ts";

/** Condition that is reported to channels. */
export interface Alert {
  /** Id of the condition, which stays the same if the title changes. */
  readonly key: string;
  /** Word of `wake-for` that matches the alert, or `body` or `not-body`. */
  readonly word: string;
  readonly title: string;
  /** Id of the finding, for alerts on findings. */
  readonly problem?: string;
  readonly field?: string;
  readonly severity?: Severity;
  /** Name of the difference, for the word `change`. */
  readonly change?: string;
}

/** Change of the response, in a sentence of `compare`. */
export interface Change {
  /** Name of the difference, such as a field name in lower case. */
  readonly name: string;
  readonly title: string;
}

/** Verdict of one lookup. */
export interface Look {
  /** Whether the target is down; then it was not judged further. */
  readonly isDown: boolean;
  readonly alerts: readonly Alert[];
  /** Differences from the previous response. */
  readonly changes: readonly Change[];
}

export interface Answer {
  readonly report: HttpReport;
  /** Decoded content, of up to `MOST_CONTENT` bytes, if `body` or `not-body` needs it. */
  readonly content?: string | undefined;
}

/** Maximum bytes of content for expressions. */
export const MOST_CONTENT = 1_048_576;

export interface Known {
  /** Baseline; absent before the first good response. */
  readonly baseline?: HttpReport | undefined;
  /** Previous response. */
  readonly last?: HttpReport | undefined;
  /** Names of differences that come and go, which do not count as changes. */
  readonly flipping?: ReadonlySet<string>;
  /** Whether this response becomes the baseline, so that a status from 400 to 499 is intended. */
  readonly accepts?: boolean;
}

export function judgeLook(
  { report, content }: Answer,
  { baseline, last, flipping = new Set(), accepts = false }: Known,
  { "wake-for": words = [], body, "not-body": notBody }: TargetSettings,
  expected: Expectations,
): Look {
  const down = faultOf(report, baseline, accepts);
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
  const alerts = [
    ...contentAlerts(content ?? "", body, notBody),
    ...(words.includes("empty") && hasContent(baseline) && !hasContent(report)
      ? [{ key: "empty", word: "empty", title: "Its content is empty." }]
      : []),
    ...foundAlerts(report, words, expected),
    ...changedAlerts(since(baseline), words).filter(({ change = "" }) => !flipping.has(change)),
  ];
  const changes = since(last).filter(({ name }) => !flipping.has(name));
  return {
    isDown: false,
    alerts: [...new Map(alerts.map((wrong) => [wrong.key, wrong])).values()],
    changes: [...new Map(changes.map(({ name, title }) => [title, { name, title }])).values()],
  };
}

/** Reason why a target is down: no response, 5xx, or a 4xx that its baseline does not have. */
function faultOf(
  { status, statusMessage, steps, intent }: HttpReport,
  baseline: HttpReport | undefined,
  accepts: boolean,
): string | undefined {
  if (status === "error") return steps.findLast(({ error }) => error)?.error?.message ?? intent;
  const isIntended = accepts || Number(baseline?.status) >= 400;
  if (status < 400 || (status < 500 && isIntended)) return undefined;
  const advice =
    status < 500 && !baseline ? " If this is intended, accept it: netlens watch --update-baseline." : "";
  return `It answers ${`${status} ${statusMessage}`.trim()}.${advice}`;
}

/** Whether content was received; true if it could not be decoded. */
function hasContent(report: HttpReport | undefined): boolean {
  const body = report?.steps.at(-1)?.body;
  return body !== undefined && body.decodedBytes !== 0;
}

function contentAlerts(content: string, body?: string, notBody?: string): Alert[] {
  const within = content.length < MOST_CONTENT ? "" : " in its first MiB";
  return [
    ...(body !== undefined && !compiled(body).test(content)
      ? [{ key: "body", word: "body", title: `Its content does not match ${body}${within}.` }]
      : []),
    ...(notBody !== undefined && compiled(notBody).test(content)
      ? [{ key: "not-body", word: "not-body", title: `Its content matches ${notBody}.` }]
      : []),
  ];
}

/** RE2, since it reads content of others in linear time. @throws Error for an invalid expression */
export const compiled = (expression: string): RE2JS => RE2JS.compile(expression);

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
    const { name, title } = difference;
    // The title contains both values, so that a further change of the field is a new alert.
    return [{ key: title, word, title, ...(word === "change" && { change: name }) }];
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
