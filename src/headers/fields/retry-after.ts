import { type Context, dateProblems, field, problem } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { asHttpDate, inSeconds } from "../reading/fixing.ts";
import { readSeconds } from "../reading/seconds.ts";
import { ago, duration, moment } from "../wording.ts";

const LONG = 30 * 86_400;

type Wait =
  | { readonly kind: "date"; readonly ms: number }
  | { readonly kind: "seconds"; readonly seconds: number };

const dates = dateProblems("Retry-After", {
  bad: "soon",
  summary: "Retry-After is neither a number of seconds nor a valid HTTP date.",
  fix: (value) => inSeconds(value) ?? asHttpDate(value),
});

/** Retry-After (RFC 9110 section 10.2.3): time to wait, as seconds or a date. */
export const retryAfter = field("Retry-After", "delta-seconds", {
  parse(value, report): Wait | undefined {
    if (/^[A-Za-z]/.test(value)) {
      const date = readDate(dates, value, report);
      return date && { kind: "date", ms: date.ms };
    }
    const read = readSeconds(dates[0], value, report);
    return read && { kind: "seconds", seconds: read.seconds };
  },
  alternateInMessage(parsed, context) {
    if (parsed.kind === "seconds") return `in ${duration(parsed.seconds)}`;
    return `${moment(parsed.ms)} (${ago(parsed.ms, messageTime(context) ?? context.now)})`;
  },
}).problems({
  named: dates,
  eachLine: [
    problem("retry-after-pointless", "info", "rfc9110#section-10.2.3", {
      detect: (_, { status }) => status !== undefined && isPointless(status) && status,
      title: (status) => `Retry-After has no meaning in a ${status}: clients do not retry after it.`,
      bad: { lines: ["Retry-After: 60"], status: 200 },
      good: { lines: ["Retry-After: 60"], status: 503 },
    }),
    problem("retry-after-past", "warning", "rfc9110#section-10.2.3", {
      detect: (wait, context) => secondsOf(wait, context) < 0,
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 09:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 11:00:00 GMT"],
    }),
    problem("retry-after-long", "info", "rfc9110#section-10.2.3", {
      detect: (wait, context) => secondsOf(wait, context) > LONG,
      severityOf: (_, wait) => (isTime(wait) ? "warning" : "info"),
      title: (_, wait, context) =>
        isTime(wait)
          ? `Retry-After looks like a Unix time, but is read as ${duration(secondsOf(wait, context))} to wait.`
          : `Retry-After asks clients to wait ${duration(secondsOf(wait, context))}.`,
      bad: ["Retry-After: 31536000"],
      good: ["Retry-After: 120"],
    }),
  ],
});

/** Whether the number is a Unix time from 2001 on, of which X-RateLimit-Reset often consists. */
const isTime = (wait: Wait) => wait.kind === "seconds" && wait.seconds >= 1_000_000_000;

/** Seconds to wait; NaN if the time of the response is unknown. */
function secondsOf(wait: Wait, context: Context): number {
  if (wait.kind === "seconds") return wait.seconds;
  return (wait.ms - (messageTime(context) ?? Number.NaN)) / 1000;
}

/** True for statuses after which clients do not retry: success except 202, and permanent errors. */
function isPointless(status: number): boolean {
  if (status >= 200 && status < 300) return status !== 202;
  return PERMANENT.has(status);
}

const PERMANENT: ReadonlySet<number> = new Set([400, 404, 405, 406, 410, 411, 414, 415, 416, 417, 422, 451]);
