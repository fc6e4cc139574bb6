/**
 * Hostile servers over TCP, TLS and UDP, one of each kind, with the paths of the service that request them.
 */

import dgram from "node:dgram";
import type net from "node:net";
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import { type Running, rawServer, tcpServer, tlsServer } from "../../test/http/servers.ts";

/** Sends a piece repeatedly until the client closes. */
export function pour(socket: net.Socket, bytes: Uint8Array): void {
  let isOpen = true;
  while (!socket.destroyed && isOpen) isOpen = socket.write(bytes);
  if (!socket.destroyed) socket.once("drain", () => pour(socket, bytes));
}

export const repeated = (bytes: Uint8Array, count: number) =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

/** Sends one piece per turn of the event loop, so that each arrives separately. */
function drip(socket: net.Socket, piece: string): void {
  socket.setNoDelay(true);
  const next = () => {
    if (socket.destroyed) return;
    socket.write(piece);
    setImmediate(next);
  };
  next();
}

interface Sent {
  readonly first?: string;
  /** Bytes sent once. */
  readonly bytes?: Uint8Array | string;
  /** Text sent endlessly. */
  readonly endless?: string;
  /** Text sent endlessly, each piece in a packet of its own. */
  readonly drip?: string;
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\r\n`).join("");
const response = (fields: string, bytes: Uint8Array | string = ""): Sent => ({
  first: `HTTP/1.1 200 OK\r\n${fields}\r\n`,
  bytes,
});
const coded = (coding: string, bytes: Uint8Array, type = "text/html") =>
  response(
    `Content-Type: ${type}\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`,
    bytes,
  );
const html = (text: string) =>
  response(`Content-Type: text/html\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`, text);

const chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n";
const plain = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
const zeros = Buffer.alloc(64 << 20);
/** 10 MB, the limit of decoded content. */
const emptyMember = gzipSync("");
/** Stored block without content (RFC 1951 section 3.2.4). */
const storedNothing = Buffer.from([0, 0, 0, 0xff, 0xff]);
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const emptyFrame = zstdCompressSync("");
/** Skippable frame without content (RFC 8878 section 3.1.2). */
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

/** Hostile responses over HTTP/1.1 without TLS. */
const PLAIN: Readonly<Record<string, Sent>> = {
  "a status line without end": { first: "HTTP/1.1 200 ", endless: "a".repeat(16_000) },
  "a field line without end": { first: "HTTP/1.1 200 OK\r\nA: ", endless: "a".repeat(16_000) },
  "field lines without end": { first: "HTTP/1.1 200 OK\r\n", endless: "a: b\r\n".repeat(2000) },
  "empty field lines": { first: "HTTP/1.1 200 OK\r\n", endless: ":\r\n".repeat(4000) },
  "folded lines": { first: "HTTP/1.1 200 OK\r\nA: b\r\n", endless: " c\r\n".repeat(4000) },
  "line feeds before the head": { endless: "\n".repeat(16_000) },
  "a head of packets of one byte": { first: "HTTP/1.1 200 OK\r\nA: ", drip: "a" },
  "interim responses": { endless: "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n".repeat(300) },
  "60,000 bytes of Set-Cookie": response(lines(2000, (at) => `Set-Cookie: c${at}=1; Path=/`)),
  "a long policy": response(`Content-Security-Policy: script-src ${"h.example ".repeat(12_000)}\r\n`),
  "Link for many parts": response(lines(2000, (at) => `Link: </${at}>; rel=preload; as=style`)),
  "chunks of one byte": { first: chunked, endless: "1\r\na\r\n".repeat(2000) },
  "chunks of one byte in packets": { first: chunked, drip: "1\r\na\r\n" },
  "chunks with extensions": { first: chunked, endless: `1;${"a".repeat(4000)}\r\na\r\n`.repeat(4) },
  "a chunk size of zeros": { first: chunked, endless: "0".repeat(16_000) },
  "trailers without end": { first: `${chunked}1\r\na\r\n0\r\n`, endless: "a: b\r\n".repeat(2000) },
  "content without end": { first: plain, endless: "a".repeat(16_000) },
  "content of packets of one byte": { first: plain, drip: "a" },
  "events without end": { first: plain.replace("html", "event-stream"), endless: "data: a\n\n".repeat(1000) },
  "another response behind": {
    first: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
    endless: "a".repeat(16_000),
  },
  "empty members of gzip": coded("gzip", repeated(emptyMember, 100_000)),
  "a bomb of gzip": coded("gzip", gzipSync(zeros)),
  "a bomb in a bomb": coded("gzip, gzip", gzipSync(gzipSync(zeros))),
  "empty blocks of deflate": coded("gzip", Buffer.concat([gzipHead, repeated(storedNothing, 300_000)])),
  "a name of gzip without end": coded(
    "gzip",
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(1_500_000, "a")]),
  ),
  "a bomb of deflate": coded("deflate", deflateRawSync(zeros)),
  "a bomb of brotli": coded("br", brotliCompressSync(zeros)),
  "a bomb of zstd": coded("zstd", zstdCompressSync(zeros)),
  "empty frames of zstd": coded("zstd", repeated(emptyFrame, 100_000)),
  "skippable frames of zstd": coded("zstd", repeated(skippable, 150_000)),
  "many codings": response(`Content-Encoding: ${"gzip, ".repeat(5000)}gzip\r\nContent-Length: 1\r\n`, "a"),
};

/** HTML pages, which a page audit searches for resources. */
const PAGES: Readonly<Record<string, Sent>> = {
  "a usual page": html("<p>a<img src=a>"),
  "elements without end": html("<b>".repeat(300_000)),
  "angle brackets": html("<".repeat(1_000_000)),
  "comments that do not end": html("<!--".repeat(250_000)),
  "an attribute without end": html(`<a b="${"c".repeat(1_000_000)}`),
  "attributes without values": html(`<img ${"a ".repeat(400_000)}>`),
  "images of one page": html(Array.from({ length: 30_000 }, (_, at) => `<img src=/${at}>`).join("")),
  "a srcset of many": html(`<img srcset="${"a 1x, ".repeat(150_000)}">`),
  "svg roots": html("<svg>".repeat(200_000)),
  "scripts that do not end": html("<script>".repeat(120_000)),
  "style sheets of url(": html(`<style>${"a{b:url(".repeat(120_000)}</style>`),
  "character references": html(`<a href="${"&amp;".repeat(200_000)}">`),
  "policies in meta": html(
    `<meta http-equiv=Content-Security-Policy content="${"script-src a; ".repeat(70_000)}">`,
  ),
};

