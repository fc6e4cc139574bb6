import { expect, test } from "bun:test";
import { AnswerBytes } from "../../src/ip/answer-bytes.ts";
import { type Phrase, writePieces } from "../../src/ip/answer-text.ts";
import { RecordCache } from "../../src/ip/record-cache.ts";

const out = new AnswerBytes();

function get(cache: RecordCache, locale: string, record: number): string | undefined {
  out.length = 0;
  return cache.write(locale, record, out) ? out.toString() : undefined;
}

type Texts = readonly (readonly [shared: string | Phrase, own: string])[];

function set(cache: RecordCache, locale: string, record: number, texts: Texts): void {
  // Texts seldom stand at the beginning.
  out.length = 7;
  const pieces = texts.map(
    ([shared, text]) => [typeof shared === "string" ? { text: shared } : shared, text] as const,
  );
  cache.set(locale, record, out, writePieces(pieces, out));
}

function own(text: string): Texts {
  return [["", text]];
}

test("gives what was set, by locale and record", () => {
  const cache = new RecordCache();
  // The first phrase of all is not what stands for none.
  set(cache, "en", 9, [["phrase ", "own"]]);
  expect(get(cache, "en", 9)).toBe("phrase own");
  set(cache, "en", 7, own("München"));
  expect(get(cache, "en", 7)).toBe("München");
  expect(get(cache, "en", 8)).toBeUndefined();
  expect(get(cache, "de", 7)).toBeUndefined();
  for (const text of ["other", "a third", "x".repeat(100), "y".repeat(100), "a last"]) {
    set(cache, "en", 7, own(text));
    expect(get(cache, "en", 7)).toBe(text);
  }
});

test("what is set last is what is given, in each of all sets", () => {
  const cache = new RecordCache();
  for (let record = 1; record <= 70_000; record++) {
    set(cache, "en", record, own("before"));
    set(cache, "en", record, own("x".repeat(100)));
    set(cache, "en", record, own("after"));
    if (get(cache, "en", record) !== "after") throw new Error(`${record}`);
  }
});

