import { type Context, field } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { dateKinds } from "../reading/value-kinds.ts";
import { rfc9111 } from "../specs.ts";
import { ago, day, duration, moment } from "../wording.ts";
import { cachePolicy, hasWhole } from "./cache-control/cache-control.ts";

/** What PHP's session module sends: 19 November 1981, 08:52:00. */
const PHP_EXPIRES = Date.UTC(1981, 10, 19, 8, 52, 0);

/** What frameworks send to say that the response has expired. */
const ALREADY: ReadonlySet<string> = new Set(["0", "-1"]);

/** Expires (RFC 9111 section 5.3): until when the response is fresh. */
export const expires = field({
  name: "Expires",
  type: "date",
  repeat: "single",
  kinds: {
    ...dateKinds("Expires"),
    "expires-zero": {
      severity: "info",
      link: rfc9111("section-5.3"),
      summary: "Expires is 0 or -1, which is not a date; caches treat the response as expired, as intended.",
      bad: ["Expires: 0"],
      good: ["Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    },
    "expires-past": {
      severity: "info",
      link: rfc9111("section-5.3"),
      summary: "The response has expired when it is sent: caches check it with the origin before each use.",
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Thu, 19 Nov 1981 08:52:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    },
    "expires-superseded": {
      severity: "info",
      link: rfc9111("section-5.3"),
      summary: "Cache-Control sets the lifetime, so caches of this century ignore Expires.",
      bad: ["Cache-Control: max-age=60", "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
      good: ["Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    },
  },
  parse(value, note) {
    if (!ALREADY.has(value)) return readDate("Expires", value, note, "caches treat the response as expired");
    note(
      "expires-zero",
      `Expires: ${value} is not a date: caches treat the response as expired, as intended.`,
    );
    return undefined;
  },
  alternate({ ms }, context) {
    const sent = messageTime(context);
    const own = context.verdicts.caching?.private;
    if (own && sent !== undefined && ms > sent) {
      if (own.lifetimeFrom !== "expires") return `${moment(ms)}, but Cache-Control counts`;
      if (!own.stores) return `${moment(ms)}, but nothing is stored`;
      if (own.lifetime === 0) return `${moment(ms)}, but taken for expired`;
      if (own.freshFor !== null && own.freshFor <= 0)
        return `${moment(ms)}, but stale on arrival: ${duration(own.age)} old`;
      if (own.age > 0 && own.freshFor !== null)
        return `fresh for another ${duration(own.freshFor)} of ${duration((ms - sent) / 1000)}`;
    }
    if (sent !== undefined && ms > sent)
      return `fresh for ${duration((ms - sent) / 1000)}, until ${moment(ms)}`;
    if (sent !== undefined) return `already expired (${day(ms)})`;
    return ms > context.now ? `until ${moment(ms)}` : `expired ${ago(ms, context.now)}`;
  },
  check({ ms }, context, note) {
    const php = ms === PHP_EXPIRES ? ", the date that PHP sends to say already expired" : "";
    if (overrulesExpires(context)) {
      note(
        "expires-superseded",
        `Expires (${day(ms)}${php}) is ignored by caches that understand Cache-Control.`,
      );
      return;
    }
    const sent = messageTime(context);
    if (php !== "")
      note("expires-past", `Expires is ${day(ms)}${php}: no cache uses the response unchecked.`);
    else if (sent !== undefined && ms <= sent)
      note(
        "expires-past",
        `Expires (${moment(ms)}) is not after Date: no cache uses the response unchecked.`,
      );
  },
});

/** RFC 9111 section 5.3: with max-age, no-store or no-cache there is nothing left for Expires to say. */
function overrulesExpires(context: Context): boolean {
  const policy = cachePolicy(context);
  return policy.has("max-age") || policy.has("no-store") || hasWhole(policy, "no-cache");
}
