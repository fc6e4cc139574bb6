/** Reads interim responses and the final head from a connection. Pure except for its state. */

import { PROTOCOL_OPENINGS, WEB_PORTS } from "../../../data/protocols.ts";
import { type FieldLine, type ReceivedLine, readFieldLines } from "../../headers/message.ts";
import type { Transfer } from "../../headers/verdicts.ts";
import type { HttpSettings } from "../settings.ts";
import { HttpFailure } from "./failures.ts";

/** Flaws of a readable header section. */
export type HeadFlaw =
  | "blank-line-before-status"
  | "bare-line-feed"
  | "bare-carriage-return"
  | "nul-in-head"
  | "second-status-line"
  | "junk-before-status"
  | "lower-case-version"
  | "tab-in-status-line"
  | "unknown-http-version";

export interface ResponseHead {
  /** Version as sent, such as `1.1`. */
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  /** Field lines, parsed once for framing, chain and report. */
  readonly lines: readonly FieldLine[];
  readonly flaws: readonly HeadFlaw[];
  /** Unusual status line, and the bytes before it. */
  readonly start?: NonNullable<Transfer["start"]>;
  /** Reason why the head is invalid, if browsers may still show the response; the status is then guessed. */
  readonly refusal?: HttpFailure;
  /** Names of HTTP/2 fields with white space around their values. */
  readonly padded?: readonly string[];
}

/** Limits of heads; `maxHeadBytes` applies to the sum of all header sections. */
export type HeadLimits = Pick<HttpSettings, "maxHeadBytes" | "maxInformational">;

export interface HeadReader {
  /** Interim responses received so far. */
  readonly interim: readonly ResponseHead[];
  /** Reads bytes. Returns the final head and the bytes after it once the head is complete. */
  push(bytes: Uint8Array): { readonly head: ResponseHead; readonly rest: Uint8Array } | undefined;
  /** Complete lines of an unfinished header section. */
  unfinished(): ResponseHead | undefined;
}

/** Maximum header lines; Node.js drops lines after 2,000. */
const MOST_LINES = 10_000;

const LF = 0x0a;
/**
 * Unread bytes above which pieces are queued, not joined, until the line ends. @perf Without, a line of
 * 60,000 that arrives byte by byte takes 8 times the CPU, 140 ms (`longest-block`).
 */
const LONG_LINE = 1024;

/** HTTP-version SP 3DIGIT [ SP reason-phrase ] (RFC 9112 section 4), with variants that browsers accept. */
const STATUS_LINE = /^HTTP\/(\d{1,3}(?:\.\d{1,3})?)[ \t]+([1-9]\d{2})(?:[ \t](.*))?$/i;
/** Maximum bytes before the status line that browsers skip. */
const MOST_JUNK = 4;

/**
 * Reads leniently by RFC 9112 sections 2.2 and 4: a bare LF ends a line, leading blank lines are skipped.
 * `push` throws HttpFailure for non-HTTP or above a limit.
 */
