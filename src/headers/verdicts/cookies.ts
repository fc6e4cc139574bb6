import { type Static, Type } from "@sinclair/typebox";
import { cookieAttribute, parseSetCookie, type SetCookie } from "../../syntax/cookies.ts";
import { parseLenientDate } from "../../syntax/lenient-dates.ts";
import { type Expiry, expiryOf } from "./cookies/expiry.ts";
import {
  type Attributes,
  domainRefusal,
  isPlainLocal,
  prefixRefusal,
  refusal,
  utf8Text,
  whyInsecure,
  whyMalformed,
} from "./cookies/refusals.ts";
import type { Cookie } from "./cookies/schema.ts";
import { defaultPath, domainFlaw, type Scope, scopeOf } from "./cookies/scope.ts";
import { isThirdParty, thirdPartyOf, whyRefused } from "./cookies/third-party.ts";
import { isTrustworthy } from "./origins.ts";
import {
  type Engine,
  firstLine,
  joinedValue,
  linesOf,
  oncePerEngine,
  type RawLine,
  type Response,
} from "./response.ts";

export const Clears = Type.Object(
  { cookies: Type.Boolean(), storage: Type.Boolean(), cache: Type.Boolean() },
  { title: "Clears", description: "What browsers delete (Clear-Site-Data)" },
);
export type Clears = Static<typeof Clears>;

const NOTHING: Clears = { cookies: false, storage: false, cache: false };

/** Clear-Site-Data (section 3.1): list members, compared exactly. */
export function checkClears(response: Response): Clears | undefined {
  const value = joinedValue(response, "clear-site-data");
  if (value === undefined) return NOTHING;
  if (!response.url) return undefined;
  if (!isTrustworthy(response.url) || /[^\x00-\x7f]/.test(value)) return NOTHING;
  const types = value.split(",").map((part) => part.trim());
  const has = (type: string) => types.includes('"*"') || types.includes(`"${type}"`);
  return { cookies: has("cookies"), storage: has("storage"), cache: has("cache") };
}

/** Maximum bytes of an attribute value; browsers ignore attributes with longer values. */
const LARGEST_ATTRIBUTE = 1024;
/** Maximum lifetime in seconds (section 5.5). */
const LONGEST_LIFE = 400 * 86_400;
/** Dates before this count as past, even if the time of the response is unknown. */
export const LONG_AGO = Date.UTC(2020, 0, 1);

/** One verdict per Set-Cookie line, by RFC 6265bis sections 5.6 and 5.7 as the engine implements them. */
export const checkCookies = oncePerEngine((response: Response, engine): Cookie[] => {
  const lines = linesOf(response, "set-cookie");
  if (lines.length === 0) return [];
  const clock = clockOf(response);
  const cleared = checkClears(response)?.cookies === true;
  const cookies = lines.map((line) => checkLineShape(line, { response, engine, clock, cleared }));
  return cookies.length === 1 ? cookies : withReplaced(cookies);
});

/** Syntax on which engines differ: no name, prefixes, tabs, Domain, SameSite=None, dates, non-digits in Max-Age. */
const DIVISIVE =
  /^[^=;]*(?:;|$)|^\s*=|\t|__|domain|expires|samesite\s*=\s*none|max-age\s*=(?!\s*\d*\s*(?:;|$))/i;

export function cookiesAlike(response: Response): boolean {
  const lines = linesOf(response, "set-cookie");
  if (lines.length === 0) return true;
  const { url } = response;
  return !(
    lines.some(({ value }) => DIVISIVE.test(value)) ||
    isThirdParty(response) ||
    (url && isPlainLocal(url))
  );
}

/** Marks lines that a later accepted line replaces, since both set the same cookie (section 5.7, step 23). */
function withReplaced(cookies: readonly Cookie[]): Cookie[] {
  const last = new Map<string, Cookie>();
  for (const cookie of cookies) if (cookie.outcome !== "refused") last.set(keyOf(cookie), cookie);
  return cookies.map((cookie) => {
    const later = cookie.outcome === "refused" ? undefined : last.get(keyOf(cookie));
    return later && later.line > cookie.line ? { ...cookie, replacedBy: later.line } : cookie;
  });
}

/** Key of a cookie: lines with the same key set the same cookie. */
export function keyOf({ name, domain = "", hostOnly, path = "", partitioned }: Cookie): string {
  return `${name};${hostOnly === false ? "." : ""}${domain};${path};${partitioned}`;
}

/** Current time of the browser and of the server. Milliseconds since the epoch. */
interface Clock {
  readonly now: number | undefined;
  readonly server: number | undefined;
}

function clockOf(response: Response): Clock {
  const sent = firstLine(response, "date");
  const server = sent && parseLenientDate(sent.value);
  const now = response.receivedAt ?? server;
  return { now, server: server ?? now };
}

interface Surroundings {
  readonly response: Response;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly cleared: boolean;
}

