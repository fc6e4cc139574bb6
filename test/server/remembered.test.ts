import { expect, test } from "bun:test";
import { remembered } from "../../src/server/remembered.ts";

test("what is asked again is not worked out again, and no more is kept than there is room for", () => {
  const asked: string[] = [];
  const twice = remembered((text) => {
    asked.push(text);
    return text + text;
  }, 2);
  expect(["a", "b", "a", "", "c", "a", "a"].map(twice)).toEqual(["aa", "bb", "aa", "", "cc", "aa", "aa"]);
  expect(asked).toEqual(["a", "b", "", "c", "a"]);
});
