/**
 * Size of the executable, time and CPU until its first answer, and resident memory, compared with Elysia and
 * a bare Bun.serve with a constant answer, compiled the same way, alternately. Needs `bun run build`.
 */

import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { absent, figure, figureOf, short } from "./figures.ts";
import { cpuSeconds } from "./ip/processes.ts";

const ROUNDS = short ? 2 : 20;
const REQUEST = "GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: localhost\r\n\r\n";
const binary = new URL("../../../dist/netlens", import.meta.url).pathname;
if (!existsSync(binary)) {
  absent("all of start", "dist/netlens is missing: run `bun run build` first");
  process.exit(0);
}
const cwd = mkdtempSync(join(tmpdir(), "netlens-bench-start-"));
const hello = join(cwd, "hello");
const flags = ["--compile", "--minify", "--bytecode", "--production", "--format=esm", `--outfile=${hello}`];
await $`${process.execPath} build ${new URL("./ip/hello.ts", import.meta.url).pathname} ${flags}`.quiet();

const SERVERS: Readonly<Record<string, (port: number) => string[]>> = {
  netlens: (port) => [binary, "serve", "--listen", `127.0.0.1:${port}`, "--log-level", "error"],
  "Elysia, one answer": (port) => [hello, "elysia", String(port)],
  "bare Bun.serve, one answer": (port) => [hello, "bare", String(port)],
};

interface Start {
  /** Milliseconds of wall clock and of CPU until the first answer. */
  readonly wall: number;
  readonly cpu: number;
  /** Resident megabytes at the first answer, and after everything is loaded. */
  readonly first: number;
  readonly loaded: number;
}

async function resident(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(REQUEST));
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("data", () => end(true)).once("error", () => end(false));
  });
}

let port = 18_600;

async function start(command: (port: number) => string[]): Promise<Start> {
  const own = ++port;
  const began = performance.now();
  const child = Bun.spawn(command(own), { cwd, stdio: ["ignore", "ignore", "ignore"] });
  while (!(await isAnswered(own))) await Bun.sleep(1);
  const wall = performance.now() - began;
  const cpu = cpuSeconds(child.pid) * 1000;
  const first = await resident(child.pid);
  await Bun.sleep(700);
  const loaded = await resident(child.pid);
  child.kill();
  await child.exited;
  return { wall, cpu, first, loaded };
}

const starts = new Map<string, Start[]>();
for (let round = 0; round < ROUNDS; round++)
  for (const [who, command] of Object.entries(SERVERS))
    starts.set(who, [...(starts.get(who) ?? []), await start(command)]);
figure({ measure: "size of the executable", who: "netlens", value: statSync(binary).size / 1e6, unit: "MB" });
for (const [who, all] of starts) {
  const of = (key: keyof Start) => all.map((each) => each[key]);
  figureOf(of("wall"), { measure: "start to first answer", who, unit: "ms" });
  figureOf(of("cpu"), { measure: "CPU to first answer", who, unit: "ms of CPU" });
  figureOf(of("first"), { measure: "resident at first answer", who, unit: "MB" });
  figureOf(of("loaded"), { measure: "resident after the start", who, unit: "MB" });
}
rmSync(cwd, { recursive: true });
