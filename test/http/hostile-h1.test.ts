import { describe, expect, test } from "bun:test";
import type net from "node:net";
import zlib from "node:zlib";
import { type LookupOptions, lookupHttp } from "../../src/http/lookup.ts";
import { rawServer, reset, send, settingsFor, tcpServer, testSettings } from "./servers.ts";
import { cut, type Summary, summarise, whole } from "./summary.ts";

interface Scenario {
  readonly name: string;
  /** Bytes to send, or a function that handles the connection. */
  readonly answer: string | ((socket: net.Socket) => void);
  /** Sends the answer before the request arrives. */
  readonly early?: boolean;
  readonly options?: LookupOptions;
  readonly step: Summary;
}

const later = (work: () => void) => setTimeout(work, 30);
const OK = { status: 200, message: "OK" } as const;

const fields600 = Array.from({ length: 600 }, (_, index) => `X-Field-${index}: ${index}`);
const million = Buffer.alloc(20_000_000);
const bombs = {
  gzip: zlib.gzipSync(million),
  deflate: zlib.deflateSync(million),
  br: zlib.brotliCompressSync(million),
  zstd: zlib.zstdCompressSync(million),
};
const plain = Buffer.from("hello ".repeat(200));

const encoded = (coding: string, content: Uint8Array) => (socket: net.Socket) => {
  send(socket, `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${content.length}\r\n\r\n`);
  send(socket, content);
};

function endless(socket: net.Socket, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once("drain", write);
  };
  write();
}

const wellFormed: Scenario[] = [
  {
    name: "length",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    step: { ...OK, fields: ["Content-Length: 5"], body: whole(5) },
  },
  {
    name: "chunks",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: whole(5) },
  },
  {
    name: "chunk extensions and trailers",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: { ...whole(5), extensions: 1 } },
  },
  {
    name: "padded chunk sizes",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5   \r\nhello\r\n0 \r\n\r\n",
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: whole(5) },
  },
  {
    name: "bytes after chunked content",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200 OK",
    step: {
      ...OK,
      fields: ["Transfer-Encoding: chunked"],
      body: whole(5),
      problems: ["bytes-after-content"],
    },
  },
  {
    name: "chunks without the blank line at the end",
    answer: (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"),
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "an event stream that never ends",
    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n",
    step: { ...OK, fields: ["Content-Type: text/event-stream"], body: cut(9) },
  },
  {
    name: "until the connection closes",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nhello"),
    step: { ...OK, body: whole(5) },
  },
  {
    name: "HTTP/1.0",
    answer: (socket) => socket.end("HTTP/1.0 200 Fine\r\n\r\nhello"),
    step: { status: 200, message: "Fine", version: "1.0", body: whole(5) },
  },
  {
    name: "no reason phrase: the registered one",
    answer: "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n",
    step: { status: 404, message: "Not Found", fields: ["Content-Length: 0"] },
  },
  {
    name: "unregistered status",
    answer: "HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n",
    step: { status: 799, message: "Odd", fields: ["Content-Length: 0"] },
  },
  {
    name: "204 without content",
    answer: "HTTP/1.1 204 No Content\r\n\r\n",
    step: { status: 204, message: "No Content" },
  },
  {
    name: "304 with a length and without content",
    answer: "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
    step: { status: 304, message: "Not Modified", fields: ["Content-Length: 5"] },
  },
  {
    name: "HEAD",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
    options: { method: "HEAD" },
    step: { ...OK, fields: ["Content-Length: 5"] },
  },
  {
    name: "sent case, order and duplicates",
    answer:
      "HTTP/1.1 200 OK\r\nset-COOKIE: b=2\r\nX-B: 1\r\nSet-Cookie: a=1\r\nx-b: 2\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["set-COOKIE: b=2", "X-B: 1", "Set-Cookie: a=1", "x-b: 2", "Content-Length: 0"] },
  },
  {
    name: "outer white space of a value",
    answer: "HTTP/1.1 200 OK\r\nX-A: \t a b \t\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["X-A: a b", "Content-Length: 0"] },
  },
  {
    name: "one 103",
    answer:
      "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["Content-Length: 0"], early: 1 },
  },
  {
    name: "100 is not an early response",
    answer: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["Content-Length: 0"] },
  },
  {
    name: "byte by byte",
    answer: (socket) => drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
    step: { ...OK, fields: ["Content-Length: 2"], body: whole(2) },
  },
  {
    name: "gzip",
    answer: encoded("gzip", zlib.gzipSync(plain)),
    step: { ...OK, ...codingOf("gzip", zlib.gzipSync(plain)) },
  },
  {
    name: "br",
    answer: encoded("br", zlib.brotliCompressSync(plain)),
    step: { ...OK, ...codingOf("br", zlib.brotliCompressSync(plain)) },
  },
  {
    name: "zstd",
    answer: encoded("zstd", zlib.zstdCompressSync(plain)),
    step: { ...OK, ...codingOf("zstd", zlib.zstdCompressSync(plain)) },
  },
  {
    name: "deflate without its zlib wrapper",
    answer: encoded("deflate", zlib.deflateRawSync(plain)),
    step: { ...OK, ...codingOf("deflate", zlib.deflateRawSync(plain)) },
  },
  {
    name: "two codings",
    answer: encoded("br, gzip", zlib.gzipSync(zlib.brotliCompressSync(plain))),
    step: { ...OK, ...codingOf("br, gzip", zlib.gzipSync(zlib.brotliCompressSync(plain))) },
  },
];

