import { expect, test } from "bun:test";
import { countryLines } from "../../../src/ip/names/country-lines.ts";

test.each([
  ["AD", "first"],
  ["AE", "second\tand more"],
  ["*EU", "no country"],
  ["ZW", "last, without an end"],
  ["AF", ""],
  ["D", ""],
  ["# A", ""],
  ["", ""],
])("%p has the line %p", (key, line) => {
  const of = countryLines(
    "# AF\tcomment\nAD\tfirst\nAE\tsecond\tand more\n*EU\tno country\nZW\tlast, without an end",
  );
  expect(of(key)).toBe(line);
  expect(of(key)).toBe(line);
});
