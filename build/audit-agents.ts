/**
 * Prints user agent strings with what is said of them, for somebody to look up field by field: from the newest sample of
 * the corpora and from real traffic. A seed draws the same strings again: bun build/audit-agents.ts [seed]
 * What came of a draw stands in audit/.
 */

import { lookupUserAgent } from "../src/useragent/lookup.ts";
import { drawn } from "./audit/draw.ts";
import { realTraffic } from "./corpus/useragent/real-traffic.ts";
import { loadScorer, SAMPLES } from "./corpus/useragent/score.ts";

const FROM_SAMPLE = 64;
const FROM_TRAFFIC = 20;

const draw = drawn(Number(process.argv[2] ?? 29));
const scorer = await loadScorer();
const sample = scorer.records(SAMPLES.at(-1) ?? "").map(({ ua }) => ua);
const strings = [...draw(sample, FROM_SAMPLE), ...draw([...(await realTraffic()).keys()], FROM_TRAFFIC)];
for (const [index, agent] of strings.entries())
  console.log(
    `${index + 1}. ${agent}\n   ${JSON.stringify({ ...lookupUserAgent(agent), agent: undefined })}`,
  );
