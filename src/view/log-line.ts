/** An address and a user agent in one text: beside one another, or in a line of an access log. Pure. */

import { parseAddress, pastedAddress } from "../syntax/ip-address.ts";

export interface SeenTogether {
  readonly ip: string;
  readonly agent: string;
  /** Unix time in milliseconds; undefined where the text has none. */
  readonly time: number | undefined;
}

/** A line in Combined Log Format: the address, the time in brackets, and the user agent, quoted, at its end. */
function logLine(text: string): SeenTogether | undefined {
  const ip = /^\S+(?= )/.exec(text)?.[0];
  const quoted = lastQuoted(text);
  if (ip === undefined || quoted === undefined) return undefined;
  const before = text.slice(ip.length + 1, quoted.at);
  const time = /\S$|[\r\n]./.test(before) ? undefined : timeBefore(before);
  return time === undefined ? undefined : { ip, agent: quoted.text, time: logTime(time) };
}

/** The quoted string that ends a line, white space aside; its escapes stay. */
export function lastQuoted(line: string): { readonly at: number; readonly text: string } | undefined {
  const text = line.trimEnd();
  const end = text.length - 1;
  if (end < 1 || text[end] !== '"' || isEscaped(text, end)) return undefined;
  let at = text.lastIndexOf('"', end - 1);
  while (at > 0 && isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at < 0 ? undefined : { at, text: text.slice(at + 1, end) };
}

/** An odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

/** The first text in brackets that a space follows. */
function timeBefore(text: string): string | undefined {
  for (let open = text.indexOf("["); open >= 0; ) {
    const close = text.indexOf("]", open);
    if (close < 0) return undefined;
    if (close > open + 1 && text[close + 1] === " ") return text.slice(open + 1, close);
    open = text.indexOf("[", close);
  }
  return undefined;
}

/** `192.0.2.1 Mozilla/5.0 …`, in quotes too, or a line of a log. */
export function seenTogether(text: string): SeenTogether | undefined {
  const [, ip = "", rest = ""] = /^(\S+)\s+(\S.*)$/s.exec(text) ?? [];
  if (!parseAddress(pastedAddress(ip))) return undefined;
  const line = logLine(text);
  return line ?? { ip, agent: rest.replace(/^"(.*)"$/s, "$1"), time: undefined };
}

/** `24/Nov/2026:14:03:00 +0100`, as access logs write it; undefined for another form. */
function logTime(text: string): number | undefined {
  const [, day, month, year, time, offset] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? [];
  const at = Date.parse(`${day} ${month} ${year} ${time} ${offset}`);
  return Number.isNaN(at) ? undefined : at;
}
