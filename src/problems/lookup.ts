import type { Example } from "../headers/field.ts";
import { groupOf } from "../view/groups.ts";
import { allKinds, type Kind, kindOf } from "../view/kinds.ts";
import type { ProblemKind } from "./schema.ts";

/** Every kind of problem, in the order of the ids. */
export function listProblems(): { readonly problems: readonly ProblemKind[] } {
  return { problems: allKinds.map(([id, kind]) => described(id, kind)) };
}

/** The kind of problem with an id, which may be retired; undefined for an id that never existed. */
export function describeProblem(id: string): ProblemKind | undefined {
  const kind = kindOf(id);
  return kind && described(id, kind);
}

function described(id: string, { severity, summary, advice, link, bad, good, retired }: Kind): ProblemKind {
  return {
    id,
    severity,
    group: groupOf(id),
    summary,
    ...(advice !== undefined && { advice }),
    ...(link !== undefined && { link }),
    ...(retired !== undefined && { retired }),
    ...(bad && good && { examples: { bad: messageOf(bad), good: messageOf(good) } }),
  };
}

type Message = NonNullable<ProblemKind["examples"]>["bad"];

function messageOf(example: Example): Message {
  if (!("lines" in example)) return { lines: [...example] };
  const { lines, requestHeaders, ...known } = example;
  return { lines: [...lines], ...known, ...(requestHeaders && { requestHeaders: [...requestHeaders] }) };
}
