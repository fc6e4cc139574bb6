/** Runs a command without blocking servers in this process. Returns exit code and output. */
export async function runCommand(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([...command], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, LC_ALL: "C", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}
