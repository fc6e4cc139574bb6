/** Measures work relative to other work, so that the speed of the machine cancels out. */

/**
 * CPU time of `work` divided by that of `other`: minimum of several tries, since other programs only add.
 * Stops at the first try of at most `enough`.
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
