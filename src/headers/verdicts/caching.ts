import { type Static, Type } from "@sinclair/typebox";
import { oncePerObject } from "../../platform/memoize.ts";
import { parseContentRange } from "../../syntax/content-range.ts";
import { parseRanges, type RangeSpec } from "../../syntax/ranges.ts";
import { BrowserCache, CHECKED_EACH_TIME, checkBrowserCache } from "./caching/browser.ts";
import { Exception, exceptionsOf } from "./caching/exceptions.ts";
import {
  hasWhole,
  type Policy,
  policyOf,
  requestDirectives,
  type Side,
  secondsOf,
} from "./caching/policy.ts";
import { checkSeen, Seen } from "./caching/seen.ts";
import { storingOf, varies } from "./caching/storing.ts";
import { ageOf, type Lifetime, lifetimeOf } from "./caching/times.ts";
import {
  type Engine,
  firstLine,
  joinedValue,
  type NextRequest,
  type RawLine,
  type Response,
} from "./response.ts";

// Reuse of a stored response for another request (RFC 9111 section 4).

type Again = "from-cache" | "after-check" | "from-origin";

/** Facts about the stored response. Durations in seconds. */
interface Stored {
  readonly age: number;
  readonly lifetime: number;
  /** Revalidated before each use. */
  readonly checked: boolean;
  /** Must not be used once stale. */
  readonly strict: boolean;
  readonly staleWhileRevalidate: number;
  readonly validator: boolean;
}

/** Result for the next request; undefined if Vary names request headers that are unknown. */
function again(response: Response, stored: Stored, next: NextRequest): Again | undefined {
  const { method = "GET" } = next;
  const storedMethod = response.method === "POST" ? "GET" : (response.method ?? "GET");
  if (method !== storedMethod && !(method === "HEAD" && storedMethod === "GET")) return "from-origin";
  const matches = selects(response, next);
  if (matches === undefined) return undefined;
  if (!matches || !hasRange(response, next)) return "from-origin";
  if (isUsable(stored, next)) return "from-cache";
  return stored.validator ? "after-check" : "from-origin";
}

/** Whether the response is fresh enough for its own directives and the request's (sections 4.2 and 5.2.1). */
function isUsable(stored: Stored, next: NextRequest): boolean {
  const asked = requestDirectives(next.lines);
  if (stored.checked || asked.has("no-cache")) return false;
  const age = stored.age + next.after;
  const most = secondsOf(asked, "max-age");
  if (typeof most === "number" && age > most) return false;
  const left = stored.lifetime - age;
  const wanted = secondsOf(asked, "min-fresh");
  if (typeof wanted === "number") return left >= wanted;
  if (left > 0) return true;
  if (stored.strict) return false;
  const tolerated = asked.get("max-stale") === "" ? Number.POSITIVE_INFINITY : secondsOf(asked, "max-stale");
  return -left < Math.max(stored.staleWhileRevalidate, tolerated ?? 0);
}

/** Whether every header in Vary is equal in both requests or absent from both (section 4.1). */
function selects(response: Response, next: NextRequest): boolean | undefined {
  const names = varies(response);
  if (names.length === 0) return true;
  if (names.includes("*")) return false;
  const { request } = response;
  if (!request) return undefined;
  return names.every((name) => normalized(request, name) === normalized(next.lines, name));
}

/** Header value without white space, with weighted members in a fixed order. */
function normalized(lines: readonly RawLine[], name: string): string | undefined {
  const value = joinedValue({ lines }, name);
  if (value === undefined) return undefined;
  const members = value.split(",").map((member) =>
    member
      .split(";")
      .map((part) => part.trim())
      .join(";"),
  );
  return name.startsWith("accept")
    ? members
        .map((one) => one.toLowerCase())
        .sort()
        .join()
    : members.join();
}

/** Whether the response contains the range: a partial response covers only ranges within it (section 3.3). */
function hasRange(response: Response, next: NextRequest): boolean {
  if (response.status !== 206) return true;
  const asked = joinedValue({ lines: next.lines }, "range");
  const range = parseContentRange(firstLine(response, "content-range")?.value ?? "");
  if (asked === undefined || range?.first === undefined || range.last === undefined) return false;
  const { ranges, flaws } = parseRanges(asked);
  const [spec] = ranges;
  if (!spec || ranges.length > 1 || flaws.length > 0) return false;
  const wanted = positions(spec, range.size);
  return wanted !== undefined && wanted.first >= range.first && wanted.last <= range.last;
}

function positions(spec: RangeSpec, size: number | undefined) {
  if (spec.kind === "int" && spec.last !== undefined)
    return { first: spec.first, last: Math.min(spec.last, (size ?? Number.POSITIVE_INFINITY) - 1) };
  if (size === undefined) return undefined;
  return spec.kind === "int"
    ? { first: spec.first, last: size - 1 }
    : { first: Math.max(0, size - spec.length), last: size - 1 };
}

const seconds = (description: string) => Type.Integer({ description: `${description}, seconds` });

