import { type Context, type Note, rule } from "../field.ts";
import { varyWith } from "../fields/vary.ts";
import { isUnstored } from "../response-kind.ts";
import type { Cors } from "../verdicts/cors.ts";
import { siteOf } from "../verdicts/origins.ts";
import { quote } from "../wording.ts";
import { type CorsKind, corsKinds } from "./cors-kinds.ts";

type Preflight = NonNullable<Cors["preflight"]>;

/** Fields that browsers read in the answer to a preflight only (Fetch section 3.3.3). */
const PREFLIGHT_ONLY = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
];
/** Fields that do nothing without Access-Control-Allow-Origin. */
const NEEDS_ORIGIN = ["access-control-allow-credentials", "access-control-expose-headers", ...PREFLIGHT_ONLY];
/** In these an asterisk is a plain word once credentials are allowed. */
const WILDCARDS = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
];

/** Cross-origin resource sharing (Fetch section 3.3): what the fields say together, and to this request. */
export const cors = rule({
  kinds: corsKinds,
  check(context, note) {
    checkPreflight(context, note);
    checkAnswer(context, note);
    const origin = context.named("access-control-allow-origin")[0]?.line.value;
    if (origin === undefined) {
      checkOriginless(context, note);
      checkUnallowed(context, note);
    } else {
      checkCredentials(origin, context, note);
      checkRequest(origin, context, note);
    }
  },
});

/** Whoever tells the method but no request fields tells of a request without them. */
function checkPreflight(context: Context, note: Note<CorsKind>): void {
  const { method } = context;
  if (method === undefined) return;
  if (method === "OPTIONS" && context.request("access-control-request-method") !== undefined) return;
  for (const line of PREFLIGHT_ONLY.flatMap((name) => context.named(name)))
    note("cors-preflight-only", `${line.line.sent} counts only in the answer to a preflight request.`, line);
}

function checkOriginless(context: Context, note: Note<CorsKind>): void {
  const line = NEEDS_ORIGIN.flatMap((name) => context.named(name))[0];
  if (line)
    note("cors-without-origin", `${line.line.sent} does nothing without Access-Control-Allow-Origin.`, line);
}

/** Browsers send Origin with GET and HEAD for those who need CORS only; fonts always do. */
function checkUnallowed(context: Context, note: Note<CorsKind>): void {
  const { method, url, status = 200 } = context;
  const { cors, content } = context.verdicts;
  const asked = context.request("origin");
  const isOther = asked !== undefined && url !== undefined && asked !== url.origin;
  if (!isOther || cors?.allowed || cors?.preflight || status < 200 || status > 299) return;
  const type = context.named("content-type")[0];
  if (/^(?:font\/|application\/(?:x-)?font-)/.test(content?.type ?? ""))
    note(
      "cors-font-refused",
      `Access-Control-Allow-Origin is missing: browsers do not use the font on pages of ${asked}.`,
      type,
    );
  else if ((method === "GET" || method === "HEAD") && asked !== "null" && context.all.length > 0)
    note(
      "cors-not-allowed",
      `Access-Control-Allow-Origin is missing: scripts of ${asked} may not read this.`,
    );
}

function checkCredentials(origin: string, context: Context, note: Note<CorsKind>): void {
  const credentials = context.named("access-control-allow-credentials")[0];
  if (credentials?.line.value !== "true") return;
  if (origin === "*")
    note(
      "cors-credentials-any-origin",
      "Access-Control-Allow-Origin is *: browsers then allow no credentials.",
      credentials,
    );
  else if (origin === "null")
    note(
      "cors-credentials-null-origin",
      "Any sandboxed frame has the origin null, and may read this with cookies.",
      credentials,
    );
  else if (context.url && isForeign(origin, context.url) && mayEcho(context) && !variesByOrigin(context))
    note(
      "cors-credentials-foreign-origin",
      `Pages of ${origin} may read this with the user's cookies.`,
      credentials,
    );
  for (const line of WILDCARDS.flatMap((name) => context.named(name)))
    if (line.line.value === "*")
      note("cors-credentials-wildcard", `With credentials the * in ${line.line.sent} is only a name.`, line);
}

