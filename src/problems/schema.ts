import { type Static, Type } from "@sinclair/typebox";
import { How, Severity } from "../headers/schema.ts";

const Message = Type.Object(
  {
    lines: Type.Array(Type.String(), { description: "Field lines of the response" }),
    status: Type.Optional(Type.Integer()),
    method: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    requestHeaders: Type.Optional(Type.Array(Type.String())),
    receivedAt: Type.Optional(Type.String({ description: "RFC 3339 date-time" })),
  },
  { title: "ExampleMessage" },
);

export const ProblemKind = Type.Object(
  {
    id: Type.String({ description: "Stable kebab-case id; findings have it as their name" }),
    severity: Severity,
    group: Type.String({ description: "`security`, `caching`, `cookies`, `transport` or `content`" }),
    summary: Type.String(),
    why: Type.Optional(Type.String({ description: "Why such problems matter, and who makes use of them" })),
    advice: Type.Optional(Type.String({ description: "What to do, where no example shows it" })),
    link: Type.Optional(Type.String({ description: "The specification or page behind the rule" })),
    retired: Type.Optional(
      Type.String({ description: "No longer a problem but a fact: which part of an answer states it" }),
    ),
    examples: Type.Optional(
      Type.Object(
        { bad: Message, good: Message },
        { description: "A message with the problem, and one without" },
      ),
    ),
    how: Type.Optional(How),
  },
  { title: "ProblemKind" },
);
export type ProblemKind = Static<typeof ProblemKind>;

export const ProblemKinds = Type.Object({ problems: Type.Array(ProblemKind) }, { title: "ProblemKinds" });
