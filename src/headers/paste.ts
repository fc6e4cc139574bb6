/** What a person pastes → the lines of one header section, and its status line. */

import { isToken } from "./syntax/tokens.ts";

export interface Pasted {
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  /** Field lines, and lines that go on from one. */
  readonly lines: readonly string[];
}

/** HTTP-version SP status-code [ SP reason-phrase ] (RFC 9112 section 4), also without a minor version. */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(.*))?$/i;

/**
 * Reads pasted lines, each of which may itself hold several (CRLF, LF or CR). Understood are bare field lines, a
 * status line, `curl -i` (the last of several blocks counts, a body after it is left out), `curl -v`, HTTP/2 pseudo
 * fields, and names and values copied on alternate lines from a browser.
 */
export function readPaste(texts: readonly string[]): Pasted {
  const block = lastBlock(responseLines(singleLines(texts)));
  const statusLine = statusLineOf(block[0] ?? "");
  let status = statusLine ? Number(statusLine[2]) : undefined;
  const lines: string[] = [];
  for (let index = statusLine ? 1 : 0; index < block.length; index++) {
    const line = block[index] ?? "";
    const next = block[index + 1];
    if (line.startsWith(":status:")) status ??= Number(line.slice(8).trim());
    else if (next !== undefined && isNameAlone(line) && isValueAlone(next)) {
      lines.push(`${line.trimEnd()} ${next.trim()}`);
      index++;
    } else lines.push(line);
  }
  return {
    lines,
    ...(status !== undefined && { status }),
    ...(statusLine && { reason: statusLine[3] ?? "", httpVersion: versionText(statusLine[1] ?? "") }),
  };
}

/** Every line by itself. */
export function singleLines(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes("\n") || text.includes("\r"))) return texts;
  return texts.flatMap((text) => text.split(/\r\n|\n|\r/));
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
function lastBlock(lines: readonly string[]): readonly string[] {
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

/** Browsers copy a table as name with its colon, then the value on the next line. */
function isNameAlone(line: string): boolean {
  const text = line.trim();
  return text.endsWith(":") && isToken(text.slice(0, -1));
}

/** A value that is no field line of its own. */
function isValueAlone(line: string): boolean {
  return line.trim() !== "" && !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:(?:[ \t]|$)/.test(line);
}
