/** Splits a command line into words like bash, or like cmd.exe and the Windows C runtime. Pure. */

import { isUtf8 } from "node:buffer";
import { UsageError } from "../command.ts";

/** @throws UsageError */
export function wordsOf(text: string): readonly string[] {
  // Commands that browsers copy for cmd.exe have a caret before quotation marks and at line ends.
  const line = text.replace(/^\s*[$%>#]\s+(?=curl)/, "");
  return /\^(?:"|\r?\n)/.test(line) ? cmdWords(line) : bashWords(line);
}

const BLANK = /[ \t]/;

/** Collects parts into words. */
class Words {
  readonly all: string[] = [];
  #parts: (string | Buffer)[] | undefined;

  add(part: string | Buffer): void {
    this.#parts ??= [];
    this.#parts.push(part);
  }

  end(): void {
    if (this.#parts) this.all.push(textOf(this.#parts));
    this.#parts = undefined;
  }
}

/** Joins parts as UTF-8. Firefox writes `\xe9` for U+00E9, so invalid UTF-8 is read as code points. */
function textOf(parts: readonly (string | Buffer)[]): string {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return isUtf8(bytes)
    ? bytes.toString()
    : parts.map((part) => (typeof part === "string" ? part : part.toString("latin1"))).join("");
}

/** One part of a bash word; the name of the matching group is its kind. */
const BASH =
  /\\(?<joined>\r?\n)|\\(?<escaped>.)|'(?<single>[^']*)'|\$'(?<ansi>(?:\\.|[^'\\])*)'|\$?"(?<double>(?:\\.|[^"\\])*)"|(?<blank>[ \t]+)|(?<end>[\n\r;|&<>]|#(?<=[ \t]#))|(?<plain>[^\\'"$ \t\n\r;|&<>#]+|#)|(?<dollar>\$)/sy;

/** Bash reference manual, sections 3.1.2 (quoting) and 3.1.2.4 (ANSI-C quoting). */
function bashWords(text: string): readonly string[] {
  const words = new Words();
  for (BASH.lastIndex = 0; BASH.lastIndex < text.length; ) {
    const { groups } = BASH.exec(text) ?? {};
    if (!groups) throw new UsageError("curl: a quotation mark is not closed");
    const { joined, escaped, single, ansi, double, blank, end, plain, dollar } = groups;
    if (joined !== undefined) continue;
    if (blank !== undefined) words.end();
    else if (end !== undefined) {
      words.end();
      if (words.all.length > 0) break;
    } else if (double !== undefined) words.add(literal(double).replace(/\\(\r?\n|[\\"$`])/g, unescaped));
    else if (ansi !== undefined) for (const part of ansiParts(ansi)) words.add(part);
    else if (dollar !== undefined) throw notExpanded();
    else words.add(escaped ?? single ?? literal(plain ?? ""));
  }
  words.end();
  refuseMore(text.slice(BASH.lastIndex));
  return words.all;
}

const unescaped = (_: string, mark: string): string => (/[\r\n]/.test(mark) ? "" : mark);

function notExpanded(): UsageError {
  return new UsageError(
    "curl: variables and commands in a pasted line are not expanded; let the shell read the line",
  );
}

/** @throws UsageError for text that a shell would expand */
function literal(text: string): string {
  if (/(?<!\\)(?:\\\\)*(?:`|\$[\w({])/.test(text)) throw notExpanded();
  return text;
}

const NAMED = new Map([..."abefnrtv"].map((letter, at) => [letter, "\x07\b\x1b\f\n\r\t\v"[at] ?? ""]));
const ANSI =
  /\\(?:x(?<hex>[0-9a-f]{1,2})|u(?<short>[0-9a-f]{1,4})|U(?<long>[0-9a-f]{1,8})|(?<octal>[0-7]{1,3})|(?<other>.))|(?<plain>[^\\]+)/gis;

function* ansiParts(text: string): Generator<string | Buffer> {
  for (const { groups = {} } of text.matchAll(ANSI)) {
    const { hex, short, long, octal, other = "", plain } = groups;
    const byte = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) & 0xff : undefined;
    const point = short ?? long;
    if (byte !== undefined) yield Buffer.from([byte]);
    else if (point !== undefined) yield String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(point, 16)));
    else yield plain ?? NAMED.get(other) ?? (/['"\\?]/.test(other) ? other : `\\${other}`);
  }
}

/** cmd.exe: a caret escapes the next character, outside unescaped quotation marks. */
function cmdWords(text: string): readonly string[] {
  let quoted = false;
  const passed = text
    .trim()
    .replace(/\^\r?\n(?:(\r?\n)|(.))?|\^(.)|(")|[\r\n&|<>]/gs, (whole, line, next, char, mark) => {
      if (mark !== undefined) quoted = !quoted;
      if (quoted || mark !== undefined) return whole;
      if (!whole.startsWith("^")) return END;
      return line === undefined ? (next ?? char ?? "") : "\n";
    });
  const [command = "", ...rest] = passed.split(END);
  refuseMore(rest.join("\n"));
  return runtimeWords(command);
}

/** Marks the end of a command; command lines cannot contain it. */
const END = "\0";

/** @throws UsageError for a second command */
function refuseMore(rest: string): void {
  if (/^[^\S\r\n\u2028\u2029]*curl(?:\.exe)?\s/im.test(rest))
    throw new UsageError("curl: there is more than one command; paste one");
}

/**
 * Applies the C runtime's rules for quotation marks. Browsers double every backslash, which the runtime would
 * keep; this function undoes it.
 */
function runtimeWords(text: string): readonly string[] {
  const words = new Words();
  let quoted = false;
  for (const [part] of text.trim().matchAll(/\\[\\"]|""|./gs)) {
    if (part.startsWith("\\") && part.length > 1) words.add(part.slice(1));
    // `""` is a quotation mark inside quotes and empty text outside.
    else if (part === '""') words.add(quoted ? '"' : "");
    else if (part === '"') {
      quoted = !quoted;
      words.add("");
    } else if (!quoted && BLANK.test(part)) words.end();
    else words.add(part);
  }
  if (quoted) throw new UsageError("curl: a quotation mark is not closed");
  words.end();
  return words.all;
}
