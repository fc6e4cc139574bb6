import { expect, test } from "bun:test";
import { GenerationalCache } from "../../src/platform/generational-cache.ts";

test("a full generation is replaced by a new one, and the one before is dropped", () => {
  const cache = new GenerationalCache<number>(2);
  const known = () => ["a", "b", "c", "d", "e"].filter((key) => cache.get(key) !== undefined);
  for (const [value, key] of ["a", "b"].entries()) cache.put(key, value);
  expect(known()).toEqual(["a", "b"]);
  cache.put("c", 2);
  cache.put("d", 3);
  expect(cache.get("d")).toBe(3);
  cache.put("e", 4);
  expect(known()).toEqual(["c", "d", "e"]);
});

test("a value that is read stays longer than others", () => {
  const cache = new GenerationalCache<number>(2);
  cache.put("in use", 1);
  for (let at = 0; at < 100; at++) {
    cache.put(`other ${at}`, at);
    expect(cache.get("in use")).toBe(1);
  }
  expect(cache.get("other 0")).toBeUndefined();
});
