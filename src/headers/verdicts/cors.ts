/** Cross-origin resource sharing (Fetch standard, sections 3.3 and 4.9): who may read the response from another origin. */

import { type Static, Type } from "@sinclair/typebox";
import { CorsPreflight, ORIGIN_REASONS, originRefusals, tokens, WHY, whyOf } from "./cors-origin.ts";
import { preflightVerdict } from "./cors-preflight.ts";
import { type Engine, joinedValue, type Response, requestValue } from "./response.ts";

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