function codingOf(coding: string, content: Uint8Array): Partial<Summary> {
  return {
    fields: [`Content-Encoding: ${coding}`, `Content-Length: ${content.length}`],
    body: { wireBytes: content.length, decodedBytes: plain.length, encoding: coding, truncated: false },
  };
}

async function drip(socket: net.Socket, text: string): Promise<void> {
  for (const byte of text) {
    socket.write(byte);
    await Bun.sleep(1);
  }
}

const oddHeads: Scenario[] = [
  {
    name: "LF alone",
    answer: "HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 2\n\nhi",
    step: { ...OK, fields: ["X-A: 1", "Content-Length: 2"], body: whole(2), problems: ["bare-line-feed"] },
  },
  {
    name: "CR inside a line",
    answer: "HTTP/1.1 200 OK\r\nX-A: 1\r2\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["X-A: 1 2", "Content-Length: 0"], problems: ["bare-carriage-return"] },
  },
  {
    name: "NUL in a value",
    answer: "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["X-A: a\0b", "Content-Length: 0"], problems: ["nul-in-head"] },
  },
  {
    name: "latin-1 in a value",
    answer: "HTTP/1.1 200 OK\r\nX-A: caf\xe9\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["X-A: café", "Content-Length: 0"] },
  },
  {
    name: "UTF-8 in a value",
    answer: "HTTP/1.1 200 OK\r\nX-A: caf\xc3\xa9\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, fields: ["X-A: café", "Content-Length: 0"] },
  },
  {
    name: "odd bytes in a field name",
    answer: "HTTP/1.1 200 OK\r\nX (A): 1\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["X (A): 1", "Content-Length: 2"], body: whole(2) },
  },
  {
    name: "space before the colon",
    answer: "HTTP/1.1 200 OK\r\nX-A : 1\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["X-A: 1", "Content-Length: 2"], body: whole(2) },
  },
  {
    name: "a line without a colon",
    answer: "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["nonsense: ", "Content-Length: 2"], body: whole(2) },
  },
  {
    name: "obsolete folding",
    answer: "HTTP/1.1 200 OK\r\nX-A: 1\r\n  2\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["X-A: 1 2", "Content-Length: 2"], body: whole(2) },
  },
  {
    name: "two status lines",
    answer: "HTTP/1.1 200 OK\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["Content-Length: 2"], body: whole(2), problems: ["second-status-line"] },
  },
  {
    name: "blank lines first",
    answer: "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
    step: { ...OK, fields: ["Content-Length: 2"], body: whole(2), problems: ["blank-line-before-status"] },
  },
  {
    name: "HTTP/1.7",
    answer: "HTTP/1.7 200 OK\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, version: "1.7", fields: ["Content-Length: 0"], problems: ["unknown-http-version"] },
  },
  {
    name: "HTTP/2 in a status line",
    answer: "HTTP/2 200\r\nContent-Length: 0\r\n\r\n",
    step: { ...OK, version: "2", fields: ["Content-Length: 0"], problems: ["unknown-http-version"] },
  },
  {
    name: "600 fields",
    answer: `HTTP/1.1 200 OK\r\n${fields600.join("\r\n")}\r\nContent-Length: 2\r\n\r\nhi`,
    step: {
      ...OK,
      fields: [...fields600, "Content-Length: 2"],
      body: whole(2),
      problems: ["fields-too-many"],
    },
  },
  {
    name: "a field of 60 kB",
    answer: `HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(60_000)}\r\nContent-Length: 0\r\n\r\n`,
    step: { ...OK, fields: [`X-A: ${"a".repeat(60_000)}`, "Content-Length: 0"] },
  },
  {
    name: "101 without having been asked",
    answer: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    step: {
      status: 101,
      message: "Switching Protocols",
      fields: ["Upgrade: websocket", "Connection: Upgrade"],
      problems: ["unexpected-upgrade"],
    },
  },
];

