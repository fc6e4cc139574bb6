/** Cross-origin resource sharing (Fetch sections 3.3 and 4.9): who may read the response from another origin. */

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

// Preflights (Fetch section 4.8).

/** Maximum lifetime of a preflight result per engine. Seconds. */
const MOST_SECONDS: Readonly<Record<Engine, number>> = { chromium: 7_200, firefox: 86_400, webkit: 600 };

const DEFAULT_SECONDS = 5;

function preflightSeconds(response: Response, engine: Engine): number {
  const value = joinedValue(response, "access-control-max-age");
  if (value === undefined || !/^-?\d+$/.test(value)) return DEFAULT_SECONDS;
  return Math.min(Math.max(Number(value), 0), MOST_SECONDS[engine]);
}

/** Result for the method and headers that the preflight request names. */
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

/** Methods that need no preflight (Fetch section 2.2.1). */
const SAFELISTED_METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** CORS-preflight fetch (Fetch section 4.8). `fields` in lower case. In browsers, `*` covers Authorization. */
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
  /** Refused methods and headers, or invalid list items. */
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

/** Splits `why` into reasons, in the order of the checks. */
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
      Type.Array(Type.String(), { description: "The same for a request with credentials, if different" }),
    ),
    preflight: Type.Optional(CorsPreflight),
  },
  { title: "Cors", description: "Who may read the response from another origin" },
);
export type Cors = Static<typeof Cors>;

/** Whether scripts of other origins may read the response; undefined if CORS does not apply. */
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

/** Engines differ only on preflight responses. */
export function corsAlike({ method }: Response): boolean {
  return method !== "OPTIONS";
}

/** CORS-safelisted response-header names (Fetch section 2.2.2), in lower case. */
export const SAFELISTED: readonly string[] = [...wordList("safelisted response headers")];

/** Names of headers that scripts of another origin may read, in lower case and in order. */
export function readableNames(response: Response, credentials: boolean): string[] {
  const exposed = exposedNames(joinedValue(response, "access-control-expose-headers") ?? "");
  const all = !credentials && exposed.has("*");
  const names = new Set<string>();
  for (const { name } of response.lines)
    if (name !== "set-cookie" && name !== "set-cookie2")
      if (all || SAFELISTED.includes(name) || exposed.has(name)) names.add(name);
  return [...names].sort();
}

/** Lower-case names in Access-Control-Expose-Headers; empty if an item is not a token. */
function exposedNames(value: string): ReadonlySet<string> {
  return new Set(tokens(value)?.map((name) => name.toLowerCase()));
}
