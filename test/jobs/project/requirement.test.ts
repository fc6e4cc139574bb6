import { describe, expect, test } from "bun:test";
import { parseRequirement, splitRequirement } from "../../../src/jobs/project/requirement.ts";

const fault = (text: string | boolean, ...values: string[]) => {
  const requirement = parseRequirement(text);
  if ("wrong" in requirement) throw new Error(requirement.wrong);
  return requirement(values, Date.parse("2026-11-20T10:00:00Z"));
};

describe("a required field", () => {
  test.each<[string | boolean, string[], string | undefined]>([
    [true, [], "is missing"],
    [true, [""], undefined],
    [false, [], undefined],
    [false, ["PHP/8"], "must not be sent"],
    ["DENY", ["DENY"], undefined],
    ["DENY", ["SAMEORIGIN"], 'is "SAMEORIGIN", not "DENY"'],
    ["DENY", [], "is missing"],
    ["a, b", ["a, b"], undefined],
    ["/^no-(store|cache)$/", ["no-cache"], undefined],
    ["/^NO-CACHE$/i", ["x", "no-cache"], undefined],
    ["/^no-store$/", ["no-cache"], 'is "no-cache", which does not match /^no-store$/'],
    ["/x/", [], "is missing"],
    ["max-age>=31536000; includeSubDomains", ["max-age=31536000; includesubdomains; preload"], undefined],
    ["max-age>=31536000", ["max-age=31535999"], 'is "max-age=31535999", without max-age>=31536000'],
    ["max-age>=31536000; preload", ["max-age=31536000"], 'is "max-age=31536000", without preload'],
    ["max-age > 1", ["max-age=1"], 'is "max-age=1", without max-age > 1'],
    ["max-age > 1", ['Max-Age="2"'], undefined],
    ["max-age<=60, public", ["public", "max-age=60"], undefined],
    ["max-age<60", ["max-age=60"], 'is "max-age=60", without max-age<60'],
    ["value>=100", ["100"], undefined],
    ["value>=100", ["99"], 'is "99", without value>=100'],
    ["younger than 2 d", ["Wed, 18 Nov 2026 10:00:01 GMT"], undefined],
    ["younger than 2 d", ["Wed, 18 Nov 2026 10:00:00 GMT"], "is 2 days old, not younger than 2 d"],
    ["younger than 2 d", ["Fri, 20 Nov 2026 10:01:00 GMT"], undefined],
    [
      "younger than 2 d",
      ["Fri, 20 Nov 2026 10:01:01 GMT"],
      "is dated 1 minute 1 second after the response, so its age is unknown",
    ],
    [
      "older than 1 d",
      ["Mon, 23 Nov 2026 10:00:00 GMT"],
      "is dated 3 days after the response, so its age is unknown",
    ],
    ["older than 1.5 h", ["5401"], undefined],
    ["older than 1.5 h", ["5400"], "is 1 hour 30 minutes old, not older than 1.5 h"],
    ["Younger than 1 MIN", ["59"], undefined],
    ["younger than 1 w", [], "is missing"],
    ["younger than 1 w", ["soon"], 'is "soon", which is neither a date nor seconds'],
    ["max-age>=1", ["maximum-age=2"], 'is "maximum-age=2", without max-age>=1'],
  ])("%j of %j", (text, values, expected) => expect(fault(text, ...values)).toBe(expected));

  test("a long value is cut in the message", () =>
    expect(fault("x", "y".repeat(81))).toBe(`is "${"y".repeat(80)}…", not "x"`));
  test.each([
    "younger than 2 moons",
    "younger then 2 d",
    "older than -1 d",
    "younger 2 d",
    "older than 9999999999 d",
  ])("%s is not an age", (text) =>
    expect(parseRequirement(text)).toEqual({
      wrong: 'expected an age such as "younger than 2 d", with the unit s, min, h, d or w',
    }),
  );
  test("a value that begins alike is a value", () => expect(fault("younger", "younger")).toBeUndefined());
  test.each([
    ["X-Request-Id", ["X-Request-Id", true]],
    ["Age:", ["Age", true]],
    ["Cache-Control: no-store", ["Cache-Control", "no-store"]],
    ["last-modified younger than 2 d", ["last-modified", "younger than 2 d"]],
    ["last-modified: younger than 2 d", ["last-modified", "younger than 2 d"]],
    ["b@d", undefined],
  ])("%s in a list", (line, expected) => expect<unknown>(splitRequirement(line)).toEqual(expected));
  test("an invalid regular expression is reported with a reason", () =>
    expect(parseRequirement("/(/")).toEqual({ wrong: expect.stringContaining("missing )") }));
});
