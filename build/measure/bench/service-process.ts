/**
 * The executable as the subject of benchmarks: started on a free port with its log in a file, measured by
 * /proc.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { $ } from "bun";
import { freePort } from "../../slow/proxy-servers.ts";

/** Output of `bun run build`. */
export const binary = new URL("../../../dist/netlens", import.meta.url).pathname;

/** A process and all its descendants. */
async function family(pid: number): Promise<number[]> {
  const children = (await $`pgrep -P ${pid}`.nothrow().quiet().text()).split("\n").filter(Boolean);
  return [pid, ...(await Promise.all(children.map((child) => family(Number(child))))).flat()];
}

/** Seconds of CPU; a tick of Linux is a hundredth of a second. */
export async function cpuSeconds(pid: number): Promise<number> {
  const ticks = (await family(pid)).map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((a, b) => a + b, 0) / 100;
}

/** Megabytes, shared pages counted once. */
export async function memory(pid: number): Promise<number> {
  const sizes = (await family(pid)).map((each) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, "utf8"))?.[1]),
  );
  return sizes.reduce((a, b) => a + b, 0) / 1024;
}

export interface Running {
  readonly pid: number;
  readonly address: string;
  readonly stop: () => Promise<unknown>;
}

let started = 0;
/** @param place working directory, which also gets the log */
export async function serve(place: string, ...flags: string[]): Promise<Running> {
  // With --log-level the log may not contain the address, so the port is chosen here.
  const silent = flags.includes("--log-level") ? `127.0.0.1:${freePort()}` : undefined;
  const given = ["--listen", silent ?? "127.0.0.1:0", "--drain", "off", "--log-format", "json", ...flags];
  // The log goes to a file, as with systemd.
  const log = join(place, `${++started}.log`);
  const child = Bun.spawn([binary, "serve", ...given], {
    cwd: place,
    stdio: ["ignore", "ignore", Bun.file(log)],
  });
  const workers = flags.includes("--workers");
  for (let tries = 0; tries < 400; tries++) {
    const text = existsSync(log) ? readFileSync(log, "utf8") : "";
    const line = text.split("\n").find((each) => each.includes(workers ? '"workers run"' : '"listening"'));
    const up = silent && (await fetch(`http://${silent}/readyz`).catch(() => undefined))?.ok;
    const address = up ? silent : /"address":"([^"]+)"/.exec(line ?? "")?.[1];
    if (address !== undefined) {
      const stop = async () => {
        child.kill();
        await child.exited;
      };
      return { pid: child.pid, address, stop };
    }
    await Bun.sleep(25);
  }
  child.kill("SIGKILL");
  throw new Error(`netlens does not start: ${readFileSync(log, "utf8")}`);
}
