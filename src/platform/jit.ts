/**
 * Restores normal JIT compilation for long-running commands: the executable starts with a lazy one, since
 * compiling took a third of a short command's CPU (`JIT_POLICY` of build/compile.ts).
 */
export function compileReadily(): void {
  Bun.unsafe.setJITPolicy(1);
}