export const CacheView = Type.Object(
  {
    stores: Type.Boolean({ description: "It may store the response" }),
    why: Type.String({ description: "Why it may or may not store it" }),
    lifetime: Type.Union([seconds("How long it is fresh"), Type.Null()]),
    lifetimeFrom: Type.String({
      description: "s-maxage, max-age, expires, heuristic, none, or the name of a targeted header",
    }),
    age: seconds("Age on arrival"),
    freshFor: Type.Union([seconds("Lifetime less age; negative once stale"), Type.Null()]),
    reuse: Type.Union([Type.Literal("without-asking"), Type.Literal("after-check"), Type.Literal("never")]),
    staleWhileRevalidate: Type.Optional(seconds("How long it may be used stale while it is revalidated")),
    staleIfError: Type.Optional(seconds("How long it may be used stale when revalidation fails")),
    again: Type.Optional(
      Type.Union([Type.Literal("from-cache"), Type.Literal("after-check"), Type.Literal("from-origin")]),
    ),
  },
  { title: "CacheView", description: "What one kind of cache may do with the response" },
);
export type CacheView = Static<typeof CacheView>;

export const Caching = Type.Object(
  {
    shared: Type.Composite([
      CacheView,
      Type.Object({
        exceptions: Type.Optional(
          Type.Array(Exception, { description: "Products known to treat this response differently" }),
        ),
      }),
    ]),
    private: CacheView,
    vary: Type.Array(Type.String(), { description: "Names in Vary, in lower case" }),
    browser: Type.Optional(BrowserCache),
    seen: Type.Optional(Seen),
  },
  { title: "Caching", description: "What caches do (RFC 9111, 9211, 9213, 5861, 8246)" },
);
export type Caching = Static<typeof Caching>;

/** Caching by shared, private and the engine's caches; undefined if it depends on an unknown status. */
export function checkCaching(response: Response, engine: Engine = "chromium"): Caching | undefined {
  const standard = checkStandard(response);
  const browser = standard && checkBrowserCache(response, engine);
  return browser ? { ...standard, browser } : standard;
}

const checkStandard = oncePerObject((response: Response): Omit<Caching, "browser"> | undefined => {
  const shared = viewOf(response, "shared");
  const own = viewOf(response, "private");
  if (!shared || !own) return undefined;
  const seen = checkSeen(response);
  const checked = hasWhole(policyOf(response, "shared"), "no-cache");
  const exceptions = exceptionsOf({ ...shared, checked }, response);
  return {
    shared: exceptions ? { ...shared, exceptions } : shared,
    private: own,
    vary: varies(response),
    ...(seen && { seen }),
  };
});

function viewOf(response: Response, side: Side): CacheView | undefined {
  const policy = policyOf(response, side);
  const lifetime = lifetimeOf(response, policy, side);
  const storing = storingOf(response, policy, lifetime, side);
  if (!storing) return undefined;
  const age = ageOf(response);
  const view = {
    ...storing,
    lifetime: lifetime.seconds,
    lifetimeFrom: lifetime.from,
    age,
    freshFor: lifetime.seconds === null ? null : lifetime.seconds - age,
  };
  if (!storing.stores) return { ...view, reuse: "never", ...againFor(response, undefined) };
  const stored = storedOf(response, policy, lifetime, age, side);
  const ifError = secondsOf(policy.directives, "stale-if-error");
  return {
    ...view,
    reuse: reuseOf(stored),
    ...(stored.staleWhileRevalidate > 0 && { staleWhileRevalidate: stored.staleWhileRevalidate }),
    ...(typeof ifError === "number" && !stored.strict && { staleIfError: ifError }),
    ...againFor(response, stored),
  };
}

/** Directives that forbid any use once stale (RFC 9111 sections 4.2.4, 5.2.2.2, 5.2.2.8, 5.2.2.10). */
function isStrict({ directives }: Policy, side: Side): boolean {
  if (directives.has("must-revalidate") || directives.has("no-cache")) return true;
  return side === "shared" && (directives.has("proxy-revalidate") || directives.has("s-maxage"));
}

function storedOf(response: Response, policy: Policy, lifetime: Lifetime, age: number, side: Side): Stored {
  const strict = isStrict(policy, side);
  const whileRevalidate = secondsOf(policy.directives, "stale-while-revalidate");
  return {
    age,
    lifetime: lifetime.seconds ?? 0,
    checked: hasWhole(policy, "no-cache"),
    strict,
    staleWhileRevalidate: strict ? 0 : (whileRevalidate ?? 0),
    validator: Boolean(firstLine(response, "etag") ?? firstLine(response, "last-modified")),
  };
}

function reuseOf(stored: Stored): CacheView["reuse"] {
  const { age, lifetime, checked, staleWhileRevalidate, validator } = stored;
  if (!checked && lifetime + staleWhileRevalidate > age) return "without-asking";
  return validator ? "after-check" : "never";
}

function againFor(response: Response, stored: Stored | undefined): Pick<CacheView, "again"> {
  const next = response.questions?.again;
  if (!next) return {};
  const answer = stored ? again(response, stored, next) : "from-origin";
  return answer === undefined ? {} : { again: answer };
}

/** Whether Pragma: no-cache makes browsers revalidate each use although max-age allows reuse. */
export function pragmaOverrides({ browser, private: own }: Caching): boolean {
  const isFresh = own.lifetimeFrom === "max-age" && own.reuse === "without-asking" && (own.freshFor ?? 0) > 0;
  return isFresh && browser?.stores === true && browser.why === CHECKED_EACH_TIME;
}

/** Lifetime in seconds set by the response; undefined if caches have to estimate it. */
export function explicitLifetime({ lifetime, lifetimeFrom }: CacheView): number | undefined {
  return lifetimeFrom === "none" || lifetimeFrom === "heuristic" ? undefined : (lifetime ?? undefined);
}
