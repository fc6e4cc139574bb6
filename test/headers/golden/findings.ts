/**
 * Titles of every problem kind in its own examples (the bad one, and the bad side of its edge), each with the
 * fixed line. Other golden files have titles only if they differ from these.
 */

import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import type { Problem } from "../../../src/headers/schema.ts";
import { EDGES } from "../edges.ts";
import { explainExample, findingsOf } from "../explained.ts";

/** Findings of a kind in its examples, as text. */
export function findingsTold(id: string): string {
  return examplesOf(id)
    .flatMap(([example, found]) =>
      found.flatMap(({ severity, title, fix }) => [
        `${example} ${severity}: ${title}`,
        ...(fix === undefined ? [] : [`  → ${fix}`]),
      ]),
    )
    .join("\n");
}

function examplesOf(id: string): (readonly [example: string, found: readonly Problem[]])[] {
  const kind = problemKinds().get(id);
  if (!kind) return [];
  const examples = [
    ["bad", kind.bad] as const,
    ...(EDGES[id]?.slice(0, 1) ?? []).map((edge) => ["edge", edge] as const),
  ];
  return examples.map(([name, example]) => [
    name,
    findingsOf(explainExample(example)).filter((found) => found.name === id),
  ]);
}

const known = new Map<string, ReadonlySet<string>>();

/** Whether a title has a wording that does not occur in its kind's examples. */
export function hasOwnWords({ name, title }: Problem): boolean {
  const words =
    known.get(name) ??
    new Set(examplesOf(name).flatMap(([, found]) => found.map((one) => wordsOf(one.title))));
  known.set(name, words);
  return !words.has(wordsOf(title));
}

/** Title with quoted text, addresses and numbers removed, to compare wordings. */
function wordsOf(title: string): string {
  return title.replace(/"[^"]*"|'[^']*'(?!\w)|https?:\/\/[^\s,;]+|\d[\d,.]*/g, "…");
}
