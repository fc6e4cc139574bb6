import { forEachYielding, type Task } from "../api/cooperative.ts";
import type { Example } from "../headers/field.ts";
import { allKinds, type Kind, kindOf, whyOf } from "../jobs/project/kinds.ts";
import { howOfKind } from "../view/how.ts";
import { groupOf } from "../view/lines.ts";
import type { ProblemKind } from "./schema.ts";

/** Lists every kind of problem by id, as a task: explaining their examples takes long. */
export function* listingProblems(): Task<{ readonly problems: readonly ProblemKind[] }> {
  const problems: ProblemKind[] = [];
  yield* forEachYielding(
    allKinds(),
    () => SIZE_OF_A_KIND,
    ([id, kind]) => problems.push(described(id, kind)),
  );
  return { problems };
}

/** Cost of a kind, in characters. @perf Without yielding, the list blocks 60 times as long, 450 ms (`longest-block`). */
const SIZE_OF_A_KIND = 2000;

/** Describes a kind by id, even a retired one; undefined for an unknown id. */
export function describeProblem(id: string): ProblemKind | undefined {
  const kind = kindOf(id);
  return kind && described(id, kind);
}

function described(id: string, kind: Kind): ProblemKind {
  const { severity, summary, advice, link, bad, good, retired } = kind;
  const how = howOfKind(id, kind);
  const why = whyOf(id);
  return {
    id,
    severity,
    group: groupOf(id),
    summary,
    ...(why !== undefined && { why }),
    ...(advice !== undefined && { advice }),
    ...(link !== undefined && { link }),
    ...(retired !== undefined && { retired }),
    ...(bad && good && { examples: { bad: messageOf(bad), good: messageOf(good) } }),
    ...(how && { how }),
  };
}

type Message = NonNullable<ProblemKind["examples"]>["bad"];

function messageOf(example: Example): Message {
  if (!("lines" in example)) return { lines: [...example] };
  const { lines, requestHeaders, ...known } = example;
  return { lines: [...lines], ...known, ...(requestHeaders && { requestHeaders: [...requestHeaders] }) };
}
