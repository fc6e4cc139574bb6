/** Lines → message. Forgiving: whatever a person pastes becomes field lines, and what was odd is kept as a flaw. */

import { isToken, trimOws } from "./syntax/tokens.ts";

/** What the caller knows of the message beyond its lines. What is absent switches the rules that need it off. */
export interface Known {
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly method?: string;
  /** Target URL of the request. */
  readonly url?: string;
  /** Field lines of the request. */
  readonly requestHeaders?: readonly string[];
  /** When the response arrived, milliseconds since the epoch. */
  readonly receivedAt?: number;
  /** Bytes of content that arrived, before content decoding. */
  readonly bodyLength?: number;
}

export type LineFlaw = "no-colon" | "space-before-colon" | "folded" | "bad-name";

export interface FieldLine {
  /** Field name in lower case. */
  readonly name: string;
  /** Field name as sent. */
  readonly sent: string;
  /** Field value without its outer white space; a folded line is joined with one space. */
  readonly value: string;
  readonly flaws: readonly LineFlaw[];
}

export interface Message {
  readonly lines: readonly FieldLine[];
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly method?: string;
  readonly url?: URL;
  /** Request fields by lower-case name, each with its values in order. */
  readonly request?: ReadonlyMap<string, readonly string[]>;
  readonly receivedAt?: number;
  readonly bodyLength?: number;
}

/** HTTP-version SP status-code [ SP reason-phrase ] (RFC 9112 section 4), also without a minor version. */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(.*))?$/i;

/**
 * Reads pasted or received lines. Each string may itself hold several lines (CRLF, LF or CR). Understood are bare
 * field lines, a status line, `curl -i` (the last of several blocks counts, a body after it is left out),
 * `curl -v`, HTTP/2 pseudo fields, and names and values copied on alternate lines from a browser.
 */
export function parseMessage(lines: readonly string[], known: Known = {}): Message {
  const block = lastBlock(responseLines(singleLines(lines)));
  let status = known.status;
  let reason = known.reason;
  let httpVersion = known.httpVersion;
  const fieldLines: FieldLine[] = [];
  for (let index = 0; index < block.length; index++) {
    const text = block[index] ?? "";
    const statusLine = fieldLines.length === 0 ? statusLineOf(text) : null;
    if (statusLine) {
      status ??= Number(statusLine[2]);
      reason ??= statusLine[3] ?? "";
      httpVersion ??= versionText(statusLine[1] ?? "");
      continue;
    }
    if (text.startsWith(":status:")) {
      status ??= Number(text.slice(8).trim());
      continue;
    }
    if (isOws(text.charCodeAt(0)) && fieldLines.length > 0) {
      const end = endOfFold(block, index);
      fold(fieldLines, block.slice(index, end));
      index = end - 1;
      continue;
    }
    const line = fieldLine(text);
    const next = block[index + 1];
    if (line.value === "" && next !== undefined && isBareValue(text, next)) {
      fieldLines.push({ ...line, value: next.trim() });
      index++;
    } else fieldLines.push(line);
  }
  const request = known.requestHeaders && groupLines(known.requestHeaders);
  const url = known.url ? (URL.parse(known.url) ?? undefined) : undefined;
  return {
    lines: fieldLines,
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    ...(httpVersion !== undefined && { httpVersion }),
    ...(known.method !== undefined && { method: known.method.toUpperCase() }),
    ...(url && { url }),
    ...(request && { request }),
    ...(known.receivedAt !== undefined && { receivedAt: known.receivedAt }),
    ...(known.bodyLength !== undefined && { bodyLength: known.bodyLength }),
  };
}

function singleLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes("\n") || line.includes("\r"))) return lines;
  return lines.flatMap((line) => line.split(/\r\n|\n|\r/));
}

function statusLineOf(text: string): RegExpExecArray | null {
  // Most lines are none, and most of those have no slash.
  return text.includes("/") ? STATUS_LINE.exec(text.trim()) : null;
}

function versionText(version: string): string {
  return version === "2.0" || version === "3.0" ? version.slice(0, 1) : version;
}

/** `curl -v` marks each line: of such a paste only what was received counts. */
function responseLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.startsWith("< HTTP/"))) return lines;
  return lines.filter((line) => line.startsWith("<")).map((line) => line.replace(/^< ?/, ""));
}

/** The last header section: blank lines end one, and only a status line starts the next. */
function lastBlock(lines: readonly string[]): string[] {
  let block: string[] = [];
  let open = true;
  for (const line of lines) {
    if (statusLineOf(line)) {
      block = [line];
      open = true;
    } else if (line.trim() === "") {
      if (block.length > 0) open = false;
    } else if (open) block.push(line);
  }
  return block;
}

function fieldLine(text: string): FieldLine {
  const colon = text.indexOf(":", text.startsWith(":") ? 1 : 0);
  if (colon < 0) {
    const sent = text.trim();
    return { name: sent.toLowerCase(), sent, value: "", flaws: ["no-colon"] };
  }
  const before = text.slice(0, colon);
  const value = trimOws(text.slice(colon + 1));
  if (isToken(before)) return { name: before.toLowerCase(), sent: before, value, flaws: NO_FLAWS };
  const sent = before.trim();
  const flaws: LineFlaw[] = [];
  if (isOws(before.charCodeAt(before.length - 1))) flaws.push("space-before-colon");
  if (!isToken(sent)) flaws.push("bad-name");
  return { name: sent.toLowerCase(), sent, value, flaws };
}

/** The index after the lines from `start` on that begin with white space. */
function endOfFold(lines: readonly string[], start: number): number {
  let end = start;
  while (isOws(lines[end]?.charCodeAt(0) ?? 0)) end++;
  return end;
}

const NO_FLAWS: readonly LineFlaw[] = [];

/** RFC 9112 section 5.2: obsolete line folding joins with a space. All of a value at once: one by one is a square. */
function fold(lines: FieldLine[], texts: readonly string[]): void {
  const last = lines.pop();
  if (!last) return;
  const value = [last.value, ...texts.map((text) => text.trim())].join(" ").trim();
  lines.push({ ...last, value, flaws: [...last.flaws, "folded"] });
}

/** Browsers copy a table as name, then value on the next line; such a value is no field line of its own. */
function isBareValue(nameLine: string, next: string): boolean {
  const name = nameLine.trim().replace(/:$/, "");
  if (!isToken(name) || next.trim() === "") return false;
  return nameLine.trim().endsWith(":")
    ? !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:(?:[ \t]|$)/.test(next)
    : false;
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
