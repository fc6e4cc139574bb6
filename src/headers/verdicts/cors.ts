/** Cross-origin resource sharing (Fetch standard, sections 3.3 and 4.9): who may read the response from another origin. */

import { type Static, Type } from "@sinclair/typebox";
import { isToken } from "../syntax/tokens.ts";
import { safelistedRequestField } from "./cors-request.ts";
import { type Engine, joinedValue, type Response, requestValue } from "./response.ts";

export type CorsWhy =
  | "allowed"
  | "no-allow-origin"
  | "several-origins"
  | "other-origin"
  /** `*` does not cover requests with credentials. */
  | "wildcard-with-credentials"
  | "credentials-not-allowed"
  | "preflight-status"
  /** An item of Access-Control-Allow-Methods is not a token, which voids the list. */
  | "methods-invalid"
  | "fields-invalid"
  | "method-not-allowed"
  | "field-not-allowed";

type Reason = Exclude<CorsWhy, "allowed">;

const WHY =
  "Every reason why it is refused, joined with a comma and a space; `allowed` where it is not, with or without credentials";

const whyOf = (reasons: readonly Reason[]): string => reasons.join(", ") || "allowed";

/** The reasons in a `why`, in the order of the checks. */
export const reasonsIn = (why: string): readonly string[] => why.split(", ");

const CorsPreflight = Type.Object(
  {
    allowed: Type.Boolean({ description: "The announced request is sent, without credentials" }),
    withCredentials: Type.Boolean(),
    why: Type.String({ description: WHY }),
    methods: Type.Array(Type.String(), { description: "Methods that the response allows, as sent" }),
    fields: Type.Array(Type.String(), { description: "Request fields that it allows, in lower case" }),
    missing: Type.Optional(
      Type.String({
        description: "The first method or field that is not allowed, or the item that makes a list invalid",
      }),
    ),
    refused: Type.Optional(
      Type.Array(Type.String(), {
        description: "Each method and field that is not allowed, and each item that voids a list",
      }),
    ),
    seconds: Type.Integer({ description: "How long browsers remember the response" }),
  },
  {
    title: "CorsPreflight",
    description: "The response to a preflight: whether browsers send the real request",
  },
);

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
      description: "Fields of this response that its scripts may read, in lower case; without credentials",
    }),
    readableWithCredentials: Type.Optional(
      Type.Array(Type.String(), {
        description: "The same of the response to a request with credentials, where that differs",
      }),
    ),
    preflight: Type.Optional(CorsPreflight),
  },
  { title: "Cors", description: "Who may read the response from another origin" },
);
export type Cors = Static<typeof Cors>;

/** Whether browsers let scripts of other origins read the response; undefined where CORS is not in play. */
export function judgeCors(response: Response, engine: Engine): Cors | undefined {
  const allowOrigin = joinedValue(response, "access-control-allow-origin");
  const from = requestValue(response, "origin");
  if (allowOrigin === undefined && from === undefined) return undefined;
  const origin = from ?? allowOrigin ?? "";
  const without = originRefusals(response, origin, false);
  const withCredentials = originRefusals(response, origin, true);
  const allowed = without.length === 0;
  const preflight = judgePreflight(response, origin, engine);
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

/** The CORS check (Fetch section 4.9). */
export function checkOrigin(response: Response, origin: string, credentials: boolean): CorsWhy {
  const allowed = joinedValue(response, "access-control-allow-origin");
  if (allowed === undefined) return "no-allow-origin";
  if (allowed === "*") return credentials ? "wildcard-with-credentials" : "allowed";
  if (allowed !== origin || !isOrigin(allowed))
    return /[,\s]/.test(allowed) ? "several-origins" : "other-origin";
  if (credentials && joinedValue(response, "access-control-allow-credentials") !== "true")
    return "credentials-not-allowed";
  return "allowed";
}

const ORIGIN_REASONS: ReadonlySet<Reason> = new Set([
  "no-allow-origin",
  "several-origins",
  "other-origin",
  "wildcard-with-credentials",
  "credentials-not-allowed",
]);

/**
 * Every reason of the CORS check. Beside a wrong origin, credentials are a reason of their own only where the response
 * or the request shows that they are meant.
 */
function originRefusals(response: Response, origin: string, credentials: boolean): Reason[] {
  const first = checkOrigin(response, origin, credentials);
  if (first === "allowed") return [];
  if (first !== "other-origin" && first !== "several-origins") return [first];
  const allows = joinedValue(response, "access-control-allow-credentials");
  const isMeant = allows !== undefined || requestValue(response, "cookie") !== undefined;
  return isMeant && allows !== "true" ? [first, "credentials-not-allowed"] : [first];
}

/** A serialised origin, as browsers write it: scheme, host and port, in lower case and without a path. */
export function isOrigin(text: string): boolean {
  if (text === "null") return true;
  const url = URL.parse(text);
  return (
    url !== null && (url.origin === text || (url.origin === "null" && /^[a-z][\w+.-]*:\/\/[^/]+$/.test(text)))
  );
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

/** Items without the spaces and tabs around them: no other character is white space. */
function itemsOf(value: string): string[] {
  return value.split(",").map((item) => item.replace(/^[ \t]+|[ \t]+$/g, ""));
}

/** Tokens of a list, empty items left out; undefined where an item is not a token. */
function tokens(value: string): string[] | undefined {
  const items = itemsOf(value);
  const found = items.filter((item) => item !== "");
  return found.every(isToken) ? found : undefined;
}

/** The first item of a list that is not a token. */
function badItem(response: Response, name: string): string {
  const items = itemsOf(joinedValue(response, name) ?? "");
  return items.find((item) => item !== "" && !isToken(item)) ?? "";
}

/** Chromium remembers for two hours, Firefox for a day, WebKit for ten minutes at most; five seconds where nothing is said. */
const MOST_SECONDS: Readonly<Record<Engine, number>> = { chromium: 7_200, firefox: 86_400, webkit: 600 };
const DEFAULT_SECONDS = 5;

function preflightSeconds(response: Response, engine: Engine): number {
  const value = joinedValue(response, "access-control-max-age");
  if (value === undefined || !/^-?\d+$/.test(value)) return DEFAULT_SECONDS;
  return Math.min(Math.max(Number(value), 0), MOST_SECONDS[engine]);
}

/** What an answer to a preflight allows, for the method and fields that the preflight asked for. */
function judgePreflight(
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
