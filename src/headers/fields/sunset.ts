import { dateProblems, field, problem } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { ago, day, moment } from "../wording.ts";

/** Date of this code: earlier Sunset dates are always in the past. */
const WRITTEN = Date.UTC(2026, 10, 1);

const dates = dateProblems("Sunset");

/** Sunset (RFC 8594): when the resource is expected to become unavailable. */
export const sunset = field("Sunset", "date", {
  parse: (value, report) => readDate(dates, value, report),
  alternateInMessage: ({ ms }, context) => `${moment(ms)} (${ago(ms, context.now)})`,
}).problems({
  named: dates,
  eachLine: problem("sunset-passed", "warning", "rfc8594#section-3", {
    detect: ({ ms }, context) => ms <= Math.max(messageTime(context) ?? 0, WRITTEN),
    title: (_, { ms }) => `The resource was to be retired on ${day(ms)}, which has passed.`,
    bad: ["Sunset: Mon, 31 Dec 2018 23:59:59 GMT"],
    good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
  }),
});
