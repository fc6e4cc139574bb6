import { describe, expect, test } from "bun:test";
import { openBody } from "../../src/http/wire/body.ts";

/** Decoded content of a chunked body that arrives in pieces of `step` characters. */
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
  test("an endless line", () => expect(read("a".repeat(16_385), 100).state).toBe("malformed"));
  test("an endless trailer section", () => {
    expect(read(`0\r\n${"a: b\r\n".repeat(5000)}`, 1000).state).toBe("malformed");
  });
});

describe("the limits of chunks", () => {
  const state = (text: string) => read(text, text.length).state;

  const odd = (text: string) => {
    const reader = openBody({ kind: "chunked" });
    reader.push(Buffer.from(text));
    return reader.isOdd;
  };

  test("a size of 12 hexadecimal digits", () => {
    const sized = (zeros: number) => `${"0".repeat(zeros)}2\r\nhe\r\n0\r\n\r\n`;
    expect([state(sized(11)), odd(sized(11))]).toEqual(["whole", false]);
    expect([state(sized(12)), odd(sized(12))]).toEqual(["whole", true]);
  });

  test("a line of 16,384 bytes, with CR", () => {
    const extended = (length: number) => `2;${"e".repeat(length - 3)}\r\nhe\r\n0\r\n\r\n`;
    expect([state(extended(16_384)), odd(extended(16_384))]).toEqual(["whole", false]);
    expect([state(extended(16_385)), odd(extended(16_385))]).toEqual(["whole", true]);
    const second = (length: number) => `1\r\nh\r\n${extended(length)}`;
    expect([state(second(16_384)), state(second(16_385))]).toEqual(["whole", "malformed"]);
  });

  test.each([
    ["white space before it", " 2\r\nhe\r\n0\r\n\r\n", "he"],
    ["a sign before it", "+2\r\nhe\r\n0\r\n\r\n", "he"],
    ["0x before it", "0X2\r\nhe\r\n0\r\n\r\n", "he"],
    ["something behind it", "2 x\r\nhe\r\n0\r\n\r\n", "he"],
    ["blank lines from there on", "+2\r\nhe\r\n\r\n\r\n1\r\ny\r\n0\r\n\r\n", "hey"],
    ["no line end behind the data", "+2\r\nhe1\r\ny0\r\n\r\n", "hey"],
    ["minus nothing", "-0\r\n\r\n", ""],
    ["32 bits", "+0ffffffff\r\nhe", "he"],
  ])("an invalid first size is interpreted as by Firefox: %s", (_, text, content) => {
    const reader = openBody({ kind: "chunked" });
    expect(Buffer.concat(reader.push(Buffer.from(text))).toString()).toBe(content);
    expect([reader.isOdd, reader.state]).toEqual([true, text.startsWith("+0f") ? "open" : "whole"]);
  });

  test.each(["-2\r\n", "+100000000\r\n", " \r\n", "1\r\nh\r\n+1\r\n", "0\r\nA: b\r\n\r\n"])(
    "and is none for Firefox either, or right: %j",
    (text) => expect(state(text)).toBe(text.startsWith("0") ? "whole" : "malformed"),
  );

  test("a trailer section of 16,384 bytes, without line ends", () => {
    const trailers = (bytes: number) => {
      const lines = Array.from(
        { length: 8 },
        (_, n) => `A: ${"b".repeat(n === 0 ? bytes - 7 * 2003 - 4 : 2000)}`,
      );
      return `0\r\n${lines.join("\n")}\n\r\n`;
    };
    expect([state(trailers(16_383)), state(trailers(16_384)), state(trailers(16_385))]).toEqual([
      "whole",
      "whole",
      "malformed",
    ]);
  });

  test.each([
    ["the first digit", "x"],
    ["white space before one that is not the first", "1\r\nh\r\n 2"],
    ["something behind it", "1\r\nh\r\n2 x"],
    ["a sign in the middle", "1\r\nh\r\n2-2"],
    ["a chunk that goes on", "2\r\nhex"],
    ["a carriage return alone at its end, and more", "2\r\nhe\rx\n"],
  ])("an invalid chunk is reported at once: %s", (_name, text) => {
    expect(state(text)).toBe("malformed");
  });

  test("a long size line is read to its end before it is judged", () => {
    const bad = (length: number) => `1\r\nh\r\n2${" ".repeat(length - 2)}x`;
    expect([state(bad(15)), state(bad(16)), state(`${bad(16)}\n`)]).toEqual([
      "malformed",
      "open",
      "malformed",
    ]);
  });

  test.each(["2", "2 ", "2\t", "2;", "2;a", "2\r", "2\r\nhe\r", "0\r\nA"])(
    "and what can is waited for: %j",
    (text) => {
      expect(state(text)).toBe("open");
    },
  );
});

