/**
 * The titles of every kind of problem in its own examples, the bad one and the bad side of its edge, each with the line as
 * it should be. Titles are shown here; other files show only those in other words.
 */

import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import type { Problem } from "../../../src/headers/schema.ts";
import { explainExample, findingsOf } from "../explained.ts";

/** The findings of a kind in its examples. */
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
  const examples = [["bad", kind.bad] as const, ...(kind.edge ? [["edge", kind.edge[0]] as const] : [])];
  return examples.map(([name, example]) => [
    name,
    findingsOf(explainExample(example)).filter((found) => found.name === id),
  ]);
}

const known = new Map<string, ReadonlySet<string>>();

/** Whether a title has other words than those of its kind's examples have. */
export function hasOwnWords({ name, title }: Problem): boolean {
  const words =
    known.get(name) ??
    new Set(examplesOf(name).flatMap(([, found]) => found.map((one) => wordsOf(one.title))));
  known.set(name, words);
  return !words.has(wordsOf(title));
}

/** A title without what it quotes, addresses and numbers. */
function wordsOf(title: string): string {
  return title.replace(/"[^"]*"|'[^']*'(?!\w)|https?:\/\/[^\s,;]+|\d[\d,.]*/g, "…");
}
