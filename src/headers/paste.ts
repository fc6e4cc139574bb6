/** Extracts the lines of one header section, and its status line, from pasted text. */

import { isToken } from "../syntax/tokens.ts";

export interface Pasted {
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly lines: readonly string[];
  /** The request, if pasted: request line and header lines. */
  readonly requestHeaders?: readonly string[];
  /** From a curl command, or from the overview of developer tools. */
  readonly method?: string;
  readonly url?: string;
}

/** HTTP-version SP status-code [ SP reason-phrase ] (RFC 9112 section 4), also without a minor version. */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(\S.*))?$/i;

/**
 * Reads pasted lines, each of which may contain several (CRLF, LF or CR). Formats: bare header lines, a status line,
 * `curl -i` (the last of several blocks counts, a body after it is ignored), `curl -v`, either after its command,
 * HTTP/2 pseudo-headers, sections of developer tools, and names and values on alternate lines.
 * @throws TooManyLines
 */
export function readPaste(texts: readonly string[]): Pasted {
  if (texts.length <= MOST_LINES && texts.every(isFieldLine)) return { lines: texts };
  const whole = unified(texts.join("\n"));
  const tools = readTools(whole);
  if (tools) return { ...readBlocks(tools.response, tools.status), ...tools.known };
  return { ...readCommand(whole), ...readBlocks(whole) };
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
  let start = text.lastIndexOf("\n", text.search(/\S/)) + 1;
  while (start < text.length) {
    const stop = text.indexOf("\n", start);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(start, end);
    if (statusLineOf(line)) {
      block = [line];
      isOpen = true;
    } else if (line.trim() === "") isOpen = false;
    else if (isOpen) block.push(line);
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

function isValueAlone(line: string): boolean {
  return line.trim() !== "" && !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:(?:[ \t]|$)/.test(line);
}

/** Headings in developer tools, in Markdown too, with a size or without. */
const HEADING =
  /^[ \t#*_>]*(general|request|response|(?:request|response) (?:headers|payload|body)|form data|query string parameters)[ \t*_:]*(?:\([^)]*\)[ \t*_:]*)?$/i;
/** Lines of an overview, with the value after the colon or on the next line. */
const OVERVIEW =
  /^[ \t*_]*(request url|request method|status code|remote address|referrer policy)[*_]*:[*_]*(.*)$/i;
/** Labels between header lines. */
const LABEL = /^(?:view (?:source|parsed|decoded)|raw|provisional headers are shown.*|```\w*)$/i;

interface Tools {
  readonly response: string;
  readonly status?: number;
  readonly known: Omit<Pasted, "lines">;
}

/** Reads the overview and the sections that the developer tools of browsers show of an exchange, the last of each. */
function readTools(text: string): Tools | undefined {
  const isTranscript = /^\s*(?:HTTP\/\d|[<>*] )/.test(text);
  if (isTranscript || !/^[ \t#*_>]*response(?: headers)?\b/im.test(text)) return undefined;
  const overview = new Map<string, string>();
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  let name = "";
  for (const line of eachLine(text)) {
    const [, heading] = HEADING.exec(line) ?? [];
    const [, fact, value = ""] = OVERVIEW.exec(line) ?? [];
    if (fact !== undefined) overview.set(fact.toLowerCase(), value.trim());
    else if (heading !== undefined) {
      section = [];
      sections.set(heading.toLowerCase(), section);
    } else if (name !== "" && overview.get(name) === "") overview.set(name, line.trim());
    else if (section.length <= MOST_LINES && !LABEL.test(line.trim())) section.push(line);
    name = fact?.toLowerCase() ?? "";
  }
  const response = sections.get("response headers") ?? sections.get("response");
  if (!response) return undefined;
  const [url, method] = [overview.get("request url"), overview.get("request method")];
  const [status] = /^\d{3}/.exec(overview.get("status code") ?? "") ?? [];
  const request = (sections.get("request headers") ?? []).filter((line) => line.trim() !== "");
  return {
    response: response.join("\n"),
    ...(status !== undefined && { status: Number(status) }),
    known: {
      ...(request.length > 0 && { requestHeaders: request }),
      ...(url !== undefined && URL.canParse(url) && { url }),
      ...(method !== undefined && isToken(method) && { method }),
    },
  };
}

const COMMAND = /^[ \t]*(?:[$%#>][ \t]*)?curl(?:\.exe)?[ \t](?:[^\n\\]|\\.)*/gims;
/** A word in quotes or without; `-H"A: b"` counts as two, which reads the same. */
const WORD = /'[^']*'|"(?:[^"\\]|\\.)*"|(?:\\.|[^\s'"\\])+/gs;

/** Reads the curl command in front of the only response: its URL, method and header lines. */
function readCommand(text: string): Tools["known"] | undefined {
  const [response, other] = text.matchAll(/^(?:< )?HTTP\/\d\S*[ \t]+[2-5]\d\d/gim);
  const command = response && !other && text.slice(0, response.index).match(COMMAND)?.at(-1);
  if (!command) return undefined;
  const words = [...command.matchAll(WORD)].map(([word]) => word.replace(/^(['"])(.*)\1$/s, "$2"));
  const requestHeaders: string[] = [];
  let url: string | undefined;
  let method = "GET";
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    if (/^(?:-\w*H|--header)$/.test(before)) requestHeaders.push(word);
    else if (/^(?:-\w*X|--request)$/.test(before)) method = word;
    else if (/^-\w*X\w+$/.test(word)) method = word.slice(word.indexOf("X") + 1);
    else if (/^(?:-\w*I\w*|--head)$/.test(word) && method === "GET") method = "HEAD";
    else if (/^(?:-\w*[dF]|--(?:data|form|json)\S*)$/.test(word) && method === "GET") method = "POST";
    else if (URL.canParse(word) && !/^(?:-\w*[ex]|--referer|--proxy)$/.test(before)) url = word;
  }
  return { requestHeaders, ...(isToken(method) && { method }), ...(url !== undefined && { url }) };
}
