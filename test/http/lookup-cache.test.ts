import { describe, expect, test } from "bun:test";
import {
  createTextCache,
  type LookupCacheSettings,
  lookupKey,
  openLookupCache,
  type SharedReports,
} from "../../src/http/lookup-cache.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { testSettings } from "./servers.ts";

const report = (url: string, status: HttpReport["status"] = 200) => ({ url, status }) as HttpReport;
const never = new AbortController().signal;

/** Clock that only `pass` advances, and sleepers that it wakes. */
function world() {
  let now = 0;
  let sleeping: { readonly until: number; readonly wake: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    clock: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => sleeping.push({ until: now + ms, wake })),
    async pass(ms: number) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = Math.min(...sleeping.map(({ until }) => until));
        if (next > end) break;
        now = next;
        const due = sleeping.filter(({ until }) => until <= now);
        sleeping = sleeping.filter(({ until }) => until > now);
        for (const { wake } of due) wake();
        await settle();
      }
      now = end;
    },
  };
}

/** Fake Redis with the same clock. While `away`, calls return undefined, as after their deadline. */
function fakeRedis(clock: () => number) {
  const reports = new Map<string, { readonly text: string; readonly ends: number }>();
  const turns = new Map<string, { readonly owner: string; ends: number }>();
  const state = { away: false, calls: 0 };
  const own = (key: string, owner: string) => {
    const turn = turns.get(key);
    return turn?.owner === owner && turn.ends > clock() ? turn : undefined;
  };
  const shared: SharedReports = {
    async turn(key, owner, lease) {
      state.calls++;
      if (state.away) return undefined;
      const kept = reports.get(key);
      if (kept && kept.ends > clock()) return { kind: "kept", text: kept.text, left: kept.ends - clock() };
      if ((turns.get(key)?.ends ?? 0) > clock()) return { kind: "others" };
      turns.set(key, { owner, ends: clock() + lease });
      return { kind: "mine" };
    },
    async renew(key, owner, lease) {
      const turn = own(key, owner);
      if (turn && !state.away) turn.ends = clock() + lease;
    },
    async keep(key, owner, text, life) {
      if (state.away) return;
      reports.set(key, { text, ends: clock() + life });
      if (own(key, owner)) turns.delete(key);
    },
    async release(key, owner) {
      if (!state.away && own(key, owner)) turns.delete(key);
    },
  };
  return { shared, state };
}

function replica(
  time: ReturnType<typeof world>,
  shared?: SharedReports,
  more: Partial<LookupCacheSettings> = {},
) {
  return openLookupCache({
    life: 30_000,
    capacity: 1_000_000,
    timeout: 15_000,
    shared,
    owner: String(Math.random()),
    clock: time.clock,
    sleep: time.sleep,
    ...more,
  });
}

/** Lookup of a given duration, with the number of calls. */
function slow(time: ReturnType<typeof world>, ms: number, answer = report("a")) {
  const made = { count: 0, aborted: 0 };
  const work = async (signal: AbortSignal) => {
    made.count++;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        made.aborted++;
        reject(signal.reason);
      });
    });
    await Promise.race([time.sleep(ms), aborted]);
    return answer;
  };
  return { work, made };
}

describe("in one process", () => {
  test("returns a result again until it expires, with its age", async () => {
    const time = world();
    const cache = replica(time);
    const { work, made } = slow(time, 0);
    const ask = async () => {
      const asked = cache.lookUp("k", false, never, work);
      await time.pass(0);
      return await asked;
    };
    expect(await ask()).toEqual({ report: report("a"), status: "netlens; fwd=uri-miss; stored; ttl=30" });
    await time.pass(29_999);
    expect(await ask()).toEqual({ report: report("a"), status: "netlens; hit; ttl=1", age: 29 });
    await time.pass(1);
    expect((await ask()).age).toBeUndefined();
    expect(made.count).toBe(2);
    expect(Object.fromEntries(cache.state().outcomes)).toEqual({ hit: 1, joined: 0, miss: 2 });
  });

  test("simultaneous callers share one lookup", async () => {
    const time = world();
    const cache = replica(time);
    const { work, made } = slow(time, 100);
    const all = [1, 2, 3].map(() => cache.lookUp("k", false, never, work));
    await time.pass(100);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([
      "netlens; fwd=uri-miss; stored; ttl=30",
      "netlens; fwd=uri-miss; collapsed; ttl=30",
      "netlens; fwd=uri-miss; collapsed; ttl=30",
    ]);
    expect(made.count).toBe(1);
  });

  test("clients may leave; the last one to leave aborts the lookup", async () => {
    const time = world();
    const cache = replica(time);
    const { work, made } = slow(time, 100);
    const [first, second] = [new AbortController(), new AbortController()];
    const a = cache.lookUp("k", false, first.signal, work).catch((error: unknown) => error);
    const b = cache.lookUp("k", false, second.signal, work).catch((error: unknown) => error);
    first.abort("left");
    expect(await a).toBe("left");
    expect(made.aborted).toBe(0);
    second.abort("left too");
    expect(await b).toBe("left too");
    expect(made.aborted).toBe(1);
    const c = cache.lookUp("k", false, never, work);
    await time.pass(100);
    expect((await c).report.url).toBe("a");
    expect(made.count).toBe(2);
  });

  test("a failed lookup is cached for 5 s; an error reaches only the waiting clients", async () => {
    const time = world();
    const cache = replica(time);
    const { work, made } = slow(time, 0, report("a", "error"));
    const ask = async (work: (signal: AbortSignal) => Promise<HttpReport>) => {
      const asked = cache.lookUp("k", false, never, work).catch((error: unknown) => error);
      await time.pass(0);
      return await asked;
    };
    await ask(work);
    await time.pass(4999);
    expect(await ask(work)).toMatchObject({ status: "netlens; hit; ttl=1", age: 4 });
    await time.pass(1);
    const busy = new Error("busy");
    expect(
      await ask(async () => {
        throw busy;
      }),
    ).toBe(busy);
    await ask(work);
    expect(made.count).toBe(2);
  });

  test("a client may request a new lookup, which replaces the cached one", async () => {
    const time = world();
    const cache = replica(time);
    const ask = async (fresh: boolean, url: string) => {
      const asked = cache.lookUp("k", fresh, never, slow(time, 0, report(url)).work);
      await time.pass(0);
      return await asked;
    };
    await ask(false, "old");
    expect(await ask(true, "new")).toEqual({
      report: report("new"),
      status: "netlens; fwd=request; stored; ttl=30",
    });
    expect((await ask(false, "none")).report.url).toBe("new");
  });
});

