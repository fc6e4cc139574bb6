import { expect, test } from "bun:test";
import { runInSharedTimeSlice, type Task } from "../../src/api/cooperative.ts";

/** Takes all of a slice. */
function* long(name: string, told: string[]): Task<string> {
  for (const end = performance.now() + 6; performance.now() < end; );
  told.push(name);
  yield;
  return name;
}

test("works with a shared slice let others have their turn between them", async () => {
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
