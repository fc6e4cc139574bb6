import { expect, test } from "bun:test";
import { parseContentDisposition } from "../../src/syntax/content-disposition.ts";
import { parseExtValue } from "../../src/syntax/ext-value.ts";

test("both file names", () => {
  const read = parseContentDisposition(
    `Attachment; filename="EURO rates.txt"; filename*=utf-8''%e2%82%ac%20rates.txt`,
  );
  expect(read.type).toBe("attachment");
  expect(read.filename).toBe("EURO rates.txt");
  expect(read.filenameExt?.value).toBe("€ rates.txt");
  expect(read.flaws).toEqual([]);
});

test.each([
  ["inline", []],
  ["", [["missing-type", 0, ""]]],
  ['filename="a"', [["missing-type", 0, 'filename="a"']]],
  ["; filename=a", [["missing-type", 0, ""]]],
  ["at tachment", [["bad-type", 0, "at tachment"]]],
  ["attachment; filename=a b.txt", [["parameter-bad-value", 21, "a b.txt"]]],
  ["attachment; filename=a; filename=b", [["parameter-repeated", 24, "filename"]]],
  ["attachment; filename*=%c3%bc", [["ext-value-bad-form", 22, "%c3%bc"]]],
  [`attachment; filename*="utf-8''a b"`, [["ext-value-bad-character", 31, " "]]],
])("%p", (text, flaws) => {
  expect(parseContentDisposition(text).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});

test.each([
  ["UTF-8''%c2%a3%20rates", "utf-8", "", "£ rates", []],
  ["utf-8'en'plain", "utf-8", "en", "plain", []],
  ["iso-8859-1'en'%A3%20rates", "iso-8859-1", "en", "£ rates", ["ext-value-charset"]],
  ["koi8-r''%C1", "koi8-r", "", "%C1", ["ext-value-charset"]],
  ["utf-8''%a3", "utf-8", "", "%a3", ["ext-value-bad-octets"]],
  ["utf-8''50%", "utf-8", "", "50%", ["ext-value-bad-percent"]],
  ["utf-8''ü", "utf-8", "", "ü", ["ext-value-bad-character"]],
  ["plain", "", "", "plain", ["ext-value-bad-form"]],
  ["''x", "", "", "''x", ["ext-value-bad-form"]],
])("extended value %p", (text, charset, language, value, flaws) => {
  const read = parseExtValue(text);
  expect([read.charset, read.language, read.value]).toEqual([charset, language, value]);
  expect(read.flaws.map(({ id }) => id as string)).toEqual(flaws);
});
