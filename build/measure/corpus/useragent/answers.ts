/**
 * Verifies that an optimisation changes no result: writes the results for all strings of the corpora and of
 * real traffic to a file, or compares with it. Each string is parsed without caches, and looked up in the
 * order of the corpora.
 *
 *   bun build/measure/corpus/useragent/answers.ts write FILE
 *   bun build/measure/corpus/useragent/answers.ts compare FILE
 */

import { lookupUserAgent } from "../../../../src/useragent/lookup.ts";
import { interpret } from "../../../../src/useragent/read/answer.ts";
import { realTraffic } from "./real-traffic.ts";
import { loadScorer } from "./score.ts";

const [mode, file] = process.argv.slice(2);
if ((mode !== "write" && mode !== "compare") || file === undefined) {
  console.error("usage: bun build/measure/corpus/useragent/answers.ts write|compare FILE");
  process.exit(2);
}
const scorer = await loadScorer();
const agents = [...new Set([...scorer.all().map(({ ua }) => ua), ...(await realTraffic()).keys()])].filter(
  (agent) => Buffer.byteLength(agent) <= 8192,
);
// Lookups run first, to verify that what they cache for one string does not affect the next one.
const lookedUp = agents.map((agent) => JSON.stringify(lookupUserAgent(agent)));
const readAnew = agents.map((agent) =>
  JSON.stringify(interpret(agent, new Date().toISOString().slice(0, 10))),
);
if (mode === "write") {
  await Bun.write(file, readAnew.join("\n"));
  console.log(`${agents.length} answers`);
}
const before = mode === "write" ? readAnew : (await Bun.file(file).text()).split("\n");
if (before.length !== agents.length) throw new Error("these are answers to other strings");
let others = 0;
for (const [at, answer] of before.entries())
  for (const [way, now] of [
    ["read anew", readAnew[at]],
    ["looked up", lookedUp[at]],
  ])
    if (now !== answer && ++others <= 20) console.log(`${way}:\n  ${answer}\n  ${now}`);
console.log(`${others} of ${2 * agents.length} answers are others`);
process.exit(others === 0 ? 0 : 1);
