import { field } from "../field.ts";
import { invalidKind } from "../reading/value-kinds.ts";
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
  kinds: {
    ...invalidKind("Access-Control-Max-Age", "soon", "600", fetchStandard("http-new-header-syntax")),
    "access-control-max-age-negative": {
      severity: "warning",
      link: fetchStandard("http-access-control-max-age"),
      summary: "Access-Control-Max-Age is negative; 0 is the way to keep preflights from being stored.",
      bad: ["Access-Control-Max-Age: -1"],
      good: ["Access-Control-Max-Age: 0"],
    },
    "access-control-max-age-capped": {
      severity: "info",
      link: mdn("Access-Control-Max-Age#delta-seconds"),
      summary: "Access-Control-Max-Age is longer than browsers keep the answer to a preflight.",
      bad: ["Access-Control-Max-Age: 604800"],
      good: ["Access-Control-Max-Age: 7200"],
      edge: [["Access-Control-Max-Age: 86401"], ["Access-Control-Max-Age: 86400"]],
    },
  },
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
  check(seconds, _context, note) {
    if (seconds < 0)
      note(
        "access-control-max-age-negative",
        `Access-Control-Max-Age is negative: ${seconds}; 0 says the same properly.`,
      );
    else if (seconds > LONGEST)
      note(
        "access-control-max-age-capped",
        "Firefox keeps the answer to a preflight for a day at most, Chromium for two hours.",
      );
  },
});
