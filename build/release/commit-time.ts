/** Time of the last commit in seconds since the epoch, for reproducible builds. */
export function commitTime(root: string): number {
  return (
    Number(Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: root }).stdout.toString().trim()) || 0
  );
}
