/** Extracts the lines of one header section, and its status line, from pasted text. */

import { isToken } from "../syntax/tokens.ts";
import { isValueAlone, readPanel } from "./reading/panel.ts";
import type { Pasted } from "./reading/pasted.ts";
import { readCommand, urlOfRequest } from "./reading/pasted-command.ts";
import { readObject } from "./reading/pasted-object.ts";

/** HTTP-version SP status-code [ SP reason-phrase ] (RFC 9112 section 4), also without a minor version. */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(\S.*))?$/i;

/**
 * Reads pasted lines, each of which may contain several (CRLF, LF or CR). Formats: bare header lines, a status line,
 * `curl -i` (the last of several blocks counts, a body after it is ignored), `curl -v`, either after its command,
 * `wget -S`, HTTP/2 pseudo-headers, panels of developer tools, names and values on alternate lines, and objects of JSON,
 * JavaScript and Python. `start` is the known URL of the first request.
 * @throws TooManyLines
 */
export function readPaste(texts: readonly string[], start?: string): Pasted {
  if (texts.length <= MOST_LINES && texts.every(isFieldLine)) return { lines: texts };
  const text = dedented(unified(texts.join("\n")));
  const object = readObject(text);
  if (object) return object;
  const panel = readPanel(text);
  const known = panel?.known ?? readCommand(text, start);
  const { requestHeaders, ...read } = readBlocks(panel?.response ?? text, panel?.status);
  const sent = panel?.known.requestHeaders ?? requestHeaders;
  const url = panel?.known.url ?? (sent ? urlOfRequest(text, sent, known?.url) : known?.url);
  const { url: _, ...others } = known ?? {};
  const bodyLength = arrivedOf(text, read.lines);
  return {
    ...others,
    ...read,
    ...(sent && { requestHeaders: sent }),
    ...(url !== undefined && { url }),
    ...(bodyLength !== undefined && { bodyLength }),
  };
}

/** Bytes that arrived before the connection was closed, by the note of curl. */
function arrivedOf(text: string, lines: readonly string[]): number | undefined {
  const [, left] = /^(?:\* |curl: \(18\) )transfer closed with (\d+) bytes remaining/m.exec(text) ?? [];
  const [, length] = left ? (/^content-length: *(\d+)$/im.exec(lines.join("\n")) ?? []) : [];
  return length === undefined ? undefined : Number(length) - Number(left);
}

function readBlocks(text: string, shown?: number): Pasted {
  const block = lastBlock(responseText(text));
  if (REQUEST_LINE.test(block[0] ?? "")) return { lines: [], requestHeaders: block };
  const statusLine = statusLineOf(block[0] ?? "");
  let status = statusLine ? Number(statusLine[2]) : shown;
  const lines: string[] = [];
  for (let index = statusLine ? 1 : 0; index < block.length; index++) {
    const line = block[index] ?? "";
    const next = block[index + 1];
    // Chrome before version 97 showed the status of HTTP/2 without the first colon.
    if (line.startsWith(":status:") || (!statusLine && /^status: ?\d{3}$/.test(line)))
      status ??= Number(line.slice(line.indexOf(":", 1) + 1).trim());
    else if (next !== undefined && isNameAlone(line) && isValueAlone(next)) {
      lines.push(`${line.trimEnd()} ${next.trim()}`);
      index++;
    } else lines.push(line);
  }
  const requestHeaders = sentLines(text);
  return {
    lines,
    ...(requestHeaders.length > 0 && { requestHeaders }),
    ...(status !== undefined && { status }),
    ...(statusLine && { reason: statusLine[3] ?? "", httpVersion: versionText(statusLine[1] ?? "") }),
  };
}

/** Whether the text is one line with name, colon and value, and cannot be anything else. */
function isFieldLine(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[ \t]*[^\s][^\r\n\u2028\u2029]*$/.test(text);
}

/** More lines than in any header section. */
export const MOST_LINES = 5000;

export class TooManyLines extends Error {
  constructor() {
    super(`more than ${MOST_LINES} lines`);
    this.name = "TooManyLines";
  }
}

