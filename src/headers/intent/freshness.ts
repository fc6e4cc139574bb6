import type { Context } from "../field.ts";
import { cachePolicy, hasWhole, policySeconds } from "../fields/cache-control/cache-control.ts";
import { messageTime } from "../reading/date.ts";
import { parseHttpDate } from "../syntax/dates.ts";
import { duration } from "../wording.ts";
import { firstValue } from "./value.ts";

/** What caches may do with the response, as a clause after its noun; undefined where it says nothing. */
export function freshness(context: Context): string | undefined {
  const policy = cachePolicy(context);
  if (policy.has("no-store")) return "that must not be stored";
  const isPrivate = hasWhole(policy, "private");
  if (hasWhole(policy, "no-cache"))
    return isPrivate
      ? "that only the browser may store and has to check before each use"
      : "that has to be checked with the server before each use";
  const seconds = policySeconds(policy, "max-age") ?? expiresIn(context);
  const shared = isPrivate ? undefined : policySeconds(policy, "s-maxage");
  if (isPrivate) return `that only the browser may store${seconds ? ` for ${duration(seconds)}` : ""}`;
  if (shared !== undefined && shared !== seconds) return sharedFreshness(shared, seconds);
  if (seconds === undefined) return undefined;
  if (seconds === 0) return "that is stale at once";
  return `fresh for ${duration(seconds)}${policy.has("immutable") ? " and never changing" : ""}`;
}

function sharedFreshness(shared: number, seconds: number | undefined): string {
  const browsers =
    seconds === undefined
      ? ""
      : seconds === 0
        ? ", stale at once in browsers"
        : `, for ${duration(seconds)} in browsers`;
  return shared === 0
    ? `that shared caches may not reuse${browsers}`
    : `fresh for ${duration(shared)} in shared caches${browsers}`;
}

/** RFC 9111 section 4.2.1: Expires less Date; an Expires that is no date has passed. */
function expiresIn(context: Context): number | undefined {
  const value = firstValue(context, "expires");
  if (value === undefined) return undefined;
  const expires = parseHttpDate(value)?.ms;
  if (expires === undefined) return 0;
  const sent = messageTime(context);
  if (sent === undefined) return undefined;
  return Math.max(0, Math.round((expires - sent) / 1000));
}

const CONTRADICTIONS: ReadonlySet<string> = new Set([
  "cache-control-conflict",
  "cache-control-no-store-conflict",
  "cache-control-repeated-differently",
]);

/** Do the instructions to caches exclude one another? */
export function contradicts(context: Context): boolean {
  return context
    .named("cache-control")
    .some(({ header, items }) =>
      [header.problems, ...items.map(({ problems = [] }) => problems)].some((problems) =>
        problems.some(({ name }) => CONTRADICTIONS.has(name)),
      ),
    );
}
