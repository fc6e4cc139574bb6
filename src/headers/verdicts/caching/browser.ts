/** HTTP caches of browsers, after their source code; `build/measure/differences.ts cache` compares them. */

import { type Static, Type } from "@sinclair/typebox";
import { alikeStatuses, browserCaches, redirectStatuses } from "../../../../data/browsers/caches.ts";
import { parseLenientDate } from "../../../syntax/lenient-dates.ts";
import { type Engine, joinedValue, linesOf, members, type Response, requestValue } from "../response.ts";
import { varies } from "./storing.ts";

interface CacheFacts {
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly mustRevalidate: boolean;
  readonly immutable: boolean;
  /** public or private is present. */
  readonly isAddressed: boolean;
  /** Seconds; undefined if the engine reads no valid value. */
  readonly maxAge: number | undefined;
  /** Seconds of stale-while-revalidate. */
  readonly staleFor: number;
  /** Milliseconds since the epoch; -Infinity if the value means the past. */
  readonly expires: number | undefined;
  readonly changed: number | undefined;
  /** Time of the response as the engine determines it. */
  readonly date: number | undefined;
  /** Seconds. */
  readonly age: number;
}

/** Largest lifetime and age; engines cap larger values. Seconds. */
const MOST = 2 ** 31 - 1;

function factsOf(response: Response, engine: Engine): CacheFacts {
  const control = controlOf(response, engine);
  const has = (word: string) => control.includes(word);
  const { noStore, noCache } = browserCaches[engine];
  return {
    noStore: control.some((one) => noStore.test(one)),
    noCache:
      control.some((one) => noCache.test(one)) ||
      (isPragma(response, engine) && !(engine === "firefox" && has("immutable"))),
    mustRevalidate: has("must-revalidate"),
    immutable: has("immutable"),
    isAddressed: has("public") || has("private"),
    maxAge: secondsIn(control, "max-age", engine),
    staleFor: has("must-revalidate") ? 0 : (secondsIn(control, "stale-while-revalidate", engine) ?? 0),
    expires: expiresIn(response, engine),
    changed: dateIn(response, "last-modified", engine),
    date: dateIn(response, "date", engine) ?? response.receivedAt,
    age: ageIn(response, engine),
  };
}

/** Directives in lower case, as far as the engine reads them. */
function controlOf(response: Response, engine: Engine): readonly string[] {
  const lines = linesOf(response, "cache-control").filter(({ value }) => value !== "");
  const all = members({ lines }, "cache-control").map((member) => member.toLowerCase());
  const end = all.findIndex((member) => browserCaches[engine].ends.test(member));
  return end < 0 ? all : all.slice(0, end + 1);
}

/** Whether Pragma contains no-cache: as a list member, in WebKit anywhere in the value. */
function isPragma(response: Response, engine: Engine): boolean {
  const value = joinedValue(response, "pragma")?.toLowerCase();
  if (value === undefined) return false;
  if (engine === "webkit") return value.includes("no-cache");
  return members(response, "pragma").some((member) => member.toLowerCase() === "no-cache");
}

/** The last value of a directive in Firefox (0 if invalid), the first valid one in the others. */
function secondsIn(control: readonly string[], name: string, engine: Engine): number | undefined {
  const all = control.filter((member) => member.startsWith(name) && !/^\w/.test(member.slice(name.length)));
  const found = all.map((member) => browserCaches[engine].seconds.exec(member.slice(name.length))?.[1]);
  const first = found.find((digits) => digits !== undefined);
  if (first === undefined) return undefined;
  return Math.min(Number(engine === "firefox" ? (found.at(-1) ?? 0) : first), MOST);
}

/** The first line in Chromium, else the joined lines, in WebKit without the text before the first digit. */
function fieldValue(response: Response, name: string, engine: Engine): string | undefined {
  if (engine === "firefox") return joinedValue(response, name);
  const lines = linesOf(response, name);
  if (engine === "chromium" || lines.length < 2) return lines[0]?.value;
  return lines.slice(0, -1).some(({ value }) => /\d/.test(value)) ? undefined : lines.at(-1)?.value;
}

function dateIn(response: Response, name: string, engine: Engine): number | undefined {
  const value = fieldValue(response, name, engine);
  return value === undefined ? undefined : parseLenientDate(value, engine === "chromium");
}

/** Invalid dates: Chromium treats `0` as past, Firefox any invalid value. */
function expiresIn(response: Response, engine: Engine): number | undefined {
  const value = fieldValue(response, "expires", engine);
  if (value === undefined) return undefined;
  const date = parseLenientDate(value, engine === "chromium");
  const isPast = engine === "firefox" || (engine === "chromium" && value === "0");
  return date ?? (isPast ? Number.NEGATIVE_INFINITY : undefined);
}