test.each([
  ["", "the last chunk"],
  ["2\r\nh", "1 bytes of a chunk"],
  ["2\r\nhe", "0 bytes of a chunk"],
  ["2\r\nhe\r\n", "the last chunk"],
  ["0\r\n", "the blank line after the last chunk"],
  ["0\r\nA: b\r\n", "the blank line after the last chunk"],
])("missing part of the chunks %j", (text, missing) => {
  const reader = openBody({ kind: "chunked" });
  reader.push(Buffer.from(text));
  expect(reader).toMatchObject({ missing, state: "open" });
});

test("missing part of other content, and the number of received bytes", () => {
  const counted = openBody({ kind: "length", bytes: 5 });
  counted.push(Buffer.from("he"));
  expect(counted).toMatchObject({ missing: "3 of 5 bytes", bytes: 2, state: "open" });
  expect(counted.push(Buffer.from("llo!!")).map(String)).toEqual(["llo"]);
  expect(counted).toMatchObject({ bytes: 5, extraBytes: 2, state: "whole" });
  const open = openBody({ kind: "close" });
  open.push(Buffer.from("he"));
  expect(open).toMatchObject({
    missing: "the end of the connection",
    bytes: 2,
    extraBytes: 0,
    state: "open",
  });
  const none = openBody({ kind: "none" });
  expect(none.state).toBe("whole");
  expect(none.push(Buffer.from("he"))).toEqual([]);
  expect(none).toMatchObject({ bytes: 0, extraBytes: 2 });
  const chunks = openBody({ kind: "chunked" });
  chunks.push(Buffer.from("3\r\nabc\r\n2\r\nd"));
  expect(chunks.bytes).toBe(4);
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

describe("chunks in any pieces", () => {
  const kinds: readonly (readonly [name: string, sent: string])[] = [
    ["of one byte", "1\r\nx\r\n".repeat(50)],
    ["with bare line feeds", "1\nx\n2\nyz\n".repeat(20)],
    ["with extensions", "1;a=b\r\nx\r\n3 ; c\r\nxyz\r\n".repeat(20)],
    ["of sizes in both cases, and with zeros in front", "0000000a\r\n0123456789\r\nA\r\n0123456789\r\n"],
    ["small, large and small", `2\r\nab\r\n7d0\r\n${"l".repeat(2000)}\r\n3\r\ncde\r\n`],
    ["whose sizes are none", "+2\nab\n0x1\nc\n\n\n"],
  ];
  for (const [name, sent] of kinds)
    test(`${name}: content and counts are the same`, () => {
      const bytes = Buffer.from(`${sent}0\r\nX-A: b\r\n\r\nextra`);
      const read = (size: number) => {
        const reader = openBody({ kind: "chunked" });
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size)
          pieces.push(...reader.push(bytes.subarray(at, at + size)));
        const { push: _, ...counts } = reader;
        return { ...counts, content: Buffer.concat(pieces).toString() };
      };
      const whole = read(bytes.length);
      expect(whole).toMatchObject({ state: "whole", extraBytes: 5, trailers: ["X-A: b"] });
      expect(whole.bytes + whole.framingBytes + whole.extraBytes).toBe(bytes.length);
      expect(whole.content).toHaveLength(whole.bytes);
      for (const size of [1, 2, 3, 7, 1023]) expect(read(size)).toEqual(whole);
    });

  test("one-byte chunks become one piece of content, also next to large ones", () => {
    const reader = openBody({ kind: "chunked" });
    const large = "l".repeat(1024);
    const pieces = reader.push(Buffer.from(`${"1\r\nx\r\n".repeat(1000)}400\r\n${large}\r\n1\r\ny\r\n`));
    expect(pieces.map(String)).toEqual([`${"x".repeat(1000)}${large}y`]);
  });
});
