/** The one place where findings are made. */

import { memoize } from "../../cache/memoize.ts";
import { describeField } from "../catalogue.ts";
import type { Edit, ExplainedLine, Note } from "../field.ts";
import { fixedLine } from "../mends.ts";
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
interface Reported {
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

/** Reports on a field line. */
export function lineReporter(line: Reported, ledger: Budget): Note<string> {
  return (id, text, at, fix) => {
    if (line.left-- <= 0) ledger.leftOut.problems++;
    else file(problemOf(id, text, headerAt(at) ?? line.header, fix), at, line.header.problems, ledger);
  };
}

/** Reports on a field line, and writes down what is told. */
export function recordingReporter(line: Reported, ledger: Budget, told: RecordedFinding[]): Note<string> {
  return (id, text, at, fix) => {
    // Many messages will share it.
    const problem = Object.freeze(problemOf(id, text, line.header, fix));
    const known = { problem, bytes: problemBytes(problem) };
    const one = at && !("header" in at) ? { ...known, item: line.items.indexOf(at) } : known;
    told.push(one);
    replay(one, line, ledger);
  };
}

/** Tells once more what was told of a line of the same words. */
export function replay({ problem, bytes, item }: RecordedFinding, line: Reported, ledger: Budget): void {
  const at = item === undefined ? undefined : line.items[item];
  if (line.left-- <= 0) ledger.leftOut.problems++;
  else file(problem, at, line.header.problems, ledger, bytes);
}

/** Reports on the message as a whole. */
export function messageReporter(problems: Problem[], ledger: Budget): Note<string> {
  return (id, text, at, fix) => file(problemOf(id, text, headerAt(at), fix), at, problems, ledger);
}

type At = Item | ExplainedLine | undefined;

function headerAt(at: At): HeaderObject | undefined {
  return at && "header" in at ? at.header : undefined;
}

/** What finders said of the mend of a part. */
const edits = new WeakMap<Problem, Edit>();

export function editOf(problem: Problem): Edit | undefined {
  return edits.get(problem);
}

function problemOf(
  id: string,
  text: string,
  header: HeaderObject | undefined,
  fix: string | Edit | undefined,
): Problem {
  const kind = problemKinds.get(id);
  if (!kind) throw new Error(`problem "${id}" is not declared`);
  const title = readable(header ? naming(header, text) : text);
  const problem: Problem = { name: id, title, severity: kind.severity, link: kind.link };
  const field = header?.name ?? fieldNamed(text);
  if (field) problem.field = field;
  const line = fixedLine(id, fix, header);
  if (line !== undefined) problem.fix = line;
  if (line !== undefined && typeof fix === "object") edits.set(problem, fix);
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
