/**
 * Memory of the service while two hundred clients look up pages repeatedly. `bun
 * build/measure/bench/clients.ts --seconds 300` takes longer. The first third is not counted, since memory
 * settles then.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "bun";
import { slopeOf } from "../soak/soak.ts";
import { absent, figure, short } from "./figures.ts";
import { samples } from "./headers-messages.ts";
import { binary, serve } from "./service-process.ts";

if (!existsSync(binary)) {
  absent("all of clients", "dist/netlens is missing: run `bun run build` first");
  process.exit(0);
}
const { values } = parseArgs({ options: { seconds: { type: "string", default: short ? "3" : "30" } } });
const seconds = Number(values.seconds);
const CLIENTS = 200;
/** Pause in ms between two lookups of a client, since the benchmark measures memory, not CPU. */
const PAUSE = 1000;

const content = gzipSync(Buffer.from("<!doctype html><title>Shop</title><p>Hello.".repeat(700)));
let requested = 0;
const target = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch({ url }) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/old")) return Response.redirect(pathname.replace("/old", "/new"), 301);
    const headers = new Headers();
    for (const line of samples(++requested)["page"]?.lines ?? []) {
      const colon = line.indexOf(":");
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    for (const ours of ["Content-Length", "Transfer-Encoding", "Connection"]) headers.delete(ours);
    headers.set("Content-Encoding", "gzip");
    return new Response(content, { headers });
  },
});

const place = mkdtempSync(join(tmpdir(), "netlens-bench-clients-"));
const service = await serve(place, "--http-allow", "127.0.0.1");

/** Private memory of the process in MB. */
function own(): number {
  const rollup = readFileSync(`/proc/${service.pid}/smaps_rollup`, "utf8");
  return Number(/^Anonymous:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}

const begin = performance.now();
const unexpected: string[] = [];
let answered = 0;
async function client(number: number): Promise<void> {
  await Bun.sleep((number * PAUSE) / CLIENTS);
  for (let round = 0; performance.now() < begin + seconds * 1000; round++) {
    const url = encodeURIComponent(`http://127.0.0.1:${target.port}/old/${number}/${round}`);
    const answer = await fetch(`http://${service.address}/v1/http?url=${url}`);
    const { status, steps } = (await answer.json()) as { status: unknown; steps: readonly unknown[] };
    answered++;
    if (status !== 200 || steps.length !== 2) unexpected.push(`${number}/${round}: ${status}`);
    await Bun.sleep(PAUSE);
  }
}

const sizes: { readonly at: number; readonly mb: number }[] = [];
const clock = setInterval(() => sizes.push({ at: (performance.now() - begin) / 60_000, mb: own() }), 500);
try {
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
} finally {
  clearInterval(clock);
  await service.stop();
  await target.stop(true);
  rmSync(place, { recursive: true });
}
if (unexpected.length > 0)
  throw new Error(`${unexpected.length} unexpected answers, the first ${unexpected[0]}`);

const settled = sizes.slice(Math.floor(sizes.length / 3));
const sorted = settled.map(({ mb }) => mb).sort((a, b) => a - b);
const [least = Number.NaN] = sorted;
figure({
  measure: `own memory with ${CLIENTS} clients of lookups`,
  who: "netlens",
  unit: "MB",
  value: sorted[sorted.length >> 1] ?? Number.NaN,
  least,
  most: sorted.at(-1) ?? least,
});
console.log(`${answered} lookups in ${seconds} s; memory ${slopeOf(settled).toFixed(2)} MB a minute`);