describe("across replicas", () => {
  test("one makes the lookup, the others get the shared result", async () => {
    const time = world();
    const { shared } = fakeRedis(time.clock);
    const [a, b, c] = [replica(time, shared), replica(time, shared), replica(time, shared)];
    const { work, made } = slow(time, 5000);
    const all = [a, b, c].map((cache) => cache.lookUp("k", false, never, work));
    // The lookup takes longer than one lease, which must be renewed.
    await time.pass(5100);
    const served = await Promise.all(all);
    expect(made.count).toBe(1);
    expect(served.map(({ age }) => age)).toEqual([undefined, 0, 0]);
    await time.pass(10_000);
    expect(await replica(time, shared).lookUp("k", false, never, work)).toMatchObject({ age: 10 });
    expect(made.count).toBe(1);
  });

  test("a killed replica delays the others only until its lease ends", async () => {
    const time = world();
    const { shared } = fakeRedis(time.clock);
    await shared.turn("k", "dead", 2000);
    const { work, made } = slow(time, 0);
    const all = [replica(time, shared), replica(time, shared)].map((cache) =>
      cache.lookUp("k", false, never, work),
    );
    await time.pass(1999);
    expect(made.count).toBe(0);
    await time.pass(201);
    expect((await Promise.all(all)).map(({ report }) => report.url)).toEqual(["a", "a"]);
    expect(made.count).toBe(1);
  });

  test.each(["", "{", "null", '{"life":"x","report":{}}', '{"life":1}'])(
    "a damaged text of another replica is looked up again: %s",
    async (text) => {
      const time = world();
      const shared: SharedReports = {
        ...fakeRedis(time.clock).shared,
        turn: async () => ({ kind: "kept", text, left: 1000 }),
      };
      const { work, made } = slow(time, 0);
      const asked = replica(time, shared).lookUp("k", false, never, work);
      await time.pass(1);
      expect((await asked).report.url).toBe("a");
      expect(made.count).toBe(1);
    },
  );

  test("a replica that renews its lease repeatedly is waited for only until the timeout", async () => {
    const time = world();
    const shared: SharedReports = { ...fakeRedis(time.clock).shared, turn: async () => ({ kind: "others" }) };
    const { work, made } = slow(time, 0);
    const asked = replica(time, shared).lookUp("k", false, never, work);
    await time.pass(14_999);
    expect(made.count).toBe(0);
    await time.pass(101);
    expect((await asked).report.url).toBe("a");
  });

  test("the lease is polled at growing intervals, and renewed", async () => {
    const time = world();
    const asked: number[] = [];
    const renewed: (readonly [at: number, lease: number])[] = [];
    const others = { ...fakeRedis(time.clock).shared };
    const waiting: SharedReports = {
      ...others,
      turn: async (_key, _owner, lease) => {
        expect(lease).toBe(2000);
        asked.push(time.clock());
        return { kind: asked.length < 8 ? "others" : "mine" };
      },
      renew: async (_key, _owner, lease) => renewed.push([Math.round(time.clock()), lease]),
    };
    const { work } = slow(time, 1500);
    const looking = replica(time, waiting).lookUp("k", false, never, work);
    await time.pass(5000);
    await looking;
    expect(asked).toEqual([0, 20, 60, 140, 240, 340, 440, 540]);
    expect(renewed).toEqual([
      [1207, 2000],
      [1873, 2000],
    ]);
  });

  test("a report that is too long is cached only in its process", async () => {
    // The stored value is JSON of the report and its lifetime.
    const frame = JSON.stringify({ life: 30_000, report: report("") }).length;
    for (const [length, isShared] of [
      [1_048_576, true],
      [1_048_577, false],
    ] as const) {
      const time = world();
      const { shared } = fakeRedis(time.clock);
      const { work } = slow(time, 0, report("x".repeat(length - frame)));
      const asked = replica(time, shared, { capacity: 10_000_000 }).lookUp("k", false, never, work);
      await time.pass(0);
      await asked;
      expect((await shared.turn("k", "other", 1))?.kind).toBe(isShared ? "kept" : "mine");
    }
  });

  test("a client that leaves while another replica works ends its wait", async () => {
    const time = world();
    const shared: SharedReports = { ...fakeRedis(time.clock).shared, turn: async () => ({ kind: "others" }) };
    const leaving = new AbortController();
    const { work, made } = slow(time, 0);
    const asked = replica(time, shared)
      .lookUp("k", false, leaving.signal, work)
      .catch((error: unknown) => error);
    await time.pass(30);
    leaving.abort("left");
    expect(await asked).toBe("left");
    await time.pass(20_000);
    expect(made.count).toBe(0);
  });

  test("a lookup that ends without a report releases its lease", async () => {
    const time = world();
    const { shared } = fakeRedis(time.clock);
    const failed = replica(time, shared).lookUp("k", false, never, async () => {
      throw new Error("busy");
    });
    expect(await failed.catch((error: Error) => error.message)).toBe("busy");
    expect(await shared.turn("k", "other", 1)).toEqual({ kind: "mine" });
  });

  test("while Redis is unavailable each replica makes its own lookups", async () => {
    const time = world();
    const { shared, state } = fakeRedis(time.clock);
    const [a, b] = [replica(time, shared), replica(time, shared)];
    const { work, made } = slow(time, 1000);
    const waits = [a, b].map((cache) => cache.lookUp("k", false, never, work));
    await time.pass(500);
    state.away = true;
    await time.pass(2000);
    await Promise.all(waits);
    expect(made.count).toBe(2);
    expect((await a.lookUp("k", false, never, work)).status).toStartWith("netlens; hit");
  });
});