const noResponse: Scenario[] = [
  {
    name: "closes",
    answer: (socket) => socket.end(),
    step: { status: 0, version: "", error: "request/closed-without-response" },
  },
  {
    name: "resets",
    answer: reset,
    step: { status: 0, version: "", error: "request/reset-without-response" },
  },
  {
    name: "says nothing",
    answer: () => {},
    step: { status: 0, version: "", error: "head/head-timeout" },
  },
  {
    name: "slow head",
    answer: (socket) => send(socket, "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-"),
    step: { status: 0, fields: ["X-A: 1"], error: "head/head-timeout" },
  },
  {
    name: "closes within the head",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nX-A: 1\r\n"),
    step: { status: 0, fields: ["X-A: 1"], error: "head/closed-in-head" },
  },
  {
    name: "closes within the status line",
    answer: (socket) => socket.end("HTTP/1.1 20"),
    step: { status: 0, version: "", error: "head/closed-in-head" },
  },
  {
    name: "closes after a 103",
    answer: (socket) => socket.end("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    step: { status: 0, version: "", early: 1, error: "head/closed-in-head" },
  },
  {
    name: "random bytes",
    answer: "\x8a\x01\xff\xfe garbage\r\n\r\n",
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "SSH banner before the request",
    answer: "SSH-2.0-OpenSSH_9.9\r\n",
    early: true,
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "SMTP banner before the request",
    answer: "220 mail.example ESMTP\r\n",
    early: true,
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "a page without a head (HTTP/0.9)",
    answer: (socket) => socket.end("<html>hello</html>"),
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "a TLS alert",
    answer: "\x15\x03\x01\x00\x02\x02\x50",
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "HTTP/2 frames",
    answer: "\x00\x00\x00\x04\x00\x00\x00\x00\x00",
    step: { status: 0, version: "", error: "head/not-http" },
  },
  {
    name: "a status line without a number",
    answer: "HTTP/1.1 OK\r\n\r\n",
    step: { status: 0, version: "", error: "head/malformed-status-line" },
  },
  {
    name: "a status code of four digits",
    answer: "HTTP/1.1 2000 OK\r\n\r\n",
    step: { status: 0, version: "", error: "head/malformed-status-line" },
  },
  {
    name: "a status code below 100",
    answer: "HTTP/1.1 099 Odd\r\n\r\n",
    step: { status: 0, version: "", error: "head/malformed-status-line" },
  },
  {
    name: "an endless head",
    answer: (socket) => {
      send(socket, "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B: ");
      endless(socket, "b".repeat(1000));
    },
    step: { status: 0, fields: ["X-A: 1"], error: "head/head-too-large" },
  },
  {
    name: "endless 1xx",
    answer: (socket) => endless(socket, "HTTP/1.1 102 Processing\r\n\r\n".repeat(500)),
    step: { status: 0, version: "", error: "head/too-many-informational" },
  },
  {
    name: "blank lines without end",
    answer: (socket) => endless(socket, "\r\n".repeat(500)),
    step: { status: 0, version: "", error: "head/head-too-large" },
  },
];

const oddBodies: Scenario[] = [
  {
    name: "shorter than its length",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"),
    step: { ...OK, fields: ["Content-Length: 50"], body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "longer than its length",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, world",
    step: { ...OK, fields: ["Content-Length: 5"], body: whole(5), problems: ["bytes-after-content"] },
  },
  {
    name: "content after HEAD",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    options: { method: "HEAD" },
    step: { ...OK, fields: ["Content-Length: 5"], problems: ["bytes-after-content"] },
  },
  {
    name: "content after 204",
    answer: "HTTP/1.1 204 No Content\r\n\r\nhello",
    step: { status: 204, message: "No Content", problems: ["bytes-after-content"] },
  },
  {
    name: "stops in the middle",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello",
    step: { ...OK, fields: ["Content-Length: 50"], body: cut(5), error: "body/body-timeout" },
  },
  {
    name: "reset in the middle",
    answer: (socket) => {
      send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
      later(() => reset(socket));
    },
    step: { ...OK, fields: ["Content-Length: 50"], body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "reset where only the close ends it",
    answer: (socket) => {
      send(socket, "HTTP/1.1 200 OK\r\n\r\nhello");
      later(() => reset(socket));
    },
    step: { ...OK, body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "chunks that are none",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], error: "body/malformed-chunks" },
  },
  {
    name: "chunks without an end",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "a chunk cut off",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhello"),
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], body: cut(5), error: "body/closed-in-body" },
  },
  {
    name: "a chunk size beyond all bounds",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\nhello",
    step: { ...OK, fields: ["Transfer-Encoding: chunked"], error: "body/malformed-chunks" },
  },
  {
    name: "a chunk extension without end",
    answer: (socket) => {
      send(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;");
      endless(socket, "a".repeat(10_000));
    },
    // Chromium limits the length of this line, Firefox does not, so the content is read up to our limit.
    step: {
      ...OK,
      fields: ["Transfer-Encoding: chunked"],
      error: "body/malformed-chunks",
      problems: ["content-limit"],
    },
  },
  {
    name: "two lengths that differ",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    step: { ...OK, fields: ["Content-Length: 5", "Content-Length: 6"], error: "body/invalid-framing" },
  },
  {
    name: "one length twice",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    step: { ...OK, fields: ["Content-Length: 5", "Content-Length: 5"], body: whole(5) },
  },
  {
    name: "a negative length is none",
    answer: (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"),
    step: { ...OK, fields: ["Content-Length: -5"], body: whole(5) },
  },
  {
    name: "length and chunks: chunks count",
    answer:
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    step: { ...OK, fields: ["Content-Length: 3", "Transfer-Encoding: chunked"], body: whole(5) },
  },
  {
    name: "more than is read",
    answer: (socket) => {
      send(socket, "HTTP/1.1 200 OK\r\n\r\n");
      endless(socket, "x".repeat(10_000));
    },
    step: { ...OK, body: cut(200_000), problems: ["content-limit"] },
  },
  {
    name: "not the coding it claims",
    answer: encoded("gzip", Buffer.from("hello")),
    step: {
      ...OK,
      fields: ["Content-Encoding: gzip", "Content-Length: 5"],
      body: { wireBytes: 5, encoding: "gzip", truncated: false },
      problems: ["content-undecodable"],
    },
  },
  {
    name: "an unknown coding",
    answer: encoded("lzma", Buffer.from("hello")),
    step: {
      ...OK,
      fields: ["Content-Encoding: lzma", "Content-Length: 5"],
      body: { wireBytes: 5, encoding: "lzma", truncated: false },
    },
  },
  {
    name: "compressed content that ends early",
    answer: encoded("gzip", zlib.gzipSync(plain).subarray(0, 20)),
    step: {
      ...OK,
      fields: ["Content-Encoding: gzip", "Content-Length: 20"],
      body: { wireBytes: 20, decodedBytes: 265, encoding: "gzip", truncated: false },
      problems: ["content-end-missing"],
    },
  },
];

async function lookup({ answer, early, options, step }: Scenario) {
  const serve = (socket: net.Socket) => {
    if (typeof answer === "string") send(socket, answer);
    else answer(socket);
  };
  await using server = await (early ? rawServer(serve) : tcpServer(serve));
  return await lookupHttp(`http://127.0.0.1:${server.port}/`, options ?? {}, settingsFor(step.error));
}

for (const [group, scenarios] of Object.entries({ wellFormed, oddHeads, noResponse, oddBodies }))
  describe(`HTTP/1.1, ${group}`, () => {
    for (const scenario of scenarios)
      test(scenario.name, async () => {
        const report = await lookup(scenario);
        expect(summarise(report)).toEqual(scenario.step);
        expect(report.stop).toBe(scenario.step.error ? "error" : "done");
      });
  });

describe("HTTP/1.1, bombs", () => {
  for (const [coding, content] of Object.entries(bombs))
    test(coding, async () => {
      await using server = await tcpServer(encoded(coding, content));
      const { steps } = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
      expect(steps[0]?.body).toMatchObject({
        decodedBytes: testSettings.maxDecodedBytes,
        encoding: coding,
        truncated: true,
      });
      expect(steps[0]?.problems.map(({ name }) => name)).toContain("content-limit");
    });
});

test("the kind of server is named", async () => {
  await using server = await rawServer((socket) => send(socket, "SSH-2.0-OpenSSH_9.9\r\n"));
  const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
  expect(report.steps[0]?.error?.message).toBe(
    "The server answered with something that is not HTTP: it looks like SSH.",
  );
});

test("the request is like a browser's, with netlens as its name", async () => {
  await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
  await lookupHttp(`http://user:secret@127.0.0.1:${server.port}/a%20b?c=d#e`, {}, testSettings);
  const [head = ""] = server.received;
  const lines = head.split("\r\n");
  expect(lines[0]).toBe("GET /a%20b?c=d HTTP/1.1");
  expect(lines).toContain(`Host: 127.0.0.1:${server.port}`);
  expect(lines).toContain("User-Agent: netlens/test (+https://example.com/)");
  expect(lines).toContain("Accept-Encoding: gzip, deflate, br, zstd");
  expect(head).toContain("Accept: text/html");
  expect(head).not.toContain("secret");
  expect(head.toLowerCase()).not.toContain("authorization");
});

test("sends the requested agent", async () => {
  await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
  await lookupHttp(`127.0.0.1:${server.port}`, { agent: "Mozilla/5.0 (test)" }, testSettings);
  expect(server.received[0]).toContain("\r\nUser-Agent: Mozilla/5.0 (test)\r\n");
});

test("trailers are header objects", async () => {
  await using server = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nServer-Timing: db;dur=5\r\n\r\n"),
  );
  const [step] = (await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings)).steps;
  expect(step?.trailers).toMatchObject([
    { name: "server-timing", value: "db;dur=5", details: { items: [{}] } },
  ]);
});

