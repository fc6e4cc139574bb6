import type { Context } from "../field.ts";
import { cachePolicy, hasWhole } from "../fields/cache-control/cache-control.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";
import { duration, hasAged } from "../wording.ts";

/** Storing and lifetime, as a clause after a noun; undefined if unknown. */
export function freshness(context: Context): string | undefined {
  const { caching } = context.verdicts;
  if (!caching) return undefined;
  const { shared, private: own } = caching;
  const policy = cachePolicy(context);
  if (!shared.stores && !own.stores) {
    if (policy.has("no-store")) return "that must not be stored";
    // A 304 sets the lifetime of the stored copy.
    return context.status === 304 && explicitLifetime(own) !== undefined ? freshWords(own) : undefined;
  }
  const isPrivate = !shared.stores;
  // A stream ends with its connection; caches never reuse it.
  if (hasWhole(policy, "no-cache") && context.verdicts.declared === "text/event-stream") return undefined;
  if (hasWhole(policy, "no-cache") && own.stores)
    return isPrivate
      ? "that only the browser may store and must check before each use"
      : "that caches must check with the server before each use";
  const lifetime = explicitLifetime(own);
  if (isPrivate) return `that only the browser may store${lifetime ? ` for ${duration(lifetime)}` : ""}`;
  const inShared = explicitLifetime(shared);
  if (inShared !== undefined && inShared !== lifetime) return sharedFreshness(shared, own);
  if (lifetime === undefined) return guessWords(own);
  const words = freshWords(own);
  return words.startsWith("cacheable") && policy.has("immutable") ? `${words} and immutable` : words;
}

function freshWords({ lifetime, freshFor, age, reuse }: CacheView): string {
  const usedMeanwhile = reuse === "without-asking" && freshFor !== null && freshFor <= 0;
  if (usedMeanwhile) return "that is stale, but may be used while it is checked";
  if (lifetime === null || freshFor === null || lifetime === 0) return "that is immediately stale";
  if (freshFor <= 0) return "that was already stale on arrival";
  return hasAged(age) ? `cacheable for another ${duration(freshFor)}` : `cacheable for ${duration(lifetime)}`;
}

/** The lifetime that caches estimate; undefined if they cannot. */
function guessWords({ lifetime, lifetimeFrom }: CacheView): string | undefined {
  if (lifetimeFrom !== "heuristic" || !lifetime) return undefined;
  return `that caches keep for about ${duration(lifetime)} by their own estimate`;
}

function sharedFreshness(shared: CacheView, own: CacheView): string {
  const words = freshWords(shared);
  const isFresh = words.startsWith("cacheable");
  const there = words.endsWith(" on arrival")
    ? words.replace(" on arrival", " on arrival in shared caches")
    : `${words} in shared caches`;
  const seconds = explicitLifetime(own);
  if (seconds === undefined) return there;
  const ownWords = freshWords(own);
  if (ownWords.startsWith("cacheable"))
    return `${there}, ${isFresh ? ownWords.replace("cacheable ", "") : `but ${ownWords}`} in browsers`;
  return isFresh ? `${there}, ${seconds === 0 ? "immediately stale" : "already stale"} in browsers` : words;
}

const CONTRADICTIONS: ReadonlySet<string> = new Set([
  "cache-control-conflict",
  "cache-control-no-store-conflict",
  "cache-control-repeated-differently",
]);

export function contradicts(context: Context): boolean {
  return context
    .named("cache-control")
    .some(({ header, items }) =>
      [header.problems, ...items.map(({ problems = [] }) => problems)].some((problems) =>
        problems.some(({ name }) => CONTRADICTIONS.has(name)),
      ),
    );
}
