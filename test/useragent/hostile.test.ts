import { expect, test } from "bun:test";
import { LONGEST_AGENT, lookupUserAgent } from "../../src/useragent/lookup.ts";
import { hostileAgents } from "./hostile-agents.ts";

// `bun run bench useragent` says how fast; the bound here only tells backtracking, which takes seconds, from work.
/** Milliseconds of CPU: other work on the machine does not count. */
const FAR_TOO_LONG = 500;

// One in nine is tried here, all of them by the benchmark.
test("no string of 8 KiB built from the patterns' own words makes them run away", () => {
  const agents = hostileAgents().filter((_, index) => index % 9 === 0);
  expect(agents.length).toBeGreaterThan(1000);
  for (const agent of agents) {
    const started = process.cpuUsage();
    const result = lookupUserAgent(agent);
    expect(result.agent.length).toBeGreaterThan(0);
    if (process.cpuUsage(started).user / 1000 > FAR_TOO_LONG)
      throw new Error(`too long: ${agent.slice(0, 80)}`);
  }
});

test("a string of more than 8 KiB is refused, counted in bytes", () => {
  expect(() => lookupUserAgent("a".repeat(LONGEST_AGENT + 1))).toThrow("at most 8192 bytes");
  expect(() => lookupUserAgent("é".repeat(LONGEST_AGENT / 2 + 1))).toThrow("at most 8192 bytes");
  expect(lookupUserAgent("a".repeat(LONGEST_AGENT)).agent).toHaveLength(LONGEST_AGENT);
});
