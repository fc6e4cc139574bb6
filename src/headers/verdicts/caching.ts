import { type Static, Type } from "@sinclair/typebox";
import { oncePerObject } from "../../cache/memoize.ts";
import { again, type Stored } from "./caching/again.ts";
import { BrowserCache, CHECKED_EACH_TIME, checkBrowserCache } from "./caching/browser.ts";
import { Exception, exceptionsOf } from "./caching/exceptions.ts";
import { hasWhole, type Policy, policyOf, type Side, secondsOf } from "./caching/policy.ts";
import { checkSeen, Seen } from "./caching/seen.ts";
import { storingOf, varies } from "./caching/storing.ts";
import { ageOf, type Lifetime, lifetimeOf } from "./caching/times.ts";
import { type Engine, firstLine, type Response } from "./response.ts";

const seconds = (description: string) => Type.Integer({ description: `${description}, seconds` });

export const CacheView = Type.Object(
  {
    stores: Type.Boolean({ description: "It may store the response" }),
    why: Type.String({ description: "Why it may or may not store it" }),
    lifetime: Type.Union([seconds("How long it is fresh"), Type.Null()]),
    lifetimeFrom: Type.String({
      description: "s-maxage, max-age, expires, heuristic, none, or the name of a targeted field",
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

/**
 * The rights of shared and private caches over the response, and the behaviour of the engine's own; undefined where that turns
 * on an unknown status.
 */
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
  if (!storing.stores) return { ...view, reuse: "never", ...toldAgain(response, undefined) };
  const stored = storedOf(response, policy, lifetime, age, side);
  const ifError = secondsOf(policy.directives, "stale-if-error");
  return {
    ...view,
    reuse: reuseOf(stored),
    ...(stored.staleWhileRevalidate > 0 && { staleWhileRevalidate: stored.staleWhileRevalidate }),
    ...(typeof ifError === "number" && !stored.strict && { staleIfError: ifError }),
    ...toldAgain(response, stored),
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

function toldAgain(response: Response, stored: Stored | undefined): Pick<CacheView, "again"> {
  const next = response.questions?.again;
  if (!next) return {};
  const answer = stored ? again(response, stored, next) : "from-origin";
  return answer === undefined ? {} : { again: answer };
}

/** Whether Pragma: no-cache makes browsers ask at each use of what max-age lets caches use for a time. */
export function pragmaOverrides({ browser, private: own }: Caching): boolean {
  const isFresh = own.lifetimeFrom === "max-age" && own.reuse === "without-asking" && (own.freshFor ?? 0) > 0;
  return isFresh && browser?.stores === true && browser.why === CHECKED_EACH_TIME;
}

/** Seconds that the response itself gives; undefined where it gives none and caches may guess. */
export function explicitLifetime({ lifetime, lifetimeFrom }: CacheView): number | undefined {
  return lifetimeFrom === "none" || lifetimeFrom === "heuristic" ? undefined : (lifetime ?? undefined);
}
