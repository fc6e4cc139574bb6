import { expect, test } from "bun:test";
import { noteText } from "../../src/view/page.ts";

test.each([
  ["An image is blocked.", 1, "An image is blocked."],
  ["An image is blocked.", 2, "An image is blocked. (2 times)"],
  ["2 references to http", 2, "2 references to http"],
])("%s, %d times", (title, count, text) => {
  expect(noteText({ title, count, examples: [] })).toBe(text);
});
