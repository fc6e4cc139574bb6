/** IO: lock files. */

import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { libc } from "./libc.ts";

const LOCK_EX = 2;
const LOCK_NB = 4;

/**
 * Locks a file with flock(2), which ends with the process; returns the release, or undefined if another
 * process has it. Does nothing if the platform lacks flock.
 */
export function lockFile(path: string): (() => void) | undefined {
  const flock = libc()?.flock;
  for (;;) {
    const fd = openSync(path, "w");
    if (flock !== undefined && flock(fd, LOCK_EX | LOCK_NB) !== 0) {
      closeSync(fd);
      return undefined;
    }
    // The previous holder may have removed the name: such a lock excludes no other process.
    if (fstatSync(fd).ino === statSync(path, { throwIfNoEntry: false })?.ino)
      return () => {
        rmSync(path, { force: true });
        closeSync(fd);
      };
    closeSync(fd);
  }
}
