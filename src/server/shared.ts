/** Opens the store shared by replicas. */

import type { SettingsAt } from "../settings/settings.ts";
import type { Log } from "./log.ts";
import { countReplicas, createSharedCalls } from "./shared/calls.ts";
import { openRedis } from "./shared/redis.ts";

/** Shared store; undefined without `--redis-url`. Sends heartbeats of `owner` until `going` returns false. */
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

/** Timer that fires after pending data is read, so that a blocked process does not count as a silent store. */
function afterReading(work: () => void, ms: number): void {
  setTimeout(() => setTimeout(work, 1).unref(), ms).unref();
}
