import { expect, test } from "bun:test";
import { Regulars } from "../../src/useragent/regulars.ts";

/** Asks as whoever makes values does: for what is kept, else whether to keep it. */
function ask(kept: Regulars<string>, key: string): string | undefined {
  const known = kept.get(key);
  if (known === undefined && kept.isAwaited(key)) kept.keep(key, `made of ${key}`);
  return known;
}

test("what comes once is not kept, what comes again is", () => {
  const kept = new Regulars<string>(10);
  expect([1, 2, 3].map(() => ask(kept, "a"))).toEqual([undefined, undefined, "made of a"]);
  expect(ask(kept, "b")).toBeUndefined();
});

test("a thousand that take turns are all kept", () => {
  const kept = new Regulars<string>(2000);
  const keys = Array.from({ length: 1000 }, (_, index) => `Agent/${index}`);
  for (const key of [...keys, ...keys]) ask(kept, key);
  expect(keys.filter((key) => kept.get(key) === undefined)).toEqual([]);
});

test("the empty string may come again too", () => {
  const kept = new Regulars<string>(10);
  expect([1, 2, 3].map(() => ask(kept, ""))).toEqual([undefined, undefined, "made of "]);
});

test("what is asked for stays, what is not goes when as many have come twice", () => {
  const kept = new Regulars<string>(2);
  for (const key of ["a", "b", "c", "d"]) kept.keep(key, key);
  expect(kept.get("a")).toBe("a");
  for (const key of ["e", "f"]) kept.keep(key, key);
  expect(kept.get("a")).toBe("a");
  expect(["b", "c"].map((key) => kept.get(key))).toEqual([undefined, undefined]);
});

test("of those that nobody asks for at most twice as many as given are kept", () => {
  const kept = new Regulars<string>(2);
  for (const key of ["a", "b", "c", "d", "e"]) kept.keep(key, key);
  expect(["a", "b", "c", "d", "e"].filter((key) => kept.get(key) !== undefined)).toEqual(["c", "d", "e"]);
});

test("strings that differ behind what is hashed are kept apart", () => {
  const kept = new Regulars<string>(10);
  const long = (last: string) => "x".repeat(600) + last;
  for (const last of ["a", "a", "b", "b"]) ask(kept, long(last));
  expect([ask(kept, long("a")), ask(kept, long("b"))]).toEqual([
    `made of ${long("a")}`,
    `made of ${long("b")}`,
  ]);
});