describe("the key", () => {
  const key = (url: string, options: object, settings = testSettings) => lookupKey(url, options, settings);
  const base = key("example.com", {});
  test("is the same for equal parameters, in any order", () => {
    expect(key("example.com", { method: undefined })).toBe(base);
    expect(key("a", { agent: "x", method: "HEAD" })).toBe(key("a", { method: "HEAD", agent: "x" }));
    expect(
      key("example.com", {}, { ...testSettings, ownAddresses: testSettings.allow.map((n) => n.address) }),
    ).toBe(base);
  });
  const others = {
    url: key("example.com/", {}),
    method: key("example.com", { method: "HEAD" }),
    agent: key("example.com", { agent: "x" }),
    follow: key("example.com", { follow: false }),
    version: key("example.com", { version: "2" }),
    checks: key("example.com", { checks: true }),
    variants: key("example.com", { variants: true }),
    fields: key("example.com", { fields: ["Origin: https://a.example"] }),
    guard: key("example.com", {}, { ...testSettings, allow: [] }),
    ports: key("example.com", {}, { ...testSettings, ports: [{ from: 80, to: 80 }] }),
    bounds: key("example.com", {}, { ...testSettings, maxRedirects: 1 }),
  };
  for (const [what, other] of Object.entries(others))
    test(`differs by ${what}`, () => {
      expect(other).not.toBe(base);
      expect(Object.values(others).filter((each) => each === other).length).toBe(1);
    });
});

describe("the memory", () => {
  test("is limited in bytes; the oldest reports are evicted", () => {
    const memory = createTextCache(10_000, () => 0);
    for (let index = 0; index < 100; index++) {
      memory.put(String(index), "é".repeat(372), 1);
      expect(memory.bytes()).toBeLessThanOrEqual(10_000);
    }
    expect(memory.bytes()).toBe(10_000);
    expect(memory.get("90")?.text.length).toBe(372);
    expect(memory.get("89")).toBeUndefined();
  });
  test("a replaced report counts once; one above a quarter is not stored", () => {
    const memory = createTextCache(4000, () => 0);
    memory.put("a", "x".repeat(744), 1);
    memory.put("a", "x".repeat(744), 1);
    expect(memory.bytes()).toBe(1000);
    memory.put("b", "x".repeat(745), 1);
    expect(memory.get("b")).toBeUndefined();
    expect(memory.bytes()).toBe(1000);
  });
  test("expired entries are deleted when read", () => {
    let now = 0;
    const memory = createTextCache(4000, () => now);
    memory.put("a", "x", 10);
    now = 9;
    expect(memory.get("a")).toEqual({ text: "x", left: 1 });
    now = 10;
    expect(memory.get("a")).toBeUndefined();
    expect(memory.bytes()).toBe(0);
  });
});
