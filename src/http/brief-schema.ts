/** A report in brief, for those who read little: machines with a bound on what they take in. */

import { type Static, Type } from "@sinclair/typebox";
import { Severity } from "../headers/schema.ts";
import { HttpReport, StepError } from "./schema.ts";

const BriefFinding = Type.Object(
  {
    name: Type.String({ description: "Stable kebab-case id, which /v1/problems/{id} describes" }),
    severity: Severity,
    title: Type.String(),
    field: Type.Optional(Type.String({ description: "The field that the problem is about, in lower case" })),
    fix: Type.Optional(Type.String({ description: "The corrected field line" })),
    how: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { title: "BriefFinding" },
);

const BriefStep = Type.Object(
  {
    url: Type.String({ description: "Empty when decoding" }),
    status: Type.Integer({ description: "0 where no response came" }),
    intent: Type.String({ description: "What the response does, in a sentence" }),
    location: Type.Optional(Type.String({ description: "Target of its redirect" })),
    total: Type.Number({ description: "Milliseconds" }),
    error: Type.Optional(StepError),
    verdicts: Type.Array(Type.String({ description: "A question and its answer, one line each" })),
    findings: Type.Array(BriefFinding),
  },
  { title: "BriefStep" },
);

export const HttpBrief = Type.Object(
  {
    url: HttpReport.properties.url,
    status: HttpReport.properties.status,
    statusMessage: HttpReport.properties.statusMessage,
    intent: HttpReport.properties.intent,
    stop: HttpReport.properties.stop,
    total: Type.Number({ description: "Milliseconds for the whole lookup" }),
    steps: Type.Array(BriefStep),
    findings: Type.Array(BriefFinding, { description: "About the chain as a whole" }),
  },
  { title: "HttpBrief" },
);
export type HttpBrief = Static<typeof HttpBrief>;
