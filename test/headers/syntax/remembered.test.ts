import { expect, test } from "bun:test";
import { remembered } from "../../../src/headers/syntax/remembered.ts";

/** A reader that counts how often it reads. */
function counting() {
  const texts: string[] = [];
  const read = remembered((text: string) => {
    texts.push(text);
    return { text };
  });
  return { read, texts };
}

test("a text that has just been read is not read again", () => {
  const { read, texts } = counting();
  expect(read("a")).toBe(read("a"));
  expect(read("b")).toEqual({ text: "b" });
  expect(texts).toEqual(["a", "b"]);
});

test("a text that comes a second time is kept", () => {
  const { read, texts } = counting();
  for (const text of ["a", "b", "a", "b", "a", "b", "a"]) expect(read(text)).toEqual({ text });
  expect(texts).toEqual(["a", "b", "a", "b"]);
});

test("what is asked for now and then stays, the rest is forgotten", () => {
  const { read, texts } = counting();
  const reads = (text: string) => texts.filter((one) => one === text).length;
  read("often");
  read("once more");
  read("often");
  read("once more");
  for (let at = 0; at < 1000; at++) {
    read(`text ${at}`);
    read(`other ${at}`);
    read(`text ${at}`);
    if (at % 100 === 0) read("often");
  }
  expect(reads("often")).toBe(2);
  read("once more");
  expect(reads("once more")).toBe(3);
});

test("long texts and those beyond Latin-1 are kept no longer than until the next", () => {
  for (const [text, times] of [
    ["x".repeat(1024), 2],
    ["x".repeat(1025), 3],
    ["\u00ff", 2],
    ["\u0100", 3],
  ] as const) {
    const { read, texts } = counting();
    for (let round = 0; round < 3; round++) {
      expect(read(text)).toEqual({ text });
      read("between");
    }
    expect(texts.filter((one) => one === text)).toHaveLength(times);
  }
});
