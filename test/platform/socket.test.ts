/**
 * Socket as a byte stream: sent bytes arrive complete; received bytes are buffered, and reading can be
 * paused.
 */

import { describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import {
  guarded,
  mayAbandon,
  meterTls,
  NativeSocket,
  type Receiver,
  streamTransport,
  TLS_FLOOD,
} from "../../src/platform/socket.ts";
import { rawServer } from "../http/servers.ts";

const hostname = "127.0.0.1";

async function connected(port: number): Promise<NativeSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new NativeSocket({ hostname, port }, { connected: resolve, failed: reject });
  await promise;
  return socket;
}

/** A server, a connection to it, and the server's end of that connection. */
async function pair() {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const server = await rawServer(resolve);
  const socket = await connected(server.port);
  const peer = await promise;
  return {
    socket,
    peer,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Collects received bytes; `until` waits for a number of bytes, `ended` for the end. */
function collector() {
  const pieces: Uint8Array[] = [];
  const ends: unknown[] = [];
  let wake = () => {};
  const receiver: Receiver = {
    data(bytes) {
      pieces.push(Uint8Array.from(bytes));
      wake();
    },
    end(error) {
      ends.push(error);
      wake();
    },
  };
  const waitFor = async (condition: () => boolean) => {
    while (!condition())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const bytes = () => Buffer.concat(pieces);
  return {
    receiver,
    ends,
    bytes,
    until: (length: number) => waitFor(() => bytes().length >= length),
    ended: () => waitFor(() => ends.length > 0),
  };
}

describe("sent bytes", () => {
  test("arrive completely, for any size and a slow reader", async () => {
    await using both = await pair();
    const text = Array.from({ length: 400_000 }, (_, n) => `${n} é€ `).join("");
    both.peer.pause();
    expect([both.socket.write("x"), both.socket.write(""), both.socket.write(text)]).toEqual([
      true,
      true,
      true,
    ]);
    await Bun.sleep(20);
    const sent = Buffer.from(`x${text}`);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of both.peer) {
      pieces.push(piece);
      length += piece.length;
      if (length >= sent.length) break;
    }
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
  });

  test("are dropped once the connection has ended", async () => {
    await using both = await pair();
    const { receiver, ended, ends } = collector();
    both.socket.listen(receiver);
    both.peer.end();
    await ended();
    expect(both.socket.write("x")).toBe(false);
    expect(ends).toEqual([undefined]);
  });
});

describe("received bytes", () => {
  test("before a receiver is set are kept in order, with the end after them", async () => {
    await using both = await pair();
    both.peer.write("one ");
    await Bun.sleep(10);
    both.peer.end("two");
    await Bun.sleep(10);
    const { receiver, bytes, ends } = collector();
    both.socket.listen(receiver);
    expect([bytes().toString(), ends]).toEqual(["one two", [undefined]]);
  });

  test("wait while the connection is paused, and continue after", async () => {
    await using both = await pair();
    const { receiver, bytes, until } = collector();
    both.socket.listen({
      ...receiver,
      data(piece) {
        receiver.data(piece);
        both.socket.pause();
      },
    });
    const all = Buffer.alloc(4_000_000, "abc");
    both.peer.write(all);
    await until(1);
    await Bun.sleep(30);
    const held = bytes().length;
    expect(held).toBeLessThan(all.length / 2);
    both.socket.pause();
    const going = collector();
    both.socket.listen(going.receiver);
    both.socket.resume();
    both.socket.resume();
    await going.until(all.length - held);
    expect(Buffer.concat([bytes(), going.bytes()]).equals(all)).toBe(true);
  });

  test("are ignored after the connection was abandoned", async () => {
    await using both = await pair();
    const { receiver, bytes, ends } = collector();
    both.socket.listen(receiver);
    both.socket.destroy();
    both.socket.destroy();
    both.peer.write("late");
    await Bun.sleep(20);
    expect([bytes().length, ends.length <= 1]).toEqual([0, true]);
  });
});

describe("TLS overhead is limited", () => {
  /**
   * Receives `read` bytes of content, `more` bytes of TLS overhead, then one more byte; returns the error
   * code.
   */
  async function flooded(read: number, more: number): Promise<string> {
    await using both = await pair();
    const { socket } = both;
    // The TLS socket with the content, then the TCP socket below it with the TLS records.
    socket.received(carrierOf(socket), new Uint8Array(read));
    const below = {} as Parameters<NativeSocket["received"]>[0];
    socket.received(below, new Uint8Array(read + more));
    try {
      socket.received(below, new Uint8Array(1));
      return "";
    } catch (error) {
      return error instanceof Object && "code" in error ? String(error.code) : "";
    }
  }
  /** Opens the socket and returns its carrier, the TCP socket that TLS runs on. */
  const carrierOf = (socket: NativeSocket) => {
    const carrier = { terminate() {} } as unknown as Parameters<NativeSocket["received"]>[0];
    socket.opened(carrier);
    return carrier;
  };
  // Allowed overhead: 256 KiB, plus 25 bytes per byte of content up to 1 MiB, plus one byte per byte of
  // content.
  test.each([
    [0, 262_144],
    [1000, 262_144 + 25_000],
    [43_690, 262_144 + 43_690 + 1_048_560],
    [100_000, 262_144 + 100_000 + 1_048_576],
  ])("%p bytes of content, %p bytes of overhead", async (read, most) => {
    expect([await flooded(read, most), await flooded(read, most + 1)]).toEqual(["", TLS_FLOOD]);
  });

  // Bytes before TLS, such as a proxy's response, do not count.
  test.each([
    [0, 262_144],
    [1000, 262_144 + 25_000],
  ])("over a stream of Node.js: %p bytes of content, %p bytes of overhead", async (bytesRead, most) => {
    for (const more of [0, 1]) {
      const below = { bytesRead: 77 };
      const secured = Object.assign(new PassThrough(), { bytesRead });
      const { promise, resolve } = Promise.withResolvers<unknown>();
      streamTransport(secured).listen({ data() {}, end: resolve });
      meterTls(below, secured);
      below.bytesRead += bytesRead + most + more;
      const end = await Promise.race([promise, Bun.sleep(more === 0 ? 250 : 5000)]);
      expect([more, end instanceof Object && "code" in end && end.code]).toEqual([
        more,
        more === 1 && TLS_FLOOD,
      ]);
      secured.destroy();
    }
  });
});

describe("a callback that throws ends only its own connection", () => {
  const bug = new Error("a bug");
  test("on received bytes", async () => {
    await using one = await pair();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    one.socket.listen({
      data() {
        throw bug;
      },
      end: resolve,
    });
    one.peer.write("hello");
    expect(await promise).toBe(bug);
    await new Promise((closed) => one.peer.once("close", closed));
  });

  test("over a stream of Node.js", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await using server = await rawServer((socket) => void socket.write("hello"));
    const stream = connect(server.port, "127.0.0.1");
    streamTransport(stream).listen({
      data() {
        throw bug;
      },
      end: resolve,
    });
    expect(await promise).toBe(bug);
    expect(stream.destroyed).toBe(true);
  });

  test("guarded, it passes its error to the waiting caller", () => {
    const seen: unknown[] = [];
    const callback = guarded(
      (error) => seen.push(error),
      (text: string) => {
        if (text === "bad") throw bug;
      },
    );
    callback("good");
    callback("bad");
    expect(seen).toEqual([bug]);
  });
});

test("at most 128 pending connections are abandoned at a time", async () => {
  await using server = await rawServer(() => {});
  const giveUp = () => {
    const opening = { connected() {}, failed() {} };
    new NativeSocket({ hostname, port: server.port }, opening).destroy();
  };
  for (let count = 1; count < 128; count++) giveUp();
  expect(mayAbandon()).toBe(true);
  giveUp();
  expect(mayAbandon()).toBe(false);
  // A pending connection counts until it is open or has failed.
  while (!mayAbandon()) await Bun.sleep(1);
});
