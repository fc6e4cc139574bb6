/** Prints JSON: one line for programs, indented and coloured on a terminal. Pure. */

import type { Io } from "../command.ts";
import { paint, printable } from "./text.ts";

export function jsonText(
  value: unknown,
  { outIsTerminal, colour }: Pick<Io, "outIsTerminal" | "colour">,
): string {
  if (!outIsTerminal) return `${JSON.stringify(value)}\n`;
  const text = JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => (colour ? painted(line) : line));
  return `${printableLines(text).join("\n")}\n`;
}

/** Colours names, strings and other values. */
function painted(line: string): string {
  return line.replace(
    /^(\s*)("(?:[^"\\]|\\.)*")(: )|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]{0,30}|true|false|null)(?=,?$)/g,
    (found, space, name, colon, text) =>
      name === undefined
        ? paint(found, text === undefined ? "yellow" : "green", true)
        : `${space}${paint(name, "cyan", true)}${colon}`,
  );
}

/** JSON escapes control characters only up to U+001F; this makes the others visible. */
function printableLines(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.replace(/[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (char) => printable(char)),
  );
}
