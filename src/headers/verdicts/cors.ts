/** Cross-origin resource sharing (Fetch standard, sections 3.3 and 4.9): who may read the response from another origin. */

import { type Static, Type } from "@sinclair/typebox";
import { wordList } from "../../../data/headers/words.ts";
import {
  badItem,
  CorsPreflight,
  ORIGIN_REASONS,
  originRefusals,
  type Reason,
  tokens,
  WHY,
  whyOf,
} from "./cors-origin.ts";
import { type Engine, joinedValue, type Response, requestValue } from "./response.ts";

// The verdict on a preflight (Fetch section 4.8).

// CORS-safelisted request-headers (Fetch standard section 2.2.2): what a script may send without asking first.

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
function safelistedRequestField(name: string, value: string, engine: Engine): boolean {
  if (isForbidden(name) || (OVERRIDES.has(name) && NEVER.test(value))) return true;
  const check = FIELDS.get(name) ?? (engine === "chromium" ? CHROMIUM_HINTS.get(name) : undefined);
  return value.length <= LONGEST && check !== undefined && check(value);
}

/** Forbidden request-headers: browsers send them by themselves, and scripts cannot. */
const FORBIDDEN = wordList("forbidden request-headers");

/** User-Agent may be set by scripts, but stands in every request: as a field of a seen request it says nothing. */
function isForbidden(name: string): boolean {
  return FORBIDDEN.has(name) || name.startsWith("sec-") || name.startsWith("proxy-");
}

/** Chromium remembers for two hours, Firefox for a day, WebKit for ten minutes at most; five seconds where nothing is said. */
const MOST_SECONDS: Readonly<Record<Engine, number>> = { chromium: 7_200, firefox: 86_400, webkit: 600 };

const DEFAULT_SECONDS = 5;

function preflightSeconds(response: Response, engine: Engine): number {
  const value = joinedValue(response, "access-control-max-age");
  if (value === undefined || !/^-?\d+$/.test(value)) return DEFAULT_SECONDS;
  return Math.min(Math.max(Number(value), 0), MOST_SECONDS[engine]);
}

