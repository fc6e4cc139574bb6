/** Origin and credentials in CORS (Fetch section 4.9), shared by responses and preflights. */

import { Type } from "@sinclair/typebox";
import { isToken, trimOws } from "../../syntax/tokens.ts";
import { joinedValue, type Response, requestValue } from "./response.ts";

export type CorsWhy =
  | "allowed"
  | "no-allow-origin"
  | "several-origins"
  | "other-origin"
  /** `*` does not cover requests with credentials. */
  | "wildcard-with-credentials"
  | "credentials-not-allowed"
  | "preflight-status"
  /** An item of Access-Control-Allow-Methods is not a token, which makes the list invalid. */
  | "methods-invalid"
  | "fields-invalid"
  | "method-not-allowed"
  | "field-not-allowed";

export type Reason = Exclude<CorsWhy, "allowed">;

export const WHY =
  "Every reason for refusing it, joined with a comma and a space; `allowed` if it is allowed, with or without credentials";

export const whyOf = (reasons: readonly Reason[]): string => reasons.join(", ") || "allowed";

export const CorsPreflight = Type.Object(
  {
    allowed: Type.Boolean({ description: "The announced request is sent, without credentials" }),
    withCredentials: Type.Boolean(),
    why: Type.String({ description: WHY }),
    methods: Type.Array(Type.String(), { description: "Methods that the response allows, as sent" }),
    fields: Type.Array(Type.String(), { description: "Request headers that it allows, in lower case" }),
    missing: Type.Optional(
      Type.String({
        description: "The first method or header that is not allowed, or the item that makes a list invalid",
      }),
    ),
    refused: Type.Optional(
      Type.Array(Type.String(), {
        description: "Each method and header that is not allowed, and each item that makes a list invalid",
      }),
    ),
    seconds: Type.Integer({ description: "How long browsers remember the response" }),
  },
  {
    title: "CorsPreflight",
    description: "The response to a preflight: whether browsers send the real request",
  },
);

/** All reasons of a failed CORS check. A wrong origin hides missing credentials unless they are used. */
export function originRefusals(response: Response, origin: string, credentials: boolean): Reason[] {
  const first = checkOrigin(response, origin, credentials);
  if (first === "allowed") return [];
  if (first !== "other-origin" && first !== "several-origins") return [first];
  const allows = joinedValue(response, "access-control-allow-credentials");
  const isMeant = allows !== undefined || requestValue(response, "cookie") !== undefined;
  return isMeant && allows !== "true" ? [first, "credentials-not-allowed"] : [first];
}

/** Strips spaces and tabs only. */
function itemsOf(value: string): string[] {
  return value.split(",").map((item) => trimOws(item));
}

/** Tokens of a list without empty items; undefined if an item is not a token. */
export function tokens(value: string): string[] | undefined {
  const items = itemsOf(value);
  const found = items.filter((item) => item !== "");
  return found.every(isToken) ? found : undefined;
}

export function badItem(response: Response, name: string): string {
  const items = itemsOf(joinedValue(response, name) ?? "");
  return items.find((item) => item !== "" && !isToken(item)) ?? "";
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

export const ORIGIN_REASONS: ReadonlySet<Reason> = new Set([
  "no-allow-origin",
  "several-origins",
  "other-origin",
  "wildcard-with-credentials",
  "credentials-not-allowed",
]);

/** A serialized origin: scheme, host and port, in lower case and without a path. */
export function isOrigin(text: string): boolean {
  if (text === "null") return true;
  const url = URL.parse(text);
  return (
    url !== null && (url.origin === text || (url.origin === "null" && /^[a-z][\w+.-]*:\/\/[^/]+$/.test(text)))
  );
}
