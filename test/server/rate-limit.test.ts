import { describe, expect, test } from "bun:test";
import { callerKey, createRateLimit, limitField, policyField } from "../../src/server/limits/rate-limit.ts";

describe("rate limit", () => {
  test("counts down, refuses, and restarts", () => {
    const limit = createRateLimit({ requests: 2, window: 60_000 });
    expect(limit("192.0.2.1", 1, 0)).toEqual({ allowed: true, remaining: 1, reset: 60 });
    expect(limit("192.0.2.1", 1, 1000)).toEqual({ allowed: true, remaining: 0, reset: 59 });
    expect(limit("192.0.2.1", 1, 30_000)).toEqual({ allowed: false, remaining: 0, reset: 30 });
    expect(limit("192.0.2.2", 1, 30_000).allowed).toBe(true);
    expect(limit("192.0.2.1", 1, 59_999).allowed).toBe(false);
    expect(limit("192.0.2.1", 1, 60_000).allowed).toBe(true);
  });
  test("no window is longer than configured, whatever fractions are added", () => {
    const limit = createRateLimit({ requests: 1, window: 2000 });
    expect(limit("192.0.2.1", 1, 52.302).reset).toBe(2);
  });
  test("costs are taken completely or not at all", () => {
    const limit = createRateLimit({ requests: 10, window: 1000 });
    expect(limit("192.0.2.1", 4, 0).remaining).toBe(6);
    expect(limit("192.0.2.1", 7, 0)).toMatchObject({ allowed: false, remaining: 6 });
    expect(limit("192.0.2.1", 6, 0)).toMatchObject({ allowed: true, remaining: 0 });
  });
  test("one IPv6 /64 is one caller", () => {
    expect(callerKey("2001:db8::1")).toBe(callerKey("2001:db8::ffff:1"));
    expect(callerKey("2001:db8::1")).not.toBe(callerKey("2001:db8:0:1::1"));
    // Key format shared with earlier versions in Redis.
    expect(callerKey("2001:db8::1")).toBe(callerKey("2001:db8::1", 64));
    expect(callerKey("2001:db8::1")).toBe(`${0x20010db8},0`);
  });
  test.each([
    [48, "2001:db8:0:ffff::1", "2001:db8:1::1"],
    [56, "2001:db8:0:ff::1", "2001:db8:0:100::1"],
    [65, "2001:db8::7fff:0:0:1", "2001:db8::8000:0:0:1"],
    [128, "2001:db8::1", "2001:db8::2"],
  ])("or another configured prefix: /%d", (prefix, same, other) => {
    const key = callerKey("2001:db8::1", prefix);
    expect(callerKey(same, prefix)).toBe(key);
    expect(callerKey(other, prefix)).not.toBe(key);
    expect(callerKey("2001:db8::1", prefix - 1)).not.toBe(key);
  });
  test("an IPv4 address is one caller, and so is an invalid address", () => {
    for (const text of ["192.0.2.1", "", "token:ci"]) expect(callerKey(text, 48)).toBe(text);
  });
  test("an active client is kept among many that send one request", () => {
    const limit = createRateLimit({ requests: 3, window: 1000 }, 100);
    for (let index = 0; index < 10_000; index++) {
      limit(`10.0.${index >> 8}.${index & 255}`, 1, 0);
      const { allowed } = limit("192.0.2.1", 1, 0);
      if (index > 2) expect(allowed).toBe(false);
    }
  });
  test("memory is bounded: inactive clients are dropped", () => {
    const limit = createRateLimit({ requests: 1, window: 1000 }, 4);
    for (let last = 1; last <= 5; last++) limit(`192.0.2.${last}`, 1, 0);
    expect(limit("192.0.2.1", 1, 0).allowed).toBe(true);
    expect(limit("192.0.2.5", 1, 0).allowed).toBe(false);
  });
  test.each([
    [999, false],
    [1000, true],
    [5000, true],
  ])("a client after %d of 1000 ms starts again, in any generation: %p", (now, allowed) => {
    for (const others of [0, 1, 2, 3, 4]) {
      const limit = createRateLimit({ requests: 1, window: 1000 }, 4);
      limit("192.0.2.1", 1, 0);
      for (let other = 1; other <= others; other++) limit(`198.51.100.${other}`, 1, 500);
      expect([others, limit("192.0.2.1", 1, now).allowed]).toEqual([others, others === 4 || allowed]);
    }
  });
  test("a hundred thousand clients are kept by default", () => {
    const limit = createRateLimit({ requests: 1, window: 1000 });
    for (let caller = 0; caller < 100_000; caller++) limit(`${caller}`, 1, 0);
    expect(limit("0", 1, 0).allowed).toBe(false);
    limit("one more", 1, 0);
    expect(limit("1", 1, 0).allowed).toBe(true);
    expect(limit("99999", 1, 0).allowed).toBe(false);
  });
  test("eviction neither iterates over clients nor removes them one by one", () => {
    const limit = createRateLimit({ requests: 1, window: 1e9 }, 1000);
    const { keys, entries, delete: remove } = Map.prototype;
    let steps = 0;
    const counting = (method: (...args: never[]) => unknown) =>
      function (this: unknown, ...args: never[]) {
        steps++;
        return method.apply(this, args);
      };
    Object.assign(Map.prototype, {
      keys: counting(keys),
      entries: counting(entries),
      delete: counting(remove),
      [Symbol.iterator]: counting(entries),
    });
    try {
      for (let index = 0; index < 10_000; index++) limit(`${index}`, 1, 0);
    } finally {
      Object.assign(Map.prototype, { keys, entries, delete: remove, [Symbol.iterator]: entries });
    }
    expect(steps).toBe(0);
  });
  test("headers are structured fields", () => {
    expect(policyField({ requests: 60, window: 60_000 })).toBe('"default";q=60;w=60');
    expect(limitField({ allowed: true, remaining: 59, reset: 60 })).toBe('"default";r=59;t=60');
  });
});
