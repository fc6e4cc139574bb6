import { describe, expect, test } from "bun:test";
import { openRefusals, waitOf } from "../../src/api/responses.ts";

const NOW = Date.UTC(2026, 10, 29, 8);

test.each([
  [undefined, undefined],
  ["0", 0],
  ["120", 120_000],
  ["999999999", 999_999_999_000],
  ["1000000000", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["Sun, 29 Nov 2026 08:00:30 GMT", 30_000],
  ["Sun, 29 Nov 2026 07:59:59 GMT", 0],
])("Retry-After: %s is %p milliseconds", (value, wait) => expect(waitOf(value, NOW)).toBe(wait));

describe("a refusal", () => {
  const reasonAfter = (status: number, retryAfter: string | undefined, ms: number) => {
    let now = NOW;
    const refusals = openRefusals(() => now);
    refusals.note("rdap.example", status, retryAfter);
    now += ms;
    expect(() => refusals.check("other.example")).not.toThrow();
    try {
      refusals.check("rdap.example");
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const UNTIL = "rdap.example refuses requests until 2026-11-29T08:02:00.000Z";

  test.each([
    [429, "120", 0, UNTIL],
    [503, "120", 119_999, UNTIL],
    [429, "Sun, 29 Nov 2026 08:02:00 GMT", 119_999, UNTIL],
    [429, "120", 120_000, undefined],
    [429, undefined, 0, undefined],
    [200, "120", 0, undefined],
    [500, "120", 0, undefined],
    [429, "86401", 86_399_999, "rdap.example refuses requests until 2026-11-30T08:00:00.000Z"],
    [429, "86401", 86_400_000, undefined],
  ])("%d with Retry-After %s, after %d ms: %p", (status, retryAfter, ms, reason) =>
    expect(reasonAfter(status, retryAfter, ms)).toBe(reason),
  );

  test("has an error of the caller's kind", () => {
    const refusals = openRefusals(() => NOW);
    refusals.note("rdap.example", 429, "1");
    expect(() => refusals.check("rdap.example", (reason) => new RangeError(reason))).toThrow(RangeError);
  });
});
