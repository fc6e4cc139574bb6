import { expect, test } from "bun:test";
import { LONGEST_AGENT, lookupUserAgent } from "../../src/useragent/lookup.ts";
import { hostileAgents } from "./hostile-agents.ts";

/** Multiple of the median string's time: detects backtracking; `bun run bench useragent` measures speed. */
const FAR_TOO_LONG = 500;

const timeOf = (agent: string) => {
  const began = performance.now();
  expect(lookupUserAgent(agent).agent.length).toBeGreaterThan(0);
  return performance.now() - began;
};

// One string in nine; the benchmark tries all of them.
test("strings of 8 KiB made of the patterns' own words take no disproportionate time", () => {
  const agents = hostileAgents().filter((_, index) => index % 9 === 0);
  expect(agents.length).toBeGreaterThan(1000);
  const times = agents.map(timeOf);
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const isTooLong = (time: number) => time > FAR_TOO_LONG * middle;
  // Retries exclude strings that another process delayed. Each retry differs by its first characters, since
  // results are cached.
  const tooLong = agents.filter(
    (agent, index) =>
      isTooLong(times[index] ?? 0) && [1, 2, 3, 4].every((from) => isTooLong(timeOf(agent.slice(from)))),
  );
  expect(tooLong.map((agent) => agent.slice(0, 80))).toEqual([]);
});

test("a string of more than 8 KiB is refused, counted in bytes", () => {
  expect(() => lookupUserAgent("a".repeat(LONGEST_AGENT + 1))).toThrow("at most 8192 bytes");
  expect(() => lookupUserAgent("é".repeat(LONGEST_AGENT / 2 + 1))).toThrow("at most 8192 bytes");
  expect(lookupUserAgent("a".repeat(LONGEST_AGENT)).agent).toHaveLength(LONGEST_AGENT);
});
