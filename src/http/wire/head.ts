/** Bytes of a connection → interim responses and the head of the final one. Pure but for what it has read so far. */

import { type FieldLine, type ReceivedLine, readFieldLines } from "../../headers/message.ts";
import type { Transfer } from "../../headers/verdicts.ts";
import type { HttpSettings } from "../settings.ts";
import { HttpFailure } from "./failures.ts";

/** Oddities of a header section that could still be read. */
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
  /** `1.0`, `1.1` or whatever was sent. */
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  /** Read once: framing, chain and report see the same fields. */
  readonly lines: readonly FieldLine[];
  readonly flaws: readonly HeadFlaw[];
  /** The status line, where it or what stands before it is not as usual. */
  readonly start?: NonNullable<Transfer["start"]>;
  /** Why it is none, where browsers may make something of it all the same; its status is a guess then. */
  readonly refusal?: HttpFailure;
  /** Names of the fields of HTTP/2 whose values were sent with white space around them. */
  readonly padded?: readonly string[];
}

/** `maxHeadBytes` is for all header sections together. */
export type HeadLimits = Pick<HttpSettings, "maxHeadBytes" | "maxInformational">;

export interface HeadReader {
  /** Interim responses read so far. */
  readonly interim: readonly ResponseHead[];
  /** The final response's head and the bytes that followed it, once it is complete. */
  push(bytes: Uint8Array): { readonly head: ResponseHead; readonly rest: Uint8Array } | undefined;
  /** Complete lines of a header section that has not ended. */
  unfinished(): ResponseHead | undefined;
}

/** A section with more lines is not a header section; Node.js drops those after 2,000. */
const MOST_LINES = 10_000;

const LF = 0x0a;
/** Unread bytes from which on the end of a line is searched for before they are copied. @perf Without, a line of 60,000 that comes byte by byte takes 8 times the CPU, 140 ms (`longest-block`). */
const LONG_LINE = 1024;

/** HTTP-version SP 3DIGIT [ SP reason-phrase ] (RFC 9112 section 4), and what browsers take for one. */
const STATUS_LINE = /^HTTP\/(\d{1,3}(?:\.\d{1,3})?)[ \t]+([1-9]\d{2})(?:[ \t](.*))?$/i;
/** Bytes of junk before the status line that browsers skip. */
const MOST_JUNK = 4;

/**
 * Reads as RFC 9112 sections 2.2 and 4 ask a careful client to: a bare LF ends a line, blank lines before the status
 * line are skipped. `push` throws HttpFailure for what is not HTTP or passes a limit.
 */
