import { expect, test } from "bun:test";
import { AnswerBytes } from "../../src/ip/answer-bytes.ts";
import type { Parts } from "../../src/ip/answer-text.ts";
import { RecordCache } from "../../src/ip/record-cache.ts";

function get(cache: RecordCache, locale: string, record: number): string | undefined {
  const out = new AnswerBytes();
  return cache.write(locale, record, out) ? out.toString() : undefined;
}

function middle(text: string): Parts {
  return ["", text, ""];
}

test("gives what was set, by locale and record", () => {
  const cache = new RecordCache();
  cache.set("en", 7, middle("München"));
  expect(get(cache, "en", 7)).toBe("München");
  expect(get(cache, "en", 8)).toBeUndefined();
  expect(get(cache, "de", 7)).toBeUndefined();
  for (const text of ["other", "a third", "x".repeat(300), "y".repeat(300), "a last"]) {
    cache.set("en", 7, middle(text));
    expect(get(cache, "en", 7)).toBe(text);
  }
});

test("never gives another record's text, whatever has come since, short or long", () => {
  const caches = [new RecordCache(), new RecordCache()];
  const textOf = (record: number) => `${record} `.repeat(1 + ((record * 7919) % 290) / `${record} `.length);
  let found = 0;
  for (let i = 1; i <= 200_000; i++) {
    caches[i % 2]?.set("en", i, middle(textOf(i)));
    for (const back of [0, 2, 500, 8000, 20_000, 60_000]) {
      const record = i - back;
      const text = record > 0 ? get(caches[record % 2] as RecordCache, "en", record) : undefined;
      if (text === undefined) continue;
      found++;
      if (text !== textOf(record)) throw new Error(`${record}: ${text}`);
      if (get(caches[(record + 1) % 2] as RecordCache, "en", record) !== undefined)
        throw new Error(`${record} is in both`);
    }
  }
  expect(found).toBeGreaterThan(500_000);
}, 30_000);

test("texts up to two places long are kept, longer ones are not", () => {
  const cache = new RecordCache();
  for (const length of [0, 1, 144, 145, 304]) {
    const text = "x".repeat(length);
    cache.set("en", 1 + length, middle(text));
    expect(get(cache, "en", 1 + length)).toBe(text);
  }
  cache.set("en", 1000, middle("x".repeat(305)));
  expect(get(cache, "en", 1000)).toBeUndefined();
});

test("first and last parts come back in their place, also when there are too many to be kept apart", () => {
  const cache = new RecordCache();
  for (let i = 1; i <= 10_000; i++) {
    cache.set("en", i, ["same", `ü${i}`, `end ${i}`]);
    expect(get(cache, "en", i)).toBe(`sameü${i}end ${i}`);
    cache.set("en", i, [`start ${i}`, "m", "same"]);
    expect(get(cache, "en", i)).toBe(`start ${i}msame`);
  }
});

test("in a set of two, the one that was used longer ago gives way, and both to a long one", () => {
  const cache = new RecordCache();
  cache.set("en", 1, middle("first"));
  // Records of the same set: three of them never fit.
  const others: number[] = [];
  for (let record = 2; others.length < 3; record++) {
    cache.set("en", 1, middle("x".repeat(304)));
    cache.set("en", record, middle("second"));
    if (get(cache, "en", 1) === undefined) others.push(record);
  }
  const [a = 0, b = 0, c = 0] = others;
  cache.set("en", a, middle("a"));
  cache.set("en", b, middle("b"));
  expect([a, b].map((record) => get(cache, "en", record))).toEqual(["a", "b"]);
  get(cache, "en", a);
  cache.set("en", c, middle("c"));
  expect([a, b, c].map((record) => get(cache, "en", record))).toEqual(["a", undefined, "c"]);
  cache.set("en", 1, middle("l".repeat(300)));
  expect([1, a, b, c].map((record) => get(cache, "en", record)?.length)).toEqual([
    300,
    undefined,
    undefined,
    undefined,
  ]);
});

test("answers grow beyond the first buffer, and numbers have no zeros in front", () => {
  const out = new AnswerBytes();
  for (const number of [0, 9, 10, 99, 100, 101, 255]) {
    out.decimal(number);
    out.byte(32);
  }
  expect(out.toString()).toBe("0 9 10 99 100 101 255 ");
  const text = "ü€😀x".repeat(5000);
  out.length = 0;
  for (let i = 0; i < 5; i++) out.utf8(text);
  expect(out.toString()).toBe(text.repeat(5));
});
