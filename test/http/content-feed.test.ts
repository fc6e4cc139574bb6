/** Decoding of received content in order, one piece at a time; reading pauses while a piece is decoded. */

import { describe, expect, test } from "bun:test";
import type { ContentReader } from "../../src/http/wire/content.ts";
import { openFeed } from "../../src/http/wire/content-feed.ts";

/** Reader whose decoding the test finishes. */
function opened(answer: (piece: string) => boolean | Promise<boolean> = () => true) {
  const read: string[] = [];
  const events: string[] = [];
  const reader: Pick<ContentReader, "write"> = {
    write(piece) {
      read.push(Buffer.from(piece).toString());
      return answer(read.at(-1) ?? "");
    },
  };
  const feed = openFeed(reader as ContentReader);
  feed.onReady = () => void events.push("ready");
  feed.onProgress = () => void events.push("progress");
  return { feed, read, events, push: (text: string) => feed.push(Buffer.from(text)) };
}

describe("a reader that returns immediately", () => {
  test("gets each piece immediately", async () => {
    const { feed, push, read, events } = opened();
    expect([push("a"), push("b"), feed.state, read]).toEqual([true, true, "open", ["a", "b"]]);
    feed.end();
    expect(feed.state).toBe("ended");
    await feed.settled();
    expect(push("c")).toBe(false);
    expect([read, events]).toEqual([
      ["a", "b"],
      ["progress", "progress"],
    ]);
  });

  test("gets nothing more once it returns false", async () => {
    const { feed, push, read } = opened((piece) => piece !== "b");
    const settled = feed.settled();
    expect([push("a"), push("b"), push("c")]).toEqual([true, false, false]);
    await settled;
    feed.end();
    expect([feed.state, read]).toEqual(["enough", ["a", "b"]]);
  });
});

describe("an asynchronous reader", () => {
  test("gets one piece at a time and signals when it has caught up", async () => {
    const decoding: PromiseWithResolvers<boolean>[] = [];
    const { feed, push, read, events } = opened(() => {
      const piece = Promise.withResolvers<boolean>();
      decoding.push(piece);
      return piece.promise;
    });
    expect([push("a"), push("b"), read]).toEqual([false, false, ["a"]]);
    decoding[0]?.resolve(true);
    await Bun.sleep(0);
    expect([read, events.includes("ready")]).toEqual([["a", "b"], false]);
    decoding[1]?.resolve(true);
    await Bun.sleep(0);
    expect([events.filter((event) => event === "progress").length, events.at(-1)]).toEqual([4, "ready"]);
    push("c");
    feed.end();
    expect(feed.state).toBe("open");
    const settled = feed.settled();
    decoding[2]?.resolve(true);
    await settled;
    expect(feed.state).toBe("ended");
  });

  test("may return false before its last piece", async () => {
    const { feed, push, read } = opened((piece) => Promise.resolve(piece !== "a"));
    push("a");
    push("b");
    feed.end();
    await feed.settled();
    expect([feed.state, read]).toEqual(["enough", ["a"]]);
  });

  test("may fail, before and while it decodes", async () => {
    const { feed, push } = opened(() => Promise.reject(new Error("broken")));
    push("a");
    await expect(feed.settled()).rejects.toThrow("broken");
    await expect(feed.settled()).rejects.toThrow("broken");
  });
});
