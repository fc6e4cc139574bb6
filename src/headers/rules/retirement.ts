import { type Context, problem, rule } from "../field.ts";
import { deprecation } from "../fields/deprecation.ts";
import { sunset } from "../fields/sunset.ts";
import { day } from "../wording.ts";

const sunsetLine = (context: Context) => context.lines(sunset)[0];

/** Sunset and Deprecation together (RFC 9745 section 4). */
export const retirement = rule([
  problem({
    id: "sunset-before-deprecation",
    severity: "error",
    link: "rfc9745#section-2",
    summary: "Sunset is earlier than Deprecation: the resource would be retired before it is deprecated.",
    detect(context) {
      const until = sunsetLine(context)?.parsed?.ms;
      const from = context.values(deprecation)[0];
      return until !== undefined && from !== undefined && until < from && { until, from };
    },
    title: ({ until, from }) => `Sunset (${day(until)}) is earlier than Deprecation (${day(from)}).`,
    at: (_, context) => sunsetLine(context),
    bad: ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
    good: ["Deprecation: @1688169599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
    edge: [
      ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
      ["Deprecation: @1830297599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
    ],
  }),
]);
