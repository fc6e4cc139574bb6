/** Limits shared by replicas, in virtual time: requests admitted, requests allowed, and calls per request. */

import { describe, expect, test } from "bun:test";
import type { Rate } from "../../src/server/limits/rate-limit.ts";
import { countReplicas, createSharedCalls } from "../../src/server/shared/calls.ts";
import { type Lease, sharedLimit } from "../../src/server/shared/limit.ts";

/** Clock that only advances on demand; due timers run in order. */
function virtualTime() {
  let now = 0;
  const due: { at: number; work: () => void }[] = [];
  const later = (work: () => void, ms: number) => {
    const at = now + ms;
    const place = due.findIndex((each) => each.at > at);
    due.splice(place < 0 ? due.length : place, 0, { at, work });
  };
  const settle = async () => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  return {
    clock: () => now,
    later,
    sleep: (ms: number) => new Promise<void>((resolve) => later(resolve, ms)),
    async until(moment: number) {
      await settle();
      for (let first = due[0]; first && first.at <= moment; first = due[0]) {
        due.shift();
        now = first.at;
        first.work();
        await settle();
      }
      now = moment;
    },
  };
}

/** Fake of the Redis script. */
function createStore(clock: () => number) {
  const keys = new Map<string, { spent: number; ends: number }>();
  return (
    key: string,
    { owed, least, parts, smallest, largest }: Parameters<Lease>[1],
    { requests, window }: Rate,
  ): Awaited<ReturnType<Lease>> => {
    const known = keys.get(key);
    const entry = known && known.ends > clock() ? known : { spent: 0, ends: clock() + window };
    const rest = requests - entry.spent - owed;
    const part = Math.min(Math.floor(rest / parts), largest);
    const granted = rest >= least ? Math.min(rest, Math.max(least, part, smallest)) : 0;
    entry.spent += owed + granted;
    if (entry.spent > 0) keys.set(key, entry);
    return { granted, spent: entry.spent, left: entry.ends - clock() };
  };
}

interface Faults {
  /** Milliseconds until a call returns; undefined if it never returns. */
  readonly latency: (random: () => number, now: number) => number | undefined;
  /** Whether a call fails immediately. */
  readonly refuses?: (now: number) => boolean;
}

interface World {
  readonly replicas: number;
  readonly rate: Rate;
  readonly faults: Faults;
}

function world({ replicas, rate, faults }: World) {
  const time = virtualTime();
  const store = createStore(time.clock);
  let seed = 12_345;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    return seed / 0x7f_ff_ff_ff;
  };
  const lines: string[] = [];
  const reach = async () => {
    if (faults.refuses?.(time.clock())) throw new Error("connection refused");
    const ms = faults.latency(random, time.clock());
    if (ms === undefined) return new Promise<never>(() => {});
    await time.sleep(ms / 2);
    return ms / 2;
  };
  const members = Array.from({ length: replicas }, () => {
    const calls = createSharedCalls(
      50,
      async () => {
        const back = await reach();
        await time.sleep(back);
      },
      (level, message) => void lines.push(`${level} ${message}`),
      time.later,
    );
    const lease: Lease = async (...given) => {
      const back = await reach();
      const grant = store(...given);
      await time.sleep(back);
      return grant;
    };
    return { calls, limit: sharedLimit(calls, lease, rate, () => replicas, time.clock) };
  });
  return { time, lines, members };
}

/** Sends requests of one client to all replicas, evenly over one window. */
async function flood(given: World, asked: number) {
  const { time, members, lines } = world(given);
  let admitted = 0;
  let refused = 0;
  const pace = given.rate.window / asked;
  for (let count = 0; count < asked; count++) {
    await time.until(count * pace);
    const member = members[count % members.length];
    void Promise.resolve(member?.limit("192.0.2.1", 1, time.clock())).then((verdict) => {
      if (verdict?.allowed) admitted++;
      else refused++;
    });
  }
  await time.until(given.rate.window - 1);
  const calls = members.reduce((sum, each) => sum + each.calls.state().calls, 0);
  return { admitted, refused, calls, lines };
}

const MINUTE = 60_000;
const thousand: Rate = { requests: 1000, window: MINUTE };
const steady = (ms: number): Faults => ({ latency: () => ms });
const sometimes = (share: number, ms: number): Faults => ({
  latency: (random) => (random() < share ? ms : 1),
});

