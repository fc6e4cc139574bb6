import { field, invalidValue, item } from "../field.ts";
import { mapping, originOf } from "../reading/fixing.ts";
import { readMembers } from "../reading/list.ts";
import { originFlaw } from "../reading/origins.ts";
import { listing } from "../wording.ts";

const LINK = "https://www.w3.org/TR/resource-timing/#sec-timing-allow-origin";

const invalid = invalidValue(
  "Timing-Allow-Origin",
  "https://a.example/",
  "https://a.example, https://b.example",
  LINK,
  {
    severity: "warning",
    summary: "Timing-Allow-Origin is not an origin as browsers write it, so it never matches.",
    detect(origin: string) {
      const flaw = origin === "*" || origin === "null" ? undefined : originFlaw(origin);
      return flaw && `${flaw}.`;
    },
    fix: mapping((member) => originOf(member) ?? member),
  },
);

/** Timing-Allow-Origin (Resource Timing section 4.5.1): `*`, `null` or origins whose pages may read timings. */
export const timingAllowOrigin = field("Timing-Allow-Origin", "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (origin) =>
    item(
      origin,
      "",
      origin === "*" ? "Pages of any origin may see timings." : "Pages of this origin may see timings.",
    ),
  alternateInMessage(_, { verdicts: { timing } }) {
    if (timing === "anyone") return "pages of any origin may see timings";
    return typeof timing === "object"
      ? `pages of ${listing(timing)} may see timings`
      : "only pages of the same origin may see timings";
  },
}).problems({ eachPart: [invalid] });
