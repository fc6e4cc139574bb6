import { dateProblems, field, problem } from "../field.ts";
import { messageTime, readDate } from "../reading/date.ts";
import { ago, duration, moment } from "../wording.ts";

const dates = dateProblems("Last-Modified");
/** First date of ZIP files, which build tools give to all files. */
const ZIP_EPOCH = Date.UTC(1980, 0, 1);

/** Last-Modified (RFC 9110 section 8.8.2): last change of the representation. */
export const lastModified = field("Last-Modified", "date", {
  parse: (value, report) => readDate(dates, value, report, "many recipients ignore it"),
  alternateInMessage: ({ ms }, context) => `${moment(ms)} (${ago(ms, context.now)})`,
}).problems({
  named: dates,
  eachLine: [
    problem("last-modified-epoch", "info", "rfc9110#section-8.8.2.1", {
      detect: ({ ms }) => ms >= 0 && (ms <= 86_400_000 || Math.abs(ms - ZIP_EPOCH) <= 86_400_000),
      bad: ["Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"],
      good: ["Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
    }),
    problem("last-modified-future", "error", "rfc9110#section-8.8.2.1", {
      detect: ({ ms }, context) => {
        const ahead = ms - (messageTime(context) ?? ms);
        return ahead > 0 && ahead;
      },
      title: (ahead) => `Last-Modified is ${duration(ahead / 1000)} later than the response itself.`,
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
    }),
    problem("last-modified-now", "info", "rfc9110#section-8.8.2.2", {
      detect: ({ ms }, context) => ms === messageTime(context),
      bad: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT"],
      good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Fri, 20 Nov 2026 09:00:00 GMT"],
    }),
  ],
});