/** Kind → redirect target by requested path. */
const REDIRECTS: Readonly<Record<string, (at: number) => string>> = {
  "a loop": () => "Location: /\r\n",
  "redirects without end": (at) => `Location: /${at + 1}\r\n`,
  "a long Location": (at) => `Location: /${at + 1}?${"a/../".repeat(12_000)}\r\n`,
  "cookies at each redirect": (at) =>
    `Location: /${at + 1}\r\n${lines(1500, (n) => `Set-Cookie: c${at}-${n}=1; Path=/`)}`,
  "many Locations": (at) => lines(4000, () => `Location: /${at + 1}`),
};

/** Record sent on a TCP connection where TLS is expected. */
const record = (type: number, payload: Uint8Array) =>
  Buffer.concat([Buffer.from([type, 3, 3, payload.length >> 8, payload.length & 255]), payload]);
const FLIGHTS: Readonly<Record<string, Uint8Array>> = {
  "records of six bytes": record(22, Buffer.from([2])),
  "empty records": record(22, Buffer.alloc(0)),
  "warnings of TLS": record(21, Buffer.from([1, 90])),
  "changes of the cipher": record(20, Buffer.from([1])),
  "a malformed ServerHello": record(22, Buffer.concat([Buffer.from([2, 0, 0, 38, 3, 3]), Buffer.alloc(36)])),
  "a ServerHello of 16 MB": Buffer.concat([
    record(22, Buffer.from([2, 255, 255, 255])),
    record(22, Buffer.alloc(16_000)),
  ]),
  "what is no TLS": Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"),
};

