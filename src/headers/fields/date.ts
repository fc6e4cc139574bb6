import { field } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { dateKinds } from "../reading/value-kinds.ts";
import { isRequest } from "../response-kind.ts";
import { rfc9110, rfc9111 } from "../specs.ts";
import { ago, duration, moment } from "../wording.ts";
import { age } from "./age.ts";

/** Seconds that clocks and networks may be off before it is worth a word. */
const TOLERANCE = 30;

/** Date (RFC 9110 section 6.6.1): when the message was made. */
export const date = field({
  name: "Date",
  type: "date",
  repeat: "single",
  kinds: {
    ...dateKinds("Date"),
    "date-clock-wrong": {
      severity: "error",
      link: rfc9110("section-6.6.1"),
      summary: "The sender's clock is wrong: Date does not agree with the time of receipt.",
      bad: { lines: ["Date: Fri, 20 Nov 2026 12:00:00 GMT"], receivedAt: "2026-11-20T10:00:00Z" },
      good: {
        lines: ["Date: Fri, 20 Nov 2026 08:00:00 GMT", "Age: 7200"],
        receivedAt: "2026-11-20T10:00:00Z",
      },
      edge: [
        { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], receivedAt: "2026-11-20T10:00:31Z" },
        { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], receivedAt: "2026-11-20T10:00:30Z" },
      ],
    },
    "date-rewritten": {
      // Large delivery networks do it with every hit, and caches use Age.
      severity: "info",
      link: rfc9111("section-5.1"),
      summary: "Age says that the response is older than Date says: a cache has put its own Date.",
      bad: {
        lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Age: 7200"],
        receivedAt: "2026-11-20T10:00:00Z",
      },
      good: {
        lines: ["Date: Fri, 20 Nov 2026 08:00:00 GMT", "Age: 7200"],
        receivedAt: "2026-11-20T10:00:00Z",
      },
    },
  },
  parse: (value, note) => readDate("Date", value, note),
  alternate: ({ ms }, context) => `${moment(ms)} (${ago(ms, context.now)})`,
  check({ ms }, context, note) {
    if (context.receivedAt === undefined) return;
    const elapsed = Math.round((context.receivedAt - ms) / 1000);
    const inCache = context.values(age)[0]?.seconds ?? 0;
    if (elapsed < -TOLERANCE)
      note("date-clock-wrong", `Date is ${duration(elapsed)} ahead of the time of receipt.`);
    else if (elapsed - inCache > TOLERANCE)
      note(
        "date-clock-wrong",
        `Date is ${duration(elapsed - inCache)} behind the time of receipt${isRequest(context) ? "" : " and no Age says why"}.`,
      );
    else if (inCache - elapsed > TOLERANCE)
      note(
        "date-rewritten",
        `Age says ${duration(inCache)}, but Date says ${ago(ms, context.receivedAt)}: a cache has replaced it.`,
      );
  },
});
