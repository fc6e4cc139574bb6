import { type Static, Type } from "@sinclair/typebox";
import { ADVICE } from "../../../data/violation-advice.ts";
import { REPORTS } from "../../api/limits.ts";

const Disposition = Type.Union([Type.Literal("enforce"), Type.Literal("report")], {
  description: "enforce: it was blocked; report: it was only reported, or Safari reported it",
});
const time = Type.String({ format: "date-time" });
const texts = Type.Array(Type.String());
const text = (description: string) => Type.String({ description });

const Violation = Type.Object(
  {
    directive: text("Effective directive; script-src-elem counts as script-src"),
    source: text("Source expression, or `inline`, `eval`, `wasm-eval`, `extension` of the browser"),
    count: Type.Integer(),
    first: time,
    last: time,
    pages: Type.Integer({ description: `Distinct pages; at most ${REPORTS.distinct} are counted` }),
    browsers: texts,
    page: Type.Optional(text("One of the pages, without query")),
    url: Type.Optional(text("One of the blocked URLs, without query, shortened")),
    samples: Type.Array(Type.String(), { description: "Starts of inline code" }),
    disposition: Disposition,
    advice: Type.Union(ADVICE.map((word) => Type.Literal(word))),
    why: Type.Optional(text("Absent for add-to-policy")),
  },
  { title: "Violation" },
);

const ReportedPolicy = Type.Object(
  {
    reported: text("Newest policy in the reports; {NONCE} replaces its nonces"),
    disposition: Disposition,
    added: Type.Array(Type.String(), { description: "Directive and source" }),
    reportOnly: Type.String(),
    enforce: Type.String(),
    notes: texts,
  },
  { title: "ReportedPolicy", description: "The reported policy with the sources to add" },
);

const ScriptHash = Type.Object(
  {
    url: Type.String(),
    hashes: texts,
    integrity: Type.Optional(text("Attributes for the script element")),
    why: Type.Optional(text("Why there are no attributes")),
  },
  { title: "ScriptHash" },
);

export const ReportGroups = Type.Object(
  {
    name: Type.String(),
    days: Type.Integer({ description: "Reports are kept for this time after the last equal one" }),
    reports: Type.Integer(),
    types: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
    violations: Type.Array(Violation, { description: "The most frequent first" }),
    hashes: Type.Array(ScriptHash, { description: "Scripts, if script-src has 'report-sha256'" }),
    policy: Type.Optional(ReportedPolicy),
  },
  { title: "ReportGroups" },
);
export type ReportGroups = Static<typeof ReportGroups>;
