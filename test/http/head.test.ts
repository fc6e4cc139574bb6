import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import { HttpFailure } from "../../src/http/failures.ts";
import { framingOf } from "../../src/http/framing.ts";
import { openHeadReader, type ResponseHead } from "../../src/http/head.ts";
import { otherProtocol } from "../../src/http/sniff.ts";

const limits = { maxHeadBytes: 2000, maxInformational: 2 };
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** What a reader makes of pieces that arrive one after another. */
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
  test("as long as allowed", () => expect(read(long(2000)).head?.status).toBe(200));
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
    ["length", head(200, "content-LENGTH:  5 "), "GET", { kind: "length", bytes: 5 }],
    ["length 0", head(200, "Content-Length: 0"), "GET", { kind: "length", bytes: 0 }],
    ["the same length in a list", head(200, "Content-Length: 5, 5"), "GET", { kind: "length", bytes: 5 }],
    [
      "lengths that differ in a list",
      head(200, "Content-Length: 5, 6"),
      "GET",
      expect.objectContaining({ kind: "invalid" }),
    ],
    ["a sign", head(200, "Content-Length: +5"), "GET", expect.objectContaining({ kind: "invalid" })],
    ["hexadecimal", head(200, "Content-Length: 0x5"), "GET", expect.objectContaining({ kind: "invalid" })],
    ["empty", head(200, "Content-Length:"), "GET", expect.objectContaining({ kind: "invalid" })],
    [
      "beyond what counts exactly",
      head(200, "Content-Length: 99999999999999999999"),
      "GET",
      expect.objectContaining({ kind: "invalid" }),
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

describe("what speaks, by its first bytes", () => {
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
  test("nothing known", () => expect(otherProtocol(bytes("\xff\xfe\xfd"))).toBeUndefined());
});
