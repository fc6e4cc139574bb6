/** Responses of a scripted server: head, content, times and ends. */

import { describe, expect, test } from "bun:test";
import { openBody } from "../../src/http/wire/body.ts";
import type { ContentFeed } from "../../src/http/wire/content-feed.ts";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import { mostPieces } from "../../src/http/wire/meter.ts";
import { Wire } from "../../src/http/wire/wire.ts";
import { type Receiver, TLS_FLOOD, type Transport } from "../../src/platform/socket.ts";

const LIMITS = { maxHeadBytes: 1000, maxInformational: 2, maxBodyBytes: 10 };
const HEAD = "HTTP/1.1 200 OK\r\n\r\n";

function opened() {
  const said: string[] = [];
  const time = { now: 0 };
  let receiver: Receiver | undefined;
  const transport: Transport = {
    write: () => true,
    listen: (each) => {
      receiver = each;
    },
    pause: () => void said.push("pause"),
    resume: () => void said.push("resume"),
    unlisten: () => undefined,
    destroy: () => void said.push("destroy"),
  };
  const written: string[] = [];
  const feed: ContentFeed & { isReady: boolean } = {
    state: "open",
    isReady: true,
    push(piece) {
      written.push(Buffer.from(piece).toString());
      return feed.isReady;
    },
    end: () => void said.push("end"),
    settled: () => Promise.resolve(),
    onReady: () => {},
    onProgress: () => {},
  };
  const wire = new Wire(transport, LIMITS, () => time.now);
  return {
    wire,
    feed,
    said,
    written,
    time,
    send: (text: string) => receiver?.data(Buffer.from(text)),
    finish: (error?: unknown) => receiver?.end(error),
  };
}

describe("the head", () => {
  test("is available when complete, with the time of the first byte", async () => {
    const { wire, send, time } = opened();
    expect(wire.firstByteAt).toBeUndefined();
    time.now = 5;
    send("HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 2");
    time.now = 9;
    send("00 OK\r\nA: b\r\n\r\nrest");
    expect((await wire.head).lines.map(({ name }) => name)).toEqual(["a"]);
    expect([wire.firstByteAt, wire.interim.length, wire.ended]).toEqual([5, 1, false]);
  });

  const ends: readonly (readonly [string, string, unknown, string])[] = [
    ["nothing came", "", undefined, "closed-without-response"],
    ["it was reset", "", Object.assign(new Error("x"), { code: "ECONNRESET" }), "reset-without-response"],
    ["some of it came", "HTTP/1.1", undefined, "closed-in-head"],
    ["some came, then a reset", "HTTP/1.1", new Error("x"), "closed-in-head"],
    ["TLS broke", "", Object.assign(new Error("x"), { code: "ERR_SSL_NO_APPLICATION_PROTOCOL" }), "tls-alpn"],
    [
      "TLS broke late",
      "HTTP",
      Object.assign(new Error("UNKNOWN_CA"), { code: "EPROTO" }),
      "client-certificate",
    ],
  ];
  test.each(ends)("that is incomplete: %s", async (_name, bytes, error, code) => {
    const { wire, send, finish } = opened();
    if (bytes !== "") send(bytes);
    finish(error);
    finish(new Error("once more"));
    const failure = await wire.head.catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(HttpFailure);
    expect(failure).toMatchObject({ code });
    expect([wire.ended, wire.broken]).toEqual([true, error]);
  });
});

test("a head that is missing because of excessive TLS is a TLS failure", async () => {
  const { wire, finish } = opened();
  finish(Object.assign(new Error("much"), { code: TLS_FLOOD }));
  expect(await wire.head.catch((error) => error)).toMatchObject({ code: "tls-flood" });
});

test("content with excessive TLS overhead ends with that reason", () => {
  const { wire, feed, send, finish, said } = opened();
  const flood = Object.assign(new Error("much"), { code: TLS_FLOOD });
  send(`${HEAD}one`);
  wire.start(openBody({ kind: "length", bytes: 12 }), feed);
  finish(flood);
  expect([wire.broken, wire.ended, said.at(-1)]).toEqual([flood, true, "end"]);
});

describe("the content", () => {
  test("waits for a reader, with backpressure", () => {
    const { wire, feed, send, said, written, time } = opened();
    send(`${HEAD}one `);
    send("two ");
    expect(said).toEqual(["pause"]);
    wire.start(openBody({ kind: "length", bytes: 12 }), feed);
    expect([written, said]).toEqual([["one two "], ["pause", "resume"]]);
    feed.isReady = false;
    send("th");
    expect(said.at(-1)).toBe("pause");
    feed.onReady();
    expect(said.at(-1)).toBe("resume");
    time.now = 7;
    send("re");
    expect([wire.endedAt, said.at(-1)]).toEqual([7, "end"]);
    time.now = 9;
    send("more");
    expect([wire.endedAt, said.at(-1), written.join("")]).toEqual([7, "pause", "one two thre"]);
    feed.onReady();
    expect(said.at(-1)).toBe("pause");
  });

  test("ends with the connection, before or after it is read", () => {
    for (const isEarly of [true, false]) {
      const { wire, feed, send, finish, said, time } = opened();
      send(`${HEAD}one`);
      time.now = 3;
      if (isEarly) finish();
      wire.start(openBody({ kind: "close" }), feed);
      if (!isEarly) finish();
      expect([isEarly, wire.endedAt, said.includes("end"), wire.broken]).toEqual([
        isEarly,
        3,
        true,
        undefined,
      ]);
    }
  });

  test("counts with its chunk extensions and white space", () => {
    const most = LIMITS.maxBodyBytes;
    for (const padding of [";", " "])
      for (const [length, overrun] of [
        [most, false],
        [most + 1, true],
      ] as const) {
        const { wire, feed, send } = opened();
        send(HEAD);
        wire.start(openBody({ kind: "chunked" }), feed);
        // Each chunk has one byte of content; the rest is padding.
        for (let left = length; left > 0; ) {
          const padded = Math.min(left, 1000) - 1;
          send(`1${padding.repeat(padded)}\r\nx\r\n`);
          left -= padded + 1;
        }
        expect([padding, length, wire.overrun, wire.endedAt !== undefined]).toEqual([
          padding,
          length,
          overrun,
          overrun,
        ]);
      }
  });

  test("may have size lines and line ends of a quarter of the limit plus 64 KiB", () => {
    const most = Math.floor(LIMITS.maxBodyBytes / 4) + 65_536;
    for (const [framing, overrun] of [
      [most, false],
      [most + 1, true],
    ] as const) {
      const { wire, feed, send } = opened();
      send(HEAD);
      wire.start(openBody({ kind: "chunked" }), feed);
      const whole = Math.floor(framing / 9) - 1;
      send("00001\r\nx\r\n".repeat(whole));
      for (let left = framing - 9 * whole; left > 0; left--) send(left === 1 ? "1" : "0");
      expect([framing, wire.overrun, wire.endedAt !== undefined]).toEqual([framing, overrun, overrun]);
    }
  });

  test("may have a maximum number of pieces", () => {
    const most = mostPieces(LIMITS);
    const { wire, feed, send } = opened();
    send(HEAD);
    wire.start(openBody({ kind: "chunked" }), feed);
    for (let piece = 1; piece < most; piece++) send(piece % 2 === 1 ? "1\r\n" : "x\r\n");
    expect(wire.overrun).toBe(false);
    send("1");
    expect([wire.overrun, wire.endedAt !== undefined]).toEqual([true, true]);
  });
});
