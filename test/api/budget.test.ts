import { describe, expect, test } from "bun:test";
import { type Cost, makeBudget } from "../../src/api/budget.ts";
import type { Task } from "../../src/api/cooperative.ts";

const LIMITS = { requests: 3, read: 1000, decoded: 2000, kept: 500, cpu: 100, time: 1000 };

function opened() {
  const time = { now: 5000 };
  return { time, budget: makeBudget(LIMITS, () => time.now) };
}

describe("budget", () => {
  test.each(["requests", "read", "decoded", "kept", "cpu"] satisfies Cost[])(
    "%s: up to the limit, and no further",
    (cost) => {
      const { budget } = opened();
      expect(budget.charge(cost, LIMITS[cost])).toBe(true);
      expect([budget.left(cost), budget.exhausted]).toEqual([0, undefined]);
      expect(budget.charge(cost)).toBe(false);
      expect([budget.left(cost), typeof budget.exhausted]).toEqual([0, "string"]);
      // An exhausted budget refuses even a charge of 0.
      expect(budget.charge(cost, 0)).toBe(false);
    },
  );

  test("the first limit that is exceeded is the reason", () => {
    const { budget } = opened();
    budget.charge("requests", 4);
    budget.charge("read", 4000);
    expect(budget.exhausted).toBe("the limit of 3 requests was reached");
  });

  test("the deadline, from the start of the job", () => {
    const { budget, time } = opened();
    time.now += 999;
    expect([budget.timeLeft(), budget.exhausted]).toEqual([1, undefined]);
    time.now += 1;
    expect([budget.timeLeft(), budget.exhausted]).toEqual([0, "the limit of 1 s was reached"]);
  });

  test("work stops at the slice that exceeds its time on the main thread", async () => {
    const { budget, time } = opened();
    let slices = 0;
    function* work(count: number): Task<string> {
      for (let slice = 0; slice < count; slice++) {
        slices++;
        time.now += 10;
        yield;
      }
      return "done";
    }
    expect(await budget.run(work(10))).toBe("done");
    expect(await budget.run(work(10))).toBeUndefined();
    expect(slices).toBe(11);
    expect(budget.exhausted).toBe("the limit of 0.1 s of work was reached");
  });
});

test("the first reason to end it stays", () => {
  const budget = makeBudget({ requests: 1, read: 1, decoded: 1, kept: 1, cpu: 1, time: 1000 }, () => 0);
  budget.end("the client has no lookups left");
  budget.end("another reason");
  expect(budget.exhausted).toBe("the client has no lookups left");
});
