/**
 * Number of decisions of each classifier, number of labels that agree and disagree, and an example that
 * disagrees.
 */

import { lookupUserAgent } from "../../../../src/useragent/lookup.ts";
import { readAgent } from "../../../../src/useragent/read/agent.ts";
import { classify } from "../../../../src/useragent/read/classifiers.ts";
import { featuresOf } from "../../../../src/useragent/read/features.ts";
import type { LabelledAgent, Scorer } from "./score.ts";

interface Counts {
  right: number;
  wrong: number;
  against: string;
}

/** Counts by the classifier that decides; `none` if no classifier does, as for browsers of people. */
function countRules(scorer: Scorer, records: readonly LabelledAgent[]): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const record of records) {
    const verdict = scorer.judge(record, lookupUserAgent(record.ua))["type"];
    if (verdict === undefined) continue;
    const id = classify(featuresOf(readAgent(record.ua)))?.id ?? "none";
    const count = counts.get(id) ?? { right: 0, wrong: 0, against: "" };
    if (verdict) count.right++;
    else count.wrong++;
    if (!verdict && count.against === "")
      count.against = `${[record.expect["type"] ?? ""].flat().join(" or ")}: ${record.ua}`;
    counts.set(id, count);
  }
  return counts;
}

export function printRules(scorer: Scorer, records: readonly LabelledAgent[]): void {
  console.log("classifiers, by how often they decide: labels for and against, an example against");
  for (const [id, { right, wrong, against }] of [...countRules(scorer, records)].sort(
    (a, b) => b[1].right + b[1].wrong - a[1].right - a[1].wrong,
  ))
    console.log(
      `  ${id.padEnd(28)} ${String(right).padStart(6)} ${String(wrong).padStart(4)}  ${against.slice(0, 100)}`,
    );
}
