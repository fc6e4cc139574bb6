import { type Context, dateProblems, field, worded } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { ago, day, duration, hasAged, moment } from "../wording.ts";
import { cachePolicy, hasWhole } from "./cache-control/cache-control.ts";

/** Sent by PHP's session module: 19 November 1981, 08:52:00. */
const PHP_EXPIRES = Date.UTC(1981, 10, 19, 8, 52, 0);

/** Values that frameworks send for an expired response. */
const ALREADY: ReadonlySet<string> = new Set(["0", "-1"]);
const EXPIRED = { ms: Number.NEGATIVE_INFINITY } as const;

const dates = dateProblems("Expires");

/** Expires (RFC 9111 section 5.3): end of freshness. */
export const expires = field("Expires", "date", {
  parse(value, report) {
    if (ALREADY.has(value)) return EXPIRED;
    return readDate(dates, value, report, "caches may read it as a time in the past");
  },
  alternateInMessage({ ms }, context) {
    if (ms === EXPIRED.ms)
      return `already expired${overrulesExpires(context) ? ", but Cache-Control overrides it" : ""}`;
    const sent = messageTime(context);
    const own = context.verdicts.caching?.private;
    if (own && sent !== undefined && ms > sent) {
      if (own.lifetimeFrom !== "expires") return `${moment(ms)}, but Cache-Control overrides it`;
      if (!own.stores) return `${moment(ms)}, but caches store nothing`;
      if (own.lifetime === 0) return `${moment(ms)}, but caches treat it as expired`;
      if (own.freshFor !== null && own.freshFor <= 0)
        return `${moment(ms)}, but stale on arrival: ${duration(own.age)} old`;
      if (hasAged(own.age) && own.freshFor !== null)
        return `fresh for another ${duration(own.freshFor)} of ${duration((ms - sent) / 1000)}`;
    }
    if (overrulesExpires(context)) return `${day(ms)}${phpWords(ms)}, but Cache-Control overrides it`;
    if (sent !== undefined && ms > sent)
      return `fresh for ${duration((ms - sent) / 1000)}, until ${moment(ms)}`;
    if (sent !== undefined) return `already expired (${day(ms)})`;
    return ms > context.now ? `until ${moment(ms)}` : `expired ${ago(ms, context.now)}`;
  },
}).problems({
  named: dates,
  eachLine: worded("expires-past", "info", "rfc9111#section-5.3", {
    detect({ ms }, context) {
      if (ms === EXPIRED.ms || overrulesExpires(context)) return undefined;
      const php = phpWords(ms);
      if (php !== "") return `Expires is ${day(ms)}${php}: the response is stale on arrival.`;
      return (
        ms <= (messageTime(context) ?? Number.NEGATIVE_INFINITY) &&
        `Expires (${moment(ms)}) is not after Date: the response is stale on arrival.`
      );
    },
    bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Thu, 19 Nov 1981 08:52:00 GMT"],
    good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
  }),
});

function phpWords(ms: number): string {
  return ms === PHP_EXPIRES ? ", PHP's date for expired" : "";
}

/** True if max-age, no-store or no-cache overrides Expires (RFC 9111 section 5.3). */
function overrulesExpires(context: Context): boolean {
  const policy = cachePolicy(context);
  return policy.has("max-age") || policy.has("no-store") || hasWhole(policy, "no-cache");
}
