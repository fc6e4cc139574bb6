import { describe, expect, test } from "bun:test";
import { parseMessage, readFieldLines, receivedMessage } from "../../src/headers/message.ts";

const pairs = (lines: readonly string[]) => parseMessage(lines).lines.map(({ name, value }) => [name, value]);

describe("field lines", () => {
  const cases: readonly (readonly [
    what: string,
    lines: readonly string[],
    expected: readonly (readonly string[])[],
  ])[] = [
    ["plain", ["Age: 60"], [["age", "60"]]],
    ["no space", ["Age:60"], [["age", "60"]]],
    ["tabs and spaces around", ["Age:\t 60 \t"], [["age", "60"]]],
    ["colon in the value", ["Location: https://a.example/"], [["location", "https://a.example/"]]],
    [
      "empty value",
      ["X-A:", "X-B: 1"],
      [
        ["x-a", ""],
        ["x-b", "1"],
      ],
    ],
    [
      "one string with CRLF",
      ["A: 1\r\nB: 2\r\n\r\n"],
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "one string with LF",
      ["A: 1\nB: 2"],
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["folded", ["A: 1,", "\t2"], [["a", "1, 2"]]],
    ["status line first", ["HTTP/1.1 200 OK", "A: 1"], [["a", "1"]]],
    [
      "duplicates stay apart",
      ["A: 1", "a: 2"],
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["body of curl -i", ["HTTP/1.1 200 OK\r\nA: 1\r\n\r\n<p>B: 2</p>\r\n"], [["a", "1"]]],
    ["last block of curl -iL", ["HTTP/1.1 301 Moved\nA: 1\n\nHTTP/2 200\nB: 2\n\nbody: x"], [["b", "2"]]],
    [
      "curl -v",
      ["* Connected\n> GET / HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 200 OK\n< A: 1\n<\n{ [5 bytes]"],
      [["a", "1"]],
    ],
    [
      "name and value on alternate lines",
      ["content-type:\ntext/html\ndate:\nFri, 20 Nov 2026 10:00:00 GMT"],
      [
        ["content-type", "text/html"],
        ["date", "Fri, 20 Nov 2026 10:00:00 GMT"],
      ],
    ],
    ["pseudo field", [":status: 204", "a: 1"], [["a", "1"]]],
    ["no colon", ["nonsense"], [["nonsense", ""]]],
    ["nothing", [""], []],
  ];
  for (const [what, lines, expected] of cases)
    test(what, () => expect<unknown>(pairs(lines)).toEqual(expected));
});

describe("status line", () => {
  const cases = [
    ["HTTP/1.1 301 Moved Permanently", { status: 301, reason: "Moved Permanently", httpVersion: "1.1" }],
    ["HTTP/1.0 200", { status: 200, reason: "", httpVersion: "1.0" }],
    ["HTTP/2 404", { status: 404, reason: "", httpVersion: "2" }],
    ["http/2.0 200 OK", { status: 200, reason: "OK", httpVersion: "2" }],
  ] as const;
  for (const [line, expected] of cases)
    test(line, () => expect(parseMessage([line, "A: 1"])).toMatchObject(expected));

  test("known facts take precedence", () => {
    expect(parseMessage(["HTTP/1.1 200 OK"], { status: 404 }).status).toBe(404);
  });
  test("unknown facts stay absent", () => {
    expect(parseMessage(["A: 1"])).not.toContainKeys(["status", "url", "method", "request", "receivedAt"]);
  });
});

test("flaws are kept", () => {
  const flaws = (line: string) => parseMessage([line]).lines[0]?.flaws;
  expect(flaws("A : 1")).toEqual(["space-before-colon"]);
  expect(flaws("A b: 1")).toEqual(["bad-name"]);
  expect(flaws("nonsense")).toEqual(["no-colon"]);
  expect(parseMessage(["A: 1", " 2"]).lines[0]?.flaws).toEqual(["folded"]);
});

test("a value folded a hundred thousand times takes linear time", () => {
  const { lines } = receivedMessage(["A: 1", ...Array.from({ length: 100_000 }, () => " 2"), "B: 3"]);
  expect(lines.map(({ name, flaws }) => [name, flaws])).toEqual([
    ["a", ["folded"]],
    ["b", []],
  ]);
  expect(lines[0]?.value).toHaveLength(200_001);
});

test("request fields are grouped by lower-case name", () => {
  const { request } = parseMessage([], { requestHeaders: ["Accept: a", "ACCEPT: b", "Host: x"] });
  expect(request?.get("accept")).toEqual(["a", "b"]);
});

test("a line has octets only if it is not UTF-8", () => {
  const read = readFieldLines([{ text: "A: \u00e9", octets: true }, { text: "B: c", octets: false }, "C: d"]);
  expect(read.map(({ octets }) => octets)).toEqual([true, undefined, undefined]);
});
