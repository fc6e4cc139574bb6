import { type Context, firstOf, problem, ruleOn } from "../field.ts";

const WHOLE = "HTTP/1.1 200 OK";

/** A missing Date (RFC 9110 section 6.6.1). */
export const clock = ruleOn(lacksDate, [
  firstOf(
    problem({
      id: "date-missing-with-dates",
      severity: "warning",
      link: "rfc9110#section-6.6.1",
      summary: "Date is missing, so the lifetime set by Expires depends on the recipient's clock.",
      detect: ({ has }) => has("expires"),
      bad: [WHOLE, "Expires: Fri, 20 Nov 2026 10:00:00 GMT"],
      good: [WHOLE, "Expires: Fri, 20 Nov 2026 10:00:00 GMT", "Date: Fri, 20 Nov 2026 09:00:00 GMT"],
    }),
    problem({
      id: "date-missing",
      severity: "warning",
      link: "rfc9110#section-6.6.1",
      summary: "Date is missing, so recipients add their own.",
      detect: () => true,
      bad: [WHOLE, "Cache-Control: max-age=60"],
      good: [WHOLE, "Cache-Control: max-age=60", "Date: Fri, 20 Nov 2026 10:00:00 GMT"],
    }),
  ),
]);

/** A response that must have Date. Without a status line, the lines may be an excerpt. */
function lacksDate(context: Context): Context | undefined {
  const { status = 0, has, message } = context;
  return message.httpVersion !== undefined && status >= 200 && status < 500 && !has("date")
    ? context
    : undefined;
}
