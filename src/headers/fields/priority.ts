import { priorityParams } from "../../../data/headers/directives/priority-params.ts";
import { field, item } from "../field.ts";
import { structuredDictionary } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { structuredKinds } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import type { BareItem } from "../syntax/bare-items.ts";

const LEAST_URGENT = 7;
const DEFAULT_URGENCY = 3;

/** Priority (RFC 9218): in which order responses of one connection should be sent. */
export const priority = field({
  name: "Priority",
  type: "sf-dictionary",
  repeat: "list",
  kinds: {
    ...structuredKinds("Priority", "u=1", "i=1", rfc(9218, "section-4")),
    "priority-range": {
      severity: "warning",
      link: rfc(9218, "section-4.1"),
      summary: "The urgency is not a whole number from 0 to 7: recipients ignore it.",
      bad: ["Priority: u=9"],
      good: ["Priority: u=1, i"],
    },
    "priority-unknown": {
      severity: "info",
      link: rfc(9218, "section-4.3"),
      summary: "Priority has a parameter that is not registered.",
      bad: ["Priority: u=1, x=2"],
      good: ["Priority: u=1"],
    },
  },
  parse: (value, note) => structuredDictionary("Priority", value, note),
  items: (dictionary) =>
    [...dictionary].map(([key, member]) =>
      item(key, memberText(member), priorityParams.get(key) ?? "A parameter that is not registered."),
    ),
  alternate(dictionary) {
    const member = dictionary.get("u");
    const urgency = member?.kind === "item" && isUrgency(member.value) ? member.value.value : DEFAULT_URGENCY;
    const incremental = dictionary.get("i");
    const inParts = incremental?.kind === "item" && incremental.value.value === true;
    return `urgency ${urgency} of 0 (first) to 7 (last)${inParts ? ", useful in parts" : ""}`;
  },
  check(dictionary, _context, note, line) {
    for (const [at, [key, member]] of [...dictionary].entries()) {
      const bare = member.kind === "item" ? member.value : undefined;
      const place = line.items[at];
      if (key === "u") {
        if (!bare || !isUrgency(bare))
          note("priority-range", `u=${memberText(member)} is not an urgency from 0 to 7.`, place);
      } else if (key === "i") {
        if (bare?.kind !== "boolean")
          note("priority-type", `i=${memberText(member)} is not a boolean.`, place);
      } else note("priority-unknown", `The parameter ${key} is not registered.`, place);
    }
  },
});

/** RFC 9218 section 4.1; others are ignored. */
function isUrgency(bare: BareItem): boolean {
  return bare.kind === "integer" && bare.value >= 0 && bare.value <= LEAST_URGENT;
}
