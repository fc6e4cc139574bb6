/** IO: functions of the C library. */

import { dlopen, type FFIFunction, FFIType } from "bun:ffi";

/** Possible file names of the C library. */
const NAMES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/** Constants of Linux. */
export const AF_UNIX = 1;
export const MSG_DONTWAIT = 0x40;
export const MSG_NOSIGNAL = 0x4000;

const { cstring, i32, i64, ptr, u32, u64 } = FFIType;

/** Loads functions of the C library; undefined if not available. */
export function openLibc<const S extends Record<string, FFIFunction>>(functions: S) {
  for (const name of NAMES) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // Another C library, or no FFI (hardening that forbids generated code).
    }
  }
  return undefined;
}

const open = () =>
  openLibc({
    mmap: { args: [ptr, u64, i32, i32, i32, i64], returns: ptr },
    munmap: { args: [ptr, u64], returns: i32 },
    madvise: { args: [ptr, u64, i32], returns: i32 },
    memcpy: { args: [ptr, ptr, u32], returns: ptr },
    fstat: { args: [i32, ptr], returns: i32 },
    flock: { args: [i32, i32], returns: i32 },
    memfd_create: { args: [cstring, u32], returns: i32 },
  });

let opened: ReturnType<typeof open> | null = null;

/** Linux' C library; undefined if not available. */
export function libc(): ReturnType<typeof open> {
  if (opened === null) opened = open();
  return opened;
}