/** Firefox reads digits before other text; a negative number counts as the maximum. */
function ageIn(response: Response, engine: Engine): number {
  const value = (engine === "chromium" ? members(response, "age")[0] : joinedValue(response, "age")) ?? "";
  const digits = (engine === "firefox" ? /^\s*([-+]?\d+)/ : /^(\d+)$/).exec(value)?.[1];
  const seconds = Number(digits ?? 0);
  return seconds < 0 ? MOST : Math.min(seconds, MOST);
}

interface BrowserLifetime {
  /** Infinity if the response never becomes stale. */
  readonly seconds: number;
  readonly from: "no-cache" | "max-age" | "Expires" | "last-modified" | "status" | "none";
}

/** Computes the lifetime; undefined if it depends on an unknown time. */
type Rule = (facts: CacheFacts, status: number) => BrowserLifetime | undefined;

const NONE: BrowserLifetime = { seconds: 0, from: "none" };
const FOR_GOOD: BrowserLifetime = { seconds: Number.POSITIVE_INFINITY, from: "status" };

const lifetimes: Readonly<Record<Engine, Rule>> = {
  chromium(facts, status) {
    const given = givenBy(facts);
    if (given !== "none") return given;
    const guess =
      browserCaches.chromium.estimated.has(status) && !facts.mustRevalidate ? guessFrom(facts) : NONE;
    return guess?.from === "none" && browserCaches.chromium.kept.has(status) ? FOR_GOOD : guess;
  },
  firefox(facts, status) {
    if (!browserCaches.firefox.reused.has(status)) return NONE;
    const given = givenBy(facts);
    if (given !== "none") return given;
    if (status === 410) return FOR_GOOD;
    if (browserCaches.firefox.temporary.has(status) && !facts.isAddressed) return NONE;
    const guess = guessFrom(facts);
    return guess && { ...guess, seconds: Math.min(browserCaches.firefox.longest, guess.seconds) };
  },
  webkit(facts, status) {
    const given = givenBy(facts);
    if (given !== "none") return given;
    return browserCaches.webkit.kept.has(status)
      ? { seconds: browserCaches.webkit.keptFor, from: "status" }
      : guessFrom(facts);
  },
};

function givenBy({ noCache, maxAge, expires, date }: CacheFacts): BrowserLifetime | undefined | "none" {
  if (noCache) return { seconds: 0, from: "no-cache" };
  if (maxAge !== undefined) return { seconds: maxAge, from: "max-age" };
  if (expires === undefined) return "none";
  if (expires === Number.NEGATIVE_INFINITY) return { seconds: 0, from: "Expires" };
  return date === undefined ? undefined : { seconds: Math.max(0, (expires - date) / 1000), from: "Expires" };
}

function guessFrom({ changed, date }: CacheFacts): BrowserLifetime | undefined {
  if (changed === undefined) return NONE;
  if (date === undefined) return undefined;
  return changed > date ? NONE : { seconds: (date - changed) / 10_000, from: "last-modified" };
}

const outcome = (description: string) =>
  Type.Union([Type.Literal("from-cache"), Type.Literal("after-check"), Type.Literal("from-origin")], {
    description,
  });

export const BrowserCache = Type.Object(
  {
    stores: Type.Boolean({ description: "It stores the response" }),
    why: Type.String({ description: "Why the next visit is answered this way" }),
    again: outcome("Where the response of an immediate next visit comes from"),
    reload: outcome("What answers the reload button"),
    back: outcome("What answers the back button"),
    remembered: Type.Optional(
      Type.Union([
        Type.Integer({
          description: "Seconds, from now, in which it is used without checking with the server",
        }),
        Type.Literal("for good"),
      ]),
    ),
  },
  {
    title: "BrowserCache",
    description: "What the browser's own HTTP cache does, which may differ from the standard",
  },
);
export type BrowserCache = Static<typeof BrowserCache>;

type Outcome = BrowserCache["again"];

/** Use of the engine's cache; undefined if it depends on an unknown status, request or time. */
export function checkBrowserCache(response: Response, engine: Engine): BrowserCache | undefined {
  const { method = "GET", status } = response;
  if (method !== "GET") return notStored(`responses to ${method} are not stored`);
  const facts = factsOf(response, engine);
  if (status !== undefined) return checkStatus(response, engine, status, facts);
  const [first, ...others] = alikeStatuses.map((one) => checkStatus(response, engine, one, facts));
  return others.every((other) => Bun.deepEquals(other, first)) ? first : undefined;
}

function checkStatus(
  response: Response,
  engine: Engine,
  status: number,
  facts: CacheFacts,
): BrowserCache | undefined {
  // Interim responses have no page that a browser visits again.
  if (status < 200) return undefined;
  if (facts.noStore) return notStored("no-store forbids it");
  if (status === 206) {
    if (!response.request) return undefined;
    if (requestValue(response, "range") === undefined)
      return notStored("a 206 is stored only for a request with Range");
  }
  const lifetime = lifetimes[engine](facts, status);
  if (!lifetime) return undefined;
  const refusal = refusals[engine](status, lifetime, facts);
  if (refusal !== undefined) return notStored(refusal);
  return usesOf(response, engine, status, facts, lifetime);
}

