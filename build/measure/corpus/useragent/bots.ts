/**
 * Counts distinct bots in the samples: those with a category, with an operator, and with the right operator.
 */

import { lookupUserAgent } from "../../../../src/useragent/lookup.ts";
import type { LabelledAgent, Scorer } from "./score.ts";

export function printBots(scorer: Scorer, records: readonly LabelledAgent[]): void {
  const counts = { bots: 0, category: 0, operator: 0, labelled: 0, given: 0, right: 0 };
  const seen = new Set<string>();
  for (const record of records) {
    const { bot, ...answer } = lookupUserAgent(record.ua);
    if (seen.has(record.ua) || !bot || ![record.expect["type"] ?? []].flat().includes("bot")) continue;
    seen.add(record.ua);
    counts.bots++;
    if (bot.category !== "unknown") counts.category++;
    if (bot.operator !== "") counts.operator++;
    const isRight = scorer.judge(record, { ...answer, bot })["botVendor"];
    if (isRight === undefined) continue;
    counts.labelled++;
    if (bot.operator !== "") counts.given++;
    if (isRight) counts.right++;
  }
  const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(1);
  const { bots, category, operator, labelled, given, right } = counts;
  console.log(
    `bots (${bots} strings): category ${percent(category, bots)} % · operator ${percent(operator, bots)} %; where a label names the maker (${labelled}): ${percent(right, given)} of those given are right, ${percent(right, labelled)} found`,
  );
}
