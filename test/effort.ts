/** How much work something is, measured against other work, so that the pace of the machine cancels out. */

/**
 * CPU time of `work` divided by that of `other`: the least of several tries, since what else runs on the machine only adds.
 * Stops at the first try that is no more than `enough`.
 */
export async function effortRatio(
  work: () => unknown,
  other: () => unknown,
  enough: number,
  tries = 6,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < tries && least > enough; index++)
    least = Math.min(least, (await cpuTimeOf(work)) / (await cpuTimeOf(other)));
  return least;
}

async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
