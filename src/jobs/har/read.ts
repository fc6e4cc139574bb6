/**
 * Reads HAR 1.2 logs (http://www.softwareishard.com/blog/har-12-spec/). A log goes in, a report with the
 * worst response first comes out. Never requests anything. Pure.
 */

import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import { MOST_LINES } from "../../api/body-parts.ts";
import type { Task } from "../../api/cooperative.ts";
import { NetlensError } from "../../api/errors.ts";
import { PAGE } from "../../api/limits.ts";
import { type ExplainOptions, explaining } from "../../headers/explain.ts";
import { receivedMessage, withRequest } from "../../headers/message.ts";
import { openResponseBudget } from "../../headers/response-budget.ts";
import type { Problem, Severity } from "../../headers/schema.ts";
import { reportedVerdicts } from "../../headers/verdicts.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { emptyRequest, requestObject } from "../../http/target.ts";
import { uncheckedIn } from "../../http/unchecked.ts";
import { statusTexts } from "../../status/lookup.ts";
import { isRecord } from "../../syntax/json-field.ts";

/** Entry of a log: a request and its response. */
export interface Entry {
  readonly url: URL | undefined;
  readonly method: string;
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly ip: string;
  readonly lines: readonly string[];
  readonly requestLines: readonly string[];
  /** Milliseconds. */
  readonly time: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number | undefined;
}

/**
 * @param most maximum number of entries. @throws NetlensError `invalid-param` if it is not a HAR log, or too
 * long
 */
export function entriesOf(har: unknown, most: number = PAGE.entries): readonly unknown[] {
  const log = isRecord(har) ? har["log"] : undefined;
  const entries = isRecord(log) ? log["entries"] : undefined;
  if (!Array.isArray(entries)) throw new NetlensError("invalid-param", "har.log.entries is not an array.");
  if (entries.length === 0) throw new NetlensError("invalid-param", "har.log.entries is empty.");
  if (entries.length > most)
    throw new NetlensError("invalid-param", `har.log.entries has more than ${most} entries.`);
  return entries;
}

/** @throws NetlensError `invalid-param` with the invalid part */
export function* explainingHar(har: unknown, now: number, how?: RecipeChoice): Task<HttpReport> {
  const allowance = openResponseBudget();
  const steps: HttpStep[] = [];
  for (const [index, entry] of entriesOf(har).entries()) {
    steps.push(yield* explainingEntry(readEntry(entry, index), now, allowance, { how }));
    yield;
  }
  return reportOf(steps.toSorted((a, b) => weight(b) - weight(a)));
}

export function* reportingEntry(entry: Entry, now: number, asked: ExplainOptions): Task<HttpReport> {
  return reportOf([yield* explainingEntry(entry, now, openResponseBudget(), asked)]);
}

/** Report on all steps; status and intent are those of the first step. */
function reportOf(steps: HttpStep[]): HttpReport {
  const [first] = steps;
  if (!first) throw new Error("a log has an entry");
  const { ip: _ip, verdicts: _verdicts, requestHeaders: _request, ...outcome } = first;
  const unchecked = uncheckedIn(steps, true);
  return {
    ...outcome,
    url: first.request.url,
    steps,
    problems: [],
    ...(unchecked.length > 0 && { unchecked }),
  };
}

function* explainingEntry(
  read: Entry,
  now: number,
  allowance: ReturnType<typeof openResponseBudget>,
  asked: ExplainOptions,
): Task<HttpStep> {
  const known = {
    status: read.status,
    reason: read.reason,
    httpVersion: read.httpVersion,
    method: read.method,
    requestHeaders: read.requestLines,
    ...(read.url && { url: read.url.href }),
    ...(read.receivedAt !== undefined && { receivedAt: read.receivedAt }),
  };
  const explained = yield* explaining(
    withRequest(receivedMessage(read.lines, known), read.requestLines, false),
    now,
    allowance,
    asked,
  );
  return {
    request: read.url ? requestObject(read.url) : emptyRequest,
    ip: read.ip,
    status: read.status,
    ...statusTexts(read.status, read.reason),
    httpVersion: read.httpVersion,
    timeTotal: read.time,
    timeStages: { total: read.time },
    intent: explained.intent,
    headers: explained.headers,
    ...(explained.requestHeaders && { requestHeaders: explained.requestHeaders }),
    verdicts: reportedVerdicts(explained.verdicts),
    problems: explained.problems,
    ...(explained.truncated && { truncated: explained.truncated }),
  };
}

