import { expect, test } from "bun:test";
import { runInSharedTimeSlice, type Task } from "../../src/api/cooperative.ts";

/** Uses up one time slice. */
function* long(name: string, told: string[]): Task<string> {
  for (const end = performance.now() + 6; performance.now() < end; );
  told.push(name);
  yield;
  return name;
}

test("works with a shared slice take turns", async () => {
  const told: string[] = [];
  const other = () => {
    if (told.length > 6) return;
    told.push("other");
    setImmediate(other);
  };
  setImmediate(other);
  const works = ["a", "b", "c"].map((name) => runInSharedTimeSlice(long(name, told)));
  expect(await Promise.all(works)).toEqual(["a", "b", "c"]);
  const [a, b, c] = ["a", "b", "c"].map((name) => told.indexOf(name));
  expect(told.slice(a, b)).toContain("other");
  expect(told.slice(b, c)).toContain("other");
});

/** Uses up `count` time slices. */
function* slices(count: number, name: string, told: string[]): Task<void> {
  for (let done = 0; done < count; done++) yield* long(name, told);
}

test("long work does not delay short work that starts later", async () => {
  const told: string[] = [];
  await Promise.all([
    runInSharedTimeSlice(slices(4, "long", told)),
    runInSharedTimeSlice(slices(1, "short", told)),
    runInSharedTimeSlice(slices(2, "middle", told)),
  ]);
  expect(told).toEqual(["long", "short", "middle", "long", "middle", "long", "long"]);
});
