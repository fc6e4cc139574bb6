/** Message → header objects, problems of the message, and its intent. Pure; the clock is a parameter. */

import { forEachYielding, runSync, type Task } from "../api/cooperative.ts";
import { memoize } from "../cache/memoize.ts";
import { type Budget, openBudget, sumOf, truncation } from "./engine/budget.ts";
import { checkLine } from "./engine/check-line.ts";
import { combineFixes, hasFix } from "./engine/combined-fix.ts";
import { openContext } from "./engine/context.ts";
import { type Findings, openFixGate } from "./engine/fix-gate.ts";
import { noteOf, type OpenLine, openLines } from "./engine/lines.ts";
import { type MessageKind, REQUEST, RESPONSE } from "./engine/message-kind.ts";
import { parseLine } from "./engine/parse-line.ts";
import { messageReporter } from "./engine/report.ts";
import type { AnyField, Context, Note } from "./field.ts";
import { fields } from "./fields/index.ts";
import { describeIntent } from "./intent.ts";
import { type Message, parseMessage } from "./message.ts";
import { rawResponse } from "./raw-response.ts";
import { type Omitted, openResponseBudget, type ResponseBudget } from "./response-budget.ts";
import type { HeaderObject, Problem } from "./schema.ts";
import { type AllVerdicts, openVerdicts } from "./verdicts/index.ts";
import type { Questions } from "./verdicts/response.ts";

export interface Explained {
  /** One header object per field line, in wire order. */
  readonly headers: HeaderObject[];
  /** The lines of the request, where it was given to be explained. */
  readonly requestHeaders?: HeaderObject[];
  /** Problems of the message as a whole, and of its request. */
  readonly problems: Problem[];
  /** One sentence for a person: what the response does. */
  readonly intent: string;
  /** What recipients make of the response; each is made when it is looked at. */
  readonly verdicts: AllVerdicts;
  /** Present where the message is too large to be told whole. */
  readonly truncated?: Omitted;
}

/** Names of the fields that have a file of their own, in registered case. */
export const structuredNames: readonly string[] = fields.map((field) => field.name);

/**
 * Explains a response. `now` (milliseconds since the epoch) serves wording only; findings that need the time
 * use the message's `receivedAt` and stay silent without it.
 */
export function explainMessage(message: Message, now: number, questions?: Questions): Explained {
  return runSync(explaining(message, now, openResponseBudget(), questions));
}

/** The same in slices, and within what `allowance` leaves. */
export function* explaining(
  message: Message,
  now: number,
  allowance: ResponseBudget,
  questions?: Questions,
): Task<Explained> {
  const { context, ...told } = yield* explainingSide(message, now, allowance, RESPONSE, questions);
  gateFixes(message, told, RESPONSE);
  const explained = { ...told, intent: describeIntent(context) };
  if (!message.requestMessage) return explained;
  const request = yield* explainingSide(message.requestMessage, now, allowance, REQUEST);
  gateFixes(message.requestMessage, request, REQUEST);
  const truncated = sumOf(told.truncated, request.truncated);
  return {
    ...explained,
    requestHeaders: request.headers,
    problems: [...explained.problems, ...request.problems],
    ...(truncated && { truncated }),
  };
}

type ExplainedSide = Omit<Explained, "intent" | "requestHeaders"> & { readonly context: Context };

function* explainingSide(
  message: Message,
  now: number,
  allowance: ResponseBudget,
  side: MessageKind,
  questions?: Questions,
): Task<ExplainedSide> {
  const problems: Problem[] = [];
  const ledger = openBudget(allowance);
  const { lines, groups } = openLines(message.lines, ledger, side);
  // What is not shown is not judged either: no finding is about a line that nobody sees.
  const shown =
    lines.length < message.lines.length ? { ...message, lines: lines.map(({ line }) => line) } : message;
  const response = rawResponse(shown, questions);
  const read = lines.every(({ isRead }) => isRead)
    ? response.lines
    : response.lines.filter(({ index }) => lines[index]?.isRead);
  const verdicts = openVerdicts(read === response.lines ? response : { ...response, lines: read });
  const context = openContext(shown, now, lines, groups, verdicts);
  const noteMessage = messageReporter(problems, ledger);
  yield;

  yield* forEachYielding(lines, sizeOf, (line) => parseLine(line, context, ledger));
  yield* forEachYielding(lines, sizeOf, (line) => checkLine(line, context, ledger));
  yield* forEachYielding([...groups.values()], sizeOfGroup, (group) => judgeGroup(group, context, ledger));
  const size = SIZE_OF_A_RULE * lines.length;
  // Where only the request was given, no response is there to lack anything.
  const isGiven = side === REQUEST || lines.length > 0 || message.status !== undefined;
  yield* forEachYielding(
    isGiven ? side.rules : [],
    () => size,
    (rule) => rule.check(context, noteMessage),
  );
  const headers = lines.map((line) => line.header);
  const truncated = truncation(ledger);
  return { headers, problems, context, verdicts, ...(truncated && { truncated }) };
}

