/** The store that replicas share, wired up. */

import type { SettingsAt } from "../settings/settings.ts";
import type { Log } from "./log.ts";
import { countReplicas, createSharedCalls } from "./shared/calls.ts";
import { openRedis } from "./shared/redis.ts";

/** The store that replicas share, if any. When `going` is false, the heartbeat of this process, called `owner`, stops. */
export function sharedOf(
  { server: { redisUrl, sharedTimeout } }: SettingsAt<"server.redisUrl" | "server.sharedTimeout">,
  log: Log,
  owner: string,
  going: () => boolean,
) {
  if (redisUrl === undefined) return undefined;
  const redis = openRedis(redisUrl);
  const calls = createSharedCalls(sharedTimeout, redis.revive, log, afterReading);
  const replicas = countReplicas(calls, (within) => redis.seen(owner, within), afterReading, going);
  return { redis, calls, replicas };
}

/** Calls back after a time, and not before what has arrived meanwhile has been read: a busy moment is not a silence. */
function afterReading(work: () => void, ms: number): void {
  setTimeout(() => setTimeout(work, 1).unref(), ms).unref();
}
