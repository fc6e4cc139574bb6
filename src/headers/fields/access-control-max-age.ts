import { parseInteger } from "../../syntax/integers.ts";
import { field, invalidValue, problem } from "../field.ts";
import { inSeconds } from "../reading/fixing.ts";
import { duration, listing, quote } from "../wording.ts";

/** Maximum number of seconds for which browsers cache a preflight. */
const CAPS: readonly (readonly [browser: string, most: number])[] = [
  ["Chromium", 7200],
  ["Firefox", 86_400],
];

const invalid = invalidValue("Access-Control-Max-Age", "soon", "600", "fetch#http-new-header-syntax", {
  fix: inSeconds,
});

/** Access-Control-Max-Age (Fetch section 3.3.3): seconds that a preflight may be cached. */
export const accessControlMaxAge = field(invalid, "delta-seconds", {
  empty: ": a number of seconds is expected",
  parse(value, report) {
    const { value: seconds, flaws } = parseInteger(value);
    const flaw = flaws[0]?.id;
    if (seconds !== undefined && (!flaw || flaw === "negative" || flaw === "overflow")) return seconds;
    return void report(invalid, `${quote(value)} in Access-Control-Max-Age is not a number of seconds.`);
  },
  alternate(seconds) {
    if (seconds <= 0) return "not stored: browsers send a preflight each time";
    const caps = CAPS.filter(([, most]) => seconds > most);
    const kept = caps.map(([browser, most]) => `${browser} applies ${duration(most)}`);
    return `${duration(seconds)}${kept.length > 0 ? `, of which ${listing(kept)}` : ""}`;
  },
}).problems({
  eachLine: problem("access-control-max-age-negative", "warning", "fetch#http-access-control-max-age", {
    detect: (seconds) => seconds < 0,
    title: (_, seconds) => `Access-Control-Max-Age is negative (${seconds}); use 0 to prevent caching.`,
    fix: () => "0",
    bad: ["Access-Control-Max-Age: -1"],
    good: ["Access-Control-Max-Age: 0"],
  }),
});
