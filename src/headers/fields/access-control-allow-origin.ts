import { type Context, field, item, problem, worded } from "../field.ts";
import { originOf } from "../reading/fixing.ts";
import { originFlaw } from "../reading/origins.ts";
import { plural } from "../wording.ts";

const NULL_ORIGIN = "w3/cors-for-developers/#avoid-returning-access-control-allow-origin-null";

const LINK = "fetch#http-access-control-allow-origin";

const BY_TWO = "probably application and proxy both add it, and no origin matches";

const several = worded<string>("access-control-origins-several", "error", LINK, {
  detect(value) {
    const origins = originsIn(value);
    const { length } = origins;
    // Some proxies and clients join lines with commas.
    const isTwice = new Set(origins).size < length || origins.includes("*");
    if (isTwice && length > 1)
      return `Access-Control-Allow-Origin has ${plural(length, "value")}: ${BY_TWO}.`;
    return length > 1 && `Access-Control-Allow-Origin has ${plural(length, "origin")}; only one is allowed.`;
  },
  bad: ["Access-Control-Allow-Origin: https://a.example, https://b.example"],
  good: ["Access-Control-Allow-Origin: https://a.example"],
});

/** Access-Control-Allow-Origin (Fetch section 3.3.3): `*`, `null` or one origin, compared character by character. */
export const accessControlAllowOrigin = field("Access-Control-Allow-Origin", "string", {
  // Browsers join several lines with commas, so no origin matches.
  repeat: "separate",
  empty: ", so it allows no origin",
  parse: (value) => value,
  itemsInMessage: (value, context) => [item(value, "", describe(value, context))],
  alternateInMessage(value, context) {
    if (matchesNothing(value, context)) return "no other origin may read it";
    if (value === "*") return "pages of any origin may read it, without cookies";
    if (value === "null") return "sandboxed frames and local files may read it";
    return `pages of ${value} may read it`;
  },
  parts: (value) => [value],
}).problems({
  eachPart: [
    problem("access-control-origin-null", "info", NULL_ORIGIN, {
      detect: (value, { named }) => value === "null" && named("access-control-allow-origin").length === 1,
      bad: ["Access-Control-Allow-Origin: null"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    }),
    several,
    worded("access-control-origin-invalid", "error", LINK, {
      detect(value) {
        const origins = originsIn(value);
        const judged = origins.length > 1 ? origins : [value];
        const flaw = judged.flatMap((origin) =>
          origin === "*" || value === "null" ? [] : (originFlaw(origin) ?? []),
        )[0];
        if (flaw === undefined) return undefined;
        return `${flaw}, so it ${origins.length > 1 ? "would not match alone either" : "never matches"}.`;
      },
      fix: (value) => (originsIn(value).length > 1 ? undefined : originOf(value)),
      bad: ["Access-Control-Allow-Origin: https://a.example/"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    }),
  ],
  checkAll({ length, 1: second }, _context, report) {
    if (second) report(several, `Access-Control-Allow-Origin is sent ${length} times: ${BY_TWO}.`, second);
  },
});

function originsIn(value: string): readonly string[] {
  return value.split(/[,\s]+/).filter(Boolean);
}

/** True if the value cannot match an origin. Browsers join several lines, so they match nothing. */
function matchesNothing(value: string, { named }: Context): boolean {
  if (named("access-control-allow-origin").length > 1) return true;
  return value !== "*" && value !== "null" && originFlaw(value) !== undefined;
}

function describe(value: string, context: Context): string {
  if (matchesNothing(value, context))
    return "This is not a single origin, so no page of another origin may read the response.";
  if (value === "*") return "Pages of any origin may read the response, but not with cookies.";
  if (value === "null")
    return "Pages without an origin of their own may read it, such as sandboxed frames and local files.";
  return "Pages of this origin may read the response.";
}
