/** The one place where findings are made. */

import { memoize } from "../../cache/memoize.ts";
import { describeField } from "../catalogue.ts";
import type { Context, Edit, Note, ProblemKind } from "../field.ts";
import { fixedLine, fixedValue, isMendable } from "../mends.ts";
import type { AnyRow, At, Report } from "../problem.ts";
import { problemKinds } from "../problem-kinds.ts";
import { jsonBytes } from "../response-budget.ts";
import type { HeaderObject, Item, Problem } from "../schema.ts";
import { isToken } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";
import type { Budget } from "./budget.ts";
import { RESPONSE } from "./message-kind.ts";

/** Problems told of one line: nobody reads more, and a hostile line of a thousand faulty parts costs no more. */
export const MOST_OF_A_LINE = 100;

/** A line that findings are about. */
interface ReportedLine {
  readonly header: HeaderObject;
  readonly items: readonly Item[];
  /** Findings that may still be told of it. */
  left: number;
}

/** A finding of a line by itself: for another line of the same words it is the same. */
export interface RecordedFinding {
  readonly problem: Problem;
  /** Of the problem as JSON, about. */
  readonly bytes: number;
  /** The item that it is about, by its place; absent: the line. */
  readonly item?: number;
}

/** Reports rows with what was found, and ids with a title. */
export type Reporter = Note<string> & Report;

/** What a report may bring: of a row what its functions need, of an id its title and mend. */
type Reported = readonly [
  what: string | AnyRow,
  found: unknown,
  at?: At,
  fix?: string | Edit,
  subject?: unknown,
  context?: Context,
  line?: unknown,
];

/** Reports on a field line. */
export function lineReporter(line: ReportedLine, ledger: Budget): Reporter {
  return reporter((what, found, at, fix, subject, context, on) => {
    if (line.left-- <= 0) ledger.leftOut.problems++;
    else {
      const problem = problemOf(what, found, headerAt(at) ?? line.header, fix, subject, context, on);
      file(problem, at, line.header.problems, ledger);
    }
  });
}

/** Reports on a field line, and writes down what is told. */
export function recordingReporter(line: ReportedLine, ledger: Budget, told: RecordedFinding[]): Reporter {
  return reporter((what, found, at, fix, subject, context, on) => {
    // Many messages will share it.
    const problem = Object.freeze(problemOf(what, found, line.header, fix, subject, context, on));
    const known = { problem, bytes: problemBytes(problem) };
    const one = at && !("header" in at) ? { ...known, item: line.items.indexOf(at) } : known;
    told.push(one);
    replay(one, line, ledger);
  });
}

/** Tells once more what was told of a line of the same words. */
export function replay({ problem, bytes, item }: RecordedFinding, line: ReportedLine, ledger: Budget): void {
  const at = item === undefined ? undefined : line.items[item];
  if (line.left-- <= 0) ledger.leftOut.problems++;
  else file(problem, at, line.header.problems, ledger, bytes);
}

/** Reports on the message as a whole. */
export function messageReporter(problems: Problem[], ledger: Budget): Reporter {
  return reporter((what, found, at, fix, subject, context, line) =>
    file(problemOf(what, found, headerAt(at), fix, subject, context, line), at, problems, ledger),
  );
}

/** Rows and ids are told apart in one function, so that a report makes nothing but its finding. */
function reporter(report: (...reported: Reported) => void): Reporter {
  return report as unknown as Reporter;
}

function headerAt(at: At): HeaderObject | undefined {
  return at && "header" in at ? at.header : undefined;
}

/** How a finding's fix is made again from a value that the fixes of others have changed. */
interface Fixing {
  /** The part that is wrong and what has to stand there; absent where the fix is made of the whole value. */
  readonly edit?: Edit;
  readonly row?: AnyRow;
  readonly found?: unknown;
}

const fixings = new WeakMap<Problem, Fixing>();

/** Whether the fix replaces a part, which has to be found as it was sent. */
export function replacesPart(problem: Problem): boolean {
  return fixings.get(problem)?.edit !== undefined;
}

/** The finding's fix for another value of its line. */
export function fixAgain(problem: Problem, header: HeaderObject): string | undefined {
  const { edit, row, found } = fixings.get(problem) ?? {};
  if (edit || !row) return fixedLine(problem.name, edit, header);
  return fixedValue(row.fix?.(header.value, found as never, header.name), header);
}

