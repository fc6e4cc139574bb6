/** State shared by replicas, with a fake Redis server. `build/slow` runs the scripts in a real one. */

import { afterEach, describe, expect, test } from "bun:test";
import { openRedis, type Redis } from "../../src/server/shared/redis.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** First RESP command in a text, and its length; undefined if incomplete. */
function command(text: string): { readonly words: string[]; readonly length: number } | undefined {
  const count = Number(/^\*(\d+)\r\n/.exec(text)?.[1]);
  let at = text.indexOf("\r\n") + 2;
  const words: string[] = [];
  for (let index = 0; index < count; index++) {
    const length = Number(/^\$(\d+)\r\n/.exec(text.slice(at))?.[1]);
    at = text.indexOf("\r\n", at) + 2;
    words.push(text.slice(at, at + length));
    at += length + 2;
  }
  return Number.isNaN(count) || at > text.length || words.length < count ? undefined : { words, length: at };
}

/** Fake Redis: handles HELLO and PING itself, and other commands with `answer`; `undefined` sends nothing. */
function serve(
  answer: (words: readonly string[]) => string | undefined,
  hello = "%1\r\n+server\r\n+redis\r\n",
) {
  const asked: string[][] = [];
  const sockets = new Set<Bun.Socket<{ text: string }>>();
  let connections = 0;
  const server = Bun.listen<{ text: string }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        connections++;
        sockets.add(socket);
        socket.data = { text: "" };
      },
      data(socket, bytes) {
        socket.data.text += bytes.toString();
        for (let next = command(socket.data.text); next; next = command(socket.data.text)) {
          socket.data.text = socket.data.text.slice(next.length);
          const [name] = next.words;
          if (name === "HELLO") {
            if (hello) socket.write(hello);
            continue;
          }
          asked.push(next.words);
          const given = name === "PING" ? "+PONG\r\n" : answer(next.words);
          if (given !== undefined) socket.write(given);
        }
      },
      close: (socket) => void sockets.delete(socket),
    },
  });
  const redis = openRedis(`redis://127.0.0.1:${server.port}`);
  open.push(() => {
    redis.close();
    server.stop(true);
  });
  return { redis, asked, sockets, connections: () => connections };
}

const rate = { requests: 5, window: 60_000 };
const wanted = { owed: 1, least: 2, parts: 3, smallest: 4, largest: 6 };
const three = (...numbers: readonly number[]) => `*3\r\n${numbers.map((each) => `:${each}\r\n`).join("")}`;

describe("a limit", () => {
  test.each([
    [three(2, 3, 59_001), { granted: 2, spent: 3, left: 59_001 }],
    [three(0, 5, 1), { granted: 0, spent: 5, left: 1 }],
  ])("%j", async (answer, expected) => {
    const { redis, asked } = serve(() => answer);
    expect(await redis.lease("192.0.2.1", wanted, rate)).toEqual(expected);
    expect(asked.map(([name, , ...rest]) => [name, ...rest])).toEqual([
      ["EVAL", "1", "netlens:limit:5/60000:192.0.2.1", "1", "2", "3", "4", "6", "5", "60000"],
    ]);
  });
  test.each(["+OK\r\n", "*1\r\n:1\r\n", "*2\r\n:1\r\n:2\r\n"])(
    "an answer of another form: %j",
    async (answer) => {
      const { redis } = serve(() => answer);
      await expect(redis.lease("a", wanted, rate)).rejects.toThrow("unexpected answer");
    },
  );
});

describe("replicas", () => {
  test("a heartbeat has its lifetime and returns the count", async () => {
    const { redis, asked } = serve(() => ":3\r\n");
    expect(await redis.seen("me", 30_000)).toBe(3);
    expect(asked.map(([, , ...rest]) => rest)).toEqual([["1", "netlens:replicas", "me", "30000"]]);
  });
});

describe("a report", () => {
  test.each([
    ["*2\r\n$4\r\ntext\r\n:1234\r\n", { kind: "kept", text: "text", left: 1234 }],
    ["*2\r\n$0\r\n\r\n:1\r\n", { kind: "kept", text: "", left: 1 }],
    ["*2\r\n_\r\n:1\r\n", { kind: "mine" }],
    ["*2\r\n_\r\n:0\r\n", { kind: "others" }],
  ] as const)("%j", async (answer, expected) => {
    const { redis, asked } = serve(() => answer);
    expect((await redis.reports.turn("key", "owner", 2000)) as object).toEqual(expected);
    expect(asked.map(([, , ...rest]) => rest)).toEqual([
      ["2", "netlens:http:key", "netlens:turn:key", "owner", "2000"],
    ]);
  });
  test.each(["+OK\r\n", "*1\r\n$1\r\na\r\n", "*2\r\n$1\r\na\r\n$1\r\nb\r\n"])(
    "an answer of another form: %j",
    async (answer) => {
      const { redis } = serve(() => answer);
      await expect(redis.reports.turn("key", "owner", 1)).rejects.toThrow("unexpected answer");
    },
  );
  test("is kept for a time, and its lease renewed and released", async () => {
    const { redis, asked } = serve(() => "+OK\r\n");
    await redis.reports.renew("key", "owner", 2000);
    await redis.reports.keep("key", "owner", "text", 30_000);
    await redis.reports.release("key", "owner");
    expect(asked.map((words) => words.filter((word) => !word.includes("redis.call")))).toEqual([
      ["EVAL", "1", "netlens:turn:key", "owner", "2000"],
      ["SET", "netlens:http:key", "text", "PX", "30000"],
      ["EVAL", "1", "netlens:turn:key", "owner"],
      ["EVAL", "1", "netlens:turn:key", "owner"],
    ]);
  });
});

describe("a closed connection", () => {
  const lose = async () => {
    const world = serve(() => three(1, 1, 1));
    await world.redis.lease("a", wanted, rate);
    for (const socket of world.sockets) socket.end();
    for (let tries = 0; tries < 500 && world.sockets.size > 0; tries++) await Bun.sleep(2);
    return world;
  };
  const fails = async (redis: Redis) => {
    for (let tries = 0; tries < 500; tries++)
      if (
        await redis.lease("a", wanted, rate).then(
          () => false,
          () => true,
        )
      )
        return;
    throw new Error("it never failed");
  };
  test("fails at once, and does not reconnect by itself", async () => {
    const { redis, connections } = await lose();
    await fails(redis);
    await fails(redis);
    expect(connections()).toBe(1);
  });
  test("is replaced by revive, once the server responds", async () => {
    const { redis, asked, connections } = await lose();
    await fails(redis);
    await redis.revive();
    expect(asked.at(-1)).toEqual(["PING"]);
    expect(await redis.lease("a", wanted, rate)).toMatchObject({ granted: 1 });
    expect(connections()).toBe(2);
  });
});

test("a silent server is not revived", async () => {
  const { redis } = serve(() => undefined, "");
  await expect(redis.revive()).rejects.toThrow();
});
