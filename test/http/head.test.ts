import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import { framingOf } from "../../src/http/wire/framing.ts";
import { openHeadReader, otherProtocol, type ResponseHead } from "../../src/http/wire/head.ts";

const limits = { maxHeadBytes: 2000, maxInformational: 2 };
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** Result of a head reader for pieces that arrive in order. */
function read(...pieces: string[]): {
  head?: ResponseHead;
  rest?: string;
  interim: number;
  failure?: string;
} {
  const reader = openHeadReader(limits);
  try {
    for (const [index, piece] of pieces.entries()) {
      const done = reader.push(bytes(piece));
      if (!done) continue;
      const rest = Buffer.from(done.rest).toString("latin1") + pieces.slice(index + 1).join("");
      return { head: done.head, rest, interim: reader.interim.length };
    }
  } catch (error) {
    if (error instanceof HttpFailure) return { failure: error.code, interim: reader.interim.length };
    throw error;
  }
  return { interim: reader.interim.length };
}

describe("the same bytes in any pieces", () => {
  const texts = [
    "HTTP/1.1 200 OK\r\nA: 1\r\nB: caf\xc3\xa9\r\n\r\nrest\r\n\r\n",
    "\r\n\nHTTP/1.0 404\nA: 1\n\nrest",
    "HTTP/1.1 103 Early\r\nLink: <a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /\xe9\r\n\r\n",
    `HTTP/1.1 200 OK\r\nA: ${"a".repeat(1500)}\r\nB: 2\r\n\r\nrest`,
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTX/1.1 200 OK\r\n\r\n",
  ];
  for (const [number, text] of texts.entries())
    test(`text ${number + 1}`, () => {
      const whole = read(text);
      for (let cut = 1; cut < text.length; cut++)
        expect(read(text.slice(0, cut), text.slice(cut))).toEqual(whole);
      expect(read(...text)).toEqual(whole);
      expect(whole.head !== undefined || whole.failure !== undefined).toBe(true);
    });
});

describe("limits", () => {
  const long = (length: number) => `HTTP/1.1 200 OK\r\nA: ${"a".repeat(length - 24)}\r\n\r\n`;
  test("maximum length", () => expect(read(long(2000)).head?.status).toBe(200));
  test("one byte more", () => expect(read(long(2001)).failure).toBe("head-too-large"));
  test("in small pieces", () =>
    expect(read(...(long(2001).match(/.{1,7}/gs) ?? [])).failure).toBe("head-too-large"));
  test("interim responses count", () => {
    const interim = `HTTP/1.1 103 Early\r\nA: ${"a".repeat(900)}\r\n\r\n`;
    expect(read(interim + interim, `HTTP/1.1 200 OK\r\nA: ${"a".repeat(200)}\r\n\r\n`).failure).toBe(
      "head-too-large",
    );
  });
  test("too many interim responses", () => {
    expect(read("HTTP/1.1 100 Continue\r\n\r\n".repeat(2)).failure).toBeUndefined();
    expect(read("HTTP/1.1 100 Continue\r\n\r\n".repeat(3)).failure).toBe("too-many-informational");
  });
});

