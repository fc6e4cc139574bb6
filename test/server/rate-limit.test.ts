import { describe, expect, test } from "bun:test";
import { createRateLimit, rateLimitFields } from "../../src/server/rate-limit.ts";

describe("rate limit", () => {
  test("counts down, refuses, and starts anew", () => {
    const limit = createRateLimit({ requests: 2, window: 60_000 });
    expect(limit("192.0.2.1", 0)).toEqual({ allowed: true, remaining: 1, reset: 60 });
    expect(limit("192.0.2.1", 1000)).toEqual({ allowed: true, remaining: 0, reset: 59 });
    expect(limit("192.0.2.1", 30_000)).toEqual({ allowed: false, remaining: 0, reset: 30 });
    expect(limit("192.0.2.2", 30_000).allowed).toBe(true);
    expect(limit("192.0.2.1", 60_000).allowed).toBe(true);
  });
  test("one IPv6 /64 is one caller", () => {
    const limit = createRateLimit({ requests: 1, window: 1000 });
    expect(limit("2001:db8::1", 0).allowed).toBe(true);
    expect(limit("2001:db8::ffff:1", 0).allowed).toBe(false);
    expect(limit("2001:db8:0:1::1", 0).allowed).toBe(true);
  });
  test("memory is bounded", () => {
    const limit = createRateLimit({ requests: 1, window: 1000 }, 2);
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) limit(ip, 0);
    expect(limit("192.0.2.1", 0).allowed).toBe(true);
    expect(limit("192.0.2.3", 0).allowed).toBe(false);
  });
  test("fields are structured fields", () => {
    expect(
      rateLimitFields({ requests: 60, window: 60_000 }, { allowed: true, remaining: 59, reset: 60 }),
    ).toEqual({
      ratelimit: '"default";r=59;t=60',
      "ratelimit-policy": '"default";q=60;w=60',
    });
  });
});