describe("a limit of 1,000 and 3,000 requests over three replicas", () => {
  test.each<[string, Faults, most: number]>([
    ["a store that answers in 1 ms", steady(1), 1000],
    ["30 ms away", steady(30), 1000],
    ["49 ms away, just in time", steady(49), 1000],
    ["0.1 % of calls at 60 ms", sometimes(0.001, 60), 1050],
    ["1 % of calls at 60 ms", sometimes(0.01, 60), 1050],
    ["10 % of calls at 200 ms", sometimes(0.1, 200), 1050],
  ])("%s", async (_, faults, most) => {
    const { admitted, refused, calls, lines } = await flood({ replicas: 3, rate: thousand, faults }, 3000);
    expect(admitted + refused).toBe(3000);
    expect(admitted).toBeLessThanOrEqual(most);
    expect(admitted).toBeGreaterThanOrEqual(940);
    expect(calls).toBeLessThanOrEqual(40);
    expect(lines).toEqual([]);
  });

  const AWAY = "warn shared store not available; each process continues alone";
  test.each<[string, Faults]>([
    ["dead from the start", { latency: () => 1, refuses: () => true }],
    ["stopped: it takes calls and answers none", { latency: () => undefined }],
  ])("%s: each admits its part, and no request waits long", async (_, faults) => {
    const { admitted, refused, calls, lines } = await flood({ replicas: 3, rate: thousand, faults }, 3000);
    expect(admitted + refused).toBe(3000);
    expect(admitted).toBeLessThanOrEqual(1050);
    expect(admitted).toBeGreaterThanOrEqual(940);
    expect(calls).toBeLessThanOrEqual(200);
    expect(lines).toContain(AWAY);
  });

  test("a store with 51 ms latency: too late for the first request, in time for the next", async () => {
    const { admitted, refused, calls } = await flood(
      { replicas: 3, rate: thousand, faults: steady(51) },
      3000,
    );
    expect(admitted + refused).toBe(3000);
    expect(admitted).toBeLessThanOrEqual(1050);
    expect(admitted).toBeGreaterThanOrEqual(940);
    expect(calls).toBeLessThanOrEqual(40);
  });

  test("available for a second, unavailable for a second", async () => {
    const faults: Faults = { latency: () => 1, refuses: (now) => Math.floor(now / 1000) % 2 === 1 };
    const { admitted, refused } = await flood({ replicas: 3, rate: thousand, faults }, 3000);
    expect(admitted + refused).toBe(3000);
    expect(admitted).toBeLessThanOrEqual(1050);
    expect(admitted).toBeGreaterThanOrEqual(940);
  });
});

test("one client in a flood costs at most one call per hundred requests", async () => {
  const { calls } = await flood(
    { replicas: 3, rate: { requests: 10_000, window: MINUTE }, faults: steady(5) },
    10_000,
  );
  expect(calls).toBeLessThanOrEqual(100);
});

test("clients with few requests cost no calls", async () => {
  const { time, members } = world({ replicas: 2, rate: thousand, faults: steady(1) });
  const [a] = members;
  for (let count = 0; count < 15; count++)
    expect(await a?.limit("192.0.2.1", 1, time.clock())).toMatchObject({
      allowed: true,
      remaining: 999 - count,
    });
  expect(a?.calls.state().calls).toBe(0);
  // A lease is 5 % of 1,000 for two replicas, 25. It is requested when fewer than 10 are left.
  for (let count = 0; count < 1; count++) await a?.limit("192.0.2.1", 1, time.clock());
  expect(a?.calls.state().calls).toBe(1);
});

test("requests admitted without a lease are counted with the next one", async () => {
  const rate: Rate = { requests: 40, window: MINUTE };
  const wanted: Parameters<Lease>[1][] = [];
  const store = createStore(() => 0);
  const calls = createSharedCalls(
    50,
    async () => {},
    () => {},
    () => {},
  );
  const lease: Lease = async (key, want, given) => {
    wanted.push(want);
    return store(key, want, given);
  };
  const limit = sharedLimit(
    calls,
    lease,
    rate,
    () => 1,
    () => 0,
  );
  // 5 % of the limit are 2 requests.
  expect(await limit("a", 1, 0)).toEqual({ allowed: true, remaining: 39, reset: 60 });
  expect(wanted).toEqual([]);
  expect(await limit("a", 1, 0)).toEqual({ allowed: true, remaining: 38, reset: 60 });
  expect(wanted).toEqual([{ owed: 2, least: 1, parts: 1, smallest: 0, largest: 8 }]);
  for (let remaining = 37; remaining >= 0; remaining--)
    expect(await limit("a", 1, 0)).toEqual({ allowed: true, remaining, reset: 60 });
  const calls1 = wanted.length;
  expect(await limit("a", 1, 0)).toEqual({ allowed: false, remaining: 0, reset: 60 });
  expect(wanted.length).toBe(calls1);
});

