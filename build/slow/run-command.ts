/** Exit code and output of a command, without blocking the servers of this process. */
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
