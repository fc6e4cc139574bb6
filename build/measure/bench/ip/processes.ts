/** The resources that processes have used. Linux only. */

import { dlopen, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

let clock: ((pid: number) => number) | undefined;

/** CPU time of a process and its children that live, in seconds: to the nanosecond, where /proc counts in ticks. */
export function cpuSeconds(pid: number): number {
  clock ??= processClock();
  return [pid, ...children(pid)].reduce((sum, each) => sum + (clock?.(each) ?? 0), 0);
}

/** The clock of a process: its id, inverted, in the upper bits, and 2 for CPU time (clock_getcpuclockid(3)). */
function processClock(): (pid: number) => number {
  const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["i32", "ptr"], returns: "i32" } });
  const time = new BigInt64Array(2);
  return (pid) => {
    if (symbols.clock_gettime((~pid << 3) | 2, ptr(time)) !== 0) return 0;
    return Number(time[0]) + Number(time[1]) / 1e9;
  };
}

/** Processes that it has started and that live. */
export function children(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}
