import { rule } from "../field.ts";
import { rfc9110 } from "../specs.ts";
import { listing } from "../wording.ts";

/** Fields with dates that only a server with a clock can send. */
const CLOCKED: readonly (readonly [lower: string, name: string])[] = [["expires", "Expires"]];

/** A missing Date (RFC 9110 section 6.6.1). */
export const clock = rule({
  kinds: {
    "date-missing": {
      severity: "warning",
      link: rfc9110("section-6.6.1"),
      summary: "Date is missing, which every server with a clock has to send.",
      bad: { lines: ["Cache-Control: max-age=60"], status: 200 },
      good: { lines: ["Cache-Control: max-age=60", "Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 200 },
    },
    "date-missing-with-dates": {
      severity: "warning",
      link: rfc9110("section-6.6.1"),
      summary: "Date is missing, so the lifetime that Expires gives depends on the recipient's clock.",
      bad: { lines: ["Expires: Fri, 20 Nov 2026 10:00:00 GMT"], status: 200 },
      good: {
        lines: ["Expires: Fri, 20 Nov 2026 10:00:00 GMT", "Date: Fri, 20 Nov 2026 09:00:00 GMT"],
        status: 200,
      },
    },
  },
  check(context, note) {
    const { status } = context;
    if (status === undefined || status < 200 || status >= 500 || context.has("date")) return;
    const others = CLOCKED.filter(([lower]) => context.has(lower)).map(([, name]) => name);
    if (others.length > 0)
      note(
        "date-missing-with-dates",
        `Date is missing, so the lifetime that ${listing(others)} gives depends on the recipient's clock.`,
      );
    else note("date-missing", "Date is missing: recipients add their own.");
  },
});