function checkLineShape({ value, index }: RawLine, surroundings: Surroundings): Cookie {
  const { response, engine, clock, cleared } = surroundings;
  const parsed = asEngineReads(parseSetCookie(value), engine);
  const attributes = attributesOf(parsed);
  const { url } = response;
  const scope = url ? scopeOf(attributes.domain, url.hostname, engine) : namedScope(attributes.domain);
  const ownPath = attributes.path.startsWith("/") ? attributes.path : undefined;
  const path = ownPath ?? (url && defaultPath(url));
  const cookie = {
    line: index,
    name: utf8Text(parsed.name),
    ...(scope && { domain: scope.domain, hostOnly: scope.hostOnly }),
    ...(path !== undefined && { path: utf8Text(path) }),
    secure: attributes.secure,
    httpOnly: attributes.httpOnly,
    sameSite: attributes.sameSite,
    partitioned: attributes.partitioned,
  };
  const life = lifeOf(expiryOf(attributes.maxAge, attributes.expires, engine), clock);
  const isOtherSites = isThirdParty(response);
  const thirdParty = thirdPartyOf(attributes, engine);
  const refusals = [
    isInterim(response) && refusal("interim", `browsers accept no cookies from a ${response.status}`),
    whyMalformed(value, parsed, engine),
    domainRefusal(attributes.domain, url, scope),
    prefixRefusal(parsed, attributes, path, engine),
    ...whyInsecure(attributes, url, engine),
    // A line that deletes the cookie is not refused, since the result is the same.
    cleared && !life.over && refusal("cleared", "Clear-Site-Data of the same response removes it"),
    isOtherSites && thirdParty.outcome === "refused" && refusal("third-party", whyRefused(attributes)),
  ].filter((one) => one !== undefined && one !== false);
  const known = { ...cookie, ...expiryFields(life) };
  const [first] = refusals;
  if (first)
    return {
      ...known,
      outcome: "refused",
      why: first.why,
      refusals,
      ...(first.reason === "third-party" && { thirdParty }),
    };
  if (life.over) return { ...known, outcome: "deleted", why: life.over };
  return {
    ...known,
    outcome: "stored",
    ...((isOtherSites || attributes.sameSite === "none") && { thirdParty }),
  };
}

/** Whether the response is interim: browsers ignore its cookies. 101 is a final response. */
function isInterim({ status = 200 }: Response): boolean {
  return status < 200 && status !== 101;
}

/** Text without an equals sign: Chromium reads it as the value, Firefox as the name. */
function asEngineReads(cookie: SetCookie, engine: Engine): SetCookie {
  return engine === "firefox" && !cookie.hasEquals ? { ...cookie, name: cookie.value, value: "" } : cookie;
}

/** Scope by Domain alone, for an unknown URL; right if the response's host is within the domain. */
function namedScope(attribute: string): Scope | undefined {
  if (attribute === "" || domainFlaw(attribute) !== undefined) return undefined;
  return { domain: attribute.replace(/^\./, "").toLowerCase(), hostOnly: false };
}

/** The last attribute of each name counts, even if invalid; attributes that are too long are ignored. */
function attributesOf(cookie: SetCookie): Attributes {
  const isShort = ({ value = "" }: { readonly value?: string }) => value.length <= LARGEST_ATTRIBUTE;
  const kept = cookie.attributes.every(isShort)
    ? cookie
    : { ...cookie, attributes: cookie.attributes.filter(isShort) };
  const last = (name: string) => {
    const attribute = cookieAttribute(kept, name);
    return attribute && (attribute.value ?? "");
  };
  const sameSite = last("samesite")?.toLowerCase();
  return {
    domain: last("domain") ?? "",
    path: last("path") ?? "",
    maxAge: last("max-age"),
    expires: last("expires"),
    secure: last("secure") !== undefined,
    httpOnly: last("httponly") !== undefined,
    partitioned: last("partitioned") !== undefined,
    sameSite: sameSite === "strict" || sameSite === "lax" || sameSite === "none" ? sameSite : "unset",
  };
}

interface Life {
  readonly over?: string;
  readonly expires?: string;
  readonly seconds?: number;
  readonly capped?: boolean;
}

/** Tolerance for rounding and latency in Expires. Seconds. */
const SLACK = 3600;
/** A date beyond any allowed lifetime. */
const FAR = Date.UTC(2100, 0, 1);

/** End of the cookie. Expires is relative to the server's clock (Chromium and Firefox correct it by Date). */
function lifeOf(expiry: Expiry, { now, server }: Clock): Life {
  if ("session" in expiry) return { expires: "session" };
  if ("until" in expiry && server === undefined) {
    if (expiry.until <= LONG_AGO) return { over: "Expires has passed" };
    const capped = expiry.until > FAR ? { capped: true } : {};
    return Number.isFinite(expiry.until)
      ? { expires: new Date(expiry.until).toISOString(), ...capped }
      : capped;
  }
  const seconds = "seconds" in expiry ? expiry.seconds : (expiry.until - (server ?? 0)) / 1000;
  if (seconds <= 0) return { over: "seconds" in expiry ? "Max-Age is not above 0" : "Expires has passed" };
  const capped = Math.min(seconds, LONGEST_LIFE);
  return {
    seconds: capped,
    ...(seconds > LONGEST_LIFE + ("seconds" in expiry ? 0 : SLACK) && { capped: true }),
    ...(now !== undefined && { expires: new Date(now + capped * 1000).toISOString() }),
  };
}

function expiryFields({ over: _over, ...rest }: Life): Pick<Cookie, "expires" | "seconds" | "capped"> {
  return rest;
}
