/** The executable: size, time from its start to its first answer, and resident memory. Needs `bun run build`. */

import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = 15;
const binary = new URL("../../dist/netlens", import.meta.url).pathname;
if (!existsSync(binary)) {
  console.log("dist/netlens is missing: run `bun run build` first");
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
const median = (key: keyof Start) => starts.map((each) => each[key]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
console.log(`size of the executable     ${(statSync(binary).size / 1e6).toFixed(1)} MB`);
console.log(
  `start to first answer      ${median("wall").toFixed(0)} ms (CPU ${median("cpu")} ms), median of ${ROUNDS}`,
);
console.log(`resident at first answer   ${(median("first") / 1e6).toFixed(0)} MB`);
console.log(`resident with all loaded   ${(median("loaded") / 1e6).toFixed(0)} MB`);
rmSync(cwd, { recursive: true });