export function singleLines(texts: readonly string[]): readonly string[] {
  if (texts.length > MOST_LINES) throw new TooManyLines();
  if (!texts.some((text) => text.includes("\n") || text.includes("\r"))) return texts;
  const lines: string[] = [];
  for (const text of texts)
    for (const line of eachLine(unified(text))) {
      if (lines.length === MOST_LINES) throw new TooManyLines();
      lines.push(line);
    }
  return lines;
}

function unified(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Removes white space in front of all lines, as in Markdown. */
function dedented(text: string): string {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0];
  const lines = indent === undefined ? [] : text.split("\n");
  if (!indent || lines.some((line) => line.trim() !== "" && !line.startsWith(indent))) return text;
  return lines.map((line) => line.slice(indent.length)).join("\n");
}

/** Yields lines one at a time: most callers stop early. */
function* eachLine(text: string): Generator<string> {
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}

function statusLineOf(text: string): RegExpExecArray | null {
  // Fast path: a status line has a slash.
  return text.includes("/") ? STATUS_LINE.exec(text.trim()) : null;
}

function versionText(version: string): string {
  return version === "2.0" || version === "3.0" ? version.slice(0, 1) : version;
}

/** Received lines in the output of `curl -v`, which start with `<`. */
function responseText(text: string): string {
  if (!/^< HTTP\//m.test(text)) return text;
  return (text.match(/^<.*$/gm) ?? []).map((line) => line.replace(/^< ?/, "")).join("\n");
}

/** A request line (RFC 9112 section 3) alone on its line. */
const REQUEST_LINE = /^[A-Z]{1,20} \S+ HTTP\/\d(?:\.\d)?$/;

/**
 * Lines of the last request in the output of `curl -v`, or in front of the last response as in the output of
 * `http -v` (HTTPie) and of intercepting proxies.
 */
function sentLines(text: string): readonly string[] {
  const isTranscript = /^< HTTP\//m.test(text);
  const [firstLine = ""] = text.trimStart().split("\n", 1);
  if (!isTranscript && !REQUEST_LINE.test(firstLine)) return [];
  const sent = isTranscript
    ? (text.match(/^>.*$/gm) ?? []).map((line) => line.replace(/^> ?/, ""))
    : text.slice(0, Math.max(0, text.lastIndexOf("\nHTTP/"))).split("\n");
  const start = sent.findLastIndex((line) => / HTTP\/\d/.test(line) && !line.includes(": "));
  const end = sent.indexOf("", Math.max(start, 0));
  return sent.slice(Math.max(start, 0), end < 0 ? undefined : end);
}

/** The last header section. A blank line ends a section; only a status line starts the next. */
function lastBlock(text: string): readonly string[] {
  const nextStatus = /^[^\S\r\n\u2028\u2029]*HTTP\/\d/gim;
  let block: string[] = [];
  let isOpen = true;
  /** Indentation of the status line: `wget -S` indents the header section. */
  let indent = "";
  let start = text.lastIndexOf("\n", text.search(/\S/)) + 1;
  while (start < text.length) {
    const stop = text.indexOf("\n", start);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(start, end);
    if (statusLineOf(line)) {
      indent = line.slice(0, line.length - line.trimStart().length);
      block = [line];
      isOpen = true;
    } else if (line.trim() === "" || !line.startsWith(indent)) isOpen = false;
    else if (isOpen) block.push(line.slice(indent.length));
    if (block.length > MOST_LINES) throw new TooManyLines();
    start = end + 1;
    if (isOpen) continue;
    // Content of any size may follow, so the search jumps to the next status line.
    nextStatus.lastIndex = start;
    const found = nextStatus.exec(text);
    if (!found) break;
    start = found.index;
  }
  return block;
}

/** Browsers copy a table as the name with its colon, then the value on the next line. */
function isNameAlone(line: string): boolean {
  const text = line.trim();
  return text.endsWith(":") && isToken(text.slice(0, -1));
}
