import { expect, test } from "bun:test";
import { AnswerBytes } from "../../src/ip/answer-bytes.ts";
import { RecordCache } from "../../src/ip/record-cache.ts";

function get(cache: RecordCache, locale: string, record: number): string | undefined {
  const out = new AnswerBytes();
  return cache.write(locale, record, out) ? out.toString() : undefined;
}

test("gives what was set, by locale and record", () => {
  const cache = new RecordCache();
  cache.set("en", 7, Buffer.from("München"));
  expect(get(cache, "en", 7)).toBe("München");
  expect(get(cache, "en", 8)).toBeUndefined();
  expect(get(cache, "de", 7)).toBeUndefined();
  cache.set("en", 7, Buffer.from("other"));
  expect(get(cache, "en", 7)).toBe("other");
});

test("never gives another record's bytes, however often the ring has gone round", () => {
  const caches = [new RecordCache(), new RecordCache()];
  let found = 0;
  // 40,000 texts of 1 kB are five times what the ring holds.
  for (let i = 1; i <= 40_000; i++) {
    const cache = caches[i % 2];
    cache?.set("en", i, Buffer.from(`${i} `.repeat(1000 / `${i} `.length)));
    for (const back of [0, 2, 500, 8000, 9000, 16_000]) {
      const record = i - back;
      const text =
        record > 0 ? caches[record % 2] && get(caches[record % 2] as RecordCache, "en", record) : undefined;
      if (text === undefined) continue;
      found++;
      expect(text.startsWith(`${record} `) && text.endsWith(` ${record} `)).toBe(true);
    }
  }
  expect(found).toBeGreaterThan(100_000);
}, 30_000);

test("what would fill the ring is not kept", () => {
  const cache = new RecordCache();
  cache.set("en", 1, Buffer.alloc(2 ** 20));
  expect(get(cache, "en", 1)).toBeUndefined();
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
