/** Ten thousand redirects on loopback: time and memory for a map of that size. */

import { makeBudget } from "../../../src/api/budget.ts";
import { mapBudget } from "../../../src/api/limits.ts";
import { rowChecker } from "../../../src/jobs/redirects/check.ts";
import { followPlainly, plainSender } from "../../../src/jobs/redirects/follow.ts";
import { checkRedirects } from "../../../src/jobs/redirects/run.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { figure, short } from "./figures.ts";

const COUNT = short ? 500 : 10_000;
const target = new URL("redirects/target.ts", import.meta.url).pathname;
const server = Bun.spawn([process.execPath, target], { stdout: "pipe" });
const { value: port } = await server.stdout.getReader().read();
const base = `http://127.0.0.1:${Buffer.from(port ?? [])
  .toString()
  .trim()}`;

async function* rows() {
  for (let row = 1; row <= COUNT; row++)
    yield [{ row: { row, line: row, column: 1, from: `/old/${row}`, to: `/new/${row}`, status: 301 } }];
}
const { settings } = loadConfig({}, {});
const http = { ...httpSettings(settings, []), guarded: false };
const budget = makeBudget(mapBudget(COUNT));
const follow = { send: plainSender(http), maxRedirects: http.maxRedirects, content: false, budget };
const look = rowChecker(
  (url, method) => followPlainly(url, method, follow, new AbortController().signal),
  "auto",
  { base, mostRedirects: 2 },
);
const began = performance.now();
const cpu = process.cpuUsage();
let asExpected = 0;
for await (const { outcome } of checkRedirects(rows(), look, {
  width: 64,
  perHost: 16,
  delay: 0,
  longestWait: 0,
  base,
  budget,
}))
  if (outcome === "as-wanted") asExpected++;
const spent = process.cpuUsage(cpu);
const seconds = (performance.now() - began) / 1000;
if (asExpected !== COUNT) throw new Error(`${asExpected} of ${COUNT} are as expected`);
figure({ measure: "redirects of a map", who: "netlens", value: COUNT / seconds, unit: "a second" });
figure({
  measure: "redirect checked",
  who: "netlens",
  value: (spent.user + spent.system) / 1000 / COUNT,
  unit: "ms of CPU",
});
figure({
  measure: `memory at ${COUNT} redirects`,
  who: "netlens",
  value: process.memoryUsage.rss() / 1e6,
  unit: "MB",
});
server.kill();
process.exit(0);
