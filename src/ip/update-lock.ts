/** IO: one update at a time. */

import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { libc } from "../platform/libc.ts";
import { UpdateError } from "./update-download.ts";

const LOCK_EX = 2;
const LOCK_NB = 4;

/**
 * Takes `FILE.lock` by flock(2), which the system gives free whenever the process ends, and returns what gives it free.
 * Throws UpdateError while another process has it. Where the platform has no flock there is no lock.
 */
export function lockUpdate(file: string): () => void {
  const path = `${file}.lock`;
  const flock = libc()?.flock;
  for (;;) {
    const fd = openSync(path, "w");
    if (flock !== undefined && flock(fd, LOCK_EX | LOCK_NB) !== 0) {
      closeSync(fd);
      throw new UpdateError(`another update of ${file} is running`);
    }
    // The holder before has removed the name since: a lock on it is one that nobody else would find.
    if (fstatSync(fd).ino === statSync(path, { throwIfNoEntry: false })?.ino) return () => release(path, fd);
    closeSync(fd);
  }
}

function release(path: string, fd: number): void {
  rmSync(path, { force: true });
  closeSync(fd);
}
