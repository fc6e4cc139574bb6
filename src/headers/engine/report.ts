/** Creates all findings. */

import { memoize, oncePerObject } from "../../platform/memoize.ts";
import { isToken } from "../../syntax/tokens.ts";
import { describeField } from "../catalogue.ts";
import type { Context } from "../field.ts";
import type { AnyRow, At, Report } from "../problem.ts";
import type { Edit } from "../reading/context.ts";
import { type Budget, jsonBytes } from "../response-budget.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { quote } from "../wording.ts";
import { RESPONSE } from "./message-kind.ts";

/** Maximum number of problems per line: a hostile line can have a thousand faulty parts. */
export const MOST_OF_A_LINE = 100;

interface ReportedLine {
  readonly header: HeaderObject;
  /** Number of findings that may still be reported for the line. */
  left: number;
}

/** Arguments of a report: the problem row and the arguments of its functions. */
type Reported = readonly [
  row: AnyRow,
  found: unknown,
  at?: At,
  subject?: unknown,
  context?: Context,
  line?: unknown,
];

/** Returns a reporter of findings about a line. */
export function lineReporter(line: ReportedLine, budget: Budget): Report {
  return reporter((row, found, at, subject, context, on) => {
    if (line.left-- <= 0) budget.omitted.problems++;
    else {
      const problem = problemOf(row, found, headerAt(at) ?? line.header, subject, context, on);
      file(problem, at, line.header.problems, budget);
    }
  });
}

/** Returns a reporter of findings about the whole message. */
export function messageReporter(problems: Problem[], budget: Budget): Report {
  return reporter((row, found, at, subject, context, line) => {
    file(problemOf(row, found, headerAt(at), subject, context, line), at, problems, budget);
  });
}

/** Returns a reporter of ids only, up to `line.left`. A finding at another line is added to that line. */
export function idReporter(own: Problem[], line?: { left: number }): Report {
  return reporter((row, _found, at) => {
    if (line && line.left-- <= 0) return;
    (headerAt(at)?.problems ?? own).push(nameOnly(row));
  });
}

const nameOnly = oncePerObject(({ id, severity }: AnyRow): Problem => ({ name: id, title: "", severity }));

function reporter(report: (...reported: Reported) => void): Report {
  return report as unknown as Report;
}

function headerAt(at: At): HeaderObject | undefined {
  return at && "header" in at ? at.header : undefined;
}

/** Everything needed to make a fix again for a changed value. */
interface Fixing {
  /** Part to replace; absent if the fix is made from the whole value. */
  readonly edit?: Edit;
  readonly row?: AnyRow;
  readonly found?: unknown;
}

const fixings = new WeakMap<Problem, Fixing>();

/** True if the fix replaces a part, which the value must still contain as sent. */
export function replacesPart(problem: Problem): boolean {
  return fixings.get(problem)?.edit !== undefined;
}

/** Makes the fix again for another value of the line; undefined if that is not possible. */
export function fixAgain(problem: Problem, header: HeaderObject): string | undefined {
  const { edit, row, found } = fixings.get(problem) ?? {};
  if (edit) return isFixable(header) ? fixedValue(edit, header) : undefined;
  return row && fixedValue(row.fix?.(header.value, found as never, header.name), header);
}

function problemOf(
  row: AnyRow,
  found: unknown,
  header: HeaderObject | undefined,
  subject: unknown,
  context: Context | undefined,
  line: unknown,
): Problem {
  const text = row.title(found as never, subject as never, context as Context, line as never);
  const problem = problemWith(row, text, header);
  if (row.severityOf)
    problem.severity = row.severityOf(found as never, subject as never, context as Context, line as never);
  if (row.fix && header) fixByRow(problem, row, found, header);
  else {
    const sent = row.send?.(found as never, subject as never, context as Context, line as never);
    setFix(problem, sent === undefined ? undefined : unlessSent(sent, header));
  }
  return problem;
}

function fixByRow(problem: Problem, row: AnyRow, found: unknown, header: HeaderObject): void {
  if (!isFixable(header)) return;
  const right = row.fix?.(header.value, found as never, header.name);
  setFix(problem, fixedValue(right, header), typeof right === "object" ? { edit: right } : { row, found });
}

