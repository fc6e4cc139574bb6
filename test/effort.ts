/** Compares the CPU time of two workloads, so that the speed of the machine cancels out. */

/**
 * CPU time of `work` divided by that of `other`: minimum of several tries, since other processes only add
 * time. Stops early if a try is at most `enough`.
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
