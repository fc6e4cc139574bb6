import { describe, expect, test } from "bun:test";
import type { StopSignal } from "../../src/http/stopper.ts";
import { startTimeout, within } from "../../src/http/wire/deadline.ts";
import { fakeTime } from "../fake-time.ts";

const late = () => new Error("late");
const never = () => new Promise<never>(() => {});
const told = (promise: Promise<unknown>) => promise.catch((error: unknown) => String(error));

describe("one piece of work", () => {
  test("gives what it gives, and its signal stays silent", async () => {
    const parent = new AbortController();
    let inner: StopSignal | undefined;
    const work = async (signal: StopSignal) => {
      inner = signal;
      return 5;
    };
    using time = fakeTime();
    expect(await within(20, parent.signal, late, work)).toBe(5);
    time.pass(30);
    parent.abort("gone");
    expect(inner?.aborted).toBe(false);
  });

  test("that fails fails", async () => {
    expect(await told(within(1000, AbortSignal.any([]), late, () => Promise.reject(new Error("no"))))).toBe(
      "Error: no",
    );
  });

  test("that is late is told to stop", async () => {
    let inner: StopSignal | undefined;
    const work = (signal: StopSignal) => {
      inner = signal;
      return never();
    };
    expect(await told(within(10, AbortSignal.any([]), late, work))).toBe("Error: late");
    expect(String(inner?.reason)).toBe("Error: late");
  });

  test("that nobody wants any more, or wanted before", async () => {
    const parent = new AbortController();
    const waiting = told(within(1000, parent.signal, late, never));
    parent.abort("gone");
    expect(await waiting).toBe("gone");
    expect(await told(within(1000, AbortSignal.abort("gone before"), late, never))).toBe("gone before");
  });
});

describe("one thing after the other", () => {
  test("each has all of the time", async () => {
    using time = fakeTime();
    const patience = startTimeout(500, AbortSignal.any([]), late);
    for (let round = 0; round < 3; round++) {
      const slept = patience.wait(Bun.sleep(499));
      time.pass(499);
      await slept;
    }
    const last = told(patience.wait(never()));
    time.pass(500);
    expect(await last).toBe("Error: late");
    patience.close();
  });

  test("until nobody wants them any more", async () => {
    const parent = new AbortController();
    const patience = startTimeout(1000, parent.signal, late);
    const waiting = told(patience.wait(never()));
    parent.abort("gone");
    expect(await waiting).toBe("gone");
    expect(await told(patience.wait(Promise.resolve(5)))).toBe("gone");
    patience.close();
  });

  test("once closed nothing is late", async () => {
    using time = fakeTime();
    const patience = startTimeout(10, AbortSignal.any([]), late);
    const waiting = Promise.race([told(patience.wait(never())), Bun.sleep(40).then(() => "still waiting")]);
    patience.close();
    time.pass(40);
    expect(await waiting).toBe("still waiting");
  });
});
