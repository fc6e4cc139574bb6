import { describe, expect, test } from "bun:test";
import { openBody } from "../../src/http/body.ts";

/** What a reader makes of chunked text, whole and byte by byte. */
function read(text: string, step: number) {
  const reader = openBody({ kind: "chunked" });
  const bytes = Buffer.from(text, "latin1");
  let content = "";
  for (let at = 0; at < bytes.length; at += step)
    for (const piece of reader.push(bytes.subarray(at, at + step)))
      content += Buffer.from(piece).toString("latin1");
  const { state, extraBytes, extensions, trailers } = reader;
  return { content, state, extraBytes, extensions, trailers };
}

const plain = { state: "whole", extraBytes: 0, extensions: 0, trailers: [] as string[] };
const rows: [name: string, text: string, result: object][] = [
  ["chunks", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", { ...plain, content: "hello" }],
  ["hexadecimal", "A\r\n0123456789\r\n0\r\n\r\n", { ...plain, content: "0123456789" }],
  ["bare LF", "2\nhe\n0\n\n", { ...plain, content: "he" }],
  ["padded sizes", "2   \r\nhe\r\n0  \r\n\r\n", { ...plain, content: "he" }],
  ["extensions", '2;a=b\r\nhe\r\n0;c="d"\r\n\r\n', { ...plain, content: "he", extensions: 2 }],
  [
    "trailers",
    "0\r\nX-Sum: 1\r\nX-B: 2\r\n\r\n",
    { ...plain, content: "", trailers: ["X-Sum: 1", "X-B: 2"] },
  ],
  ["bytes after the end", "0\r\n\r\nHTTP", { ...plain, content: "", extraBytes: 4 }],
  ["no last CRLF", "2\r\nhe\r\n0\r\n", { ...plain, content: "he", state: "open" }],
  ["no chunks at all", "<html>", { ...plain, content: "", state: "malformed" }],
  ["no chunks, with a line end", "<html>\n", { ...plain, content: "", state: "malformed" }],
  ["a chunk longer than its size", "2\r\nhello\r\n", { ...plain, content: "he", state: "malformed" }],
  ["a negative size", "-2\r\nhe", { ...plain, content: "", state: "malformed" }],
  ["a size beyond numbers", "fffffffffffffffff\r\n", { ...plain, content: "", state: "malformed" }],
];

describe("chunked content", () => {
  for (const [name, text, result] of rows)
    test(name, () => {
      expect(read(text, text.length)).toEqual(result as ReturnType<typeof read>);
      expect({ ...read(text, 1), extraBytes: 0 }).toEqual({ ...result, extraBytes: 0 } as ReturnType<
        typeof read
      >);
    });
  test("a line without end", () => expect(read("a".repeat(5000), 100).state).toBe("malformed"));
  test("an endless trailer section", () => {
    expect(read(`0\r\n${"a: b\r\n".repeat(5000)}`, 1000).state).toBe("malformed");
  });
});

describe("content of a known length", () => {
  for (const [sent, state, extraBytes] of [
    ["hell", "open", 0],
    ["hello", "whole", 0],
    ["hello!", "whole", 1],
  ] as const)
    test(sent, () => {
      const reader = openBody({ kind: "length", bytes: 5 });
      reader.push(Buffer.from(sent));
      expect(reader).toMatchObject({ state, extraBytes, bytes: Math.min(5, sent.length) });
    });
});