function setFix(problem: Problem, line: string | undefined, fixing?: Fixing): void {
  if (line === undefined) return;
  problem.fix = line;
  if (fixing) fixings.set(problem, fixing);
}

function problemWith(
  { id, severity, link }: AnyRow,
  text: string,
  header: HeaderObject | undefined,
): Problem {
  const title = readable(header ? naming(header, text) : text);
  const problem: Problem = { name: id, title, severity, link };
  const field = header?.name ?? fieldNamed(text);
  if (field) problem.field = field;
  return problem;
}

/** Adds a finding to its line or item; counts it as omitted if it is over budget. */
function file(problem: Problem, at: At, own: Problem[], { remaining, omitted }: Budget): void {
  const bytes = problemBytes(problem);
  if (bytes > remaining.bytes) {
    omitted.problems++;
    return;
  }
  remaining.bytes -= bytes;
  if (!at) own.push(problem);
  else if ("header" in at) at.header.problems.push(problem);
  else if (at.problems) at.problems.push(problem);
  else at.problems = [problem];
}

function problemBytes({ name, title, link = "" }: Problem): number {
  return 60 + name.length + jsonBytes(title) + link.length;
}

/** Maximum length in characters: titles quote untrusted input. */
const LONGEST_TITLE = 300;

function readable(title: string): string {
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

/** Prefixes the header name if the title does not mention it. */
function naming({ name, sent = name }: HeaderObject, title: string): string {
  if (mentions(title.toLowerCase(), name)) return title;
  const registered = describeField(name)?.name ?? "";
  const field = registered.toLowerCase() === name ? registered : isToken(sent) ? sent : quote(sent);
  return `${field}: ${title}`;
}

/** Whole words only: "date" is not in "update". */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + name.length);
    if (!/[a-z0-9-]/.test(around)) return true;
  }
  return false;
}

/** Header of a finding about the message: the first header name in the title. */
const fieldNamed = memoize((title: string): string | undefined => {
  for (const [word] of title.matchAll(FIELD_NAME)) {
    const name = word.toLowerCase();
    if (RESPONSE.named(name)) return name;
  }
  return undefined;
});

/** Words that may be header names. Names are capitalised in titles: `Vary` is a header, `vary` a verb. */
const FIELD_NAME = /\b[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\b/g;

/** Characters. Longer values get no fixes, since linting each fix takes time. */
const LONGEST = 2000;

/**
 * True if fixes are made for the line.
 * @internal for tests
 */
export function isFixable(header: HeaderObject): boolean {
  return header.value.length <= LONGEST;
}

/**
 * Line with the fixed value; undefined if unchanged or empty.
 * @internal for tests
 */
export function fixedValue(fix: string | Edit | undefined, header: HeaderObject): string | undefined {
  const { value, name, sent = name } = header;
  const right = (typeof fix === "object" ? edited(value, fix) : fix)?.trim();
  return right && right !== value ? `${sent}: ${right}` : undefined;
}

/** Replaces the part; undefined unless it occurs exactly once as a whole word. */
function edited(value: string, [part, by]: Edit): string | undefined {
  const text = value.toLowerCase();
  const sought = part.toLowerCase();
  // Lower-casing changes the length of some letters, which shifts indexes.
  if (text.length !== value.length || sought === "") return undefined;
  let at: number | undefined;
  for (let next = text.indexOf(sought); next >= 0; next = text.indexOf(sought, next + 1)) {
    if (/[\w-]/.test(value.charAt(next - 1) + value.charAt(next + part.length))) continue;
    if (at !== undefined) return undefined;
    at = next;
  }
  return at === undefined ? undefined : value.slice(0, at) + by + value.slice(at + part.length);
}

/**
 * Line to send; undefined if it was sent like this.
 * @internal for tests
 */
export function unlessSent(line: string, header: HeaderObject | undefined): string | undefined {
  const isAsSent =
    header !== undefined &&
    line.toLowerCase() === `${header.name}: ${header.value}`.toLowerCase() &&
    line.endsWith(header.value);
  return isAsSent ? undefined : line;
}
