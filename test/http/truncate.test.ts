import { expect, test } from "bun:test";
import { truncateList, truncateUrl } from "../../src/http/wire/truncate.ts";

const word = (length: number) => "w".repeat(length);

test.each<[readonly string[], number | undefined, string]>([
  [[], undefined, ""],
  [["a"], undefined, "a"],
  [["a", "b", "c"], undefined, "a, b, c"],
  [["a", "b", "c", "d"], undefined, "a, b, c and 1 more"],
  [["a", "b", "c", "d", "e"], 2, "a, b and 3 more"],
  [[word(60)], undefined, word(60)],
  [[word(61)], undefined, `${word(60)}…`],
])("the first few of %j", (words, most, told) => {
  expect(truncateList(words, most)).toBe(told);
});

test("a URL is shown without credentials, up to 200 characters", () => {
  const url = (length: number) => new URL(`http://u:p@a.test/${word(length - 14)}`);
  expect([truncateUrl(url(200)), truncateUrl(url(201))]).toEqual([
    `http://a.test/${word(186)}`,
    `http://a.test/${word(186)}…`,
  ]);
});
