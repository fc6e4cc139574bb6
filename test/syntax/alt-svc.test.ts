import { expect, test } from "bun:test";
import { parseAltSvc } from "../../src/syntax/alt-svc.ts";

test("alternatives with host, port and parameters", () => {
  const read = parseAltSvc('h3=":443"; ma=86400, w%3Dx%3Ay="alt.test:8443";persist=1,h2="[2001:db8::1]:443"');
  expect(read.clear).toBe(false);
  expect(read.flaws).toEqual([]);
  expect(read.alternatives.map(({ protocol, host, port, at }) => [protocol, host, port, at])).toEqual([
    ["h3", "", 443, 0],
    ["w=x:y", "alt.test", 8443, 21],
    ["h2", "[2001:db8::1]", 443, 57],
  ]);
  expect(read.alternatives[0]?.parameters).toMatchObject([{ name: "ma", value: "86400" }]);
});

test("clear", () => {
  expect(parseAltSvc(" clear ")).toEqual({ clear: true, alternatives: [], flaws: [] });
});

test.each([
  ["Clear", [["clear-misused", 0, "Clear"]]],
  ['h3=":443", clear', [["clear-misused", 11, "clear"]]],
  ["h3=:443", [["authority-not-quoted", 3, ":443"]]],
  ["h3", [["authority-missing", 0, "h3"]]],
  ['h3="alt.test"', [["port-invalid", 3, '"alt.test"']]],
  ['h3=":0"', [["port-invalid", 3, '":0"']]],
  ['h3=":65536"', [["port-invalid", 3, '":65536"']]],
  ['h:3=":443"', [["protocol-invalid", 0, "h:3"]]],
  ['h%3=":443"', [["protocol-invalid", 0, "h%3"]]],
  ['h3=":443" ma=5', [["authority-then-text", 10, "ma=5"]]],
  ['h3=":443"; ma', [["parameter-missing-value", 11, "ma"]]],
  ['h3=":443",,h2=":443"', [["empty-member", 10, ""]]],
])("%p", (value, flaws) => {
  expect(parseAltSvc(value).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});
