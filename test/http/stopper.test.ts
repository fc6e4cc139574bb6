/** One clock for all deadlines of a lookup, and signals that cost next to nothing. */

import { describe, expect, spyOn, test } from "bun:test";
import { abortSignalOf, Stopper } from "../../src/http/stopper.ts";
import { fakeTime } from "../fake-time.ts";

const never = () => new AbortController().signal;

describe("a stopper", () => {
  test("stops with its parent, or by itself, once", () => {
    const parent = new AbortController();
    const outer = new Stopper(parent.signal);
    const inner = new Stopper(outer);
    const reasons: unknown[] = [];
    inner.addEventListener("abort", () => reasons.push(inner.reason));
    parent.abort("gone");
    inner.stop("later");
    expect([outer.reason, inner.reason, reasons]).toEqual(["gone", "gone", ["gone"]]);
    expect(new Stopper(inner).aborted).toBe(true);
  });

  test("does not stop its parent, and hears nothing once it is closed", () => {
    const parent = new Stopper(never());
    const inner = new Stopper(parent);
    const closed = new Stopper(parent);
    closed.close();
    inner.stop("done");
    expect(parent.aborted).toBe(false);
    parent.stop("gone");
    expect([closed.aborted, inner.reason]).toEqual([false, "done"]);
  });

  test("calls nobody who has left", () => {
    const stopper = new Stopper(never());
    const called: string[] = [];
    const leave = () => void called.push("left");
    stopper.addEventListener("abort", leave);
    stopper.addEventListener("abort", () => called.push("stayed"));
    stopper.removeEventListener("abort", leave);
    stopper.removeEventListener("abort", leave);
    stopper.stop("done");
    expect(called).toEqual(["stayed"]);
  });
});

describe("alarms", () => {
  test("ring in the order of their times, whoever shares the clock", () => {
    using time = fakeTime();
    const outer = new Stopper(never());
    const inner = new Stopper(outer);
    const rung: string[] = [];
    outer.alarm(60, () => rung.push("last"));
    inner.alarm(20, () => rung.push("first"));
    outer.alarm(40, () => rung.push("second"));
    for (let at = 0; at < 60; at++) time.pass(1);
    expect(rung).toEqual(["first", "second", "last"]);
    outer.close();
  });

  test("that are all late ring in the order of their times", async () => {
    let now = 0;
    using _clock = spyOn(performance, "now").mockImplementation(() => now);
    const stopper = new Stopper(never());
    const rung: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    stopper.alarm(6, () => {
      rung.push("last");
      resolve();
    });
    stopper.alarm(2, () => rung.push("first"));
    stopper.alarm(4, () => rung.push("second"));
    now = 20;
    await promise;
    expect(rung).toEqual(["first", "second", "last"]);
    stopper.close();
  });

  test("of a closed stopper do not ring; those of the others do", () => {
    using time = fakeTime();
    const outer = new Stopper(never());
    const inner = new Stopper(outer);
    const rung: string[] = [];
    inner.alarm(10, () => rung.push("inner"));
    outer.alarm(30, () => rung.push("outer"));
    inner.close();
    time.pass(30);
    expect(rung).toEqual(["outer"]);
    outer.close();
  });

  test("that are renewed ring once, later", () => {
    using time = fakeTime();
    const stopper = new Stopper(never());
    const rung: string[] = [];
    const alarm = stopper.alarm(10, () => rung.push("renewed"));
    stopper.renew(alarm, 50);
    stopper.alarm(30, () => rung.push("other"));
    for (let at = 0; at < 100; at++) time.pass(1);
    expect(rung).toEqual(["other", "renewed"]);
    stopper.close();
  });

  test("keep one timer for all of them", () => {
    const set = globalThis.setTimeout;
    let timers = 0;
    globalThis.setTimeout = ((...args: Parameters<typeof set>) => {
      timers++;
      return set(...args);
    }) as typeof set;
    try {
      const lookup = new Stopper(never());
      lookup.alarm(5000, () => {});
      for (let stage = 0; stage < 5; stage++) {
        const inner = new Stopper(lookup);
        inner.alarm(5000, () => {});
        inner.close();
      }
      lookup.close();
    } finally {
      globalThis.setTimeout = set;
    }
    expect(timers).toBe(1);
  });
});

test("the platform's own signal follows", () => {
  const signal = never();
  expect(abortSignalOf(signal)).toBe(signal);
  const stopper = new Stopper(signal);
  const own = abortSignalOf(stopper);
  expect(own.aborted).toBe(false);
  stopper.stop("gone");
  expect([own.aborted, own.reason, abortSignalOf(stopper).reason]).toEqual([true, "gone", "gone"]);
});
