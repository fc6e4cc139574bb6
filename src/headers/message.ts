/** Parses lines into messages. Any input becomes header lines; deviations become flaws. */

import { isToken, trimOws } from "../syntax/tokens.ts";
import { readPaste, singleLines } from "./paste.ts";
import type { Pasted } from "./reading/pasted.ts";
import type { Transfer } from "./verdicts/transfer.ts";

/** Facts about the message in addition to its lines. Rules that need an absent one are skipped. */
export interface Known extends Omit<Pasted, "lines"> {
  /** `requestHeaders` contains all headers of the request. */
  readonly isWholeRequest?: boolean;
  /** Time of arrival, milliseconds since the epoch. */
  readonly receivedAt?: number;
  readonly transfer?: Transfer;
}

type LineFlaw = "no-colon" | "space-before-colon" | "folded" | "bad-name";

export interface FieldLine {
  readonly name: string;
  readonly sent: string;
  /** Value without surrounding white space; folded lines are joined with a space. */
  readonly value: string;
  readonly flaws: readonly LineFlaw[];
  /** The bytes were not UTF-8: the value has one character per byte. */
  readonly octets?: true;
}

/** A header line as received; with `octets`, one character per byte. */
export interface ReceivedLine {
  readonly text: string;
  readonly octets: boolean;
}

export interface Message {
  readonly lines: readonly FieldLine[];
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly method?: string;
  readonly url?: URL;
  /** Request headers by lower-case name, values in order. */
  readonly request?: ReadonlyMap<string, readonly string[]>;
  /** The request as its own message, if it is explained too. */
  readonly requestMessage?: Message;
  /** For a request: the lines contain all its headers. */
  readonly isWholeRequest?: boolean;
  /** For a request: it has a request line with HTTP/1. */
  readonly hasRequestLine?: boolean;
  readonly receivedAt?: number;
  readonly visited?: readonly string[];
  readonly bodyLength?: number;
  readonly transfer?: Transfer;
}

/**
 * Parses pasted lines in all formats of `readPaste`. `known` takes precedence, but its URL is that of the first request
 * if the lines contain redirects.
 * @throws TooManyLines
 */
export function parseMessage(texts: readonly string[], given: Known = {}): Message {
  const { lines, ...read } = readPaste(texts, given.url);
  const known = read.visited && read.url !== undefined ? { ...given, url: read.url } : given;
  const pasted = withoutReason(read, known);
  const request = known.requestHeaders ?? pasted.requestHeaders;
  if (!request) return receivedMessage(lines, { ...pasted, ...known });
  const { requestHeaders, version, method } = readRequest(singleLines(request));
  const all: Known = { ...pasted, ...(method !== undefined && { method }), ...known, requestHeaders };
  const isWhole = version !== undefined || known.isWholeRequest === true;
  return withRequest(receivedMessage(lines, all), requestHeaders, isWhole, version);
}

/** Drops the pasted reason phrase if the known status differs. */
function withoutReason({ reason, ...pasted }: Known, { status }: Known): Known {
  const isOther = status !== undefined && pasted.status !== undefined && status !== pasted.status;
  return reason === undefined || isOther ? pasted : { ...pasted, reason };
}

/** Adds the request as its own message. `isWhole`: complete; `requestVersion`: of its request line, such as `1.1`. */
export function withRequest(
  message: Message,
  requestHeaders: readonly string[],
  isWhole: boolean,
  requestVersion?: string,
): Message {
  if (requestHeaders.length === 0) return message;
  const { method, url, receivedAt, httpVersion } = message;
  // An HTTP/1.0 response does not show the request's version: old servers answer in their own.
  const isAnswer = httpVersion === "1.0" && message.lines.length > 0;
  const version = requestVersion ?? (isAnswer ? undefined : httpVersion);
  const requestMessage: Message = {
    lines: readFieldLines(requestHeaders).map(withPseudoName),
    ...(method !== undefined && { method }),
    ...(url && { url }),
    ...(receivedAt !== undefined && { receivedAt }),
    ...(version !== undefined && { httpVersion: version }),
    hasRequestLine: requestVersion !== undefined,
    isWholeRequest: isWhole,
  };
  return { ...message, requestMessage };
}

/** A pseudo-header name starts with a colon. */
function withPseudoName(line: FieldLine): FieldLine {
  const isPseudo = line.name.startsWith(":") && isToken(line.name.slice(1));
  return isPseudo ? { ...line, flaws: line.flaws.filter((flaw) => flaw !== "bad-name") } : line;
}

