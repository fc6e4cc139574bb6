import { rangeUnits } from "../../../data/headers/directives/range-units.ts";
import { field, item } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import { quote } from "../wording.ts";

/** Accept-Ranges (RFC 9110 section 14.3): whether parts can be asked for. */
export const acceptRanges = field({
  name: "Accept-Ranges",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Accept-Ranges", "by tes", "bytes"),
    "range-unit-unknown": {
      severity: "warning",
      link: rfc9110("section-14.1"),
      summary: "A range unit is not registered: clients understand bytes, or none.",
      bad: ["Accept-Ranges: yes"],
      good: ["Accept-Ranges: bytes"],
    },
  },
  parse: (value, note) => readTokens("Accept-Ranges", value, "range unit", note),
  items: (units) =>
    units.map((unit) =>
      item(unit, "", rangeUnits.get(unit.toLowerCase()) ?? "A range unit that clients do not know."),
    ),
  alternate: (units) =>
    units.length === 1 && units[0]?.toLowerCase() === "bytes" ? "downloads can be resumed" : undefined,
  check(units, _context, note, line) {
    for (const [at, unit] of units.entries())
      if (rangeUnits.get(unit.toLowerCase()) === undefined)
        note(
          "range-unit-unknown",
          `The range unit ${quote(unit)} is unknown: bytes or none is expected.`,
          line.items[at],
        );
  },
});