export function openHeadReader(limits: HeadLimits): HeadReader {
  let pending: Buffer = NO_BYTES;
  /** Start of the unread part of `pending`. An offset is cheaper than a new view per line. */
  let at = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let used = 0;
  let lines: string[] = [];
  let bareLineFeed = false;
  let blankBefore = false;
  /** `before`: bytes before the status line; `junk`: those that are not line ends; `began`: start of the head. */
  let before = 0;
  let junk = 0;
  let began = 0;
  let firstTwoLines = 0;
  const interim: ResponseHead[] = [];

  /** Returns the next line without its line end, or undefined if it is incomplete. */
  function nextLine(): string | undefined {
    const end = pending.indexOf(LF, at);
    if (end < 0) return undefined;
    const cut = end > at && pending[end - 1] === 0x0d ? end - 1 : end;
    if (cut === end) bareLineFeed = true;
    const line = pending.toString("latin1", at, cut);
    used += end + 1 - at;
    at = end + 1;
    return line;
  }

  /** Skips blank lines before the status line, which are invalid but sent by some servers. */
  function skipBlank(): void {
    const start = at;
    while (pending[at] === 0x0d || pending[at] === LF) at++;
    if (at === start) return;
    blankBefore = true;
    before += at - start;
    used += at - start;
  }

  function skipJunk(): void {
    const bytes = junkBytes(pending.subarray(at));
    junk += bytes;
    before += bytes;
    used += bytes;
    at += bytes;
  }

  function takeHead(): ResponseHead {
    const facts = { bareLineFeed, blankBefore, before, junk, headBytes: used - began, firstTwoLines };
    const head = readHead(lines, facts);
    lines = [];
    bareLineFeed = false;
    blankBefore = false;
    before = 0;
    junk = 0;
    began = used;
    return head;
  }

  function refuseLong(unread: number): void {
    if (used + unread <= limits.maxHeadBytes) return;
    throw new HttpFailure(
      "head-too-large",
      `The header section is longer than ${limits.maxHeadBytes} bytes, so reading stopped.`,
    );
  }

  function takeInterim(head: ResponseHead): void {
    interim.push(head);
    if (interim.length > limits.maxInformational) throw tooManyInterim(limits);
  }

  function beginHead(): void {
    skipBlank();
    if (beginsWithName(pending, at)) return;
    if (junk === 0) skipJunk();
    refuseOther(pending.subarray(at));
  }

  function addLine(line: string): void {
    if (lines.length >= MOST_LINES)
      throw new HttpFailure(
        "head-too-large",
        `The header section has more than ${MOST_LINES} lines, so reading stopped.`,
      );
    lines.push(line);
    if (lines.length === 2) firstTwoLines = used - began;
  }

  function push(bytes: Uint8Array) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    // Queues pieces of a long line until it ends: joining each piece would copy the whole line.
    if (pending.length - at > LONG_LINE && !bytes.includes(LF)) {
      refuseLong(pending.length - at + waitingBytes);
      return undefined;
    }
    // A head in one piece is not copied.
    pending =
      at === pending.length && waiting.length === 1
        ? asBuffer(bytes)
        : Buffer.concat([pending.subarray(at), ...waiting]);
    at = 0;
    waiting = [];
    waitingBytes = 0;
    for (;;) {
      if (lines.length === 0) beginHead();
      const line = nextLine();
      refuseLong(line === undefined ? pending.length - at : 0);
      if (line === undefined) return undefined;
      if (line !== "") {
        addLine(line);
        continue;
      }
      const head = takeHead();
      if (head.status >= 200 || head.status === 101) return { head, rest: pending.subarray(at) };
      takeInterim(head);
    }
  }

  return {
    interim,
    push,
    unfinished: () =>
      STATUS_LINE.test(lines[0] ?? "")
        ? readHead(lines, { bareLineFeed, blankBefore, before, junk, headBytes: used - began, firstTwoLines })
        : undefined,
  };
}

const NO_BYTES = Buffer.alloc(0);

export function tooManyInterim({ maxInformational }: Pick<HeadLimits, "maxInformational">): HttpFailure {
  return new HttpFailure(
    "too-many-informational",
    `The server sent more than ${maxInformational} interim (1xx) responses and no final one.`,
  );
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const [H, T, P, SLASH] = [0x48, 0x54, 0x50, 0x2f] as const;

/** Whether the bytes at `at` are `HTTP/`: fast path for nearly all responses. */
function beginsWithName(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === H &&
    bytes[at + 1] === T &&
    bytes[at + 2] === T &&
    bytes[at + 3] === P &&
    bytes[at + 4] === SLASH
  );
}

const NAME = "http/";
/** SHOUTcast's status line, which browsers accept. */
const ICY = "icy ";
const startsLike = (text: string) => NAME.startsWith(text.slice(0, NAME.length));

/** Number of bytes before a possible status line, or 0. */
function junkBytes(bytes: Buffer): number {
  const text = bytes.toString("latin1", 0, MOST_JUNK + NAME.length).toLowerCase();
  if (startsLike(text)) return 0;
  for (let skipped = 1; skipped <= MOST_JUNK && skipped < text.length; skipped++)
    if (text.startsWith(NAME, skipped)) return skipped;
  return 0;
}

/** Whether the bytes may be junk that an incomplete status line follows. */
function mayBeJunk(text: string): boolean {
  if (text.length >= MOST_JUNK + NAME.length) return false;
  return [1, 2, 3, 4].some((skipped) => skipped < text.length && startsLike(text.slice(skipped)));
}

/** Throws once the first bytes cannot be a status line. */
function refuseOther(bytes: Buffer): void {
  const text = bytes.toString("latin1", 0, MOST_JUNK + NAME.length).toLowerCase();
  if (startsLike(text) || mayBeJunk(text) || ICY.startsWith(text.slice(0, ICY.length))) return;
  throw notHttp(bytes);
}

