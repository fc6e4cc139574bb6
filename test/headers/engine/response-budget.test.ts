/** Size limits of a report, each at the limit and one above it. */

import { describe, expect, test } from "bun:test";
import { runSync } from "../../../src/api/cooperative.ts";
import { explaining, explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import type { ResponseBudget } from "../../../src/headers/response-budget.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const PLENTY: ResponseBudget = { lines: 1000, characters: 100_000, bytes: 1_000_000 };

const explain = (lines: readonly string[]) => explainMessage(parseMessage(lines), NOW);
const within = (allowance: Partial<ResponseBudget>, lines: readonly string[], known: Known = {}) =>
  runSync(explaining(parseMessage(lines, known), NOW, { ...PLENTY, ...allowance }));
const named = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: b`);

describe("lines", () => {
  test("2000 per message, within the shared budget", () => {
    expect(explain(named(2000)).truncated).toBeUndefined();
    const cut = explain(named(2001));
    expect([cut.headers.length, cut.truncated]).toEqual([2000, { lines: 1, details: 0, problems: 0 }]);
    expect(within({ lines: 3 }, named(3)).truncated).toBeUndefined();
    expect(within({ lines: 3 }, named(5)).truncated).toEqual({ lines: 2, details: 0, problems: 0 });
    expect(within({ lines: 0 }, named(1)).headers).toEqual([]);
  });

  test("request and response share the budget", () => {
    const known = { requestHeaders: named(4) };
    expect(within({ lines: 7 }, named(3), known).truncated).toBeUndefined();
    const cut = within({ lines: 5 }, named(3), known);
    expect([cut.requestHeaders?.length, cut.truncated]).toEqual([2, { lines: 2, details: 0, problems: 0 }]);
    expect(within({ lines: 2 }, named(3), known).truncated).toEqual({ lines: 5, details: 0, problems: 0 });
  });

  test("omitted lines have no findings", () => {
    const lines = ["Age: 1", "Age: x"];
    expect(within({ lines: 2 }, lines).headers.flatMap(({ problems }) => problems)).not.toEqual([]);
    expect(within({ lines: 1 }, lines).headers.flatMap(({ problems }) => problems)).toEqual([]);
  });
});

describe("parsed values", () => {
  const details = (lines: readonly string[], allowance: Partial<ResponseBudget> = {}) =>
    within(allowance, lines).truncated?.details ?? 0;

  test("at most 32,768 characters, 200 per name, within the shared budget", () => {
    const long = (length: number) => [`Cache-Control: max-age=1${" ".repeat(length - 10)}x`];
    expect([details(long(32_768)), details(long(32_769))]).toEqual([0, 1]);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `Set-Cookie: a${i}=b`);
    expect([details(many(200)), details(many(201)), details([...many(203), "Age: 1"])]).toEqual([0, 1, 3]);
    const ages = ["Age: 12345", "Vary: abcde", "Allow: GET"];
    expect([13, 12, 10, 9, 5, 4, 3, 2].map((characters) => details(ages, { characters }))).toEqual([
      0, 1, 1, 1, 2, 2, 2, 3,
    ]);
  });

  test("lines that are not parsed are shown without items and findings", () => {
    const [header] = within({ characters: 1 }, ["Age: xy"]).headers;
    expect([header?.value, header?.details, header?.problems]).toEqual(["xy", {}, []]);
  });
});

describe("bytes", () => {
  /** Smallest sufficient number of bytes, by bisection. */
  function fewest(isEnough: (bytes: number) => boolean): number {
    let low = 0;
    let high = 100_000;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isEnough(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  const forLines = (...lines: string[]) =>
    fewest((bytes) => within({ bytes }, lines).headers.length === lines.length);
  const forAll = (...lines: string[]) => fewest((bytes) => within({ bytes }, lines).truncated === undefined);

  test("lines count name twice, value and description, up to half of the bytes", () => {
    const one = forLines("X-Seldom-Heard: b");
    expect(one).toBe(2 * (140 + 2 * "X-Seldom-Heard".length + "b".length));
    const [known] = explain(["Age: 1"]).headers;
    const said =
      (known?.description.length ?? 0) + (known?.link ?? []).reduce((sum, link) => sum + link.length + 3, 0);
    expect(forLines("Age: 1")).toBe(2 * (140 + said + 2 * "Age".length + "1".length));
    expect(forLines("X-Seldom-Heard: bcd") - one).toBe(4);
    expect(forLines("X-Seldom-Heard-Of: b") - one).toBe(12);
    expect(forLines('X-Seldom-Heard: "') - one).toBe(6);
    expect(forLines("X-Seldom-Heard: b", "X-Seldom-Heard: b")).toBe(2 * one);
  });

  test("items count their words + 50, findings theirs + 60", () => {
    const vary = (count: number) =>
      forAll(`Vary: ${Array.from({ length: count }, (_, i) => `X-${100 + i}`).join(", ")}`);
    const links = (count: number) =>
      forAll(`Link: ${Array.from({ length: count }, (_, i) => `</${100 + i}>; rel="seldom"`).join(", ")}`);
    const policy = (count: number) =>
      forAll(
        `Content-Security-Policy: ${Array.from({ length: count }, (_, i) => `seldom-src${i} b`).join(";")}`,
      );
    expect([vary(90) - vary(89), links(90) - links(89), policy(50) - policy(49)]).toEqual([163, 111, 337]);
  });

  test("items count their readable form", () => {
    const others = "aa ab af am ar as ay az ba be bg bi bn bo br ca co cs cy da de dz".split(" ");
    const languages = (...first: readonly string[]) =>
      forAll(`Content-Language: ${[...first, ...others].join(", ")}`);
    // The private tag x-a has no name, so the line has no readable form, and only that of the item counts.
    expect(languages("it", "x-a") - languages("nl", "x-a")).toBe("Italian".length - "Dutch".length);
  });
});

test("100 findings of a line", () => {
  const faulty = (count: number) => [
    `Content-Security-Policy: ${Array.from({ length: count }, (_, i) => `seldom-src${i} 'self'`).join(";")}`,
  ];
  const findings = (count: number) => {
    const { headers, truncated } = explain(faulty(count));
    const [header] = headers;
    const items = header?.details.items ?? [];
    const all = [...(header?.problems ?? []), ...items.flatMap(({ problems = [] }) => problems)];
    return [all.length, truncated?.problems ?? 0];
  };
  const [told = 0, lost = 0] = findings(150);
  expect([told, lost > 0]).toEqual([100, true]);
  const [more = 0, other = 0] = findings(160);
  expect([more, other - lost]).toEqual([100, 10]);
});

test("titles are cut at 300 characters", () => {
  const title = (length: number) =>
    explain([`Cache-Control: ${"s".repeat(length)}`]).headers[0]?.details.items?.[0]?.problems?.[0]?.title ??
    "";
  const rest = title(10).length - 10;
  const whole = title(300 - rest);
  expect([whole.length, whole.includes("…")]).toEqual([300, false]);
  for (const length of [301 - rest, 400]) {
    const beginning = title(length);
    expect([beginning.length, beginning.indexOf("…"), beginning.startsWith("Cache-Control: s")]).toEqual([
      300,
      299,
      true,
    ]);
  }
});