/** request-line = method SP request-target SP HTTP-version (RFC 9112 section 3); `curl -v` shows it unchanged. */
const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]+\S+[ \t]+HTTP\/(\d(?:\.\d)?)[ \t]*$/;

/** Lines of a request; a request line or pseudo-headers may contain the method. */
function readRequest(lines: readonly string[]): {
  readonly requestHeaders: readonly string[];
  /** From its request line; `2` for HTTP/2 and HTTP/2.0. */
  readonly version?: string;
  readonly method?: string;
} {
  const filled = lines.filter((line) => line.trim() !== "");
  const requestLine = REQUEST_LINE.exec(filled[0] ?? "");
  const requestHeaders = requestLine ? filled.slice(1) : filled;
  const pseudo = requestHeaders
    .find((line) => line.startsWith(":method:"))
    ?.slice(8)
    .trim();
  const method = requestLine?.[1] ?? pseudo;
  const version = requestLine?.[2]?.replace(/^([23])\.0$/, "$1");
  return {
    requestHeaders,
    ...(version !== undefined && { version }),
    ...(method !== undefined && { method }),
  };
}

/** Builds a message from lines as received, without a status line. */
export function receivedMessage(received: readonly (string | ReceivedLine)[], known: Known = {}): Message {
  return messageOf(readFieldLines(received), known);
}

/** Parses lines as received; joins folded ones. */
export function readFieldLines(received: readonly (string | ReceivedLine)[]): readonly FieldLine[] {
  const lines = received.map((line) => (typeof line === "string" ? line : line.text));
  const fieldLines: FieldLine[] = [];
  for (let index = 0; index < lines.length; index++) {
    const text = lines[index] ?? "";
    if (isOws(text.charCodeAt(0)) && fieldLines.length > 0) {
      const end = endOfFold(lines, index);
      fold(fieldLines, lines.slice(index, end));
      index = end - 1;
    } else {
      const line = received[index];
      const isOctets = typeof line === "object" && line.octets;
      fieldLines.push(isOctets ? { ...fieldLine(text), octets: true } : fieldLine(text));
    }
  }
  return fieldLines;
}

export function messageOf(lines: readonly FieldLine[], known: Known): Message {
  const message: { -readonly [Key in keyof Message]: Message[Key] } = { lines };
  const url = known.url ? URL.parse(known.url) : null;
  if (known.status !== undefined) message.status = known.status;
  if (known.reason !== undefined) message.reason = known.reason;
  if (known.httpVersion !== undefined) message.httpVersion = known.httpVersion;
  if (known.method !== undefined) message.method = known.method.toUpperCase();
  if (url) message.url = url;
  if (known.requestHeaders) message.request = groupLines(known.requestHeaders);
  if (known.receivedAt !== undefined) message.receivedAt = known.receivedAt;
  if (known.visited) message.visited = known.visited;
  if (known.bodyLength !== undefined) message.bodyLength = known.bodyLength;
  if (known.transfer) message.transfer = known.transfer;
  return message;
}

function fieldLine(text: string): FieldLine {
  const colon = text.indexOf(":", text.startsWith(":") ? 1 : 0);
  if (colon < 0) {
    const sent = text.trim();
    return { name: sent.toLowerCase(), sent, value: "", flaws: ["no-colon"] };
  }
  const before = text.slice(0, colon);
  const value = trimOws(text, colon + 1);
  if (isToken(before)) return { name: before.toLowerCase(), sent: before, value, flaws: NO_FLAWS };
  const sent = before.trim();
  const flaws: LineFlaw[] = [];
  if (isOws(before.charCodeAt(before.length - 1))) flaws.push("space-before-colon");
  if (!isToken(sent)) flaws.push("bad-name");
  return { name: sent.toLowerCase(), sent, value, flaws };
}

/** Index after the lines from `start` that begin with white space. */
function endOfFold(lines: readonly string[], start: number): number {
  let end = start;
  while (isOws(lines[end]?.charCodeAt(0) ?? 0)) end++;
  return end;
}

const NO_FLAWS: readonly LineFlaw[] = [];

/** RFC 9112 section 5.2: obsolete line folding becomes a space. Joins all at once: one by one takes quadratic time. */
function fold(lines: FieldLine[], texts: readonly string[]): void {
  const last = lines.pop();
  if (!last) return;
  const value = [last.value, ...texts.map((text) => text.trim())].join(" ").trim();
  lines.push({ ...last, value, flaws: [...last.flaws, "folded"] });
}

function isOws(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function groupLines(lines: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of singleLines(lines)) {
    if (!text.includes(":")) continue;
    const { name, value } = fieldLine(text);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
