import { field, worded } from "../field.ts";
import { originFlaw } from "../reading/origins.ts";
import { reasonsIn } from "../verdicts/cors.ts";
import { quote } from "../wording.ts";

const CREDENTIALS = "fetch#http-access-control-allow-credentials";

const wrong = worded("access-control-credentials-value", "error", CREDENTIALS, {
  fix: (value) => (value.toLowerCase() === "true" ? "true" : undefined),
  bad: ["Access-Control-Allow-Credentials: True"],
  good: ["Access-Control-Allow-Credentials: true"],
});

/** Access-Control-Allow-Credentials (Fetch section 3.3.3): `true` in lower case is the only value. */
export const accessControlAllowCredentials = field("Access-Control-Allow-Credentials", "token", {
  // Browsers join several lines with commas, so the value is not true.
  repeat: "separate",
  empty: "; the only valid one is true",
  parse: (value) => value,
  alternateInMessage(value, { verdicts: { cors }, named }) {
    const [origin] = named("access-control-allow-origin");
    if (!origin) return "no effect: Access-Control-Allow-Origin is missing";
    // True if the only problem is that this request came from an origin that is not allowed.
    const isOthers =
      cors && reasonsIn(cors.why)[0] === "other-origin" && originFlaw(origin.line.value) === undefined;
    if (value === "true" && (cors?.withCredentials || isOthers))
      return "pages may read responses to requests with cookies";
    const why = value === "true" && origin.line.value === "*" ? ": Access-Control-Allow-Origin is *" : "";
    return `pages may not read responses to requests with cookies${why}`;
  },
}).problems({
  named: [wrong],
  check(value, _context, report) {
    const instead = "use true, or omit the header to refuse credentials";
    if (value !== "true") report(wrong, `Access-Control-Allow-Credentials is ${quote(value)}; ${instead}.`);
  },
  checkAll({ length, 1: second }, _context, report) {
    const times = `Access-Control-Allow-Credentials is sent ${length} times`;
    if (second) report(wrong, `${times}: browsers join the lines, and the result is not true.`, second);
  },
});