describe("flaws of a header section", () => {
  const reading = (text: string, most = limits) => {
    const reader = openHeadReader(most);
    try {
      return reader.push(bytes(text))?.head;
    } catch (error) {
      if (error instanceof HttpFailure) return `${error.code}: ${error.message}`;
      throw error;
    }
  };

  test("9,999 fields are read, more are not", () => {
    const most = { maxHeadBytes: 1_000_000, maxInformational: 2 };
    const fields = (count: number) => reading(`HTTP/1.1 200 OK\r\n${"a:b\r\n".repeat(count)}\r\n`, most);
    expect(fields(9999)).toMatchObject({ status: 200 });
    expect(fields(10_000)).toBe(
      "head-too-large: The header section has more than 10000 lines, so reading stopped.",
    );
  });

  test("whether it is too long or has too many fields", () => {
    expect(reading(`HTTP/1.1 200 OK\r\nA: ${"a".repeat(2000)}`)).toBe(
      "head-too-large: The header section is longer than 2000 bytes, so reading stopped.",
    );
    expect(reading("HTTP/1.1 199 A\r\n\r\n".repeat(3))).toBe(
      "too-many-informational: The server sent more than 2 interim (1xx) responses and no final one.",
    );
  });

  const status = (first: string) =>
    `malformed-status-line: The status line "${first}" is malformed; a valid one is HTTP/1.1 200 OK.`;
  test.each([
    ["HTTP/1.1 20 OK", status("HTTP/1.1 20 OK")],
    ["HTTP/1.1 099 No", status("HTTP/1.1 099 No")],
    ["HTTP/1.1 2000 OK", status("HTTP/1.1 2000 OK")],
    ["HTTP/1.1 caf\xe9\t~", status("HTTP/1.1 caf??~")],
    [`HTTP/1.1 ${"x".repeat(51)}`, status(`HTTP/1.1 ${"x".repeat(51)}`)],
    [`HTTP/1.1 ${"x".repeat(52)}`, status(`HTTP/1.1 ${"x".repeat(51)}…`)],
    ["SSH-2.0-x", "not-http: The server answered with something that is not HTTP: it looks like SSH."],
    ["\xff\xfe", "not-http: The server answered with something that is not HTTP."],
    ["HTTP/", undefined],
    ["HTT", undefined],
  ])("%j", (first, told) => {
    const read = reading(first.length < 6 ? first : `${first}\r\n\r\n`);
    // A result with a refusal: the first line is invalid, and the rest was still read, since browsers may
    // show it.
    const refusal = typeof read === "object" ? read.refusal : undefined;
    expect<unknown>(refusal ? `${refusal.code}: ${refusal.message}` : read).toBe(told);
  });

  test.each([
    ["HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "OK", []],
    ["HTTP/1.0 999\r\n\r\n", "", []],
    ["HTTP/1.1 200\t Fine \r\n\r\n", "Fine", []],
    ["HTTP/1.1  101 Switching\r\n\r\n", "Switching", []],
    ["HTTP/2 200 \xc3\xa9\r\n\r\n", "é", ["unknown-http-version"]],
    ["HTTP/0.9 200 OK\r\n\r\n", "OK", ["unknown-http-version"]],
    ["\r\nHTTP/1.1 200 OK\r\n\r\n", "OK", ["blank-line-before-status"]],
    ["HTTP/1.1 200 OK\nA: b\r\n\r\n", "OK", ["bare-line-feed"]],
    ["HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", "OK", ["bare-carriage-return"]],
    ["HTTP/1.1 200 OK\r\nA: \0\r\n\r\n", "OK", ["nul-in-head"]],
    ["HTTP/1.1 200 OK\r\nHTTP/1.1 301 Moved\r\n\r\n", "OK", ["second-status-line"]],
  ] as const)("reason phrase and flaws of %j", (text, reason, flaws) => {
    expect(reading(text)).toMatchObject({ reason, flaws: [...flaws] });
  });

  test("values are UTF-8 if valid, otherwise one character per byte", () => {
    const head = reading("HTTP/1.1 200 caf\xe9\r\nA: caf\xc3\xa9\r\nB: caf\xe9\r\nC: a\rb\r\n\r\n");
    if (typeof head !== "object") throw new Error(head);
    expect(head.reason).toBe("caf\xe9");
    expect(head.lines.map(({ value, octets = false }) => [value, octets])).toEqual([
      ["café", false],
      ["caf\xe9", true],
      ["a b", false],
    ]);
  });

  test("flaws of an interim response are separate", () => {
    const reader = openHeadReader(limits);
    const done = reader.push(bytes("\r\nHTTP/1.1 103 Early\n\nHTTP/1.1 200 OK\r\n\r\nrest"));
    expect(reader.interim[0]?.flaws).toEqual(["blank-line-before-status", "bare-line-feed"]);
    expect([done?.head.flaws, done?.rest.length]).toEqual([[], 4]);
  });

  test("the part of an incomplete head", () => {
    const unfinished = (text: string) => {
      const reader = openHeadReader(limits);
      reader.push(bytes(text));
      const head = reader.unfinished();
      return head && [head.status, head.lines.length];
    };
    expect(unfinished("HTTP/1.1 200 OK\r\nA: b\r\nC: d")).toEqual([200, 1]);
    expect(unfinished("HTTP/1.1 200 OK\r\n")).toEqual([200, 0]);
    expect(unfinished("HTTP/1.1 20 OK\r\nA: b\r\n")).toBeUndefined();
    expect(unfinished("HTTP/1.1 200 OK")).toBeUndefined();
    expect(unfinished("")).toBeUndefined();
  });

  test("a line longer than one search step is complete, in any pieces", () => {
    for (const length of [1023, 1024, 1025, 1500])
      for (const step of [1, 100, 1024]) {
        const line = `A: ${"a".repeat(length)}`;
        const reader = openHeadReader({ maxHeadBytes: 4000, maxInformational: 2 });
        const text = bytes(`HTTP/1.1 200 OK\r\n${line}\r\n\r\nrest`);
        let done: ReturnType<typeof reader.push>;
        for (let at = 0; !done; at += step) done = reader.push(text.subarray(at, at + step));
        expect([length, step, done.head.lines[0]?.value.length]).toEqual([length, step, length]);
      }
  });
});

describe("framing (RFC 9112 section 6.3)", () => {
  const head = (status: number, ...lines: string[]): ResponseHead => ({
    httpVersion: "1.1",
    status,
    reason: "",
    lines: readFieldLines(lines),
    flaws: [],
  });
  const rows: [name: string, head: ResponseHead, method: string, framing: object][] = [
    ["HEAD", head(200, "Content-Length: 5"), "HEAD", { kind: "none" }],
    ["204", head(204, "Content-Length: 5"), "GET", { kind: "none" }],
    ["304", head(304, "Transfer-Encoding: chunked"), "GET", { kind: "none" }],
    ["199", head(199, "Content-Length: 5"), "GET", { kind: "none" }],
    ["200", head(200, "Content-Length: 5"), "GET", { kind: "length", bytes: 5 }],
    ["205", head(205, "Content-Length: 5"), "GET", { kind: "length", bytes: 5 }],
    [
      "the same length twice",
      head(200, "Content-Length: 5", "Content-Length: 5"),
      "GET",
      { kind: "length", bytes: 5 },
    ],
    [
      "as many digits as count",
      head(200, "Content-Length: 999999999999999"),
      "GET",
      { kind: "length", bytes: 999_999_999_999_999 },
    ],
    ["one more", head(200, "Content-Length: 1000000000000000"), "GET", { kind: "length", bytes: 1e15 }],
    [
      "many lengths",
      head(200, "Content-Length: 1, 2, 3, 4, 5"),
      "GET",
      { kind: "invalid", why: "Content-Length is given as 1, 2, 3 and 2 more" },
    ],
    [
      "three lengths",
      head(200, "Content-Length: 1, 2, 3"),
      "GET",
      { kind: "invalid", why: "Content-Length is given as 1, 2, 3" },
    ],
    ["an empty coding", head(200, "Transfer-Encoding:"), "GET", { kind: "close" }],
    ["length", head(200, "content-LENGTH:  5 "), "GET", { kind: "length", bytes: 5 }],
    ["length 0", head(200, "Content-Length: 0"), "GET", { kind: "length", bytes: 0 }],
    ["the same length in a list", head(200, "Content-Length: 5, 5"), "GET", { kind: "length", bytes: 5 }],
    [
      "lengths that differ in a list",
      head(200, "Content-Length: 5, 6"),
      "GET",
      expect.objectContaining({ kind: "invalid" }),
    ],
    ["a sign", head(200, "Content-Length: +5"), "GET", { kind: "close" }],
    ["hexadecimal", head(200, "Content-Length: 0x5"), "GET", { kind: "close" }],
    ["empty", head(200, "Content-Length:"), "GET", { kind: "close" }],
    [
      "beyond what browsers count",
      head(200, "Content-Length: 99999999999999999999"),
      "GET",
      { kind: "close" },
    ],
    ["chunked", head(200, "Transfer-Encoding: Chunked"), "GET", { kind: "chunked" }],
    ["chunked last", head(200, "Transfer-Encoding: gzip, chunked"), "GET", { kind: "chunked" }],
    [
      "chunked not last",
      head(200, "Transfer-Encoding: chunked, gzip", "Content-Length: 5"),
      "GET",
      { kind: "close" },
    ],
    ["both", head(200, "Content-Length: 5", "Transfer-Encoding: chunked"), "GET", { kind: "chunked" }],
    ["neither", head(200), "GET", { kind: "close" }],
  ];
  for (const [name, response, method, framing] of rows)
    test(name, () => expect<object>(framingOf(response, method)).toEqual(framing));
});

describe("protocol by the first bytes", () => {
  const rows: [text: string, protocol: string][] = [
    ["SSH-2.0-OpenSSH_9.9\r\n", "SSH"],
    ["220 (vsFTPd 3.0.5)\r\n", "FTP"],
    ["220 mail.example ESMTP Postfix\r\n", "SMTP or FTP"],
    ["+OK Dovecot ready.\r\n", "POP3"],
    ["* OK [CAPABILITY IMAP4rev1] ready\r\n", "IMAP"],
    ["RFB 003.008\n", "VNC"],
    ["-ERR unknown command\r\n", "Redis"],
    ["\x15\x03\x01\x00\x02\x02\x46", "TLS"],
    ["\x4a\x00\x00\x00\x0a8.0.36\x00", "MySQL"],
    ["<!DOCTYPE html>", "content without a header section, as in HTTP/0.9"],
  ];
  for (const [text, protocol] of rows)
    test(protocol, () => expect(otherProtocol(bytes(text))).toHaveProperty("name", protocol));
  test("unknown bytes", () => expect(otherProtocol(bytes("\xff\xfe\xfd"))).toBeUndefined());
});

test("bytes of an odd head are counted from its start, after an interim response", () => {
  const { head } = read(
    "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n",
    "\r\nhttp/1.1 200 OK\r\nA: b\r\n\r\n",
  );
  expect(head?.start).toEqual({ line: "http/1.1 200 OK", before: 2, headBytes: 27, firstTwoLines: 25 });
});
