/**
 * Streams ten million lines through the filters of the executable: addresses, repeated user agents, and
 * distinct user agents. Lines are generated while they are read. CPU time is that of the filter; memory is
 * its peak.
 */

import { existsSync } from "node:fs";
import { everydayAgents } from "../../../test/useragent/everyday-agents.ts";
import { absent, figure, short } from "./figures.ts";

const binary = new URL("../../../dist/netlens", import.meta.url).pathname;
const LINES = Number(process.env["NETLENS_BENCH_LINES"] ?? (short ? 20_000 : 10_000_000));
const PIECE = 10_000;

/** Pseudorandom numbers, the same each time (xorshift). */
function numbers(): () => number {
  let state = 12_345;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const agents = everydayAgents();
const next = numbers();
const STREAMS: Readonly<
  Record<string, { readonly command: string; readonly line: (index: number) => string }>
> = {
  addresses: {
    command: "ip",
    line: () => {
      const number = next();
      return `${number >>> 24}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
    },
  },
  "user agents again, of 1000": {
    command: "useragent",
    line: () => agents[(next() % 1000) % agents.length] ?? "",
  },
  "user agents each another": {
    command: "useragent",
    line: (index) =>
      `${agents[next() % agents.length]} Line/${index}`.replace(
        /(\d+)\.0\.0\.0/,
        `$1.0.${index >>> 12}.${index & 4095}`,
      ),
  },
};

async function filter(
  what: string,
  { command, line }: (typeof STREAMS)[string],
  lines: number,
): Promise<void> {
  const child = Bun.spawn([binary, command, "-"], { stdio: ["pipe", "pipe", "ignore"] });
  const feed = (async () => {
    for (let index = 0; index < lines; index += PIECE) {
      const piece = Array.from({ length: Math.min(PIECE, lines - index) }, (_, more) => line(index + more));
      child.stdin.write(`${piece.join("\n")}\n`);
      await child.stdin.flush();
    }
    await child.stdin.end();
  })();
  let answered = 0;
  for await (const chunk of child.stdout) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) answered++;
  }
  await feed;
  await child.exited;
  const usage = child.resourceUsage();
  if (answered !== lines || !usage) throw new Error(`${what}: ${answered} answers to ${lines} lines`);
  const seconds = Number(usage.cpuTime.total) / 1e6;
  figure({
    measure: `${lines} lines of ${what}`,
    who: "netlens",
    value: lines / seconds,
    unit: "a second of CPU",
  });
  figure({
    measure: `memory for ${lines} lines of ${what}`,
    who: "netlens",
    value: usage.maxRSS / 1e6,
    unit: "MB",
  });
}

if (!existsSync(binary)) absent("all of bulk", "dist/netlens is missing: run `bun run build` first");
else
  for (const [what, stream] of Object.entries(STREAMS)) {
    // Distinct user agents are slow: a tenth of the lines takes as long as the other streams.
    await filter(what, stream, what.endsWith("another") && !short ? LINES / 10 : LINES);
  }
