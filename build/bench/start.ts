/** The executable: size, time from its start to its first answer, and resident memory. Needs `bun run build`. */

import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { absent, figure, figureOf, short } from "./figures.ts";

const ROUNDS = short ? 2 : 15;
const binary = new URL("../../dist/netlens", import.meta.url).pathname;
if (!existsSync(binary)) {
  absent("all of start", "dist/netlens is missing: run `bun run build` first");
  process.exit(0);
}
const cwd = mkdtempSync(join(tmpdir(), "netlens-bench-start-"));

interface Start {
  /** Milliseconds of wall clock and of CPU until the first answer has arrived. */
  readonly wall: number;
  readonly cpu: number;
  /** Resident bytes at the first answer, and after everything has been loaded. */
  readonly first: number;
  readonly loaded: number;
}

async function resident(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

async function start(): Promise<Start> {
  const began = performance.now();
  const child = Bun.spawn([binary, "serve", "--listen", "127.0.0.1:0", "--log-format", "json"], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  let address: string | undefined;
  for await (const chunk of child.stderr as ReadableStream<Uint8Array>) {
    log += new TextDecoder().decode(chunk);
    address = /"address":"([^"]+)"/.exec(log)?.[1];
    if (address) break;
  }
  await (await fetch(`http://${address}/v1/ip/8.8.8.8`)).text();
  const wall = performance.now() - began;
  const fields = (await Bun.file(`/proc/${child.pid}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  // Clock ticks of user and system time, of which Linux has 100 a second.
  const cpu = (Number(fields[11]) + Number(fields[12])) * 10;
  const first = await resident(child.pid);
  await Bun.sleep(700);
  const loaded = await resident(child.pid);
  child.kill();
  await child.exited;
  return { wall, cpu, first, loaded };
}

const starts: Start[] = [];
for (let round = 0; round < ROUNDS; round++) starts.push(await start());
figure({ measure: "size of the executable", who: "netlens", value: statSync(binary).size / 1e6, unit: "MB" });
const all = (key: keyof Start, per = 1) => starts.map((each) => each[key] / per);
figureOf(all("wall"), { measure: "start to first answer", who: "netlens", unit: "ms" });
figureOf(all("cpu"), { measure: "CPU to first answer", who: "netlens", unit: "ms of CPU" });
figureOf(all("first", 1e6), { measure: "resident at first answer", who: "netlens", unit: "MB" });
figureOf(all("loaded", 1e6), { measure: "resident after the start", who: "netlens", unit: "MB" });
rmSync(cwd, { recursive: true });