test("reports a missing length on a connection that stays open", async () => {
  await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 200 OK\r\n\r\nhello"));
  const [step] = (await lookupHttp(`127.0.0.1:${server.port}`, {}, settingsFor("body/body-timeout"))).steps;
  expect(step?.error?.message).toContain("neither Content-Length nor chunks");
});

test("endless content of a redirect delays the next step only for a moment", async () => {
  await using server = await tcpServer((socket, request) =>
    send(
      socket,
      request.startsWith("GET /next")
        ? "HTTP/1.1 204 No Content\r\n\r\n"
        : "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 50\r\n\r\nhello",
    ),
  );
  const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
  expect(report).toMatchObject({ status: 204, steps: [{ status: 302, body: cut(5) }, { status: 204 }] });
  expect(report.steps[0]?.error).toBeUndefined();
});

test("a folded Location is joined, for chain and report", async () => {
  await using server = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 302 Found\r\nLocation:\r\n ftp://a.test/folded\r\nContent-Length: 0\r\n\r\n"),
  );
  const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
  expect(report).toMatchObject({ stop: "not-followed", steps: [{ location: "ftp://a.test/folded" }] });
  expect(report.headers[0]?.value).toBe("ftp://a.test/folded");
});

describe("content in awkward pieces", () => {
  const text = Buffer.from("hello ".repeat(200));
  test("raw deflate with a first piece of one byte", async () => {
    const content = zlib.deflateRawSync(text);
    await using server = await tcpServer((socket) => {
      send(
        socket,
        `HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: ${content.length}\r\n\r\n`,
      );
      later(() => send(socket, content.subarray(0, 1)));
      setTimeout(() => send(socket, content.subarray(1)), 60);
    });
    const [step] = (await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings)).steps;
    expect(step?.body).toMatchObject({ decodedBytes: text.length, truncated: false });
  });
  for (const coding of ["gzip", "deflate", "br", "zstd"] as const)
    test(`${coding} without its end`, async () => {
      const whole = {
        gzip: zlib.gzipSync,
        deflate: zlib.deflateSync,
        br: zlib.brotliCompressSync,
        zstd: zlib.zstdCompressSync,
      }[coding](text);
      const content = whole.subarray(0, whole.length - 5);
      await using server = await tcpServer((socket) => encoded(coding, content)(socket));
      const [step] = (await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings)).steps;
      expect(step?.problems.map(({ name }) => name)).toContain("content-end-missing");
    });
});
