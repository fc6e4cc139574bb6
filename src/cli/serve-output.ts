/** IO: non-blocking writes, for logs into pipes without a reader. */

import { FFIType, ptr } from "bun:ffi";
import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { MSG_DONTWAIT, MSG_NOSIGNAL, openLibc } from "../platform/libc.ts";

/** Writes without blocking and returns the number of bytes written. */
export type Take = (bytes: Uint8Array) => number;

const POLLOUT = 4;
/** Bytes that a writable pipe accepts without blocking (PIPE_BUF). */
const ATOMIC = 4096;

/**
 * Opens a descriptor for non-blocking writes. Pipes and terminals are reopened so that O_NONBLOCK does not affect other
 * processes; sockets (the journal's) use MSG_DONTWAIT; if neither is possible, poll checks before each write.
 * @param reopen throws if reopening is not permitted
 */
export function openOutput(fd: number, reopen: (fd: number) => number = reopened): Take {
  const kind = fstatSync(fd);
  if (kind.isFile()) return attempt((bytes) => writeSync(fd, bytes));
  if (process.platform !== "linux") return attempt((bytes) => writeSync(fd, bytes));
  if (!kind.isSocket()) {
    try {
      const own = reopen(fd);
      return attempt((bytes) => writeSync(own, bytes));
    } catch {
      // Pipes of another account, as in containers, cannot be reopened.
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
  const pollfd = new Int32Array([fd, POLLOUT]);
  const writable = () => poll(ptr(pollfd), 1n, 0) === 1 && (pollfd[1] ?? 0) >> 16 === POLLOUT;
  return attempt((bytes) => {
    let taken = 0;
    while (taken < bytes.length && writable()) taken += writeSync(fd, bytes.subarray(taken, taken + ATOMIC));
    return taken;
  });
}

const reopened = (fd: number): number =>
  openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
/** Writes nothing to a full or closed output, which is not an error of the service. */
function attempt(write: Take): Take {
  return (bytes) => {
    try {
      return write(bytes);
    } catch {
      return 0;
    }
  };
}
