import { field } from "../field.ts";
import { inSeconds } from "../fixing.ts";
import { firstOf, problem } from "../problem.ts";
import { invalidValue } from "../reading/value-problems.ts";
import { fetchStandard, mdn } from "../specs.ts";
import { parseInteger } from "../syntax/integers.ts";
import { duration, quote } from "../wording.ts";

/** Firefox keeps no preflight longer; Chromium two hours. Seconds. */
const LONGEST = 86_400;

/** Access-Control-Max-Age (Fetch section 3.3.3): seconds for which the answer to a preflight may be used again. */
export const accessControlMaxAge = field({
  name: "Access-Control-Max-Age",
  type: "delta-seconds",
  repeat: "single",
  parse(value, note) {
    const { value: seconds, flaws } = parseInteger(value);
    const flaw = flaws[0]?.id;
    if (seconds !== undefined && (!flaw || flaw === "negative" || flaw === "overflow")) return seconds;
    if (flaw === "empty")
      note("value-empty", "Access-Control-Max-Age has no value: a number of seconds is expected.");
    else
      note(
        "access-control-max-age-invalid",
        `${quote(value)} in Access-Control-Max-Age is not a whole number of seconds.`,
      );
    return undefined;
  },
  alternate: (seconds) => (seconds > 0 ? duration(seconds) : "ask again each time"),
}).problems({
  named: [
    invalidValue("Access-Control-Max-Age", "soon", "600", fetchStandard("http-new-header-syntax"), {
      fix: inSeconds,
    }),
  ],
  eachLine: [
    firstOf(
      problem({
        id: "access-control-max-age-negative",
        severity: "warning",
        link: fetchStandard("http-access-control-max-age"),
        summary: "Access-Control-Max-Age is negative; 0 is the way to keep preflights from being stored.",
        detect: (seconds) => seconds < 0,
        title: (_, seconds) => `Access-Control-Max-Age is negative: ${seconds}; 0 says the same properly.`,
        fix: () => "0",
        bad: ["Access-Control-Max-Age: -1"],
        good: ["Access-Control-Max-Age: 0"],
      }),
      problem({
        id: "access-control-max-age-capped",
        severity: "info",
        link: mdn("Access-Control-Max-Age#delta-seconds"),
        summary: "Access-Control-Max-Age is longer than browsers keep the answer to a preflight.",
        detect: (seconds) => seconds > LONGEST,
        title: () => "Firefox keeps the answer to a preflight for a day at most, Chromium for two hours.",
        bad: ["Access-Control-Max-Age: 604800"],
        good: ["Access-Control-Max-Age: 7200"],
        edge: [["Access-Control-Max-Age: 86401"], ["Access-Control-Max-Age: 86400"]],
      }),
    ),
  ],
});
