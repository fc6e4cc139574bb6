import { field } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { dateKinds } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import { ago, duration, moment } from "../wording.ts";

/** Last-Modified (RFC 9110 section 8.8.2): when the representation was last changed. */
export const lastModified = field({
  name: "Last-Modified",
  type: "date",
  repeat: "single",
  kinds: {
    ...dateKinds("Last-Modified"),
    "last-modified-future": {
      severity: "error",
      link: rfc9110("section-8.8.2.1"),
      summary: "Last-Modified is later than the response itself, so recipients cannot rely on it.",
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
    },
    "last-modified-now": {
      severity: "info",
      link: rfc9110("section-8.8.2.2"),
      summary:
        "Last-Modified is the moment of the response: the representation seems to change with each request.",
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Fri, 20 Nov 2026 09:00:00 GMT"],
    },
    "last-modified-epoch": {
      severity: "info",
      link: rfc9110("section-8.8.2.1"),
      summary: "Last-Modified is the zero of computer clocks, 1 January 1970: the real date was lost.",
      bad: ["Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"],
      good: ["Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
    },
  },
  parse: (value, note) => readDate("Last-Modified", value, note),
  alternate: ({ ms }, context) => `${moment(ms)} (${ago(ms, context.now)})`,
  check({ ms }, context, note) {
    const sent = messageTime(context);
    if (ms <= 86_400_000 && ms >= 0)
      note(
        "last-modified-epoch",
        "Last-Modified is 1 January 1970, the start of Unix time: the real date was lost.",
      );
    if (sent === undefined) return;
    if (ms > sent)
      note(
        "last-modified-future",
        `Last-Modified is ${duration((ms - sent) / 1000)} later than the response itself.`,
      );
    else if (ms === sent)
      note(
        "last-modified-now",
        "Last-Modified is the moment of the response, so it can hardly ever match again.",
      );
  },
});
