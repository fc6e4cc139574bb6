/**
 * The text of every kind of problem, for its own examples. A case is the id, flush left, and below it, for the
 * bad example and the bad and good side of its edge, the findings of that id with the line as it should be.
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import type { Example } from "../../../src/headers/field.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** A kind with its findings. */
export function findingsTold([id = ""]: readonly string[]): string {
  const kind = problemKinds().get(id);
  if (!kind) throw new Error(`${id} is not a kind of problem`);
  const [bad, good] = kind.edge ?? [];
  const examples = [
    ["bad", kind.bad],
    ["edge", bad],
    ["within", good],
  ] as const;
  return [
    id,
    ...examples.flatMap(([name, example]) =>
      example === undefined ? [] : toldOf(id, example).map((line) => `  ${name} ${line}`),
    ),
  ].join("\n");
}

function toldOf(id: string, example: Example): string[] {
  const { lines, ...rest } = "lines" in example ? example : { lines: example };
  const { receivedAt, ...known } = rest as Exclude<Example, readonly string[]>;
  const message = parseMessage(lines, {
    ...known,
    ...(receivedAt !== undefined && { receivedAt: Date.parse(receivedAt) }),
  });
  const { headers, requestHeaders = [], problems } = explainMessage(message, NOW);
  const all = [...headers, ...requestHeaders].flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  const found = [...all, ...problems].filter(({ name }) => name === id);
  return found.length === 0
    ? ["nothing"]
    : found.flatMap(({ severity, title, fix }) => [
        `${severity}: ${title}`,
        ...(fix === undefined ? [] : [`→ ${fix}`]),
      ]);
}
