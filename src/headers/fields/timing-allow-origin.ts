import { field, item } from "../field.ts";
import { mapping, originOf } from "../fixing.ts";
import { problem } from "../problem.ts";
import { readMembers } from "../reading/list.ts";
import { originFlaw } from "../reading/origins.ts";
import { listing } from "../wording.ts";

/** Timing-Allow-Origin (Resource Timing section 4.5.1): `*`, `null` or origins, whose pages may see timings. */
export const timingAllowOrigin = field({
  name: "Timing-Allow-Origin",
  type: "list",
  repeat: "list",
  parse: (value, note) => readMembers("Timing-Allow-Origin", value, note),
  items: (origins) =>
    origins.map((origin) =>
      item(
        origin,
        "",
        origin === "*" ? "Pages of any origin may see timings." : "Pages of this origin may see timings.",
      ),
    ),
  alternate(_, { verdicts: { timing } }) {
    if (timing === "anyone") return "pages of any origin may see timings";
    return typeof timing === "object"
      ? `pages of ${listing(timing)} may see timings`
      : "only pages of the same origin may see timings";
  },
  parts: (origins) => origins,
}).problems({
  eachPart: [
    problem({
      id: "timing-allow-origin-any",
      severity: "info",
      link: "https://www.w3.org/TR/resource-timing/#sec-timing-allow-origin",
      summary: "Timing-Allow-Origin is *: pages of any origin may see how long the response took.",
      detect: (origin) => origin === "*",
      title: () => "Timing-Allow-Origin is *: pages of any origin may see how long the response took.",
      bad: ["Timing-Allow-Origin: *"],
      good: ["Timing-Allow-Origin: https://a.example"],
    }),
    problem({
      id: "timing-allow-origin-invalid",
      severity: "warning",
      link: "https://www.w3.org/TR/resource-timing/#sec-timing-allow-origin",
      summary:
        "Timing-Allow-Origin names something that is not an origin as browsers write it, so it never matches.",
      detect: (origin) => (origin === "*" || origin === "null" ? undefined : originFlaw(origin)),
      title: (flaw) => `${flaw}.`,
      fix: mapping((member) => originOf(member) ?? member),
      bad: ["Timing-Allow-Origin: https://a.example/"],
      good: ["Timing-Allow-Origin: https://a.example, https://b.example"],
    }),
  ],
});
