/** An address and a user agent in one text: beside one another, or in a line of an access log. Pure. */

import { parseAddress, pastedAddress } from "../ip/address.ts";

export interface SeenTogether {
  readonly ip: string;
  readonly agent: string;
  /** Unix time in milliseconds; undefined where the text has none. */
  readonly time: number | undefined;
}

/** A line in Combined Log Format: the address, the time, and the user agent. */
const LOG_LINE = /^(\S+) .*?\[([^\]]+)\] (?:.*\s)?"((?:[^"\\]|\\.)*)"\s*$/;

/** Undefined for a text of another form. */
function logLine(text: string): SeenTogether | undefined {
  const [, ip, time, agent] = LOG_LINE.exec(text) ?? [];
  return ip === undefined || agent === undefined ? undefined : { ip, agent, time: logTime(time ?? "") };
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
