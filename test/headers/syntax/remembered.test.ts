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

test("a text that comes again is not read again", () => {
  const { read, texts } = counting();
  expect(read("a")).toBe(read("a"));
  expect(read("b")).toEqual({ text: "b" });
  expect(texts).toEqual(["a", "b"]);
});

test("what is asked for now and then stays, the rest is forgotten", () => {
  const { read, texts } = counting();
  const often = read("often");
  for (let at = 0; at < 1000; at++) {
    read(`text ${at}`);
    if (at % 100 === 0) expect(read("often")).toBe(often);
  }
  expect(texts.filter((text) => text === "often")).toEqual(["often"]);
  read("text 0");
  expect(texts.filter((text) => text === "text 0")).toHaveLength(2);
});

test("long texts and those beyond Latin-1 are read each time", () => {
  const { read, texts } = counting();
  for (const text of ["x".repeat(1024), "x".repeat(1025), "\u00e9", "\u20ac"])
    expect([read(text), read(text)]).toEqual([{ text }, { text }]);
  expect(texts.map(({ length }) => length)).toEqual([1024, 1025, 1025, 1, 1, 1]);
});
