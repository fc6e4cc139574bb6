import { expect, test } from "bun:test";
import { memoize } from "../../src/cache/memoize.ts";

/** A reader that counts how often it reads. */
function counting() {
  const texts: string[] = [];
  const read = memoize((text: string) => {
    texts.push(text);
    return { text };
  });
  return { read, texts };
}

/** Texts that push all others from among those read last. */
const OTHERS = ["1", "2", "3", "4"];

test("of the last four texts none is read again", () => {
  const { read, texts } = counting();
  expect(read("a")).toBe(read("a"));
  for (const text of ["b", "c", "d", "a", "d", "c", "b"]) expect(read(text)).toEqual({ text });
  expect(texts).toEqual(["a", "b", "c", "d"]);
  read("e");
  read("a");
  expect(texts).toEqual(["a", "b", "c", "d", "e", "a"]);
});

test("a text that comes a second time is kept", () => {
  const { read, texts } = counting();
  for (let round = 0; round < 4; round++)
    for (const text of ["a", "b", "c", "d", "e"]) expect(read(text)).toEqual({ text });
  expect(texts).toEqual(["a", "b", "c", "d", "e", "a", "b", "c", "d", "e"]);
});

test("what is asked for now and then stays, the rest is forgotten", () => {
  const { read, texts } = counting();
  const reads = (text: string) => texts.filter((one) => one === text).length;
  for (const text of ["often", "once more", ...OTHERS, "often", "once more", ...OTHERS]) read(text);
  for (let at = 0; at < 1000; at++) {
    for (const text of [`text ${at}`, ...OTHERS, `text ${at}`]) read(text);
    if (at % 100 === 0) read("often");
  }
  expect(reads("often")).toBe(2);
  read("once more");
  expect(reads("once more")).toBe(3);
});

test("long texts and those beyond Latin-1 are kept no longer than until four others", () => {
  for (const [text, times] of [
    ["x".repeat(1024), 2],
    ["x".repeat(1025), 3],
    ["\u00ff", 2],
    ["\u0100", 3],
  ] as const) {
    const { read, texts } = counting();
    for (let round = 0; round < 3; round++) {
      expect(read(text)).toEqual({ text });
      for (const other of OTHERS) read(other);
    }
    expect(texts.filter((one) => one === text)).toHaveLength(times);
  }
});
