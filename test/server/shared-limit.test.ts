import { describe, expect, test } from "bun:test";
import { createRateLimit, type Rate, type Verdict } from "../../src/server/rate-limit.ts";
import { createSharedCalls } from "../../src/server/shared-calls.ts";
import { sharedLimit, type Take } from "../../src/server/shared-limit.ts";

const rate: Rate = { requests: 2, window: 60_000 };

/** What replicas share, answering, silent or failing as the test wants; timers go off when the test says. */
function world() {
  const state = { mode: "up" as "up" | "silent" | "gone", calls: 0, revivals: 0 };
  const lines: string[] = [];
  const timers: { work: () => void; ms: number }[] = [];
  const count = createRateLimit(rate);
  const take: Take = async (key, cost) => {
    state.calls++;
    if (state.mode === "gone") throw new Error("connection closed");
    if (state.mode === "silent") return new Promise<Verdict>(() => {});
    return count(key, cost, 0);
  };
  const calls = createSharedCalls(
    async () => {
      state.revivals++;
      if (state.mode !== "up") throw new Error("still away");
    },
    (level, message) => void lines.push(`${level} ${message}`),
    (work, ms) => void timers.push({ work, ms }),
  );
  const replica = () => sharedLimit(calls, take, rate, createRateLimit(rate));
  const due = async (ms: number) => {
    for (const timer of timers.splice(0)) if (timer.ms === ms) timer.work();
    await Bun.sleep(0);
  };
  return { state, lines, replica, due, told: calls.state };
}

describe("limits that replicas share", () => {
  test("count together", async () => {
    const { replica } = world();
    const [a, b] = [replica(), replica()];
    expect((await a("192.0.2.1", 1, 0)).allowed).toBe(true);
    expect((await b("192.0.2.1", 1, 0)).remaining).toBe(0);
    expect((await a("192.0.2.1", 1, 0)).allowed).toBe(false);
    expect((await a("192.0.2.2", 1, 0)).allowed).toBe(true);
  });
  for (const mode of ["silent", "gone"] as const)
    test(`${mode}: the own count decides, one line is logged, nothing is asked until it is back`, async () => {
      const { replica, state, lines, due, told } = world();
      const limit = replica();
      await limit("192.0.2.1", 1, 0);
      state.mode = mode;
      const second = limit("192.0.2.1", 1, 0);
      if (mode === "silent") await due(20);
      expect((await second).remaining).toBe(0);
      expect(told()).toEqual({ up: false, failures: 1 });
      expect((await limit("192.0.2.1", 1, 0)).allowed).toBe(false);
      expect((await limit("192.0.2.2", 1, 0)).allowed).toBe(true);
      expect(state.calls).toBe(2);
      await due(1000);
      await due(1000);
      expect(state.revivals).toBe(2);
      expect(lines.length).toBe(1);
      state.mode = "up";
      await due(1000);
      expect(told().up).toBe(true);
      await limit("192.0.2.1", 1, 0);
      expect(state.calls).toBe(3);
      expect(lines).toEqual([
        "warn what replicas share does not answer; each process goes on by itself",
        "info what replicas share is back",
      ]);
    });
  test("calls that fail together are told of once", async () => {
    const { replica, state, lines, due } = world();
    const limit = replica();
    state.mode = "silent";
    const all = Array.from({ length: 5 }, () => limit("192.0.2.1", 1, 0));
    await due(20);
    expect((await Promise.all(all)).filter(({ allowed }) => allowed).length).toBe(2);
    expect(lines.length).toBe(1);
  });
});
