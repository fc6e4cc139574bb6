/** Converts messages to the input of verdicts: one character per byte. */

import type { FieldLine, Message } from "./message.ts";
import type { Questions, RawLine, Response } from "./verdicts/response.ts";

/** Response for verdicts. Encodes non-ASCII text in UTF-8, unless it already consists of bytes. */
export function rawResponse(message: Message, questions?: Questions): Response {
  const { status, url, method, request, receivedAt, transfer } = message;
  const response: { -readonly [Key in keyof Response]: Response[Key] } = { lines: rawLines(message.lines) };
  if (status !== undefined) response.status = status;
  if (url) response.url = url;
  if (method !== undefined) response.method = method;
  if (request) response.request = requestLines(request);
  if (receivedAt !== undefined) response.receivedAt = receivedAt;
  if (transfer) response.transfer = transfer;
  if (questions) response.questions = questions;
  return response;
}

/** Maximum characters of judged values, which bounds the work; servers and proxies forward less. */
const MOST_JUDGED = 131_072;

function rawLines(lines: readonly FieldLine[]): RawLine[] {
  const raw: RawLine[] = [];
  let left = MOST_JUDGED;
  for (const [index, line] of lines.entries()) {
    left -= line.value.length;
    if (left < 0) break;
    raw.push(rawLine(line, index));
  }
  return raw;
}

function rawLine({ name, value, flaws, octets }: FieldLine, index: number): RawLine {
  const raw = { name, value: octets ? value : toBytes(value), index };
  return flaws.includes("space-before-colon") ? { ...raw, spaceBeforeColon: true } : raw;
}

function requestLines(request: ReadonlyMap<string, readonly string[]>): RawLine[] {
  return [...request].flatMap(([name, values], index) =>
    values.map((value) => ({ name, value: toBytes(value), index })),
  );
}

/**
 * UTF-8, one character per byte.
 * @internal for tests: tests write text with it
 */
export function toBytes(text: string): string {
  return /[^\x00-\x7f]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}
