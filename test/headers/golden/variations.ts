/**
 * Changes of the findings when an example is changed a little: a number by one or tenfold, a part or line
 * left out or written twice, another status code. A case is the id of a kind of problem, flush left; below it the
 * findings of its bad example and of its good one, each with where it stands, and what each change adds or takes away.
 * Changes that change nothing are not listed.
 *
 *     age-too-large
 *       = age-too-large age                 a finding of the bad example, about the field age
 *       = cookie-value-invalid set-cookie.a  … about the part a of set-cookie
 *       = date-missing                      … about the message
 *       Age: 2147483648 ⇒ −age-too-large age
 *       at 200 404                          the status codes with which it stays
 *       good = date-missing
 */

import type { Example } from "../../../src/headers/field.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import type { HeaderObject } from "../../../src/headers/schema.ts";
import { explainExample } from "../explained.ts";

type Whole = Exclude<Example, readonly string[]>;

/** The findings of a message and where each stands, sorted. */
function found(example: Whole): string[] {
  const { headers, problems, requestHeaders = [] } = explainExample(example);
  return [...problems.map(({ name }) => name), ...[...requestHeaders, ...headers].flatMap(inHeader)].sort();
}

function inHeader({ name: field, problems, details }: HeaderObject): string[] {
  const own = [...problems, ...(details.problems ?? [])].map(({ name }) => `${name} ${field}`);
  const items = (details.items ?? []).flatMap((item) =>
    (item.problems ?? []).map(({ name }) => `${name} ${field}.${item.name}`),
  );
  return [...own, ...items];
}

/** Dates and random parts are left as they are: their digits are no thresholds. */
const FIXED = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [^;"]*?GMT|[\w+/-]{20,}=*|"[^"]*"/g;

/** A line with one of its numbers changed. */
function numbersChanged(line: string): string[] {
  const fixed = [...line.matchAll(FIXED)].map(({ index, 0: text }) => [index, index + text.length] as const);
  return [...line.matchAll(/(?<![\w.-])\d{1,12}(?![\w.])/g)].flatMap(({ index, 0: digits }) => {
    if (fixed.some(([from, to]) => index >= from && index < to)) return [];
    const number = Number(digits);
    return [...new Set([number - 1, number + 1, number * 10, 0])]
      .filter((each) => each >= 0 && each !== number)
      .map((each) => line.slice(0, index) + each + line.slice(index + digits.length));
  });
}

/** A line with one of its parts left out, or written twice. */
function partsChanged(line: string): string[] {
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1);
  return [";", ","].flatMap((sign) => {
    const parts = value.split(sign);
    if (parts.length < 2 || parts.length > 6) return [];
    return parts.flatMap((part, at) => [
      line.slice(0, colon + 1) + parts.toSpliced(at, 1).join(sign),
      line.slice(0, colon + 1) + parts.toSpliced(at, 0, part).join(sign),
    ]);
  });
}

const STATUSES = [
  ...[
    199, 200, 201, 202, 203, 204, 206, 299, 300, 301, 303, 304, 307, 308, 399, 400, 401, 403, 404, 405, 406,
    407,
  ],
  ...[410, 411, 412, 414, 415, 416, 417, 421, 422, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 599],
];

/** An example with one thing changed, and the words for it. */
function* variations(example: Whole): Generator<readonly [told: string, changed: Whole]> {
  const { lines, requestHeaders = [] } = example;
  for (const [at, line] of lines.entries())
    for (const changed of new Set([...numbersChanged(line), ...partsChanged(line)]))
      yield [changed, { ...example, lines: lines.toSpliced(at, 1, changed) }];
  for (const line of lines) yield [`twice ${line}`, { ...example, lines: [...lines, line] }];
  if (lines.length > 1)
    for (const [at, line] of lines.entries())
      yield [`no ${line}`, { ...example, lines: lines.toSpliced(at, 1) }];
  for (const [at, line] of requestHeaders.entries()) {
    for (const changed of new Set([...numbersChanged(line), ...partsChanged(line)]))
      yield [`> ${changed}`, { ...example, requestHeaders: requestHeaders.toSpliced(at, 1, changed) }];
    yield [`no > ${line}`, { ...example, requestHeaders: requestHeaders.toSpliced(at, 1) }];
  }
}

function shown(text: string): string {
  const printed = text.replace(/[^\x20-\x7e]/g, "?");
  return printed.length > 160 ? `${printed.slice(0, 160)}…` : printed;
}

/** A kind with what its examples come to, changed and not. */
export function variationsTold(id: string): string {
  const kind = problemKinds().get(id);
  if (!kind) throw new Error(`${id} is not a kind of problem`);
  const [bad, good] = [kind.bad, kind.good].map((each): Whole => ("lines" in each ? each : { lines: each }));
  if (!bad || !good) throw new Error("a kind has both");
  const base = found(bad);
  /** Cases that change alike stand on one line. */
  const told = new Map<string, string[]>();
  for (const [words, changed] of variations(bad)) {
    const now = found(changed);
    const added = now.filter((one) => !base.includes(one)).map((one) => `+${one}`);
    const gone = base.filter((one) => !now.includes(one)).map((one) => `−${one}`);
    const outcome = [...added, ...gone].join(" ");
    if (outcome !== "") told.set(outcome, [...(told.get(outcome) ?? []), shown(words)]);
  }
  const changes = [...told].map(([outcome, words]) => `${unlike(words).join(" | ")} ⇒ ${outcome}`);
  const standing = bad.status === undefined ? [] : [`at ${statusesOf(id, bad).join(" ")}`];
  const fine = found(good).map((one) => `good = ${one}`);
  return [id, ...base.map((one) => `= ${one}`), ...changes, ...standing, ...fine].join("\n  ");
}

/** Of those that differ by a number alone the first: the others tell nothing more. */
function unlike(words: readonly string[]): readonly string[] {
  return [...Map.groupBy(words, (text) => text.replace(/\d+/g, "0")).values()].map(([first = ""]) => first);
}

/** With which status codes the finding stays. */
function statusesOf(id: string, example: Whole): readonly number[] {
  const isThere = (status: number) =>
    found({ ...example, status }).some((one) => one.split(" ", 1)[0] === id);
  return STATUSES.filter(isThere);
}