test("a request with a higher cost is admitted completely or not at all, and refused ones cost nothing", async () => {
  const { members, time } = world({ replicas: 1, rate: { requests: 15, window: MINUTE }, faults: steady(0) });
  const [only] = members;
  const ask = async (cost: number) => {
    const verdict = Promise.resolve(only?.limit("a", cost, time.clock()));
    await time.until(time.clock() + 1);
    return verdict;
  };
  expect(await ask(10)).toMatchObject({ allowed: true, remaining: 5 });
  expect(await ask(10)).toMatchObject({ allowed: false, remaining: 5 });
  expect(await ask(5)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await ask(1)).toMatchObject({ allowed: false, remaining: 0 });
});

test("all replicas use the window of the store", async () => {
  const { members, time } = world({ replicas: 2, rate: { requests: 2, window: 1000 }, faults: steady(0) });
  const [a, b] = members;
  const ask = async (member: typeof a) => {
    const verdict = Promise.resolve(member?.limit("a", 1, time.clock()));
    await time.until(time.clock() + 1);
    return verdict;
  };
  expect(await ask(a)).toMatchObject({ allowed: true });
  await time.until(900);
  expect(await ask(b)).toMatchObject({ allowed: true, reset: 1 });
  expect(await ask(b)).toMatchObject({ allowed: false });
  await time.until(1001);
  expect(await ask(b)).toMatchObject({ allowed: true });
});

describe("the breaker", () => {
  const sick = (answers: readonly boolean[]) => {
    const time = virtualTime();
    const lines: string[] = [];
    let revivals = 0;
    const calls = createSharedCalls(
      50,
      async () => {
        revivals++;
        if (revivals < 3) throw new Error("still away");
      },
      (level, message) => void lines.push(`${level} ${message}`),
      time.later,
    );
    const all = async () => {
      for (const answered of answers)
        await calls.run(async () => {
          if (!answered) throw new Error("connection closed");
        });
    };
    return { calls, time, lines, all, revivals: () => revivals };
  };
  const bad = (count: number) => Array<boolean>(count).fill(false);
  test.each([
    [bad(4), true],
    [bad(5), false],
    [[...bad(4), true, ...bad(4)], true],
    [[...bad(4), true, ...bad(5)], false],
  ])("after %j it calls again: %p", async (answers, up) => {
    const { calls, all, lines } = sick(answers);
    await all();
    expect(calls.state()).toEqual({
      up,
      calls: answers.length,
      failures: answers.filter((each) => !each).length,
    });
    expect(lines.length).toBe(up ? 0 : 1);
  });
  test("sends no calls until the store is back, and logs that once", async () => {
    const { calls, all, time, lines, revivals } = sick(bad(5));
    await all();
    expect(await calls.run(async () => 1)).toBeUndefined();
    expect(calls.state().calls).toBe(5);
    await time.until(2999);
    expect([revivals(), calls.state().up]).toEqual([2, false]);
    await time.until(3000);
    expect([revivals(), calls.state().up]).toEqual([3, true]);
    expect(lines).toEqual([
      "warn shared store not available; each process continues alone",
      "info shared store available again",
    ]);
    expect(await calls.run(async () => 1)).toBe(1);
  });
});

test("replicas are counted every ten seconds, and the last count is kept without a response", async () => {
  const time = virtualTime();
  let there: number | undefined = 3;
  let going = true;
  const asked: number[] = [];
  const calls = createSharedCalls(
    50,
    async () => {},
    () => {},
    time.later,
  );
  const replicas = countReplicas(
    calls,
    async (within) => {
      asked.push(within);
      if (there === undefined) throw new Error("away");
      return there;
    },
    time.later,
    () => going,
  );
  expect(replicas()).toBe(1);
  await time.until(1);
  expect(replicas()).toBe(3);
  there = 5;
  await time.until(9_999);
  expect(replicas()).toBe(3);
  await time.until(10_001);
  expect(replicas()).toBe(5);
  there = undefined;
  await time.until(20_001);
  expect([replicas(), asked.length]).toEqual([5, 3]);
  // After a failure the next refresh is sooner.
  there = 4;
  await time.until(21_001);
  expect(replicas()).toBe(4);
  going = false;
  await time.until(60_000);
  expect(asked).toEqual([30_000, 30_000, 30_000, 30_000]);
});
