/**
 * The executable begins reluctant to compile: code that runs for a moment is done before its machine code would be, which
 * took a third of a command's CPU (`JIT_POLICY` of build/compile.ts). Long-running commands call this.
 */
export function compileReadily(): void {
  Bun.unsafe.setJITPolicy(1);
}
