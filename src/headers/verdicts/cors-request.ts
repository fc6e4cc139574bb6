/** CORS-safelisted request-headers (Fetch standard section 2.2.2): what a script may send without asking first. */

import type { Engine } from "./response.ts";

/** CORS-unsafe request-header byte: controls but tab, and these. */
const UNSAFE_BYTE = /[\x00-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;
const LANGUAGES = /^[0-9A-Za-z *,\-.;=]*$/;
const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)[ \t]*(?:;|$)/i;
const DECIMAL = /^(?:\d+|\d*\.\d+)$/;

const FIELDS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ["accept", (value) => !UNSAFE_BYTE.test(value)],
  ["accept-language", (value) => LANGUAGES.test(value)],
  ["content-language", (value) => LANGUAGES.test(value)],
  ["content-type", (value) => !UNSAFE_BYTE.test(value) && FORM_TYPES.test(value)],
  ["range", isSimpleRange],
]);

/** From a position on, or to one that is not before it. */
function isSimpleRange(value: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return first !== undefined && (last === "" || Number(last) >= Number(first));
}

/** Scripts cannot ask in these for a method that they cannot use. */
const OVERRIDES: ReadonlySet<string> = new Set([
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
]);
const NEVER = /(?:^|,)[ \t]*(?:connect|trace|track)[ \t]*(?:,|$)/i;

/** Client hints that Chromium lets scripts send; the standard and Firefox ask first. */
const CHROMIUM_HINTS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ["device-memory", (value) => DECIMAL.test(value)],
  ["dpr", (value) => DECIMAL.test(value)],
  ["downlink", (value) => DECIMAL.test(value)],
  ["ect", (value) => /^(?:slow-2g|2g|3g|4g)$/.test(value)],
  ["rtt", (value) => DECIMAL.test(value)],
  ["save-data", (value) => value.toLowerCase() === "on"],
  ["viewport-width", (value) => DECIMAL.test(value)],
  ["width", (value) => DECIMAL.test(value)],
]);

/** Longest value that needs no permission. */
const LONGEST = 128;

/** Name in lower case. */
export function safelistedRequestField(name: string, value: string, engine: Engine): boolean {
  if (isForbidden(name) || (OVERRIDES.has(name) && NEVER.test(value))) return true;
  const check = FIELDS.get(name) ?? (engine === "chromium" ? CHROMIUM_HINTS.get(name) : undefined);
  return value.length <= LONGEST && check !== undefined && check(value);
}

/** Forbidden request-headers: browsers send them by themselves, and scripts cannot. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "access-control-request-private-network",
  "connection",
  "content-length",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);

/** User-Agent may be set by scripts, but stands in every request: as a field of a seen request it says nothing. */
function isForbidden(name: string): boolean {
  return FORBIDDEN.has(name) || name.startsWith("sec-") || name.startsWith("proxy-");
}
