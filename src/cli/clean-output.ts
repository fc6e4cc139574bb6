/** Cleans all output, so that foreign text cannot control a terminal or a log shown in one. Pure. */

import type { Io } from "./command.ts";
import { ERASE } from "./render/progress.ts";
import { printable } from "./render/text.ts";

/** Control and direction characters except tabs and line ends. */
const CONTROLS = /(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escape sequences of our own colours and styles. */
const STYLES = /(\u001b\[(?:[0-4]|2[2-4]|3[1-69]|49)m)/;

/** Makes control characters visible: symbols up to U+001F, escapes such as `\u009b` above, which are valid JSON. */
export function visible(text: string): string {
  return text.replace(CONTROLS, printable);
}

function styled(text: string): string {
  return text
    .split(STYLES)
    .map((part, index) => (index % 2 === 0 ? visible(part) : part))
    .join("");
}

/** Cleans what is written to `io`, except bytes in a pipe, which are data for another program. */
export function withCleanOutput(io: Io): Io {
  const clean = (text: string) => (text.includes("\u001b") && io.colour ? styled(text) : visible(text));
  const out: Io["out"] = (text) => {
    if (typeof text === "string") return io.out(clean(text));
    return io.outIsTerminal ? io.out(clean(new TextDecoder().decode(text))) : io.out(text);
  };
  const err: Io["err"] = (text) =>
    io.err(text.startsWith(ERASE) ? `${ERASE}${visible(text.slice(ERASE.length))}` : visible(text));
  return Object.create(io, { out: { value: out }, err: { value: err } }) as Io;
}
