import { expect, test } from "bun:test";
import { memoize } from "../../src/platform/memoize.ts";

/** Reader that counts its calls. */
function counting() {
  const texts: string[] = [];
  const read = memoize((text: string) => {
    texts.push(text);
    return { text };
  }, 128);
  return { read, texts, reads: (text: string) => texts.filter((one) => one === text).length };
}

test("a text is read once, for any characters", () => {
  for (const text of ["", "a", "\u00ff", "\u0100", "\ud800", "x".repeat(1024)]) {
    const { read, texts } = counting();
    expect(read(text)).toEqual({ text });
    expect(read(text)).toBe(read(text));
    expect(texts).toEqual([text]);
  }
});

test("a text in use stays cached, others are dropped", () => {
  const { read, reads } = counting();
  read("once");
  for (let at = 0; at < 1000; at++) {
    read(`text ${at}`);
    if (at % 100 === 0) read("often");
  }
  expect(reads("often")).toBe(1);
  read("once");
  expect(reads("once")).toBe(2);
});

test("a text of 1024 characters is cached with 200 others, a longer one with three", () => {
  for (const [length, others, times] of [
    [1024, 200, 1],
    [1025, 1, 1],
    [1025, 4, 2],
  ] as const) {
    const { read, reads } = counting();
    const text = "x".repeat(length);
    read(text);
    for (let at = 0; at < others; at++) read(`${at}`.padStart(length));
    read(text);
    expect(reads(text)).toBe(times);
  }
});
