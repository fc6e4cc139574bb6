/**
 * User agents per second of CPU: distinct strings of the corpora and of current visitors, the same strings
 * repeated, the cost of the tables at the start, and the slowest known strings of 8 KiB.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { everydayAgents } from "../../../test/useragent/everyday-agents.ts";
import { hostileAgents } from "../../../test/useragent/hostile-agents.ts";
import { realTraffic } from "../corpus/useragent/real-traffic.ts";
import { figure, short } from "./figures.ts";
import type { Peer } from "./useragent-peers.ts";

const started = process.cpuUsage();
const memory = process.memoryUsage().rss;
const { lookupUserAgent } = await import("../../../src/useragent/lookup.ts");
lookupUserAgent(
  "Mozilla/5.0 (Linux; Android 13; SM-G999F) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
);
const used = process.cpuUsage(started);
const loading = "modules and tables of user agents";
figure({ measure: loading, who: "netlens", value: (used.user + used.system) / 1000, unit: "ms of CPU" });
figure({
  measure: `memory for ${loading}`,
  who: "netlens",
  value: (process.memoryUsage().rss - memory) / 1e6,
  unit: "MB",
});
const { useragentPeers } = await import("./useragent-peers.ts");

const CORPUS = join(import.meta.dir, "../../../../shared/corpora/user-agents/dev.jsonl");

/** Measures CPU time, since other work on the machine affects wall-clock time. */
function perSecond(agents: readonly string[], peer: Peer, most: number): number {
  const before = process.cpuUsage();
  let count = 0;
  for (const agent of agents) {
    peer.look(agent);
    count++;
    if (count % 50 === 0 && process.cpuUsage(before).user > most) break;
  }
  const used = process.cpuUsage(before);
  return Math.round(count / ((used.user + used.system) / 1e6));
}

async function distinctAgents(): Promise<string[]> {
  if (!existsSync(CORPUS)) return everydayAgents();
  const lines = (await Bun.file(CORPUS).text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as { ua: string }).ua);
}

const agents = await distinctAgents();
const peers = await useragentPeers();
const rates = new Map<string, number>();
for (const peer of peers) {
  peer.look(agents[0] ?? "");
  rates.set(peer.name, perSecond(agents, peer, short ? 2e5 : 5e6));
}
for (const [who, value] of rates)
  figure({ measure: `distinct user agents, of ${agents.length}`, who, value, unit: "a second of CPU" });

const visitors = [...(await realTraffic()).keys()];
/** Strings of current visitors with other version numbers, so that each is distinct. */
const distinct = Array.from({ length: 40 }, (_, round) =>
  visitors.map((agent) =>
    agent.replace(/(\d+)\.0\.0\.0/, `$1.0.${1000 + round}.${round}`).replace(/(\d)(?!.*\d)/, `$1.${round}`),
  ),
).flat();
if (new Set(distinct).size !== distinct.length) throw new Error("a string of real traffic comes twice");
const visitor: Peer = { name: "netlens", look: lookupUserAgent };
figure({
  measure: "user agents of real traffic, each another",
  who: "netlens",
  value: perSecond(distinct, visitor, short ? 2e5 : 10e6),
  unit: "a second of CPU",
});

const often = Array.from({ length: 2_000_000 }, (_, index) => agents[index % 1000] ?? "");
const again: Peer = { name: "netlens", look: lookupUserAgent };
for (const agent of often.slice(0, 1000)) again.look(agent);
figure({
  measure: "user agents again, of 1000",
  who: "netlens",
  value: perSecond(often, again, short ? 2e5 : 10e6),
  unit: "a second of CPU",
});

/** Time of one lookup: best of three, since others include garbage collection and compilation. */
function timeOf(agent: string): number {
  const begun = performance.now();
  lookupUserAgent(agent);
  return performance.now() - begun;
}

let worst = { milliseconds: 0, agent: "" };
for (const agent of hostileAgents()) {
  const milliseconds = Math.min(...["x", "y", "z"].map((last) => timeOf(agent.slice(0, -1) + last)));
  if (milliseconds > worst.milliseconds) worst = { milliseconds, agent: agent.slice(0, 60) };
}
console.log(`the slowest: ${JSON.stringify(worst.agent)}…`);
figure({ measure: "slowest user agent of 8 KiB", who: "netlens", value: worst.milliseconds, unit: "ms" });
