/**
 * Restores normal JIT compilation for long-running commands. The executable starts with a lazy policy, since
 * compiling took a third of a short command's CPU time (`JIT_POLICY` of build/compile.ts).
 */
export function compileReadily(): void {
  Bun.unsafe.setJITPolicy(1);
}
