/** IO: truncated mapped files read as zeros instead of crashing the process. */

import { cc, type Pointer } from "bun:ffi";
import { closeSync, writeSync } from "node:fs";
import source from "./guard.c" with { type: "text" };
import { libc } from "./libc.ts";

/** Sizes in bytes by address. */
const mappings = new Map<Pointer, number>();

type Guard = NonNullable<ReturnType<typeof compile>>;
let installed: Guard | undefined;

/** Protects a mapping once the guard is installed. */
export function guard(start: Pointer, size: number): void {
  mappings.set(start, size);
  installed?.guard(start, BigInt(size));
}

export function unguard(start: Pointer): void {
  mappings.delete(start);
  installed?.unguard(start);
}

/**
 * Installs a SIGBUS handler, which takes some milliseconds. False if not supported: then truncating a mapped
 * file ends the process.
 */
export function installGuard(): boolean {
  if (installed !== undefined) return true;
  if (process.platform !== "linux") return false;
  const compiled = compile();
  if (compiled === undefined || compiled.install() !== 0) return false;
  for (const [start, size] of mappings) compiled.guard(start, BigInt(size));
  installed = compiled;
  return true;
}

/** Compiles from an anonymous file, since the compiler only reads files. */
function compile() {
  const fd = libc()?.memfd_create(Buffer.from("guard.c\0"), 1) ?? -1;
  if (fd < 0) return undefined;
  try {
    writeSync(fd, source);
    return cc({
      source: `/proc/self/fd/${fd}`,
      symbols: {
        install: { args: [], returns: "i32" },
        guard: { args: ["ptr", "u64"], returns: "void" },
        unguard: { args: ["ptr"], returns: "void" },
      },
    }).symbols;
  } catch {
    // Hardening that forbids generated code.
    return undefined;
  } finally {
    closeSync(fd);
  }
}
