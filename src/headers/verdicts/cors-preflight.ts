/** The verdict on a preflight (Fetch section 4.8). */

import type { Static } from "@sinclair/typebox";
import { badItem, type CorsPreflight, originRefusals, type Reason, tokens, whyOf } from "./cors-origin.ts";
import { safelistedRequestField } from "./cors-request.ts";
import { type Engine, joinedValue, type Response, requestValue } from "./response.ts";

/** Chromium remembers for two hours, Firefox for a day, WebKit for ten minutes at most; five seconds where nothing is said. */
const MOST_SECONDS: Readonly<Record<Engine, number>> = { chromium: 7_200, firefox: 86_400, webkit: 600 };

const DEFAULT_SECONDS = 5;

function preflightSeconds(response: Response, engine: Engine): number {
  const value = joinedValue(response, "access-control-max-age");
  if (value === undefined || !/^-?\d+$/.test(value)) return DEFAULT_SECONDS;
  return Math.min(Math.max(Number(value), 0), MOST_SECONDS[engine]);
}

/** The methods and fields that an answer to a preflight allows, of those that the preflight asked for. */
export function preflightVerdict(
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