/** The methods and fields that an answer to a preflight allows, of those that the preflight asked for. */
function preflightVerdict(
  response: Response,
  origin: string,
  engine: Engine,
): { readonly verdict: Static<typeof CorsPreflight>; readonly reasons: readonly Reason[] } | undefined {
  const method = requestValue(response, "access-control-request-method");
  if (response.method !== "OPTIONS" || method === undefined) return undefined;
  const fields = (requestValue(response, "access-control-request-headers") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const without = checkPreflight(response, origin, method, fields, false);
  const withCredentials = checkPreflight(response, origin, method, fields, true);
  const { reasons, items } = without.reasons.length === 0 ? withCredentials : without;
  const verdict = {
    allowed: without.reasons.length === 0,
    withCredentials: withCredentials.reasons.length === 0,
    why: whyOf(reasons),
    methods: tokens(joinedValue(response, "access-control-allow-methods") ?? "") ?? [],
    fields: (tokens(joinedValue(response, "access-control-allow-headers") ?? "") ?? []).map((name) =>
      name.toLowerCase(),
    ),
    ...(items[0] !== undefined && { missing: items[0], refused: [...items] }),
    seconds: preflightSeconds(response, engine),
  };
  return { verdict, reasons };
}

/** Methods that need no permission (Fetch section 2.2.1). */
const SAFELISTED_METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/**
 * The CORS-preflight fetch (Fetch section 4.8), from the answer on. `fields` are in lower case. Browsers take
 * Authorization as covered by `*`, which the standard does not.
 */
export function checkPreflight(
  response: Response,
  origin: string,
  method: string,
  fields: readonly string[],
  credentials: boolean,
): PreflightCheck {
  const origins = originRefusals(response, origin, credentials);
  const { status = 200 } = response;
  const isAnswer = status >= 200 && status <= 299;
  const found = [
    ...checkMethod(response, method, credentials),
    ...checkFields(response, fields, credentials),
  ];
  const reasons: Reason[] = [
    ...origins,
    ...(isAnswer ? [] : (["preflight-status"] as const)),
    ...found.map(([reason]) => reason),
  ];
  return { why: whyOf(reasons), reasons, items: found.flatMap(([, items]) => items) };
}

interface PreflightCheck {
  readonly why: string;
  readonly reasons: readonly Reason[];
  /** The methods and fields that are not allowed, and items that void a list. */
  readonly items: readonly string[];
}

type Refused = readonly [reason: Reason, items: readonly string[]];

function checkMethod(response: Response, method: string, credentials: boolean): Refused[] {
  const name = "access-control-allow-methods";
  const methods = tokens(joinedValue(response, name) ?? "");
  if (!methods) return [["methods-invalid", [badItem(response, name)]]];
  const any = !credentials && methods.includes("*");
  return any || methods.includes(method) || SAFELISTED_METHODS.includes(method)
    ? []
    : [["method-not-allowed", [method]]];
}

function checkFields(response: Response, fields: readonly string[], credentials: boolean): Refused[] {
  const name = "access-control-allow-headers";
  const names = tokens(joinedValue(response, name) ?? "");
  if (!names) return [["fields-invalid", [badItem(response, name)]]];
  const allowed = new Set(names.map((each) => each.toLowerCase()));
  const missing = fields.filter((each) => !allowed.has(each));
  const isCovered = missing.length === 0 || (!credentials && allowed.has("*"));
  return isCovered ? [] : [["field-not-allowed", missing]];
}

/** Whether browsers ask first; the names, in lower case and sorted, that they ask for. Request lines are a script's own. */
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

/** The reasons in a `why`, in the order of the checks. */
export const reasonsIn = (why: string): readonly string[] => why.split(", ");

export const Cors = Type.Object(
  {
    origin: Type.String({
      description: "The request's Origin; if unknown, the origin that the response names",
    }),
    allowed: Type.Boolean({
      description: "Its scripts may read the response to a request without credentials",
    }),
    withCredentials: Type.Boolean({
      description: "Its scripts may read the response to a request with credentials",
    }),
    why: Type.String({ description: WHY }),
    readable: Type.Array(Type.String(), {
      description: "Headers of this response that its scripts may read, in lower case; without credentials",
    }),
    readableWithCredentials: Type.Optional(
      Type.Array(Type.String(), {
        description: "The same for a request with credentials, if different",
      }),
    ),
    preflight: Type.Optional(CorsPreflight),
  },
  { title: "Cors", description: "Who may read the response from another origin" },
);
export type Cors = Static<typeof Cors>;

/** Whether browsers let scripts of other origins read the response; undefined where CORS is not in play. */
export function checkCors(response: Response, engine: Engine): Cors | undefined {
  const allowOrigin = joinedValue(response, "access-control-allow-origin");
  const from = requestValue(response, "origin");
  if (allowOrigin === undefined && from === undefined) return undefined;
  const origin = from ?? allowOrigin ?? "";
  const without = originRefusals(response, origin, false);
  const withCredentials = originRefusals(response, origin, true);
  const allowed = without.length === 0;
  const preflight = preflightVerdict(response, origin, engine);
  const readable = allowed ? readableNames(response, false) : [];
  const other = withCredentials.length === 0 ? readableNames(response, true) : [];
  const reasons = [
    ...(allowed ? withCredentials : without),
    ...(preflight ? preflight.reasons.filter((reason) => !ORIGIN_REASONS.has(reason)) : []),
  ];
  return {
    origin,
    allowed,
    withCredentials: withCredentials.length === 0,
    why: whyOf(reasons),
    readable,
    ...(!Bun.deepEquals(readable, other) && { readableWithCredentials: other }),
    ...(preflight && { preflight: preflight.verdict }),
  };
}

/** Engines differ in what they make of an answer to a preflight alone. */
export function corsAlike({ method }: Response): boolean {
  return method !== "OPTIONS";
}

/** CORS-safelisted response-header names (Fetch section 2.2.2), in lower case: scripts may read them anyway. */
export const SAFELISTED: readonly string[] = [
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
];

/** Names of the response's fields that scripts of another origin may read, in lower case and in order. */
export function readableNames(response: Response, credentials: boolean): string[] {
  const exposed = exposedNames(joinedValue(response, "access-control-expose-headers") ?? "");
  const all = !credentials && exposed.has("*");
  const names = new Set<string>();
  for (const { name } of response.lines)
    if (name !== "set-cookie" && name !== "set-cookie2")
      if (all || SAFELISTED.includes(name) || exposed.has(name)) names.add(name);
  return [...names].sort();
}

/** The items of Access-Control-Expose-Headers in lower case; one that is not a token voids the list. */
function exposedNames(value: string): ReadonlySet<string> {
  return new Set(tokens(value)?.map((name) => name.toLowerCase()));
}
