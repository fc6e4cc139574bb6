/** Bytes of a connection → interim responses and the head of the final one. Pure but for what it has read so far. */

import { type FieldLine, type ReceivedLine, readFieldLines } from "../headers/message.ts";
import { HttpFailure } from "./failures.ts";
import type { HttpSettings } from "./settings.ts";
import { otherProtocol } from "./sniff.ts";

/** What was odd in a header section that could still be read. */
export type HeadFlaw =
  | "blank-line-before-status"
  | "bare-line-feed"
  | "bare-carriage-return"
  | "nul-in-head"
  | "second-status-line"
  | "unknown-http-version";

export interface ResponseHead {
  /** `1.0`, `1.1` or whatever was sent. */
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  /** Read once: framing, chain and report see the same fields. */
  readonly lines: readonly FieldLine[];
  readonly flaws: readonly HeadFlaw[];
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
/** Lines as long as are searched for their end before they are copied. @perf */
const LONG_LINE = 1024;

/** HTTP-version SP 3DIGIT [ SP reason-phrase ] (RFC 9112 section 4). */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?) +([1-9]\d{2})(?:[ \t](.*))?$/;

/**
 * Reads as RFC 9112 sections 2.2 and 4 ask a careful client to: a bare LF ends a line, blank lines before the status
 * line are skipped. `push` throws HttpFailure for what is not HTTP or passes a limit.
 */
export function openHeadReader(limits: HeadLimits): HeadReader {
  let pending: Buffer = Buffer.alloc(0);
  /** Where the unread part of `pending` begins: a view for each line would cost more than the line. */
  let at = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let used = 0;
  let lines: string[] = [];
  let bareLineFeed = false;
  let blankBefore = false;
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
    used += at - start;
  }

  function takeHead(): ResponseHead {
    const head = readHead(lines, bareLineFeed, blankBefore);
    lines = [];
    bareLineFeed = false;
    blankBefore = false;
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

  function push(bytes: Uint8Array) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    // Pieces of a long line wait for its end: one that comes byte by byte would be copied each time.
    if (pending.length - at > LONG_LINE && !bytes.includes(LF)) {
      refuseLong(pending.length - at + waitingBytes);
      return undefined;
    }
    pending = Buffer.concat([pending.subarray(at), ...waiting]);
    at = 0;
    waiting = [];
    waitingBytes = 0;
    for (;;) {
      if (lines.length === 0) {
        skipBlank();
        refuseOther(pending.subarray(at));
      }
      const line = nextLine();
      refuseLong(line === undefined ? pending.length - at : 0);
      if (line === undefined) return undefined;
      if (lines.length > MOST_LINES)
        throw new HttpFailure(
          "head-too-large",
          `The header section has more than ${MOST_LINES} lines, so reading stopped.`,
        );
      if (line !== "") {
        lines.push(line);
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
      STATUS_LINE.test(lines[0] ?? "") ? readHead(lines, bareLineFeed, blankBefore) : undefined,
  };
}

/** Fails as soon as the first bytes cannot become a status line. */
function refuseOther(bytes: Buffer): void {
  if ("HTTP/".startsWith(bytes.toString("latin1", 0, 5))) return;
  const other = otherProtocol(bytes);
  const looks = other ? `: it looks like ${other.name}` : "";
  throw new HttpFailure("not-http", `The server answered with something that is not HTTP${looks}.`, {
    hint: other?.hint,
  });
}

function readHead(lines: readonly string[], bareLineFeed: boolean, blankBefore: boolean): ResponseHead {
  const [first = "", ...rest] = lines;
  const match = STATUS_LINE.exec(first);
  if (!match)
    throw new HttpFailure(
      "malformed-status-line",
      `The status line "${shorten(printable(first))}" cannot be understood; one reads HTTP/1.1 200 OK.`,
    );
  const httpVersion = match[1] ?? "";
  const fields = rest.filter((line) => !STATUS_LINE.test(line));
  const flaws: [boolean, HeadFlaw][] = [
    [blankBefore, "blank-line-before-status"],
    [bareLineFeed, "bare-line-feed"],
    [lines.some((line) => line.includes("\r")), "bare-carriage-return"],
    [lines.some((line) => line.includes("\0")), "nul-in-head"],
    [fields.length < rest.length, "second-status-line"],
    [httpVersion !== "1.1" && httpVersion !== "1.0", "unknown-http-version"],
  ];
  return {
    httpVersion,
    status: Number(match[2]),
    reason: readText(match[3] ?? "").text.trim(),
    lines: readFieldLines(fields.map(readText)),
    flaws: flaws.flatMap(([present, flaw]) => (present ? [flaw] : [])),
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A bare CR counts as a space (RFC 9112 section 2.2). */
export function readText(latin1: string): ReceivedLine {
  const line = latin1.replaceAll("\r", " ");
  if (!/[\x80-\xff]/.test(line)) return { text: line, octets: false };
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