function notStored(why: string): BrowserCache {
  return { stores: false, why, again: "from-origin", reload: "from-origin", back: "from-origin" };
}

const refusals: Readonly<
  Record<Engine, (status: number, lifetime: BrowserLifetime, facts: CacheFacts) => string | undefined>
> = {
  chromium: () => undefined,
  firefox(status, { seconds }) {
    if (status === 300) return "Firefox does not store a 300";
    return status === 303 && seconds === 0 ? "Firefox stores a 303 only with a lifetime" : undefined;
  },
  webkit(status, _lifetime, { maxAge, expires }) {
    if (!redirectStatuses.has(status) || status === 301) return undefined;
    if (!browserCaches.webkit.temporary.has(status)) return `Safari does not store a ${status}`;
    return maxAge === undefined && expires === undefined
      ? `Safari stores a ${status} only with a lifetime`
      : undefined;
  },
};

/** Whether the engine revalidates a stored response with this status code; it fetches others in full. */
function isChecked(status: number, engine: Engine): boolean {
  if (engine === "webkit") return !redirectStatuses.has(status);
  return browserCaches[engine].checked.has(status);
}

function usesOf(
  response: Response,
  engine: Engine,
  status: number,
  facts: CacheFacts,
  { seconds, from }: BrowserLifetime,
): BrowserCache {
  const left = seconds - ageOf(response, facts);
  const star = varies(response).includes("*");
  const check: Outcome =
    isChecked(status, engine) && !(star && engine === "webkit") && hasValidator(response, star)
      ? "after-check"
      : "from-origin";
  const fresh = left > 0 && !star;
  const mayBeStale = !fresh && !star && from !== "no-cache";
  const stale = mayBeStale && usesStale(response, engine, status, facts.staleFor, left);
  return {
    stores: true,
    why: star ? "Vary: * matches no other request" : stale ? USED_STALE : whyOf(from, left, status),
    again: fresh || stale ? "from-cache" : check,
    reload: engine === "webkit" ? "from-origin" : reloaded(response, engine, facts, fresh, check),
    back: star ? check : "from-cache",
    ...(fresh && { remembered: Number.isFinite(left) ? Math.floor(left) : ("for good" as const) }),
  };
}

const USED_STALE = "stale-while-revalidate allows its use while it is checked";

/**
 * Whether stale-while-revalidate allows an immediate use. Chromium supports it for loads of a page but not for
 * the page itself. Firefox counts from the arrival of a stale response. MDN lists no support for Safari.
 */
function usesStale(response: Response, engine: Engine, status: number, staleFor: number, left: number) {
  if (engine === "firefox") return staleFor > 0 && browserCaches.firefox.reused.has(status);
  const dest = requestValue(response, "sec-fetch-dest") ?? "";
  return engine === "chromium" && left + staleFor > 0 && !/^(?:document|i?frame|object|embed|)$/.test(dest);
}

/** Result of a reload. Only Firefox (153) supports immutable (RFC 8246): it uses fresh copies over HTTPS. */
function reloaded(
  { url }: Response,
  engine: Engine,
  { immutable }: CacheFacts,
  fresh: boolean,
  check: Outcome,
): Outcome {
  return engine === "firefox" && immutable && fresh && url?.protocol === "https:" ? "from-cache" : check;
}

export const CHECKED_EACH_TIME = "no-cache requires a check before each use";

function whyOf(from: BrowserLifetime["from"], left: number, status: number): string {
  switch (from) {
    case "no-cache":
      return CHECKED_EACH_TIME;
    case "status":
      return left > 0 ? `a ${status} without a lifetime is kept indefinitely` : "it is stale on arrival";
    case "none":
      return "no field gives a lifetime";
    case "last-modified":
      return left > 0
        ? "it is fresh for a tenth of the time since Last-Modified"
        : "the lifetime estimated from Last-Modified has run out";
    default:
      return left > 0 ? `it is fresh by ${from}` : `it is stale by ${from}`;
  }
}

/** Whether the copy can be validated; with `Vary: *`, only an entity tag can do that. */
function hasValidator(response: Response, star: boolean): boolean {
  const has = (name: string) => linesOf(response, name).some(({ value }) => value !== "");
  return has("etag") || (!star && has("last-modified"));
}

/** Age on arrival. Seconds. */
function ageOf({ receivedAt }: Response, { age, date }: CacheFacts): number {
  return receivedAt === undefined || date === undefined ? age : Math.max(age, (receivedAt - date) / 1000);
}