test("never gives another record's text, whatever has come since, short or long", () => {
  const caches = [new RecordCache(), new RecordCache()];
  const textOf = (record: number) => `${record} `.repeat(1 + ((record * 7919) % 105) / `${record} `.length);
  let found = 0;
  for (let i = 1; i <= 200_000; i++) {
    set(caches[i % 2] as RecordCache, "en", i, own(textOf(i)));
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
  for (const length of [0, 1, 51, 52, 115]) {
    const text = "x".repeat(length);
    set(cache, "en", 1 + length, own(text));
    expect(get(cache, "en", 1 + length)).toBe(text);
  }
  set(cache, "en", 1000, own("x".repeat(116)));
  expect(get(cache, "en", 1000)).toBeUndefined();
});

test("phrases come back in their place; when there are too many of them all is forgotten, and nothing is mixed up", () => {
  const cache = new RecordCache();
  let forgotten = 0;
  for (let i = 1; i <= 60_000; i++) {
    set(cache, "en", i, [
      ["same ", `ü${i}`],
      [` end ${i} ${"long ".repeat(10)}`, ""],
    ]);
    expect(get(cache, "en", i)).toBe(`same ü${i} end ${i} ${"long ".repeat(10)}`);
    const before = get(cache, "en", i - 1);
    if (before === undefined) forgotten++;
    else expect(before).toStartWith(`same ü${i - 1} end ${i - 1} `);
  }
  expect(forgotten).toBeGreaterThan(0);
  expect(forgotten).toBeLessThan(100);
});

test("a phrase whose number is known is what it was, also when all has been forgotten since", () => {
  const cache = new RecordCache();
  const phrase: Phrase = { text: "known " };
  let anew = 0;
  for (let i = 1; i <= 60_000; i++) {
    const { known } = phrase;
    set(cache, "en", i, [
      [phrase, `${i}`],
      [` end ${i} ${"long ".repeat(10)}`, ""],
    ]);
    if (phrase.known !== known) anew++;
    expect(get(cache, "en", i)).toStartWith(`known ${i} end ${i} `);
  }
  expect(anew).toBeGreaterThan(1);
  expect(anew).toBeLessThan(100);
});

test("long phrases come back whole", () => {
  const cache = new RecordCache();
  for (const length of [127, 128, 255, 256, 257, 600, 1300]) {
    const pieces: Texts = [
      [`${length} ${"p".repeat(length - 4)}`, "own"],
      ["end", ""],
    ];
    set(cache, "en", length, pieces);
    expect(get(cache, "en", length)).toBe(`${length} ${"p".repeat(length - 4)}ownend`);
  }
});

test("a phrase that records share is kept once", () => {
  const cache = new RecordCache();
  // By itself for each it would take twice the room that there is.
  const phrase = `${"shared ".repeat(14)}ü`;
  for (let i = 1; i <= 20_000; i++) set(cache, "en", i, [[phrase, `${i}`]]);
  let found = 0;
  for (let i = 1; i <= 20_000; i++) if (get(cache, "en", i) === `${phrase}${i}`) found++;
  expect(found).toBeGreaterThan(18_000);
});

test("two phrases of one hash are two phrases", () => {
  const cache = new RecordCache();
  // Both have the CRC-32 4ddb0c25.
  const alike = ["plumless", "buckeroo"];
  expect(new Set(alike.map((text) => Bun.hash.crc32(text))).size).toBe(1);
  for (const [record, phrase] of [...alike, ...alike].entries()) {
    set(cache, "en", record + 1, [[phrase, "own"]]);
    expect(get(cache, "en", record + 1)).toBe(`${phrase}own`);
  }
});

test("a phrase that no room is kept for is not remembered, and nothing else suffers", () => {
  const cache = new RecordCache();
  set(cache, "en", 1, own("kept"));
  // Two bytes for its length, the letters and a unit: 4,096 at most.
  for (const [length, kept] of [
    [4078, true],
    [4079, false],
    [5000, false],
  ] as const) {
    set(cache, "en", length, [["x".repeat(length), "y"]]);
    expect([length, get(cache, "en", length) !== undefined]).toEqual([length, kept]);
  }
  expect(get(cache, "en", 1)).toBe("kept");
});

test("a mebibyte of phrases is kept: 65,534 of one unit of 16 bytes, then all begins anew", () => {
  const cache = new RecordCache();
  let number = 0;
  const untilForgotten = () => {
    set(cache, "en", 2, own("kept"));
    let count = 0;
    for (; get(cache, "en", 2) !== undefined; count++)
      set(cache, "en", 1, [[`${number++}`.padStart(14, "-"), ""]]);
    return count;
  };
  untilForgotten();
  expect(untilForgotten()).toBe(65_534);
});

test("of more records than there are places, those that are used stay", () => {
  const cache = new RecordCache();
  const records = Array.from({ length: 600_000 }, (_, i) => 1000 + i);
  const used = records.slice(0, 10_000);
  let lost = 0;
  for (const [i, record] of records.entries()) {
    set(cache, "en", record, own(`${record}`.padEnd(record % 50 === 0 ? 100 : 5)));
    if (i < used.length || i % 8 !== 0) continue;
    // Each of them once while 80,000 others come.
    const again = used[(i / 8) % used.length] ?? 0;
    if (get(cache, "en", again) !== undefined) continue;
    lost++;
    set(cache, "en", again, own(`${again}`));
  }
  // Two in five are lost where it does not matter what was used.
  expect(lost / 73_750).toBeLessThan(0.35);
}, 30_000);

test("of half as many records as there are places nearly all have one, whatever was remembered before", () => {
  const cache = new RecordCache();
  const records = Array.from({ length: 65_536 }, (_, i) => Bun.hash.crc32(`${i}`));
  const miss = (record: number) => get(cache, "en", record) === undefined;
  for (let round = 0; round < 3; round++)
    for (const record of records.filter(miss)) set(cache, "en", record, own(`${record}`));
  expect(records.filter(miss).length).toBeLessThan(records.length / 20);
});

test("answers grow beyond the first buffer, and numbers have no zeros in front", () => {
  const out = new AnswerBytes();
  for (const number of [0, 9, 10, 99, 100, 101, 255, 999, 1000, 12_345]) {
    out.decimal(number);
    out.byte(32);
  }
  expect(out.toString()).toBe("0 9 10 99 100 101 255 999 1000 12345 ");
  const text = "ü€😀x".repeat(5000);
  out.length = 0;
  for (let i = 0; i < 5; i++) out.utf8(text);
  expect(out.toString()).toBe(text.repeat(5));
});
