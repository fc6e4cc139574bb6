import { describe, expect, test } from "bun:test";
import { compareReports } from "../../src/http/compare/compare.ts";
import { decodeHeaders } from "../../src/http/decode.ts";

const NOW = Date.UTC(2026, 10, 20);
const report = (...headers: string[]) => decodeHeaders({ headers, url: "https://a.test/" }, NOW);
const differences = (a: readonly string[], b: readonly string[]) =>
  compareReports(report("HTTP/1.1 200 OK", ...a), report("HTTP/1.1 200 OK", ...b));
const fields = (a: readonly string[], b: readonly string[]) =>
  differences(a, b).filter(({ kind }) => kind.startsWith("field-"));

describe("fields", () => {
  test("added, removed, changed", () => {
    expect(fields(["X-A: 1", "X-B: 1"], ["X-B: 2", "X-C: 3"])).toEqual([
      { kind: "field-removed", name: "x-a", a: "1" },
      { kind: "field-changed", name: "x-b", a: "1", b: "2" },
      { kind: "field-added", name: "x-c", b: "3" },
    ]);
  });
  test("cookies one by one", () => {
    expect(fields(["Set-Cookie: a=1", "Set-Cookie: b=1"], ["Set-Cookie: b=1", "Set-Cookie: a=2"])).toEqual([
      { kind: "field-changed", name: "set-cookie", a: "a=1", b: "a=2" },
    ]);
  });

  const volatile: [name: string, a: string, b: string, isVolatile: boolean][] = [
    ["a date", "Date: Sat, 21 Nov 2026 01:18:43 GMT", "Date: Sat, 21 Nov 2026 01:18:44 GMT", true],
    ["an age", "Age: 1", "Age: 2", true],
    ["a request id", "X-Request-Id: a", "X-Request-Id: b", true],
    [
      "a nonce",
      "Content-Security-Policy: script-src 'nonce-YWJj'",
      "Content-Security-Policy: script-src 'nonce-eHl6'",
      true,
    ],
    [
      "a policy",
      "Content-Security-Policy: script-src 'nonce-YWJj'",
      "Content-Security-Policy: script-src 'self'",
      false,
    ],
    ["a lifetime", "Cache-Control: max-age=60", "Cache-Control: max-age=3600", false],
    [
      "a UUID",
      "X-Node: 01234567-89ab-cdef-0123-456789abcdef",
      "X-Node: 11234567-89ab-cdef-0123-456789abcdef",
      true,
    ],
    [
      "a session",
      "Set-Cookie: id=a1b2c3d4e5f6a7b8c9d0e1f2; Path=/",
      "Set-Cookie: id=b1b2c3d4e5f6a7b8c9d0e1f2; Path=/",
      true,
    ],
  ];
  for (const [name, a, b, isVolatile] of volatile)
    test(`${name} ${isVolatile ? "is" : "is not"} volatile`, () =>
      expect(fields([a], [b]).map((each) => each.volatile === true)).toEqual([isVolatile]));
});

test("findings that are new and gone, with their severity", () => {
  const found = differences(["Age: 1"], ["Age: soon"]).filter(({ kind }) => kind.startsWith("finding-"));
  expect(found).toMatchObject([{ kind: "finding-new", severity: "error", field: "age" }]);
  const back = differences(["Age: soon"], ["Age: 1"]).filter(({ kind }) => kind.startsWith("finding-"));
  expect(back.map(({ kind }) => kind)).toEqual(["finding-gone"]);
});

test("status and chain", () => {
  const changed = compareReports(report("HTTP/1.1 200 OK"), report("HTTP/1.1 404 Not Found"));
  expect(changed).toContainEqual({ kind: "outcome-changed", name: "status", a: "200", b: "404" });
});

test("verdicts by their paths", () => {
  const changed = differences(['Clear-Site-Data: "cookies"'], ['Clear-Site-Data: "storage"']);
  expect(changed).toContainEqual({ kind: "verdict-changed", name: "clears.cookies", a: "true", b: "false" });
});

test("the same is the same", () => {
  const lines = ["Cache-Control: max-age=60", "Set-Cookie: a=b", "Age: 1"];
  expect(differences(lines, lines)).toEqual([]);
});
