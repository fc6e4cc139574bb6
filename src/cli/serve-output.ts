/** IO: writing to a descriptor that may be a pipe nobody reads, without ever waiting for it. */

import { FFIType, ptr } from "bun:ffi";
import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { MSG_DONTWAIT, MSG_NOSIGNAL, openLibc } from "../platform/libc.ts";

/** Writes what can be written at once and says how many bytes that were. */
export type Take = (bytes: Uint8Array) => number;

const POLLOUT = 4;
/** The bytes that a writable pipe takes without waiting (PIPE_BUF). */
const ATOMIC = 4096;

/**
 * Opens the way out. A pipe or terminal is opened once more, so that not waiting is a property of ours and not of everybody
 * who shares it; a socket (the journal's) cannot be opened and is named in each call; where neither works, the system
 * is asked before each write whether it would wait.
 * @param reopen opens it once more; throws where that is not permitted
 */
export function openOutput(fd: number, reopen: (fd: number) => number = openedAnew): Take {
  const kind = fstatSync(fd);
  if (kind.isFile()) return attempt((bytes) => writeSync(fd, bytes));
  if (process.platform !== "linux") return attempt((bytes) => writeSync(fd, bytes));
  if (!kind.isSocket()) {
    try {
      const own = reopen(fd);
      return attempt((bytes) => writeSync(own, bytes));
    } catch {
      // Another account's pipe, as containers have them.
    }
  }
  const libc = openLibc({
    send: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64 },
    poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  });
  if (libc === undefined) return attempt((bytes) => writeSync(fd, bytes));
  const { send, poll } = libc;
  if (kind.isSocket())
    return (bytes) =>
      Math.max(0, Number(send(fd, ptr(bytes), BigInt(bytes.length), MSG_DONTWAIT | MSG_NOSIGNAL)));
  const asked = new Int32Array([fd, POLLOUT]);
  const writable = () => poll(ptr(asked), 1n, 0) === 1 && (asked[1] ?? 0) >> 16 === POLLOUT;
  return attempt((bytes) => {
    let taken = 0;
    while (taken < bytes.length && writable()) taken += writeSync(fd, bytes.subarray(taken, taken + ATOMIC));
    return taken;
  });
}

function openedAnew(fd: number): number {
  return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
}

/** An output that is full takes nothing now; one that is gone never will, and is not a reason to end. */
function attempt(write: Take): Take {
  return (bytes) => {
    try {
      return write(bytes);
    } catch {
      return 0;
    }
  };
}