function serve(socket: net.Socket, { first = "", bytes = "", endless, drip: dripped }: Sent): void {
  socket.write(first, "latin1");
  if (bytes.length > 0) socket.write(bytes);
  if (endless !== undefined) pour(socket, Buffer.from(endless, "latin1"));
  else if (dripped !== undefined) drip(socket, dripped);
  else socket.end();
}

export const requested = (scheme: string, port: number, more = "") =>
  `/v1/http?url=${encodeURIComponent(`${scheme}://127.0.0.1:${port}/`)}${more}`;
const page = (port: number) => `/v1/page?most=0&url=${encodeURIComponent(`http://127.0.0.1:${port}/`)}`;

/** Starts the servers. @returns kind → path of the service */
export async function startTargets(): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  const each = async <T>(
    table: Readonly<Record<string, T>>,
    start: (of: T) => Promise<Pick<Running, "port">>,
    path: (port: number) => string,
  ) => {
    for (const [kind, of] of Object.entries(table)) {
      if (kind in paths) throw new Error(`${kind} stands twice.`);
      paths[kind] = path((await start(of)).port);
    }
  };
  await each(
    PLAIN,
    (sent) => tcpServer((socket) => serve(socket, sent)),
    (port) => requested("http", port),
  );
  await each(PAGES, (sent) => tcpServer((socket) => serve(socket, sent)), page);
  await each(
    REDIRECTS,
    (fieldsOf) =>
      tcpServer((socket, request) => {
        const at = Number(/^GET \/(\d*)/.exec(request)?.[1]);
        socket.end(`HTTP/1.1 302 Found\r\n${fieldsOf(at)}Content-Length: 0\r\n\r\n`);
      }),
    (port) => requested("http", port, "&as=browser"),
  );
  await each(
    FLIGHTS,
    (bytes) => rawServer((socket) => pour(socket, repeated(bytes, 1 + Math.floor(16_000 / bytes.length)))),
    (port) => requested("https", port),
  );
  // The same over TLS, where the platform splits records.
  const overTls = {
    "content of records of one byte": { first: plain, drip: "a" },
    "TLS, content without end": { first: plain, endless: "a".repeat(16_000) },
    "TLS, chunks of one byte": { first: chunked, endless: "1\r\na\r\n".repeat(2000) },
  };
  await each(
    overTls,
    (sent) => tlsServer((socket) => serve(socket, sent)),
    (port) => requested("https", port, "&version=1.1"),
  );
  await each(
    { "datagrams that are no QUIC": Buffer.alloc(1200, 0xff), "versions of QUIC": versionNegotiation() },
    quicServer,
    (port) => requested("https", port, "&version=3"),
  );
  return paths;
}

/** Version Negotiation packet (RFC 9000 section 17.2.1) with empty connection ids and many versions. */
function versionNegotiation(): Buffer {
  return Buffer.concat([
    Buffer.from([0x80, 0, 0, 0, 0, 0, 0]),
    repeated(Buffer.from([0x1a, 0x2a, 0x3a, 0x4a]), 290),
  ]);
}

/** Answers the first datagram with `datagram` until the client closes. */
async function quicServer(datagram: Buffer): Promise<Pick<Running, "port">> {
  const socket = dgram.createSocket("udp4");
  socket.on("error", () => {});
  const flooded = new Set<number>();
  socket.on("message", (_, { port, address }) => {
    if (flooded.has(port)) return;
    flooded.add(port);
    let left = 300_000;
    const next = () => {
      for (let count = 0; count < 50 && left > 0; count++, left--) socket.send(datagram, port, address);
      if (left > 0) setImmediate(next);
    };
    next();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.bind(0, "127.0.0.1", resolve);
  await promise;
  return { port: socket.address().port };
}
