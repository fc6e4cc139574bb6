/**
 * Accuracy of stages on a busy machine: each lookup runs next to a simultaneous `curl -w`, and both are
 * compared with the server's own clock. Prints medians of the errors. Argument: number of lookups (200).
 */

import net from "node:net";
import { $ } from "bun";
import { lookupHttp } from "../../../../src/http/lookup.ts";
import { httpSettings } from "../../../../src/server/wiring.ts";
import { loadConfig } from "../../../../src/settings/load.ts";

const count = Number(process.argv[2] ?? 200);
const AT_ONCE = 4;
/** Delays of the server in ms: until the first byte, and during the content. */
const [FIRST, CONTENT] = [200, 300];

type Times = readonly [firstByte: number, download: number];
const did = new Map<string, Times>();
const server = net.createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", async (bytes) => {
    const requested = performance.now();
    const path = /^GET (\S+)/.exec(bytes.toString("latin1"))?.[1] ?? "";
    await Bun.sleep(FIRST);
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    const began = performance.now();
    await Bun.sleep(CONTENT);
    socket.end("world");
    did.set(path, [began - requested, performance.now() - began]);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as net.AddressInfo;
const settings = httpSettings(loadConfig({ "http-allow": "127.0.0.0/8" }, {}).settings, []);
const FORM = "%{time_pretransfer} %{time_starttransfer} %{time_total}";

async function byCurl(url: string): Promise<Times> {
  const text = await $`curl -s -o /dev/null -w ${FORM} ${url}`.text();
  const [sent = 0, start = 0, total = 0] = text.split(" ").map((each) => Number(each) * 1000);
  return [start - sent, total - start];
}

async function byUs(url: string): Promise<Times> {
  const { timeStages } = await lookupHttp(url, {}, settings);
  return [timeStages.firstByte ?? Number.NaN, timeStages.download ?? Number.NaN];
}

const errors: Record<"netlens" | "curl", [number[], number[]]> = { netlens: [[], []], curl: [[], []] };
let left = count;
async function worker(): Promise<void> {
  while (left-- > 0) {
    const at = left;
    for (const [who, seen] of await Promise.all([
      byUs(`http://127.0.0.1:${port}/netlens-${at}`).then((times) => ["netlens", times] as const),
      byCurl(`http://127.0.0.1:${port}/curl-${at}`).then((times) => ["curl", times] as const),
    ])) {
      const actual = did.get(`/${who}-${at}`);
      if (!actual) throw new Error(`the server did not see ${who}-${at}`);
      for (const stage of [0, 1] as const)
        errors[who][stage].push(Math.abs(seen[stage] - actual[stage]) / actual[stage]);
    }
  }
}
await byUs(`http://127.0.0.1:${port}/first`);
await Promise.all(Array.from({ length: AT_ONCE }, worker));
const load = (await Bun.file("/proc/loadavg").text()).split(" ")[0];
for (const [who, stages] of Object.entries(errors))
  for (const [at, stage] of ["firstByte", "download"].entries()) {
    const all = (stages[at as 0 | 1] ?? []).toSorted((a, b) => a - b);
    const percent = (part: number) => (100 * (all[Math.floor(part * (all.length - 1))] ?? 0)).toFixed(2);
    console.log(
      `${who} ${stage}: median error ${percent(0.5)} %, 95 of 100 within ${percent(0.95)} %, n ${all.length}, load ${load}`,
    );
  }
process.exit();
