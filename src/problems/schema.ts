import { type Static, Type } from "@sinclair/typebox";
import { optionalText, text } from "../api/schema.ts";
import { How, Severity } from "../headers/schema.ts";

const Message = Type.Object(
  {
    lines: Type.Array(Type.String(), { description: "Header lines of the response" }),
    status: Type.Optional(Type.Integer()),
    method: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    requestHeaders: Type.Optional(Type.Array(Type.String())),
    receivedAt: optionalText("RFC 3339 date-time"),
  },
  { title: "ExampleMessage" },
);

export const ProblemKind = Type.Object(
  {
    id: text("Stable id in kebab case, the `name` of findings"),
    severity: Severity,
    group: text("`security`, `caching`, `cookies`, `transport` or `content`"),
    summary: Type.String(),
    why: optionalText("Why it matters"),
    advice: optionalText("What to do, if no example shows it"),
    link: optionalText("The specification or page behind the rule"),
    retired: optionalText("For a retired problem: the part of an answer that now reports it as a fact"),
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
