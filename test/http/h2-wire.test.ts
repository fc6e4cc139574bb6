import { expect, test } from "bun:test";
import type tls from "node:tls";
import zlib from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import { framedStream, openFrameMeter } from "../../src/http/wire/h2-wire.ts";
import { type Receiver, TLS_FLOOD, type Transport } from "../../src/platform/socket.ts";
import { frame, h2Server, rawH2Server, status200, testSettings } from "./servers.ts";

const limits = { maxHeadBytes: 1000, maxBodyBytes: 2560 };
const [DATA, HEADERS, PING, ALTSVC] = [0, 1, 6, 10];

/** Feeds bytes to the frame meter in pieces of `size`. */
function takeAll(bytes: Uint8Array, size = bytes.length, meter = openFrameMeter(limits)) {
  for (let from = 0; from < bytes.length; from += size) meter.take(bytes.subarray(from, from + size));
  return meter;
}

const repeated = (bytes: Uint8Array, count: number) =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

test.each([
  ["1000 frames besides the content", repeated(frame(PING, 0, 0), 1000), frame(PING, 0, 0)],
  ["10010 DATA frames", repeated(frame(DATA, 0, 1), 10_010), frame(DATA, 0, 1)],
  // Four frames of 16,384 bytes and one shorter frame, with 9-byte frame headers.
  [
    "67536 bytes of frames besides the content",
    Buffer.concat([
      repeated(frame(ALTSVC, 0, 0, Buffer.alloc(16_384)), 4),
      frame(ALTSVC, 0, 0, Buffer.alloc(2000 - 45)),
    ]),
    frame(PING, 0, 0),
  ],
])("a response may use %s, in any pieces, and no more", (what, most, one) => {
  for (const size of [1, 7, most.length]) {
    const meter = takeAll(most, size);
    expect(() => takeAll(one, size, meter)).toThrow(`The server sent more than ${what} for one response`);
  }
});

test("the next response on a connection may use as much again", () => {
  const meter = takeAll(repeated(frame(PING, 0, 0), 1000));
  meter.renew();
  takeAll(repeated(frame(PING, 0, 0), 1000), 5, meter);
  expect(() => takeAll(frame(PING, 0, 0), 9, meter)).toThrow("1000 frames");
});

test("a connection may receive 10,010 pieces, and no more", () => {
  const meter = openFrameMeter(limits);
  for (let piece = 0; piece < 10_010; piece++) meter.arrive();
  expect(meter.arrive).toThrow("more than 10010 pieces");
});

test("a stream ends with the last byte of its END_STREAM frame", () => {
  const meter = openFrameMeter(limits);
  const last = frame(DATA, 1, 0x01020304, Buffer.from("end"));
  takeAll(Buffer.concat([frame(DATA, 0, 1), frame(PING, 1, 0), last.subarray(0, -1)]), 5, meter);
  expect(meter.endedStream).toBe(0);
  takeAll(last.subarray(-1), 1, meter);
  expect(meter.endedStream).toBe(0x01020304);
  expect(takeAll(frame(HEADERS, 5, 3, status200)).endedStream).toBe(3);
});

/** Sends bytes repeatedly until the socket closes. */
function pour(socket: tls.TLSSocket, bytes: Uint8Array): void {
  let isOpen = true;
  while (!socket.destroyed && isOpen) isOpen = socket.write(bytes);
  if (!socket.destroyed) socket.once("drain", () => pour(socket, bytes));
}

const origin = Buffer.from("\0\x0ehttps://a.test", "latin1");
const floods: readonly (readonly [name: string, bytes: Uint8Array, first?: Uint8Array])[] = [
  ["ALTSVC", frame(ALTSVC, 0, 0, Buffer.concat([origin, Buffer.from('h3=":443"')]))],
  ["ORIGIN", frame(12, 0, 0, origin)],
  ["PRIORITY", frame(2, 0, 1, Buffer.from([0, 0, 0, 0, 1]))],
  ["WINDOW_UPDATE", frame(8, 0, 1, Buffer.from([0, 0, 0, 1]))],
  ["GOAWAY", frame(7, 0, 0, Buffer.from([0x7f, 255, 255, 255, 0, 0, 0, 0]))],
  ["empty CONTINUATION", frame(9, 0, 1), frame(HEADERS, 0, 1, status200)],
  ["unknown", frame(99, 0, 0)],
  ["long unknown", frame(99, 0, 0, Buffer.alloc(16_000))],
  ["DATA of one byte", frame(DATA, 0, 1, Buffer.from("x")), frame(HEADERS, 4, 1, status200)],
  ["another stream's DATA", frame(DATA, 0, 3, Buffer.from("x"))],
  ["ALTSVC after the head", frame(ALTSVC, 0, 0, origin), frame(HEADERS, 4, 1, status200)],
];

test.each(floods)("endless %s frames end the lookup with a clear error", async (_name, ...of) => {
  const [bytes, first] = of;
  await using server = await rawH2Server((socket) => {
    if (first) socket.write(first);
    pour(socket, repeated(bytes, 1 + Math.floor(16_000 / bytes.length)));
  });
  const url = `https://127.0.0.1:${server.port}/`;
  const [step] = (await lookupHttp(url, { version: "2" }, { ...testSettings, headTimeout: 9000 })).steps;
  expect(step?.error).toMatchObject({ code: "http2-error" });
  expect(step?.error?.message).toMatch(/^The server sent more than \d+ .* so reading stopped\.$/);
});

test.each([
  ["in one piece", 1_000_000, undefined],
  ["in pieces of 100 bytes", 100, undefined],
  ["compressed, which takes time", 1_000_000, "gzip"],
])("a megabyte of content is complete %s", async (_name, size, coding) => {
  const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * at) % 251));
  const sent = coding ? zlib.gzipSync(content) : content;
  await using server = await h2Server((stream) => {
    stream.respond({ ":status": 200, ...(coding && { "content-encoding": coding }) });
    for (let at = 0; at < sent.length; at += size) stream.write(sent.subarray(at, at + size));
    stream.end();
  });
  const settings = { ...testSettings, maxBodyBytes: 2_000_000, maxDecodedBytes: 2_000_000 };
  const [step] = (await lookupHttp(`https://127.0.0.1:${server.port}/`, { version: "2" }, settings)).steps;
  expect(step?.error).toBeUndefined();
  expect(step?.body).toMatchObject({ wireBytes: sent.length, decodedBytes: 1_000_000, truncated: false });
});

test("a connection with excessive TLS ends with that reason", async () => {
  let receiver: Receiver | undefined;
  const transport = {
    listen: (each: Receiver) => {
      receiver = each;
    },
    destroy() {},
    resume() {},
  } as unknown as Transport;
  const { refused } = framedStream(transport, openFrameMeter(limits));
  receiver?.end(Object.assign(new Error("much"), { code: TLS_FLOOD }));
  expect(await refused.catch((error) => error)).toMatchObject({ code: "tls-flood" });
});