function problemOf(
  what: string | AnyRow,
  found: unknown,
  header: HeaderObject | undefined,
  fix: string | Edit | undefined,
  subject: unknown,
  context: Context | undefined,
  line: unknown,
): Problem {
  if (typeof what === "string") return idProblem(what, found as string, header, fix);
  if (kindOf(what.id) !== what) throw new Error(`problem "${what.id}" is reported and not listed`);
  const text = what.title(found as never, subject as never, context as Context, line as never);
  const problem = problemWith(what.id, what, text, header);
  const sent = what.send?.(found as never, subject as never, context as Context, line as never);
  if (what.fix && header) fixByRow(problem, what, found, header);
  else setFix(problem, fixedLine(what.id, sent, header));
  return problem;
}

function idProblem(
  id: string,
  text: string,
  header: HeaderObject | undefined,
  fix: string | Edit | undefined,
): Problem {
  const kind: ProblemKind & Partial<AnyRow> = kindOf(id);
  const problem = problemWith(id, kind, text, header);
  if (kind.fix && header && fix === undefined) fixByRow(problem, kind as AnyRow, text, header);
  else setFix(problem, fixedLine(id, fix, header), typeof fix === "object" ? { edit: fix } : undefined);
  return problem;
}

function kindOf(id: string): ProblemKind {
  const kind = problemKinds.get(id);
  if (!kind) throw new Error(`problem "${id}" is not declared`);
  return kind;
}

function fixByRow(problem: Problem, row: AnyRow, found: unknown, header: HeaderObject): void {
  if (!isMendable(header)) return;
  const right = row.fix?.(header.value, found as never, header.name);
  setFix(problem, fixedValue(right, header), typeof right === "object" ? { edit: right } : { row, found });
}

function setFix(problem: Problem, line: string | undefined, fixing?: Fixing): void {
  if (line === undefined) return;
  problem.fix = line;
  if (fixing) fixings.set(problem, fixing);
}

function problemWith(
  id: string,
  { severity, link }: ProblemKind,
  text: string,
  header: HeaderObject | undefined,
): Problem {
  const title = readable(header ? naming(header, text) : text);
  const problem: Problem = { name: id, title, severity, link };
  const field = header?.name ?? fieldNamed(text);
  if (field) problem.field = field;
  return problem;
}

/** Puts a finding where it belongs, as long as there is room for it. */
function file(
  problem: Problem,
  at: At,
  own: Problem[],
  { allowance, leftOut }: Budget,
  bytes = problemBytes(problem),
): void {
  if (bytes > allowance.bytes) {
    leftOut.problems++;
    return;
  }
  allowance.bytes -= bytes;
  if (!at) own.push(problem);
  else if ("header" in at) at.header.problems.push(problem);
  else if (at.problems) at.problems.push(problem);
  else at.problems = [problem];
}

function problemBytes({ name, title, link = "" }: Problem): number {
  return 60 + name.length + jsonBytes(title) + link.length;
}

/** Titles quote what strangers send: longer than a person reads is cut. */
const LONGEST_TITLE = 300;

function readable(title: string): string {
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

/** A title is read alone in a list: one that does not name its field begins with it. */
function naming({ name, sent = name }: HeaderObject, title: string): string {
  if (mentions(title.toLowerCase(), name)) return title;
  const registered = describeField(name)?.name ?? "";
  const field = registered.toLowerCase() === name ? registered : isToken(sent) ? sent : quote(sent);
  return `${field}: ${title}`;
}

/** As a word: "date" does not stand in "update". */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + name.length);
    if (!/[a-z0-9-]/.test(around)) return true;
  }
  return false;
}

/** The field that a finding on the whole message is about: the first known name in its title, most of which begin so. */
const fieldNamed = memoize((title: string): string | undefined => {
  for (const [word] of title.matchAll(FIELD_NAME)) {
    const name = word.toLowerCase();
    if (RESPONSE.names.has(name)) return name;
  }
  return undefined;
});

/** Names as titles have them: capitals tell `Vary` from the verb, and hyphens the rest. */
const FIELD_NAME = /\b[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\b/g;
