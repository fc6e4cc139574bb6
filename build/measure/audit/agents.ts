/** User agents with their results, from the newest corpus sample and from real traffic. */

import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import { realTraffic } from "../corpus/useragent/real-traffic.ts";
import { loadScorer, SAMPLES } from "../corpus/useragent/score.ts";
import { drawn } from "./draw.ts";

const FROM_SAMPLE = 64;
const FROM_TRAFFIC = 20;

/** @param seed draws the same strings again */
export async function drawAgents(seed: number): Promise<void> {
  const draw = drawn(seed);
  const scorer = await loadScorer();
  const sample = scorer.records(SAMPLES.at(-1) ?? "").map(({ ua }) => ua);
  const strings = [...draw(sample, FROM_SAMPLE), ...draw([...(await realTraffic()).keys()], FROM_TRAFFIC)];
  for (const [index, agent] of strings.entries())
    console.log(
      `${index + 1}. ${agent}\n   ${JSON.stringify({ ...lookupUserAgent(agent), agent: undefined })}`,
    );
}
