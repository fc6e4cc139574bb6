import { type Static, Type } from "@sinclair/typebox";
import { oneOf, optionalText, text } from "../../api/schema.ts";
import { unchecked } from "../../api/unchecked.ts";
import { Severity } from "../../headers/schema.ts";
import { DecodeRequest, HttpReport } from "../../http/schema.ts";

export const DIFFERENCE_KINDS = [
  "outcome-changed",
  "field-added",
  "field-removed",
  "field-changed",
  "finding-new",
  "finding-gone",
  "verdict-changed",
  "time",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Effect of a difference; `other` is neither better nor worse. */
export const EFFECTS = ["better", "worse", "other"] as const;
export type Effect = (typeof EFFECTS)[number];

export const Difference = Type.Object(
  {
    kind: oneOf(DIFFERENCE_KINDS),
    name: text("Header name in lower case, id of the finding, or path of the verdict"),
    a: optionalText("Absent if only the second has it"),
    b: optionalText("Absent if only the first has it"),
    volatile: Type.Optional(
      Type.Literal(true, { description: "Varies with each response: dates, ids, nonces" }),
    ),
    severity: Type.Optional(Severity),
    title: text("Meaning in one sentence; members of a verdict may share it"),
    effect: oneOf(EFFECTS, "Whether the second side is better"),
    field: optionalText("The header of a finding"),
  },
  { title: "Difference" },
);
export type Difference = Static<typeof Difference>;

const Side = Type.Union([
  text("A URL, which is looked up"),
  DecodeRequest,
  Type.Object({ report: HttpReport }, { description: "An earlier report to compare with" }),
]);

export const CompareRequest = Type.Object({ a: Side, b: Side }, { title: "CompareRequest" });

export const Comparison = Type.Object(
  { a: HttpReport, b: HttpReport, differences: Type.Array(Difference), unchecked },
  { title: "Comparison" },
);
export type Comparison = Static<typeof Comparison>;
