/** Audits of a page with 100 resources on loopback: CPU time, and the longest time that the main thread is busy. */

import { auditUrl } from "../../../src/jobs/page/audit-url.ts";
import { pageReport } from "../../../src/jobs/page/page-report.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { figure, figureOf, short } from "./figures.ts";

const ROUNDS = short ? 2 : 11;
const RESOURCES = 100;
const target = new URL("page/target.ts", import.meta.url).pathname;
const server = Bun.spawn([process.execPath, target], { stdout: "pipe" });
const { value: port } = await server.stdout.getReader().read();
const url = `http://127.0.0.1:${Buffer.from(port ?? [])
  .toString()
  .trim()}/`;
const settings = { ...httpSettings(loadConfig({}, {}).settings, []), guarded: false };

/** Milliseconds of CPU time of the process, and the longest time between two turns of a timer. */
async function audited(): Promise<{ readonly cpu: number; readonly longest: number }> {
  let [last, longest] = [performance.now(), 0];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  const before = process.cpuUsage();
  const events = auditUrl(url, { most: 500 }, { settings }, new AbortController().signal);
  let next = await events.next();
  while (!next.done) next = await events.next();
  const { document, audit, timeTotal } = next.value;
  const { resources } = await pageReport(document, audit, { by: "origin", briefOf, timeTotal });
  const { user, system } = process.cpuUsage(before);
  turn();
  clearInterval(timer);
  const loaded = resources.filter(({ outcome }) => outcome === "loads").length;
  if (loaded !== RESOURCES) throw new Error(`${loaded} of ${RESOURCES} resources load`);
  return { cpu: (user + system) / 1000, longest };
}

const first = await audited();
const who = "netlens";
figure({
  measure: `first audit of a page with ${RESOURCES} resources`,
  who,
  value: first.cpu,
  unit: "ms of CPU",
});
figure({ measure: "the longest time without a turn in it", who, value: first.longest, unit: "ms" });
const rounds: (typeof first)[] = [];
for (let round = 0; round < ROUNDS; round++) rounds.push(await audited());
figureOf(
  rounds.map(({ cpu }) => cpu),
  { measure: `audit of a page with ${RESOURCES} resources`, who, unit: "ms of CPU" },
);
figureOf(
  rounds.map(({ longest }) => longest),
  { measure: "the longest time without a turn in one", who, unit: "ms" },
);
server.kill();
process.exit(0);
