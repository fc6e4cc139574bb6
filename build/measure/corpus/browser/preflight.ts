/** Requests before which browsers send a preflight (Fetch section 4.8), to make them as a browser does. Pure. */

import { wordList } from "../../../../data/headers/words.ts";
import type { Engine } from "../../../../src/headers/verdicts.ts";

// CORS-safelisted request-headers (Fetch section 2.2.2): allowed without a preflight.

/** CORS-unsafe request-header bytes: control characters except tab, and these. */
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

/** Whether the value is one range such as `bytes=5-` or `bytes=5-9` that does not end before it starts. */
function isSimpleRange(value: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return first !== undefined && (last === "" || Number(last) >= Number(first));
}

/** Headers that override the method; a script may not set a forbidden method with them. */
const OVERRIDES: ReadonlySet<string> = new Set([
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
]);
const NEVER = /(?:^|,)[ \t]*(?:connect|trace|track)[ \t]*(?:,|$)/i;

/** Client hints that Chromium safelists; the standard and Firefox send a preflight. */
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

/** Maximum characters of a safelisted value. */
const LONGEST = 128;

/** Whether the header needs no preflight. `name` is in lower case. */
function safelistedRequestField(name: string, value: string, engine: Engine): boolean {
  if (isForbidden(name) || (OVERRIDES.has(name) && NEVER.test(value))) return true;
  const check = FIELDS.get(name) ?? (engine === "chromium" ? CHROMIUM_HINTS.get(name) : undefined);
  return value.length <= LONGEST && check !== undefined && check(value);
}

/** Forbidden request-headers: set by browsers, never by scripts. */
const FORBIDDEN = wordList("forbidden request-headers");

/** Whether browsers set the header. User-Agent is included: scripts may set it, but every request has it. */
function isForbidden(name: string): boolean {
  return FORBIDDEN.has(name) || name.startsWith("sec-") || name.startsWith("proxy-");
}

/** Methods that need no preflight (Fetch section 2.2.1). */
const SAFELISTED_METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** Whether browsers send a preflight, and its Access-Control-Request-Headers. `lines`: headers set by a script. */
export function preflightNeeds(
  method: string,
  lines: readonly { readonly name: string; readonly value: string }[],
  engine: Engine,
): { readonly needed: boolean; readonly fields: readonly string[] } {
  const fields = [
    ...new Set(
      lines.filter((line) => !safelistedRequestField(line.name, line.value, engine)).map(({ name }) => name),
    ),
  ].sort();
  return { needed: fields.length > 0 || !SAFELISTED_METHODS.includes(method), fields };
}
