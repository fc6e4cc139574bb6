/** IO: a file that one process at a time holds. */

import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { libc } from "./libc.ts";

const LOCK_EX = 2;
const LOCK_NB = 4;

/**
 * Takes a file by flock(2), which the system gives free whenever the process ends, and returns what gives it free;
 * undefined while another process has it. Where the platform has no flock there is no lock.
 */
export function lockFile(path: string): (() => void) | undefined {
  const flock = libc()?.flock;
  for (;;) {
    const fd = openSync(path, "w");
    if (flock !== undefined && flock(fd, LOCK_EX | LOCK_NB) !== 0) {
      closeSync(fd);
      return undefined;
    }
    // The holder before has removed the name since: a lock on it is one that nobody else would find.
    if (fstatSync(fd).ino === statSync(path, { throwIfNoEntry: false })?.ino)
      return () => {
        rmSync(path, { force: true });
        closeSync(fd);
      };
    closeSync(fd);
  }
}