export function openHeadReader(limits: HeadLimits): HeadReader {
  let pending: Buffer = NO_BYTES;
  /** Where the unread part of `pending` begins: a view for each line would cost more than the line. */
  let at = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let used = 0;
  let lines: string[] = [];
  let bareLineFeed = false;
  let blankBefore = false;
  /** Bytes before the status line, of them those that are no line ends, and where the head began. */
  let before = 0;
  let junk = 0;
  let began = 0;
  let firstTwoLines = 0;
  const interim: ResponseHead[] = [];

  /** The next line without its end, or undefined when it has not arrived. */
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

  /** A blank line must not stand here, but some servers send one. */
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
    if (interim.length > limits.maxInformational)
      throw new HttpFailure(
        "too-many-informational",
        `The server sent more than ${limits.maxInformational} interim (1xx) responses and no final one.`,
      );
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
    // Pieces of a long line wait for its end: one that comes byte by byte would be copied each time.
    if (pending.length - at > LONG_LINE && !bytes.includes(LF)) {
      refuseLong(pending.length - at + waitingBytes);
      return undefined;
    }
    // Most heads come in one piece, which needs no copy.
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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const [H, T, P, SLASH] = [0x48, 0x54, 0x50, 0x2f] as const;

/** Whether the bytes from `at` on are `HTTP/`, as those of nearly all heads: then nothing stands before it. */
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
/** How SHOUTcast begins its status line, which browsers know as well. */
const ICY = "icy ";
const startsLike = (text: string) => NAME.startsWith(text.slice(0, NAME.length));

/** Bytes before what may become a status line; 0 where none follows. */
function junkBytes(bytes: Buffer): number {
  const text = bytes.toString("latin1", 0, MOST_JUNK + NAME.length).toLowerCase();
  if (startsLike(text)) return 0;
  for (let skipped = 1; skipped <= MOST_JUNK && skipped < text.length; skipped++)
    if (text.startsWith(NAME, skipped)) return skipped;
  return 0;
}

/** Whether what has come may be junk before a status line whose rest is to come. */
function mayBeJunk(text: string): boolean {
  if (text.length >= MOST_JUNK + NAME.length) return false;
  return [1, 2, 3, 4].some((skipped) => skipped < text.length && startsLike(text.slice(skipped)));
}

/** Fails as soon as the first bytes cannot become a status line. */
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

/** A header section whose first line is no status line. */
function refusedHead(first: string, fields: readonly string[], facts: HeadFacts): ResponseHead {
  const { before, headBytes, firstTwoLines } = facts;
  // Chromium takes what digits there are, and 200 where there are none.
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

/** Oddities on the way to the end of a header section. */
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

/** Whether a line is one where fields are expected; nearly all begin with another letter. */
function isStatusLine(line: string): boolean {
  return (line.charCodeAt(0) | 0x20) === 0x68 && STATUS_LINE.test(line);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A bare CR counts as a space (RFC 9112 section 2.2). */
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
  /** The remedy. */
  readonly hint: string;
}

const WEB_PORTS = "web servers listen on 80 and 443, or often on 8080 and 8443.";

const openings: readonly (readonly [opening: RegExp, protocol: string, hint?: string])[] = [
  [/^SSH-/, "SSH", `Log in there with ssh, or name the port of the web server: ${WEB_PORTS}`],
  [/^220[ -][^\r\n]*(?:ftp|filezilla|vsftpd)/i, "FTP"],
  [/^220[ -]/, "SMTP or FTP"],
  [/^\+OK/, "POP3"],
  [/^\* (?:OK|PREAUTH|BYE)/, "IMAP"],
  [/^RFB \d/, "VNC"],
  [/^RTSP\//, "RTSP"],
  [/^SIP\//, "SIP"],
  [/^ICY /, "SHOUTcast streaming"],
  [/^@RSYNCD:/, "rsync"],
  [/^-ERR|^-NOAUTH|^-DENIED/, "Redis"],
  [/^:[^ ]+ (?:NOTICE|\d{3}) |^NOTICE AUTH/, "IRC"],
  [/^[\x14-\x17]\x03[\x00-\x04]/, "TLS", "Use https:// on this port."],
  [
    /^\x00\x00[\s\S]\x04[\s\S]\x00\x00\x00\x00/,
    "HTTP/2 without negotiation",
    "Use https://, where the version is negotiated, or let the server accept HTTP/1.1 on this port as well.",
  ],
  [/^[\s\S]{3}\x00\x0a[0-9]+\.[0-9]/, "MySQL"],
  [
    /^\s*(?:<!doctype|<html|<\?xml|<head|<body)/i,
    "content without a header section, as in HTTP/0.9",
    "Let the server or script send a status line and a header section before the content.",
  ],
  [
    /^[{[]/,
    "JSON without a header section",
    "Let the server or script send a status line and a header section before the content.",
  ],
];

/**
 * Protocol of the first bytes; undefined if unknown.
 * @internal for tests
 */
export function otherProtocol(bytes: Uint8Array): OtherProtocol | undefined {
  const opening = Buffer.from(bytes.subarray(0, 256)).toString("latin1");
  const match = openings.find(([pattern]) => pattern.test(opening));
  if (!match) return undefined;
  const [, name, hint = `Name the port of the web server: ${WEB_PORTS}`] = match;
  return { name, hint };
}
