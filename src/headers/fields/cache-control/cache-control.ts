import { cacheControlDirectives } from "../../../../data/headers/directives/cache-control.ts";
import { oncePerObject } from "../../../cache/memoize.ts";
import type { Directive } from "../../../syntax/directives.ts";
import { parseDeltaSeconds } from "../../../syntax/integers.ts";
import { type Context, field, item } from "../../field.ts";
import { readDirectives } from "../../reading/list.ts";
import { NO_STORE } from "../../verdicts/caching/storing.ts";
import type { CacheView, Caching } from "../../verdicts/caching.ts";
import { duration, hasAged } from "../../wording.ts";
import { combinationOf } from "./combination.ts";
import { combinationProblems } from "./combinations.ts";
import { directiveProblems, shapedDirectives } from "./directive-problems.ts";
import { DIRECTIVE_SHAPES } from "./directives.ts";

/** Cache-Control (RFC 9111 section 5.2): who may store the response and how long it may be used. */
export const cacheControl = field({
  name: "Cache-Control",
  type: "list",
  repeat: "list",
  parse: (value, note) => readDirectives("Cache-Control", value, note),
  items: ({ directives }) =>
    directives.map((directive) =>
      item(
        directive.name,
        directive.value ?? "",
        cacheControlDirectives.get(directive.name) ?? "An extension that caches do not know and ignore.",
        besideNoStore(directive, directives) ??
          (directive.name === "public" ? publicInWords(directives) : secondsInWords(directive)),
      ),
    ),
  alternateInMessage: ({ directives }, { verdicts, status }) =>
    story(firstEach(directives), status === 304 ? undefined : verdicts.caching),
  parts: shapedDirectives,
  together: combinationOf,
}).problems({ eachPart: directiveProblems, allLines: combinationProblems });

/** A response that is never stored needs no lifetime and no check. */
const NEEDLESS: ReadonlySet<string> = new Set([
  "no-cache",
  "must-revalidate",
  "proxy-revalidate",
  "max-age",
  "s-maxage",
]);

function besideNoStore({ name }: Directive, directives: readonly Directive[]): string | undefined {
  const isNeedless = NEEDLESS.has(name) && directives.some((one) => one.name === "no-store");
  return isNeedless ? "has no effect next to no-store" : undefined;
}

/** A lifetime alone lets any cache store the response (RFC 9111 sections 3 and 3.5). */
function publicInWords(directives: readonly Directive[]): string | undefined {
  const isNeedless = directives.some(({ name }) => name === "max-age");
  return isNeedless ? "redundant next to max-age, unless the request has credentials" : undefined;
}

function secondsInWords({ name, value }: Directive): string | undefined {
  const shape = DIRECTIVE_SHAPES.get(name);
  if (shape !== "seconds" && shape !== "obsolete") return undefined;
  const { value: seconds, flaws } = parseDeltaSeconds(value ?? "");
  return seconds === undefined || flaws.some(({ id }) => id !== "overflow") ? undefined : duration(seconds);
}

/** The directives that count, by name: of several with one name the first. */
export type CachePolicy = ReadonlyMap<string, Directive>;

function firstEach(directives: readonly Directive[]): CachePolicy {
  const policy = new Map<string, Directive>();
  for (const directive of directives) if (!policy.has(directive.name)) policy.set(directive.name, directive);
  return policy;
}

/** All Cache-Control lines of the message as one policy. To be asked for when all lines are parsed. */
export const cachePolicy = oncePerObject((context: Context): CachePolicy => {
  return firstEach(context.values(cacheControl).flatMap(({ directives }) => directives));
});

/** Seconds that a directive gives; undefined where it is absent or has none. */
function policySeconds(policy: CachePolicy, name: string): number | undefined {
  const value = policy.get(name)?.value;
  if (value === undefined) return undefined;
  const seconds = parseDeltaSeconds(value).value;
  return seconds !== undefined && seconds >= 0 ? seconds : undefined;
}

/** Has the policy this directive for the whole response, not for some fields only? */
export function hasWhole(policy: CachePolicy, name: string): boolean {
  const directive = policy.get(name);
  return directive !== undefined && directive.value === undefined;
}

/** The line in words: `any cache, fresh for 1 hour`, as caches take it; of a 304 they store nothing. */
function story(policy: CachePolicy, caching: Caching | undefined): string | undefined {
  const own = caching?.private;
  const isHeld = own ? own.why === NO_STORE : !policy.has("must-understand");
  if (policy.has("no-store") && isHeld)
    return caching?.shared.stores ? "not stored by browsers" : "not stored anywhere";
  const words = terms(policy, own);
  const isInVain = own && !own.stores && !caching.shared.stores && words !== undefined;
  return isInVain ? `not stored: ${own.why}` : words;
}

/** The uses that the directives allow, in words. */
function terms(policy: CachePolicy, own: CacheView | undefined): string | undefined {
  const who = hasWhole(policy, "private") ? ["stored by the browser only"] : [];
  const maxAge = policySeconds(policy, "max-age");
  const shared = policySeconds(policy, "s-maxage");
  if (hasWhole(policy, "no-cache")) return [...who, "checked with the origin before each use"].join(", ");
  const parts = [...who];
  if (maxAge !== undefined) parts.push(maxAge === 0 ? "stale immediately" : freshness(maxAge, own));
  if (shared !== undefined && shared !== maxAge && who.length === 0)
    parts.push(
      shared === 0 ? "stale immediately in shared caches" : `for ${duration(shared)} in shared caches`,
    );
  if (policy.has("immutable") && ((maxAge ?? 0) > 0 || (shared ?? 0) > 0)) parts.push("never changing");
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `fresh for 1 hour`, unless that time had passed before the response arrived. */
function freshness(maxAge: number, own: CacheView | undefined): string {
  const isOver = own?.lifetimeFrom === "max-age" && own.freshFor !== null && own.freshFor <= 0;
  // A number that caches do not take, such as 1.5.
  if (isOver && own.lifetime === 0) return "stale immediately";
  if (isOver && own.reuse === "without-asking")
    return `stale on arrival, but usable while it is revalidated: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  if (isOver) return `stale on arrival: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  const rest = own?.lifetimeFrom === "max-age" && hasAged(own.age) ? own.freshFor : null;
  return rest === null
    ? `fresh for ${duration(maxAge)}`
    : `fresh for another ${duration(rest)} of ${duration(maxAge)}`;
}
