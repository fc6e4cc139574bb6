/** Time of the last commit in seconds since the epoch, so that the same source gives the same bytes. */
export function commitTime(root: string): number {
  return (
    Number(Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: root }).stdout.toString().trim()) || 0
  );
}
