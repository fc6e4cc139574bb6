import { rangeUnits } from "../../../data/headers/directives/range-units.ts";
import { invalidValue, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { quote } from "../wording.ts";
import { tokenList } from "./shapes/token-list.ts";

/** Accept-Ranges (RFC 9110 section 14.3): whether clients may request ranges. */
export const acceptRanges = tokenList("Accept-Ranges", {
  noun: "range unit",
  invalid: invalidValue("Accept-Ranges", "by tes", "bytes", "rfc9110#section-14.3"),
  describe: (unit) => rangeUnits.get(unit.toLowerCase()) ?? "An unknown range unit.",
  alternate: (units) =>
    units.length === 1 && units[0]?.toLowerCase() === "bytes" ? "downloads can be resumed" : undefined,
  eachMember: problem("range-unit-unknown", "warning", "rfc9110#section-14.1", {
    detect: (unit) => rangeUnits.get(unit.toLowerCase()) === undefined,
    title: (_, unit) => `The range unit ${quote(unit)} is unknown; use bytes or none.`,
    fix: swapping(/^(?:byte|bytes=|true|yes)$/i, "bytes"),
    bad: ["Accept-Ranges: yes"],
    good: ["Accept-Ranges: bytes"],
  }),
  allMembers: problem("accept-ranges-conflict", "warning", "rfc9110#section-14.3", {
    detect: (units) => units.length > 1 && units.some((unit) => unit.toLowerCase() === "none"),
    bad: ["Accept-Ranges: none, bytes"],
    good: ["Accept-Ranges: none"],
  }),
});
