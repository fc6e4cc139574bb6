/** Resources used by processes. Linux only. */

import { dlopen, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

let clock: ((pid: number) => number) | undefined;

/** CPU seconds of a process and its running children, to the nanosecond; /proc has only hundredths. */
export function cpuSeconds(pid: number): number {
  clock ??= processClock();
  return [pid, ...children(pid)].reduce((sum, each) => sum + (clock?.(each) ?? 0), 0);
}

/** Reads the CPU clock of a process. Clock id: inverted process id << 3, plus 2 (clock_getcpuclockid(3)). */
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
