import { describe, expect, test } from "bun:test";
import { flag, type Parameter, readQuery, text, word } from "../../src/api/endpoint.ts";
import { NetlensError } from "../../src/api/errors.ts";

const must: Parameter<string, true> = {
  ...text("", ""),
  required: true,
  missing: () => new NetlensError("invalid-url", "url is missing."),
};
const all: Parameter<readonly string[], false> = { ...text("", ""), required: false, read: (given) => given };
const query = { name: text("", ""), word: word("", "json", "HAR"), flag: flag(""), all };

describe("the query", () => {
  test.each([
    ["http://a/", {}],
    ["http://a/?", {}],
    ["http://a/?name=b%20c&x=1", { name: "b c" }],
    ["http://a/?name=1&name=2", { name: "1" }],
    ["http://a/?all=1&all=2", { all: ["1", "2"] }],
    ["http://a/?word=Har&flag=true", { word: "HAR", flag: true }],
    ["http://a/?word=JSON&flag=false", { word: "json", flag: false }],
    ["http://a/?name=", { name: "" }],
  ])("%s", (url, values) => expect(readQuery(url, query) as object).toEqual(values));

  test("may come as parameters already", () =>
    expect(readQuery(new URLSearchParams("name=b"), query)).toEqual({ name: "b" }));

  test.each([
    ["word=xml", "invalid-param", 'word must be one of json, HAR, not "xml".'],
    ["word=", "invalid-param", 'word must be one of json, HAR, not "".'],
    ["flag=1", "invalid-param", 'flag must be true or false, not "1".'],
    ["flag=True", "invalid-param", 'flag must be true or false, not "True".'],
  ])("refuses %s", (given, code, message) => {
    expect(() => readQuery(`http://a/?${given}`, query)).toThrow(expect.objectContaining({ code, message }));
  });

  test.each(["http://a/", "http://a/?", "http://a/?name=b"])("wants what is required: %s", (url) =>
    expect(() => readQuery(url, { must })).toThrow(
      expect.objectContaining({ code: "invalid-url", message: "url is missing." }),
    ),
  );
  test("takes what is required", () =>
    expect(readQuery("http://a/?must=1", { must, ...query })).toEqual({ must: "1" }));
});
