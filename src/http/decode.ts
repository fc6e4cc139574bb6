/** Explains given header lines without fetching. Pure; the clock is a parameter. */

import type { RecipeChoice } from "../../data/recipe-servers.ts";
import { linesOf, MOST_LINES, methodOf, optional, wrong } from "../api/body-parts.ts";
import { runSync, type Task } from "../api/cooperative.ts";
import { NetlensError } from "../api/errors.ts";
import type { Unread } from "../api/query.ts";
import { explaining } from "../headers/explain.ts";
import { type Known, type Message, parseMessage } from "../headers/message.ts";
import { TooManyLines } from "../headers/paste.ts";
import { openResponseBudget } from "../headers/response-budget.ts";
import {
  INLINE_KINDS,
  LOAD_KINDS,
  type Load,
  type NextRequest,
  type Questions,
  type RawLine,
  reportedVerdicts,
} from "../headers/verdicts.ts";
import { statusTexts } from "../status/lookup.ts";
import { isRecord } from "../syntax/json-field.ts";
import { type DecodeRequest, HTTP_VERSIONS, type HttpReport, type HttpStep } from "./schema.ts";
import { MOST_QUESTIONS } from "./settings.ts";
import { emptyRequest } from "./target.ts";
import { uncheckedIn } from "./unchecked.ts";

export interface Given {
  /** Whether request lines may be incomplete, as in flags and forms; in the API they are complete. */
  readonly partialRequest?: boolean;
  /** Server for which fixes are written. */
  readonly how?: RecipeChoice | undefined;
  /** Number of reports in the answer; default 1. */
  readonly reports?: number;
}

/**
 * Explains a DecodeRequest.
 * @param now milliseconds since the epoch
 * @throws NetlensError `invalid-headers` or `invalid-param`, naming the part
 */
export function decodeHeaders(body: unknown, now: number, given: Given = {}): HttpReport {
  return runSync(decoding(body, now, given));
}

/** Same as `decodeHeaders`, but a task that yields. */
export function* decoding(body: unknown, now: number, given: Given = {}): Task<HttpReport> {
  const { partialRequest, how, reports } = given;
  const fields: Unread<typeof DecodeRequest> = isRecord(body) ? body : {};
  const headers = linesOf(fields["headers"], "headers");
  if (!headers)
    throw new NetlensError("invalid-headers", 'headers is missing; send {"headers": ["Name: value", …]}.');
  const requestHeaders = linesOf(fields["requestHeaders"], "requestHeaders");
  const message = messageOfLines(headers, {
    ...optional("status", statusOf(fields["status"])),
    ...optional("method", methodOf(fields["method"])),
    ...optional("url", urlOf(fields["url"])),
    ...optional("requestHeaders", requestHeaders),
    isWholeRequest: partialRequest !== true,
    ...optional("receivedAt", timeOf(fields["receivedAt"])),
    ...optional("httpVersion", versionOf(fields["httpVersion"])),
  });
  yield;
  const explained = yield* explaining(message, now, openResponseBudget(reports), {
    questions: questionsOf(fields),
    how,
  });
  const truncation = explained.truncated && { truncated: explained.truncated };
  const status = message.status ?? 0;
  const shared = {
    request: emptyRequest,
    status,
    ...statusTexts(status, message.reason),
    httpVersion: "",
    timeTotal: 0,
    timeStages: {} as HttpStep["timeStages"],
    intent: explained.intent,
    headers: explained.headers,
  };
  const step = {
    ...shared,
    ...(explained.requestHeaders && { requestHeaders: explained.requestHeaders }),
    ip: "",
    verdicts: reportedVerdicts(explained.verdicts),
    problems: explained.problems,
    ...truncation,
  };
  const unchecked = uncheckedIn([step]);
  return {
    url: "",
    ...shared,
    steps: [step],
    problems: [],
    ...truncation,
    ...(unchecked.length > 0 && { unchecked }),
  };
}

/** Parses lines; a string may contain several, and each counts. @throws NetlensError `invalid-headers` */
function messageOfLines(headers: readonly string[], known: Known): Message {
  const tooMany = new NetlensError("invalid-headers", `headers has more than ${MOST_LINES} lines.`);
  try {
    const message = parseMessage(headers, known);
    if (message.lines.length <= MOST_LINES) return message;
  } catch (error) {
    if (!(error instanceof TooManyLines)) throw error;
  }
  throw tooMany;
}

function statusOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 999) return value;
  throw wrong("status", "an integer from 100 to 999");
}

function versionOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" && HTTP_VERSIONS.includes(value)) return value;
  throw wrong("httpVersion", `one of ${HTTP_VERSIONS.map((version) => `"${version}"`).join(", ")}`);
}

function urlOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
  throw wrong("url", "an absolute http or https URL");
}

/** RFC 3339 section 5.6. */
const DATE_TIME = /^(\d{4}-\d\d-(\d\d))[Tt ](\d\d:\d\d:)(\d\d)((?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))$/;

function timeOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === "string" ? parseDateTime(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw wrong("receivedAt", "an RFC 3339 date-time such as 2026-11-20T12:00:00Z");
}

/** Milliseconds since the epoch. Unlike `Date.parse`, rejects 30 February and accepts leap seconds. */
function parseDateTime(text: string): number {
  const [, date = "", day, clock = "", second = "", rest = ""] = DATE_TIME.exec(text) ?? [];
  if (new Date(`${date}T12:00:00Z`).getUTCDate() !== Number(day)) return Number.NaN;
  return Date.parse(`${date}T${clock}${second === "60" ? "59" : second}${rest.toUpperCase()}`);
}

/**
 * Reads `again`, `loads`, `framedBy` and `thirdParty`.
 * @throws NetlensError `invalid-param` or `invalid-headers`, naming the part
 */
export function questionsOf(
  body: Pick<Unread<typeof DecodeRequest>, "again" | "loads" | "framedBy" | "thirdParty">,
): Questions | undefined {
  const questions: Questions = {
    ...optional("again", againOf(body["again"])),
    ...optional("loads", listOf(body["loads"], "loads")?.map(loadOf)),
    ...optional("thirdParty", flagOf(body["thirdParty"])),
    ...optional("framedBy", listOf(body["framedBy"], "framedBy")?.map(framerOf)),
  };
  return Object.keys(questions).length > 0 ? questions : undefined;
}

function listOf(value: unknown, name: string): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrong(name, "an array");
  if (value.length > MOST_QUESTIONS)
    throw new NetlensError("invalid-param", `${name} has more than ${MOST_QUESTIONS} members.`);
  return value;
}

function againOf(value: unknown): NextRequest | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) throw wrong("again", "an object");
  const { after } = value;
  if (typeof after !== "number" || !(after >= 0)) throw wrong("again.after", "a number of seconds");
  return {
    after,
    ...optional("method", methodOf(value["method"], "again.method")),
    lines: (linesOf(value["requestHeaders"], "again.requestHeaders") ?? []).map(rawLine),
  };
}

function rawLine(text: string, index: number): RawLine {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase();
  return { name, value: colon < 0 ? "" : text.slice(colon + 1).trim(), index };
}

function loadOf(value: unknown, index: number): Load {
  const name = `loads[${index}]`;
  if (!isRecord(value)) throw wrong(name, "an object");
  const as = wordOf(value["as"], LOAD_KINDS, `${name}.as`);
  if (as === undefined) throw wrong(`${name}.as`, `one of ${LOAD_KINDS.join(", ")}`);
  const { parser, url, text } = value;
  // Text without `inline` or `url` is the text of an inline element.
  const inline = value["inline"] ?? (url === undefined && text !== undefined ? "element" : undefined);
  if (url === undefined && inline === undefined)
    throw wrong(name, "complete: it needs a url, or inline or text for code in the page itself");
  if (parser !== undefined && typeof parser !== "boolean") throw wrong(`${name}.parser`, "true or false");
  return {
    as,
    ...optional("url", textOf(value["url"], `${name}.url`)),
    ...optional("nonce", textOf(value["nonce"], `${name}.nonce`)),
    ...optional("hash", textOf(value["hash"], `${name}.hash`)),
    ...optional("text", textOf(value["text"], `${name}.text`)),
    ...optional("inline", wordOf(inline, INLINE_KINDS, `${name}.inline`)),
    ...optional("parser", parser),
  };
}

function wordOf(value: unknown, words: readonly string[], name: string): string | undefined {
  const text = textOf(value, name);
  if (text !== undefined && !words.includes(text)) throw wrong(name, `one of ${words.join(", ")}`);
  return text;
}

function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw wrong(name, "a string");
  return value;
}

function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
  throw wrong("thirdParty", "true or false");
}

function framerOf(value: unknown, index: number): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (!url) throw wrong(`framedBy[${index}]`, "an absolute URL");
  return url.href;
}
