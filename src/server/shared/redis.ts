/** IO: state shared by replicas, in Redis or Valkey. */

import type { SharedReports } from "../../http/lookup-cache.ts";
import type { Lease } from "./limit.ts";

/**
 * Atomic lease; the first request sets the end of the window. KEYS: client. ARGV: owed, least, parts,
 * smallest, largest, requests, milliseconds of the window. Returns granted, spent, milliseconds left.
 */
const LEASE = `
local owed, least = tonumber(ARGV[1]), tonumber(ARGV[2])
local spent = tonumber(redis.call('GET', KEYS[1]) or '0') + owed
local rest = tonumber(ARGV[6]) - spent
local part = math.min(math.floor(rest / tonumber(ARGV[3])), tonumber(ARGV[5]))
local granted = rest >= least and math.min(rest, math.max(least, part, tonumber(ARGV[4]))) or 0
if owed + granted > 0 then
  spent = redis.call('INCRBY', KEYS[1], owed + granted)
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[7])
  if owed + granted > 0 then redis.call('PEXPIRE', KEYS[1], left) end
end
return { granted, spent, left }`;

/** Counts recent replicas. KEYS: all. ARGV: id, milliseconds. */
const SEEN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

/**
 * Returns the report, or assigns the lookup to one owner. KEYS: report, turn. ARGV: owner, milliseconds of
 * the turn. Returns the report and its remaining milliseconds; else false, and 1 if the owner got the turn, 0
 * if another has it.
 */
const TURN = `
local text = redis.call('GET', KEYS[1])
if text then return { text, redis.call('PTTL', KEYS[1]) } end
return { false, redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0 }`;

/** KEYS: turn. ARGV: owner, milliseconds. A lost turn is not renewed. */
const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;

/** KEYS: turn. ARGV: owner. */
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Milliseconds to connect. */
const CONNECT = 1000;

/** Calls have no deadline of their own. */
export interface Redis {
  readonly lease: Lease;
  /** Records this process; returns the number seen in the last `within` milliseconds. */
  seen(who: string, within: number): Promise<number>;
  readonly reports: SharedReports;
  /** Resolves when the store answers on a new connection. */
  revive(): Promise<void>;
  close(): void;
}

/** @param url `redis://user:password@host:port/0`, `rediss:` or `redis+unix:` */
export function openRedis(url: string): Redis {
  // Not imported from "bun", which loads all of its modules. No offline queue: calls fail at once.
  const open = () =>
    new Bun.RedisClient(url, { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: CONNECT });
  let client = open();
  const connected = client.connect();
  connected.catch(() => {});
  const run = async (script: string, keys: readonly string[], ...given: (string | number)[]) => {
    if (!client.connected) await connected;
    const answer: unknown = await client.send("EVAL", [
      script,
      String(keys.length),
      ...keys,
      ...given.map(String),
    ]);
    return answer;
  };
  const reportOf = (key: string) => `netlens:http:${key}`;
  const turnOf = (key: string) => `netlens:turn:${key}`;
  return {
    async lease(key, { owed, least, parts, smallest, largest }, { requests, window }) {
      const caller = `netlens:limit:${requests}/${window}:${key}`;
      const answer = await run(LEASE, [caller], owed, least, parts, smallest, largest, requests, window);
      const [granted, spent, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (granted === undefined || spent === undefined || left === undefined)
        throw new Error(`unexpected answer ${JSON.stringify(answer)}`);
      return { granted, spent, left };
    },
    seen: async (who, within) => Number(await run(SEEN, ["netlens:replicas"], who, within)),
    reports: {
      async turn(key, owner, lease) {
        const answer = await run(TURN, [reportOf(key), turnOf(key)], owner, lease);
        const [text, number]: unknown[] = Array.isArray(answer) ? answer : [];
        if (typeof number !== "number") throw new Error(`unexpected answer ${JSON.stringify(answer)}`);
        if (typeof text === "string") return { kind: "kept", text, left: number };
        return { kind: number === 1 ? "mine" : "others" };
      },
      renew: (key, owner, lease) => run(RENEW, [turnOf(key)], owner, lease),
      async keep(key, owner, text, life) {
        await client.send("SET", [reportOf(key), text, "PX", String(life)]);
        await run(RELEASE, [turnOf(key)], owner);
      },
      release: (key, owner) => run(RELEASE, [turnOf(key)], owner),
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
