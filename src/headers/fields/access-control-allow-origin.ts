import { type Context, field, item, type Note } from "../field.ts";
import { originFlaw } from "../reading/origins.ts";
import { fetchStandard } from "../specs.ts";
import { plural } from "../wording.ts";

type Kind =
  | "access-control-origins-several"
  | "access-control-origin-invalid"
  | "access-control-origin-any"
  | "access-control-origin-null";

const LINK = fetchStandard("http-access-control-allow-origin");

/** Access-Control-Allow-Origin (Fetch section 3.3.3): `*`, `null` or one origin, compared character by character. */
export const accessControlAllowOrigin = field({
  name: "Access-Control-Allow-Origin",
  type: "string",
  // Browsers join several lines with commas, after which no origin matches, not even twice the same.
  repeat: "separate",
  kinds: {
    "access-control-origins-several": {
      severity: "error",
      link: LINK,
      summary: "Access-Control-Allow-Origin has several origins: browsers then refuse them all.",
      bad: ["Access-Control-Allow-Origin: https://a.example, https://b.example"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    },
    "access-control-origin-invalid": {
      severity: "error",
      link: LINK,
      summary: "Access-Control-Allow-Origin is not an origin as browsers write it, so none ever matches.",
      bad: ["Access-Control-Allow-Origin: https://a.example/"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    },
    "access-control-origin-any": {
      severity: "info",
      link: LINK,
      summary: "Access-Control-Allow-Origin is *: pages of any origin may read the response.",
      bad: ["Access-Control-Allow-Origin: *"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    },
    "access-control-origin-null": {
      severity: "info",
      link: "https://www.w3.org/TR/cors-for-developers/#avoid-returning-access-control-allow-origin-null",
      summary: "Access-Control-Allow-Origin is null, which any page can be in a sandboxed frame.",
      bad: ["Access-Control-Allow-Origin: null"],
      good: ["Access-Control-Allow-Origin: https://a.example"],
    },
  },
  parse(value, note) {
    if (value === "")
      return void note("value-empty", "Access-Control-Allow-Origin has no value: it allows nobody.");
    return value;
  },
  items: (value, context) => [item(value, "", describe(value, context))],
  alternate(value, context) {
    if (letsNobodyIn(value, context)) return "no other origin may read it";
    if (value === "*") return "pages of any origin may read it, without cookies";
    if (value === "null") return "sandboxed frames and local files may read it";
    return `pages of ${value} may read it`;
  },
  checkAll(lines, _context, note) {
    if (lines.length > 1)
      note(
        "access-control-origins-several",
        `Access-Control-Allow-Origin is sent ${lines.length} times: browsers join the lines, and nothing matches.`,
        lines[1],
      );
  },
  check(value, context, note, { items }) {
    // Sent twice it allows nobody.
    if (value === "*" && context.named("access-control-allow-origin").length > 1) return;
    checkValue(value, (id, title, _, fix) => note(id, title, items[0], fix));
  },
});

/** Browsers join several lines, and nothing matches the whole. */
function letsNobodyIn(value: string, { named }: Context): boolean {
  if (named("access-control-allow-origin").length > 1) return true;
  return value !== "*" && value !== "null" && originFlaw(value) !== undefined;
}

function describe(value: string, context: Context): string {
  if (letsNobodyIn(value, context)) return "This is not one origin: no page of another one may read it.";
  if (value === "*") return "Pages of any origin may read the response, but not with cookies.";
  if (value === "null")
    return "Pages without an origin of their own may read it, such as sandboxed frames and local files.";
  return "Pages of this origin may read the response.";
}

function checkValue(value: string, note: Note<Kind>): void {
  if (value === "*") {
    note(
      "access-control-origin-any",
      "Access-Control-Allow-Origin is *: pages of any origin may read the response.",
    );
    return;
  }
  if (value === "null") {
    note(
      "access-control-origin-null",
      "null is the origin of any sandboxed frame, so it lets in whoever makes one.",
    );
    return;
  }
  const origins = value.split(/[,\s]+/).filter(Boolean);
  if (origins.length > 1) {
    note(
      "access-control-origins-several",
      `Access-Control-Allow-Origin has ${plural(origins.length, "origin")}; only one is allowed.`,
    );
    const flaw = origins.flatMap((origin) => (origin === "*" ? [] : (originFlaw(origin) ?? [])))[0];
    if (flaw) note("access-control-origin-invalid", `${flaw}, so it would not match alone either.`);
  } else {
    const flaw = originFlaw(value);
    const meant = URL.parse(value)?.origin ?? "null";
    const fix = meant === "null" ? undefined : `Access-Control-Allow-Origin: ${meant}`;
    if (flaw) note("access-control-origin-invalid", `${flaw}, so it never matches.`, undefined, fix);
  }
}
