/** Longest time for which work blocks the event loop. */

/**
 * CPU time of this thread in ms: in total, and the maximum between two turns of the event loop. CPU time
 * ignores other processes.
 */
export async function cpuOf(work: () => Promise<unknown>): Promise<{ all: number; inOneGo: number }> {
  const spent = (from?: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1000;
  };
  let inOneGo = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    inOneGo = Math.max(inOneGo, spent(last));
    last = process.threadCpuUsage();
  };
  const begin = process.threadCpuUsage();
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
    return { all: spent(begin), inOneGo };
  } finally {
    clearInterval(timer);
  }
}
