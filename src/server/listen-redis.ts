/** IO: what replicas share in Redis or Valkey. */

import { RedisClient } from "bun";
import type { Shared } from "./shared-limit.ts";

/**
 * One step, so that no two replicas come between each other; the first request of a window sets its end.
 * KEYS: the caller. ARGV: cost, requests, milliseconds of the window. Gives allowed, spent, milliseconds left.
 */
const TAKE = `
local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
local allowed = spent + tonumber(ARGV[1]) <= tonumber(ARGV[2])
if allowed then
  spent = redis.call('INCRBY', KEYS[1], ARGV[1])
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[3])
  if allowed then redis.call('PEXPIRE', KEYS[1], left) end
end
return { allowed and 1 or 0, spent, left }`;

/** Milliseconds for a new connection. */
const CONNECT = 1000;

/** @param url as `redis://user:password@host:port/0`, or `rediss:`, `redis+unix:` */
export function openRedis(url: string): Shared & { readonly close: () => void } {
  // Whatever fails is decided here and now; a client that tries on its own would queue calls meanwhile.
  const open = () =>
    new RedisClient(url, { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: CONNECT });
  let client = open();
  const connected = client.connect();
  connected.catch(() => {});
  return {
    async take(key, cost, { requests, window }) {
      if (!client.connected) await connected;
      const name = `netlens:limit:${requests}/${window}:${key}`;
      const args = [TAKE, "1", name, String(cost), String(requests), String(window)];
      const answer: unknown = await client.send("EVAL", args);
      const [allowed, spent, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (allowed === undefined || spent === undefined || left === undefined)
        throw new Error(`unexpected answer ${JSON.stringify(answer)}`);
      return {
        allowed: allowed === 1,
        remaining: Math.max(0, requests - spent),
        reset: Math.ceil(left / 1000),
      };
    },
    async revive() {
      const fresh = open();
      try {
        await within(CONNECT, fresh.connect());
        await within(CONNECT, fresh.send("PING", []));
      } catch (error) {
        fresh.close();
        throw error;
      }
      client.close();
      client = fresh;
    },
    close: () => client.close(),
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