function notHttp(bytes: Uint8Array): HttpFailure {
  const other = otherProtocol(bytes);
  const looks = other ? `: it looks like ${other.name}` : "";
  return new HttpFailure("not-http", `The server answered with something that is not HTTP${looks}.`, {
    hint: other?.hint,
  });
}

/** Head for a header section without a valid status line. */
function refusedHead(first: string, fields: readonly string[], facts: HeadFacts): ResponseHead {
  const { before, headBytes, firstTwoLines } = facts;
  // Chromium reads the digits as status, or uses 200.
  const code = Number(/^\S+ +(\d+)/.exec(first)?.[1] ?? 0);
  return {
    httpVersion: "",
    start: { line: first, before, headBytes, firstTwoLines },
    status: code >= 200 && code <= 999 ? code : 200,
    reason: "",
    lines: readFieldLines(fields.map(readText)),
    flaws: fields.some((line) => line.includes("\0")) ? ["nul-in-head"] : [],
    refusal: first.toLowerCase().startsWith(ICY)
      ? notHttp(Buffer.from(first, "latin1"))
      : new HttpFailure(
          "malformed-status-line",
          `The status line "${shorten(printable(first))}" is malformed; a valid one is HTTP/1.1 200 OK.`,
        ),
  };
}

/** Facts found while a header section is read. */
interface HeadFacts {
  readonly bareLineFeed: boolean;
  readonly blankBefore: boolean;
  readonly before: number;
  readonly junk: number;
  readonly headBytes: number;
  readonly firstTwoLines: number;
}

function readHead(lines: readonly string[], facts: HeadFacts): ResponseHead {
  const { bareLineFeed, blankBefore, before, junk, headBytes, firstTwoLines } = facts;
  const [first = "", ...rest] = lines;
  const match = STATUS_LINE.exec(first);
  if (!match) return refusedHead(first, rest, facts);
  const httpVersion = match[1] ?? "";
  const fields = rest.filter((line) => !isStatusLine(line));
  const flaws: HeadFlaw[] = [];
  if (blankBefore) flaws.push("blank-line-before-status");
  if (bareLineFeed) flaws.push("bare-line-feed");
  if (lines.some((line) => line.includes("\r"))) flaws.push("bare-carriage-return");
  if (lines.some((line) => line.includes("\0"))) flaws.push("nul-in-head");
  if (fields.length < rest.length) flaws.push("second-status-line");
  if (httpVersion !== "1.1" && httpVersion !== "1.0") flaws.push("unknown-http-version");
  if (junk > 0) flaws.push("junk-before-status");
  if (!first.startsWith("HTTP")) flaws.push("lower-case-version");
  if (/^\S+ *\t/.test(first)) flaws.push("tab-in-status-line");
  const isUsual = before === 0 && /^HTTP\/1\.[01] /.test(first);
  return {
    httpVersion,
    ...(!isUsual && { start: { line: first, before, headBytes, firstTwoLines } }),
    status: Number(match[2]),
    reason: readText(match[3] ?? "").text.trim(),
    lines: readFieldLines(fields.map(readText)),
    flaws,
  };
}

/** Whether a line among the fields is a status line. The first letter is tested first, for speed. */
function isStatusLine(line: string): boolean {
  return (line.charCodeAt(0) | 0x20) === 0x68 && STATUS_LINE.test(line);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Replaces bare CR by a space (RFC 9112 section 2.2). */
export function readText(latin1: string): ReceivedLine {
  if (!/[\r\x80-\xff]/.test(latin1)) return { text: latin1, octets: false };
  const line = latin1.replaceAll("\r", " ");
  try {
    return { text: utf8.decode(Buffer.from(line, "latin1")), octets: false };
  } catch {
    return { text: line, octets: true };
  }
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

interface OtherProtocol {
  readonly name: string;
  /** Advice for the user. */
  readonly hint: string;
}

/**
 * Protocol that the first bytes indicate; undefined if unknown.
 * @internal for tests
 */
export function otherProtocol(bytes: Uint8Array): OtherProtocol | undefined {
  const opening = Buffer.from(bytes.subarray(0, 256)).toString("latin1");
  const match = PROTOCOL_OPENINGS.find(([pattern]) => pattern.test(opening));
  if (!match) return undefined;
  const [, name, hint = `Use the port of the web server: ${WEB_PORTS}`] = match;
  return { name, hint };
}
