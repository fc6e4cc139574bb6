import type { HttpDate } from "../../syntax/dates.ts";
import { type Context, dateProblems, field, worded } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { isRequest } from "../reading/response-kind.ts";
import { ago, duration, moment } from "../wording.ts";
import { age } from "./age.ts";

/** Seconds of tolerance for clocks and networks. */
const TOLERANCE = 30;

const dates = dateProblems("Date");

/** Date (RFC 9110 section 6.6.1): when the message was created. */
export const date = field("Date", "date", {
  parse: (value, report) => readDate(dates, value, report),
  alternateInMessage(date, context) {
    const { elapsed, inCache } = agesOf(date, context);
    const isReplaced = inCache - elapsed > TOLERANCE;
    return `${moment(date.ms)} (${ago(date.ms, context.now)}${isReplaced ? "; set by a cache, as Age is larger" : ""})`;
  },
}).problems({
  named: dates,
  eachLine: worded("date-clock-wrong", "error", "rfc9110#section-6.6.1", {
    detect(parsed, context) {
      const { elapsed, inCache } = agesOf(parsed, context);
      if (elapsed < -TOLERANCE) return `Date is ${duration(elapsed)} ahead of the time of receipt.`;
      const why = isRequest(context) ? "" : " and there is no Age to explain it";
      return (
        elapsed - inCache > TOLERANCE &&
        `Date is ${duration(elapsed - inCache)} behind the time of receipt${why}.`
      );
    },
    bad: { lines: ["Date: Fri, 20 Nov 2026 12:00:00 GMT"], receivedAt: "2026-11-20T10:00:00Z" },
    good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], receivedAt: "2026-11-20T10:00:00Z" },
  }),
});

/** Seconds since Date, and Age; both 0 if the time of receipt is unknown. */
function agesOf({ ms }: HttpDate, context: Context): { readonly elapsed: number; readonly inCache: number } {
  if (context.receivedAt === undefined) return { elapsed: 0, inCache: 0 };
  const elapsed = Math.round((context.receivedAt - ms) / 1000);
  return { elapsed, inCache: context.values(age)[0]?.seconds ?? 0 };
}