/** Leaves the fixes that make a line better, one for all findings of a line. */
function gateFixes(
  message: Message,
  { headers, problems }: Pick<Explained, "headers" | "problems">,
  kind: MessageKind,
): void {
  const gate = openFixGate({
    size: headers.reduce((size, { value }) => size + value.length, 0),
    found: () => countOf({ headers, problems }),
    message: (at, line) => lintWith(message, at, line, kind),
    line: kind === REQUEST ? lintRequest : lintResponse,
  });
  for (const [at, header] of headers.entries()) {
    if (!hasFix(header)) continue;
    gate.line(header, at);
    if (combineFixes(header)) gate.line(header, at);
  }
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined) problems[at] = gate.problem(problem, headers);
}

/** What is found in the message with another line in the place of that one, or with one more. */
function lintWith(message: Message, at: number | undefined, text: string, kind: MessageKind): Findings {
  const [line] = parseMessage([text]).lines;
  if (!line) return countOf({ headers: [], problems: [] });
  const lines = at === undefined ? [...message.lines, line] : message.lines.with(at, line);
  return findingsOf({ ...message, lines }, kind);
}

/** What is found in a line by itself. */
const lintResponse = memoize((line) => findingsOf(parseMessage([line]), RESPONSE));
const lintRequest = memoize((line) =>
  findingsOf(parseMessage([], { requestHeaders: [line] }).requestMessage, REQUEST),
);

function findingsOf(message: Message | undefined, kind: MessageKind): Findings {
  if (!message) return countOf({ headers: [], problems: [] });
  return countOf(runSync(explainingSide(message, 0, openResponseBudget(), kind)));
}

/** How often each problem is found. */
function countOf({ headers, problems }: Pick<Explained, "headers" | "problems">): Findings {
  const inLines = headers.flatMap(({ problems: own, details: { items = [] } }) => [
    ...own,
    ...items.flatMap((item) => item.problems ?? []),
  ]);
  const counts = new Map<string, number>();
  for (const { name } of [...problems, ...inLines]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Characters as whose reading a line counts by itself. @perf */
const SIZE_OF_A_LINE = 50;
/** Characters as whose reading a rule counts for each line. @perf */
const SIZE_OF_A_RULE = 5;

function sizeOf({ line }: OpenLine): number {
  return SIZE_OF_A_LINE + line.value.length;
}

function sizeOfGroup(group: readonly OpenLine[]): number {
  let size = 0;
  for (const line of group) size += sizeOf(line);
  return size;
}

function judgeGroup(group: readonly OpenLine[], context: Context, ledger: Budget): void {
  const first = group[0];
  const field = first?.field;
  if (!first || !field) return;
  field.checkAll?.(group, context, noteOf(first, ledger));
  if (field.repeat === "single" && group.length > 1) noteRepeats(field, group, noteOf(first, ledger));
}

function noteRepeats(field: AnyField, group: readonly OpenLine[], note: Note<string>): void {
  const values = new Set(group.map((line) => line.line.value));
  const second = group[1];
  const count = group.length;
  if (values.size > 1)
    note(
      "field-repeated",
      `${field.name} is sent ${count} times with different values; it must be sent only once.`,
      second,
    );
  else
    note(
      "field-repeated-identically",
      `${field.name} is sent ${count} times with the same value; once is enough.`,
      second,
    );
}
