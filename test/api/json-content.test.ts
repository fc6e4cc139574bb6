import { describe, expect, test } from "bun:test";
import { jsonContent } from "../../src/api/json-content.ts";

const read = (body: string, type: string | undefined = "application/json") =>
  jsonContent(
    new Request("http://localhost/", {
      method: "POST",
      body: new TextEncoder().encode(body),
      headers: type === undefined ? {} : { "content-type": type },
    }),
  );

describe("media types that are JSON", () => {
  test.each(["application/json", "APPLICATION/JSON ; charset=utf-8", "application/problem+json"])(
    "%s",
    async (type) => expect(await read("1", type)).toBe(1),
  );
  test.each([
    ["text/json", 'The request content must be application/json, not "text/json".'],
    ["application/json5", 'The request content must be application/json, not "application/json5".'],
    ["", "The request content must be application/json, not without a Content-Type."],
  ])("not %j", async (type, message) => {
    await expect(read("1", type)).rejects.toMatchObject({ code: "unsupported-media-type", message });
  });
});

test("invalid JSON is reported", async () => {
  await expect(read('{"a":')).rejects.toMatchObject({
    code: "invalid-json",
    message: "The request content is not valid JSON.",
  });
});

test("empty content is reported", async () => {
  await expect(read(" ")).rejects.toMatchObject({
    code: "invalid-json",
    message: "The request content is empty; JSON is expected.",
  });
});

test("half of a surrogate pair becomes U+FFFD, since it cannot be encoded", async () => {
  expect(await read(String.raw`["a\ud800b", {"c": "\uDFFF"}, "\ud83d\ude00"]`)).toEqual([
    "a\ufffdb",
    { c: "\ufffd" },
    "\u{1f600}",
  ]);
});

describe("nested at most 64 deep", () => {
  const deep = (open: string, close: string, levels: number) =>
    `${open.repeat(levels)}1${close.repeat(levels)}`;
  test.each([
    ["arrays", deep("[", "]", 64)],
    ["objects", deep('{"a":', "}", 64)],
    ["many beside one another", `[${"[],{},".repeat(100)}0]`],
    ["brackets in texts", JSON.stringify(["[".repeat(100), "{".repeat(100)])],
    ["behind a quote in a text", JSON.stringify([`"${"[".repeat(100)}`])],
    ["behind a backslash at the end of a text", `["\\\\",${JSON.stringify("[".repeat(100))}]`],
  ])("%s", async (_, text) => expect(await read(text)).toEqual(JSON.parse(text)));

  test.each([
    ["arrays", deep("[", "]", 65)],
    ["objects", deep('{"a":', "}", 65)],
    ["both", deep('[{"a":', "}]", 33)],
    ["closing brackets in texts", `["]}]}",${deep("[", "]", 64)}]`],
    ["behind a backslash at the end of a text", `["\\\\",${deep("[", "]", 64)}]`],
  ])("one more is refused: %s", async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: "invalid-json",
      message: "The request content is nested deeper than 64 levels.",
    });
  });
});
