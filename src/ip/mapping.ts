/** IO: the bytes of a file, mapped where the platform allows. */

import { dlopen, FFIType, type Pointer, toArrayBuffer } from "bun:ffi";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";

export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly load: "map" | "memory";
  /** Unmaps. Whatever reads the bytes must have let go of them before: unmapped memory kills the process. */
  readonly release: () => void;
}

/** Names of the C library, of which a machine has one. */
export const LIBC = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1", "libSystem.B.dylib"];
const PROT_READ = 1;
const MAP_SHARED = 1;
// The tree is read here and there: reading ahead would fill memory with pages nobody asked for.
const MADV_RANDOM = 1;

function openLibc() {
  for (const name of LIBC) {
    try {
      return dlopen(name, {
        mmap: {
          args: [FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.i32, FFIType.i32, FFIType.i64],
          returns: FFIType.ptr,
        },
        munmap: { args: [FFIType.ptr, FFIType.u64], returns: FFIType.i32 },
        madvise: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
      }).symbols;
    } catch {
      // Another C library, or no foreign functions at all (hardening that forbids generated code): read instead.
    }
  }
  return undefined;
}

let libc: ReturnType<typeof openLibc> | null = null;

/**
 * Maps a file read-only and shared, so that processes share its pages and only touched pages are in memory.
 * (Bun.file reads everything; Bun.mmap opens for writing, which a root-owned file refuses.) Reads it where mapping is
 * not possible or `load` is "memory". A file that is truncated in place while it is mapped kills the process (SIGBUS):
 * replace files by renaming.
 *
 * The platform counts mapped bytes as memory of its own when it decides whether to collect garbage, so a process lets some
 * more garbage lie than it would without. Reading through pointers instead is not counted, but three times slower.
 *
 * Throws the platform's error when the file cannot be opened.
 */
export function fileBytes(path: string, load: "map" | "memory"): FileBytes {
  const mapped = load === "map" ? map(path) : undefined;
  return mapped ?? { bytes: readFileSync(path), load: "memory", release: () => {} };
}

function map(path: string): FileBytes | undefined {
  libc ??= openLibc();
  if (libc === undefined) return undefined;
  const { mmap, munmap, madvise } = libc;
  const fd = openSync(path, "r");
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size === 0) return undefined;
    const address = mmap(null, BigInt(stat.size), PROT_READ, MAP_SHARED, fd, 0n);
    if (!isMapping(address)) return undefined;
    madvise(address, BigInt(stat.size), MADV_RANDOM);
    const bytes = new Uint8Array(toArrayBuffer(address, 0, stat.size));
    return { bytes, load: "map", release: () => void munmap(address, BigInt(stat.size)) };
  } finally {
    closeSync(fd);
  }
}

/** MAP_FAILED is (void *) -1, which arrives as a number beyond any address. */
function isMapping(address: Pointer | bigint | null): address is Pointer {
  return typeof address === "number" && address > 0 && address < 2 ** 53;
}
