/**
 * Explains the headers of HTTP messages: meaning, behavior of browsers and caches, and problems. Input: a message
 * (lines, status, URL, request) and the time; output: header objects, problems with fixes, verdicts and a one-sentence
 * intent. Never does IO, never reads the clock, and accepts any input.
 */

import type { RecipeChoice } from "../../data/recipe-servers.ts";
import { forEachYielding, runSync, type Task } from "../api/cooperative.ts";
import { type HttpDate, parseImfFixdate } from "../syntax/dates.ts";
import { addHow } from "./engine/add-how.ts";
import { checkMessage, sizeOf } from "./engine/check-message.ts";
import { openContext } from "./engine/context.ts";
import { gateFixes, withoutFixes } from "./engine/gate-fixes.ts";
import { noteOf, openLines } from "./engine/lines.ts";
import { type MessageKind, REQUEST, RESPONSE } from "./engine/message-kind.ts";
import { MessageMemo, requestKey, responseKey } from "./engine/message-memo.ts";
import { messageReporter } from "./engine/report.ts";
import { alternateOf, parseLine, showAlternate } from "./engine/shown.ts";
import type { Context, ExplainedLine } from "./field.ts";
import { date } from "./fields/date.ts";
import { describeIntent } from "./intent/intent.ts";
import type { Message } from "./message.ts";
import { rawResponse } from "./raw-response.ts";
import {
  type Omitted,
  openBudget,
  openResponseBudget,
  type ResponseBudget,
  sumOf,
  truncation,
} from "./response-budget.ts";
import type { HeaderObject, Problem } from "./schema.ts";
import { type AllVerdicts, openVerdicts } from "./verdicts/index.ts";
import type { Questions } from "./verdicts/response.ts";

export interface ExplainOptions {
  readonly questions?: Questions | undefined;
  /** Servers for recipes; without it, findings have no `how`. */
  readonly how?: RecipeChoice | undefined;
  /** False skips `fix`, a third of the work. Default true. */
  readonly fixes?: boolean | undefined;
}

export interface Explained {
  /** One per header line, in wire order. */
  readonly headers: HeaderObject[];
  /** Headers of the request, if it is explained too. */
  readonly requestHeaders?: HeaderObject[];
  /** Problems of the message as a whole, and of its request. */
  readonly problems: Problem[];
  readonly intent: string;
  /** Lazily computed verdicts. */
  readonly verdicts: AllVerdicts;
  /** Present if the message is too large to be explained in full. */
  readonly truncated?: Omitted;
}

/**
 * Explains a response. `now` (milliseconds since the epoch) is for wording, and for the support of software if the message
 * has no time; other findings use `receivedAt`.
 */
export function explainMessage(message: Message, now: number, options?: ExplainOptions): Explained {
  return runSync(explaining(message, now, openResponseBudget(), options));
}

/** Like `explainMessage`, as a task within the remaining budget. */
export function* explaining(
  message: Message,
  now: number,
  remaining: ResponseBudget,
  options: ExplainOptions = {},
): Task<Explained> {
  const { fixes } = options;
  const response = yield* explainingResponse(message, now, remaining, options);
  if (!message.requestMessage) return response;
  const request = yield* explainingRequest(message.requestMessage, now, remaining, fixes);
  const truncated = sumOf(response.truncated, request.truncated);
  return {
    ...response,
    requestHeaders: request.headers,
    problems: [...response.problems, ...request.problems],
    ...(truncated && { truncated }),
  };
}

type ExplainedMessage = Omit<Explained, "requestHeaders">;
type ExplainedResponse = ExplainedMessage & Pick<ExplainedOne, "context">;

const responses = new MessageMemo<ExplainedResponse>();

/** Explains a response, or reuses the result of one that differs only in Date. */
function* explainingResponse(
  message: Message,
  now: number,
  remaining: ResponseBudget,
  options: ExplainOptions,
): Task<ExplainedMessage> {
  const { questions, how, fixes } = options;
  const key = questions ? undefined : responseKey(message, `${how} ${fixes}`);
  const known = responses.recall(key, remaining);
  if (known) return withDate(known, message);
  const before = { ...remaining };
  const { context, ...explained } = yield* explainingOne(message, now, remaining, RESPONSE, options);
  const response = { ...explained, intent: describeIntent(context) };
  if (!explained.truncated) responses.keep(key, { ...response, context }, before, remaining);
  return response;
}

/** Adapts a result to `message`, which differs only in Date and was received later. */
function withDate(
  { context, ...explained }: ExplainedResponse,
  { lines, receivedAt = 0 }: Message,
): ExplainedMessage {
  const at = lines.findIndex(({ name }) => name === "date");
  const [line, known, header] = [lines[at], context.all[at], explained.headers[at]];
  const parsed = parseImfFixdate(line?.value ?? "");
  if (!line || !known || !header || !parsed) return explained;
  const moved = { ...context, now: receivedAt, receivedAt };
  const alternate = alternateOf(date, parsed, moved, { ...known, line } as ExplainedLine<HttpDate>);
  const headers = explained.headers.with(at, {
    ...header,
    value: line.value,
    ...(alternate !== undefined && { alternate }),
  });
  return { ...explained, headers };
}

const requests = new MessageMemo<Pick<Explained, "headers" | "problems" | "truncated">>();

function* explainingRequest(
  message: Message,
  now: number,
  remaining: ResponseBudget,
  fixes: boolean | undefined,
): Task<Pick<Explained, "headers" | "problems" | "truncated">> {
  const key = requestKey(message, fixes);
  const known = requests.recall(key, remaining);
  if (known) return known;
  const before = { ...remaining };
  const { headers, problems, truncated } = yield* explainingOne(message, now, remaining, REQUEST, { fixes });
  if (truncated) return { headers, problems, truncated };
  requests.keep(key, { headers, problems }, before, remaining);
  return { headers, problems };
}

type ExplainedOne = Omit<Explained, "intent" | "requestHeaders"> & { readonly context: Context };

function* explainingOne(
  message: Message,
  now: number,
  remaining: ResponseBudget,
  kind: MessageKind,
  { questions, how, fixes = true }: ExplainOptions,
): Task<ExplainedOne> {
  const problems: Problem[] = [];
  const budget = openBudget(remaining);
  const { lines, groups } = openLines(message.lines, budget, kind);
  // Only lines within the budget are checked.
  const shown =
    lines.length < message.lines.length ? { ...message, lines: lines.map(({ line }) => line) } : message;
  const response = rawResponse(shown, questions);
  const read = lines.every(({ isRead }) => isRead)
    ? response.lines
    : response.lines.filter(({ index }) => lines[index]?.isRead);
  const verdicts = openVerdicts(read === response.lines ? response : { ...response, lines: read });
  const context = openContext(shown, now, lines, groups, verdicts);
  yield;

  yield* forEachYielding(lines, sizeOf, (line) => parseLine(line, context, budget));
  yield* forEachYielding(lines, sizeOf, (line) => showAlternate(line, context));
  yield* checkMessage(kind, context, lines, groups, {
    ofLine: (line) => noteOf(line, budget),
    ofMessage: messageReporter(problems, budget),
  });
  const headers = lines.map((line) => line.header);
  const truncated = truncation(budget);
  if (!fixes) withoutFixes(headers, problems);
  const tried = fixes && gateFixes({ message, kind, lines, headers, problems, isWhole: !truncated });
  if (how && tried && kind === RESPONSE && !truncated)
    addHow({ message, lines, headers, problems, budget, tried }, how);
  return { headers, problems, context, verdicts, ...(truncated && { truncated }) };
}
