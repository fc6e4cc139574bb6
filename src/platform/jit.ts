/**
 * The executable begins reluctant to compile: code that runs for a moment is done before its machine code would be, which
 * took a third of a command's CPU (`JIT_POLICY` of build/compile.ts). Whoever runs long calls this once he does.
 */
export function compileReadily(): void {
  Bun.unsafe.setJITPolicy(1);
}