const WEIGHTS: Readonly<Record<Severity, number>> = { error: 10_000, warning: 100, info: 1 };

function weight({ problems, headers, requestHeaders = [] }: HttpStep): number {
  const all: Problem[] = [
    ...problems,
    ...[...headers, ...requestHeaders].flatMap(({ problems: own, details }) => [
      ...own,
      ...(details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
  return all.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0);
}

/** @throws NetlensError `invalid-param` with the invalid part */
export function readEntry(value: unknown, index: number): Entry {
  const at = `har.log.entries[${index}]`;
  const entry = isRecord(value) ? value : {};
  const { request, response } = entry as { request?: unknown; response?: unknown };
  if (!isRecord(request)) throw new NetlensError("invalid-param", `${at}.request is not an object.`);
  if (!isRecord(response)) throw new NetlensError("invalid-param", `${at}.response is not an object.`);
  const status = response["status"];
  const started = Date.parse(textOf(entry["startedDateTime"]));
  const time = typeof entry["time"] === "number" && entry["time"] > 0 ? entry["time"] : 0;
  return {
    url: URL.parse(textOf(request["url"])) ?? undefined,
    method: textOf(request["method"]).toUpperCase() || "GET",
    status:
      typeof status === "number" && Number.isInteger(status) && status > 0 && status < 1000 ? status : 0,
    reason: textOf(response["statusText"]),
    httpVersion: httpVersionOf(textOf(response["httpVersion"])),
    ip: textOf(entry["serverIPAddress"]),
    lines: linesOf(response["headers"], `${at}.response.headers`).filter(
      (line) => !isPseudoStatus(line, status),
    ),
    requestLines: linesOf(request["headers"], `${at}.request.headers`),
    time,
    receivedAt: Number.isNaN(started) ? undefined : started + time,
  };
}

/** Accepts the forms of browsers: `HTTP/1.1`, `http/2.0`, `h2` and `h3`. */
export function httpVersionOf(text: string): string {
  const [, version = ""] = /^(?:http\/|h)?(\d(?:\.\d)?)/i.exec(text) ?? [];
  return version === "2.0" || version === "3.0" ? version.slice(0, 1) : version;
}

function linesOf(value: unknown, at: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_LINES)
    throw new NetlensError("invalid-param", `${at} is not an array of at most ${MOST_LINES} fields.`);
  // Chromium lists pseudo fields, and joins lines of one name with LF.
  return value.flatMap((field: unknown) => {
    const name = isRecord(field) ? textOf(field["name"]) : "";
    const values = isRecord(field) ? textOf(field["value"]).split("\n") : [];
    return name === "" || name.startsWith(":") ? [] : values.map((each) => `${name}: ${each}`);
  });
}

/** Pseudo fields of Chrome's exports until 2020: the status of HTTP/2, the version of SPDY. */
function isPseudoStatus(line: string, status: unknown): boolean {
  return line === `status: ${status}` || /^version: HTTP\/\d\.\d$/i.test(line);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Index of the first incomplete entry of a truncated log; undefined if it is not a log, or invalid elsewhere. */
export function brokenEntry(text: string): number | undefined {
  const [begin] = text.matchAll(/"entries"\s*:\s*\[\s*/g);
  if (!begin) return undefined;
  let at = begin.index + begin[0].length;
  for (let index = 0; ; index++) {
    const end = endOfObject(text, at);
    if (end === undefined || !isJson(text.slice(at, end))) return index;
    const next = /^\s*,\s*/.exec(text.slice(end, end + 1000));
    if (!next) return undefined;
    at = end + next[0].length;
  }
}

/** Index of the end of the object at `at`; ignores braces in strings. */
function endOfObject(text: string, at: number): number | undefined {
  const mark = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*"?/gs;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === "{") depth++;
    if (found[0] === "}" && --depth <= 0) return mark.lastIndex;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
