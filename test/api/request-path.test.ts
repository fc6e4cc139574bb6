import { describe, expect, test } from "bun:test";
import { pathOf, restOfPath } from "../../src/api/request-path.ts";

test.each([
  ["http://a/", "/"],
  ["http://a/b/c", "/b/c"],
  ["http://a/b?c=/d", "/b"],
  ["http://a/?", "/"],
  ["https://a.example:80//b?c?d", "//b"],
])("the path of %s", (url, path) => expect(pathOf(url)).toBe(path));

describe("what follows a prefix", () => {
  const rest = (path: string) => restOfPath(`http://a${path}`, "/v1/x/", "thing", "invalid-param");
  test.each([
    ["/v1/x/b", "b"],
    ["/v1/x/", ""],
    ["/v1/x/b/c?d", "b/c"],
    ["/v1/x/%41%2F%c3%a4", "A/ä"],
    ["/v1/x/%2541", "%41"],
  ])("%s", (path, expected) => expect(rest(path)).toBe(expected));
  test.each(["/v1/x/%", "/v1/x/%zz", "/v1/x/%ff"])("%s is refused", (path) =>
    expect(() => rest(path)).toThrow(
      expect.objectContaining({
        code: "invalid-param",
        message: "The thing in the path has a % that does not begin a percent-encoded byte of UTF-8.",
      }),
    ),
  );
});
