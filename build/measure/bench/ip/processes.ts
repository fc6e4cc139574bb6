/** Resources used by processes. Linux only. */

import { dlopen, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

let clock: ((pid: number) => number) | undefined;

/** CPU time of a process and its running children in seconds: to the nanosecond, where /proc counts in ticks. */
export function cpuSeconds(pid: number): number {
  clock ??= processClock();
  return [pid, ...children(pid)].reduce((sum, each) => sum + (clock?.(each) ?? 0), 0);
}

/** CPU clock of a process: its inverted id in the upper bits, and 2 (clock_getcpuclockid(3)). */
function processClock(): (pid: number) => number {
  const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["i32", "ptr"], returns: "i32" } });
  const time = new BigInt64Array(2);
  return (pid) => {
    if (symbols.clock_gettime((~pid << 3) | 2, ptr(time)) !== 0) return 0;
    return Number(time[0]) + Number(time[1]) / 1e9;
  };
}

/** Running child processes. */
export function children(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}