/** Whether the request that the preflight announces goes out, in browsers' eyes. */
function checkAnswer(context: Context, note: Note<CorsKind>): void {
  const preflight = context.verdicts.cors?.preflight;
  if (!preflight) return;
  const at = (name: string) => context.named(name)[0];
  if (!preflight.allowed)
    note("cors-preflight-refused", refusal(preflight, context), at(REFUSING.get(preflight.why) ?? ""));
  const asked = context.request("access-control-request-headers")?.toLowerCase() ?? "";
  if (
    preflight.allowed &&
    /(?:^|[\s,])authorization(?:$|[\s,])/.test(asked) &&
    !preflight.fields.includes("authorization")
  )
    note(
      "cors-wildcard-authorization",
      "Access-Control-Allow-Headers: * covers Authorization in browsers of today, but not by the standard: name it.",
      at("access-control-allow-headers"),
    );
}

/** The field that refuses, by why it does. */
const REFUSING: ReadonlyMap<string, string> = new Map([
  ["several-origins", "access-control-allow-origin"],
  ["other-origin", "access-control-allow-origin"],
  ["methods-invalid", "access-control-allow-methods"],
  ["method-not-allowed", "access-control-allow-methods"],
  ["fields-invalid", "access-control-allow-headers"],
  ["field-not-allowed", "access-control-allow-headers"],
]);

function refusal({ why, missing }: Preflight, { status, verdicts }: Context): string {
  const origin = verdicts.cors?.origin;
  switch (why) {
    case "no-allow-origin":
      return `Access-Control-Allow-Origin is missing, so browsers do not send the request that the preflight asks for.`;
    case "preflight-status":
      return `Status ${status} is not an answer to a preflight: Access-Control-Allow-Origin and the rest count with a 2xx only, and redirects are not followed.`;
    case "methods-invalid":
      return `${quote(missing ?? "")} in Access-Control-Allow-Methods is not a method name, which voids the list: the request is not sent.`;
    case "fields-invalid":
      return `${quote(missing ?? "")} in Access-Control-Allow-Headers is not a field name, which voids the list: the request is not sent.`;
    case "method-not-allowed":
      return `Access-Control-Allow-Methods does not allow ${missing}, which the preflight asks for: the request is not sent.`;
    case "field-not-allowed":
      return `Access-Control-Allow-Headers does not allow ${missing}, which the preflight asks for: the request is not sent.`;
    default:
      return `Access-Control-Allow-Origin does not allow ${origin}: the request that the preflight asks for is not sent.`;
  }
}

/** An origin that is sent to requests without one is the server's choice and not whoever's asks. */
function mayEcho(context: Context): boolean {
  return context.message.request === undefined || context.request("origin") !== undefined;
}

function isForeign(origin: string, url: URL): boolean {
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && siteOf(host) !== siteOf(url.hostname);
}

function checkRequest(origin: string, context: Context, note: Note<CorsKind>): void {
  const asked = context.request("origin");
  const line = context.named("access-control-allow-origin")[0];
  const { cors } = context.verdicts;
  if (asked === undefined || !cors || cors.preflight) return;
  const carries = ["cookie", "authorization"].find((name) => context.request(name) !== undefined);
  if (cors.why === "other-origin")
    note(
      "cors-origin-mismatch",
      `Access-Control-Allow-Origin is ${origin} and not ${asked}, which asked: its pages may not read this.`,
      line,
    );
  else if (cors.why === "wildcard-with-credentials" && carries === "cookie")
    note(
      "cors-request-refused",
      "Access-Control-Allow-Origin is *, which does not cover a request with cookies: the page may not read this.",
      line,
    );
  else if (cors.why === "credentials-not-allowed" && carries === "cookie")
    note(
      "cors-request-refused",
      "Access-Control-Allow-Credentials: true is missing, so the page may not read the answer to a request with cookies.",
      line,
    );
  // What no cache stores none hands to others.
  const mayMix = !isUnstored(context) && !variesByOrigin(context);
  if (cors.allowed && origin === asked && origin !== "null" && mayMix)
    note(
      "cors-vary-origin-missing",
      "Vary does not name Origin, though Access-Control-Allow-Origin is the request's: caches may hand it to others.",
      ...varyWith(context, ["Origin"]),
    );
  // Of a list one origin is meant, by who asks.
  const listed = origin.split(/[,\s]+/);
  if (
    listed.length > 1 &&
    listed.includes(asked) &&
    context.verdicts.caching?.shared.stores &&
    !variesByOrigin(context)
  )
    note(
      "cors-vary-origin-missing",
      `Vary does not name Origin: once Access-Control-Allow-Origin is ${quote(asked)} alone, caches may hand it to other origins.`,
      ...varyWith(context, ["Origin"]),
    );
}

function variesByOrigin({ verdicts: { varies } }: Context): boolean {
  return varies.includes("origin") || varies.includes("*");
}
