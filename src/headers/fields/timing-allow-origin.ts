import { field, item } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { originFlaw } from "../reading/origins.ts";

/** Timing-Allow-Origin (Resource Timing section 4.5.1): `*`, `null` or origins, whose pages may see timings. */
export const timingAllowOrigin = field({
  name: "Timing-Allow-Origin",
  type: "list",
  repeat: "list",
  kinds: {
    "timing-allow-origin-invalid": {
      severity: "warning",
      link: "https://www.w3.org/TR/resource-timing/#sec-timing-allow-origin",
      summary:
        "Timing-Allow-Origin names something that is not an origin as browsers write it, so it never matches.",
      bad: ["Timing-Allow-Origin: https://a.example/"],
      good: ["Timing-Allow-Origin: https://a.example, https://b.example"],
    },
    "timing-allow-origin-any": {
      severity: "info",
      link: "https://www.w3.org/TR/resource-timing/#sec-timing-allow-origin",
      summary: "Timing-Allow-Origin is *: pages of any origin may see how long the response took.",
      bad: ["Timing-Allow-Origin: *"],
      good: ["Timing-Allow-Origin: https://a.example"],
    },
  },
  parse: (value, note) => readMembers("Timing-Allow-Origin", value, note),
  items: (origins) =>
    origins.map((origin) =>
      item(
        origin,
        "",
        origin === "*" ? "Pages of any origin may see timings." : "Pages of this origin may see timings.",
      ),
    ),
  check(origins, _context, note, { items }) {
    for (const [at, origin] of origins.entries()) {
      if (origin === "*")
        note(
          "timing-allow-origin-any",
          "Timing-Allow-Origin is *: pages of any origin may see how long the response took.",
          items[at],
        );
      const flaw = origin === "*" || origin === "null" ? undefined : originFlaw(origin);
      if (flaw) note("timing-allow-origin-invalid", `${flaw}.`, items[at]);
    }
  },
});
