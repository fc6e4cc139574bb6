import { field } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { readSeconds } from "../reading/seconds.ts";
import { dateKinds } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import { ago, duration, moment } from "../wording.ts";

const LONG = 30 * 86_400;

/** Retry-After (RFC 9110 section 10.2.3): how long to wait, as seconds or as a date. */
export const retryAfter = field({
  name: "Retry-After",
  type: "delta-seconds",
  repeat: "single",
  kinds: {
    ...dateKinds("Retry-After", { bad: "soon" }),
    "retry-after-pointless": {
      severity: "info",
      link: rfc9110("section-10.2.3"),
      summary: "Retry-After is in a response after which nobody tries again.",
      bad: { lines: ["Retry-After: 60"], status: 200 },
      good: { lines: ["Retry-After: 60"], status: 503 },
    },
    "retry-after-long": {
      severity: "info",
      link: rfc9110("section-10.2.3"),
      summary: "Retry-After asks to wait for more than a month.",
      bad: ["Retry-After: 31536000"],
      good: ["Retry-After: 120"],
      edge: [["Retry-After: 2592001"], ["Retry-After: 2592000"]],
    },
    "retry-after-past": {
      severity: "warning",
      link: rfc9110("section-10.2.3"),
      summary: "Retry-After names a moment that has passed, so clients come back at once.",
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 09:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 11:00:00 GMT"],
    },
  },
  parse(value, note) {
    if (/^[A-Za-z]/.test(value)) {
      const date = readDate("Retry-After", value, note);
      return date && ({ kind: "date", ms: date.ms } as const);
    }
    const read = readSeconds("Retry-After", value, note);
    return read && ({ kind: "seconds", seconds: read.seconds } as const);
  },
  alternate(parsed, context) {
    if (parsed.kind === "seconds") return `in ${duration(parsed.seconds)}`;
    return `${moment(parsed.ms)} (${ago(parsed.ms, messageTime(context) ?? context.now)})`;
  },
  check(parsed, context, note) {
    if (context.status !== undefined && isPointless(context.status))
      note("retry-after-pointless", `Retry-After means nothing in a ${context.status}: nobody waits for it.`);
    const sent = messageTime(context);
    const seconds = parsed.kind === "seconds" ? parsed.seconds : sent && (parsed.ms - sent) / 1000;
    if (seconds === undefined) return;
    if (seconds < 0) note("retry-after-past", "Retry-After names a time before the response.");
    else if (seconds > LONG) note("retry-after-long", `Retry-After asks to wait for ${duration(seconds)}.`);
  },
});

/** Successes but 202, and failures that waiting does not mend. */
function isPointless(status: number): boolean {
  if (status >= 200 && status < 300) return status !== 202;
  return PERMANENT.has(status);
}

const PERMANENT: ReadonlySet<number> = new Set([400, 404, 405, 406, 410, 411, 414, 415, 416, 417, 422, 451]);
