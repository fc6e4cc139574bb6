/** Content on its way to `fetch`: it arrives whole, whether it was all there before or comes faster than it is read. */

import { describe, expect, test } from "bun:test";
import { openSink, type Sink } from "../../src/http/relay.ts";

function reading({ url, unix }: Sink): Promise<Response> {
  return fetch(url, { unix, decompress: false } as BunFetchRequestInit);
}

async function textOf(response: Promise<Response>): Promise<string> {
  return await (await response).text();
}

describe("content", () => {
  test("that has ended before it is asked for", async () => {
    const sink = openSink();
    expect([sink.write(Buffer.from("one ")), sink.write(Buffer.from("two"))]).toEqual([true, true]);
    sink.end();
    sink.end();
    const response = await reading(sink);
    expect(response.headers.get("content-length")).toBe("7");
    expect(await response.text()).toBe("one two");
    sink.close();
  });

  test("of which there is none", async () => {
    const sink = openSink();
    sink.end();
    expect(await textOf(reading(sink))).toBe("");
  });

  test("that comes piece by piece, empty ones among them", async () => {
    const sink = openSink();
    const response = await reading(sink);
    for (const piece of ["a", "", "bc", "0123456789abcdef"]) {
      sink.write(Buffer.from(piece));
      await Bun.sleep(1);
    }
    sink.end();
    expect(await response.text()).toBe("abc0123456789abcdef");
  });

  test("that is much before it is asked for is held up", () => {
    const sink = openSink();
    expect([sink.write(Buffer.alloc(65_535)), sink.write(Buffer.alloc(1))]).toEqual([true, false]);
    sink.close();
  });

  test("that comes faster than it is read", async () => {
    const sink = openSink();
    const response = await reading(sink);
    const piece = Buffer.alloc(100_000, "0123456789");
    let drained = Promise.withResolvers<void>();
    sink.onDrain = () => drained.resolve();
    let pieces = 0;
    // Nobody reads yet: until the sockets between are full, and some more.
    while (sink.write(piece)) pieces++;
    for (let more = 0; more < 5; more++) sink.write(piece);
    pieces += 6;
    const reader = response.body?.getReader();
    let read = 0;
    let isSound = true;
    const take = async () => {
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) return;
        for (const [at, byte] of next.value.entries()) isSound &&= byte === 48 + ((read + at) % 10);
        read += next.value.length;
      }
    };
    const all = take();
    await drained.promise;
    drained = Promise.withResolvers<void>();
    sink.write(Buffer.from("0"));
    sink.end();
    await all;
    expect([read, isSound]).toEqual([pieces * piece.length + 1, true]);
  });
});

describe("a connection of fetch", () => {
  test("serves one content after the other", async () => {
    for (const text of ["first", "second", "third"]) {
      const sink = openSink();
      const response = textOf(reading(sink));
      sink.write(Buffer.from(text));
      sink.end();
      expect(await response).toBe(text);
    }
  });

  test("is broken off where content is", async () => {
    const sink = openSink();
    const response = await reading(sink);
    sink.write(Buffer.from("half"));
    sink.close();
    expect(
      await response.text().then(
        (text) => text,
        () => "broken",
      ),
    ).toBe("broken");
  });

  test("that asks for what is not there is refused", async () => {
    const sink = openSink();
    const other = sink.url.replace(/[^/]+$/, crypto.randomUUID());
    await expect(fetch(other, { unix: sink.unix } as BunFetchRequestInit)).rejects.toThrow();
    sink.close();
  });

  test("that has gone takes the rest with it, and who writes is told to go on", async () => {
    const sink = openSink();
    const leaving = new AbortController();
    const { url, unix } = sink;
    const response = await fetch(url, { unix, signal: leaving.signal } as BunFetchRequestInit);
    const gone = Promise.withResolvers<void>();
    while (sink.write(Buffer.alloc(100_000)));
    sink.onDrain = gone.resolve;
    leaving.abort();
    await response.text().catch(() => {});
    await gone.promise;
    sink.end();
    sink.close();
  });
});
