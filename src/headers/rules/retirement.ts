import { rule } from "../field.ts";
import { deprecation } from "../fields/deprecation.ts";
import { sunset } from "../fields/sunset.ts";
import { rfc } from "../specs.ts";
import { day } from "../wording.ts";

/** Sunset and Deprecation together (RFC 9745 section 4). */
export const retirement = rule({
  kinds: {
    "sunset-before-deprecation": {
      severity: "error",
      link: rfc(9745, "section-2"),
      summary: "Sunset is earlier than Deprecation: the resource would go away before it is deprecated.",
      bad: ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
      good: ["Deprecation: @1688169599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
      edge: [
        ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
        ["Deprecation: @1830297599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
      ],
    },
  },
  check(context, note) {
    const line = context.lines(sunset)[0];
    const from = context.values(deprecation)[0];
    if (line?.parsed === undefined || from === undefined || line.parsed.ms >= from) return;
    note(
      "sunset-before-deprecation",
      `Sunset (${day(line.parsed.ms)}) is earlier than Deprecation (${day(from)}).`,
      line,
    );
  },
});
