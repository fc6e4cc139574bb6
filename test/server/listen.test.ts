/** Listeners: peer addresses, replacing old sockets, and stopping. */

import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { type Handler, type Listener, listen, type PeerOf, platformBound } from "../../src/server/listen.ts";
import type { Listen } from "../../src/settings/forms.ts";

const running: Listener[] = [];
const folder = mkdtempSync(join(tmpdir(), "netlens-"));
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop(0);
});
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const ANY: Listen = { kind: "tcp", host: "127.0.0.1", port: 0 };
async function start(
  handlerOf: (peerOf: PeerOf) => Handler,
  at: Listen = ANY,
  shared?: boolean,
): Promise<Listener> {
  const app = (peerOf: PeerOf) => {
    const handler = handlerOf(peerOf);
    return new Elysia().all("/*", async ({ request }) => handler(request));
  };
  const listener = await listen(at, app, { maxBody: 100, ...(shared !== undefined && { shared }) });
  running.push(listener);
  return listener;
}
const hello = (): Handler => () => new Response("hello");
const get = async (listener: Listener, path = "/") =>
  (await fetch(`http://${listener.address}${path}`)).text();
const unix = (name: string) => ({ kind: "unix", path: join(folder, name) }) as const;
const overUnix = (path: string) => fetch("http://localhost/", { unix: path });

describe("the client", () => {
  const tell =
    (peerOf: PeerOf): Handler =>
    (request) =>
      new Response(String(peerOf(request)));
  test("over TCP has an address", async () => expect(await get(await start(tell))).toBe("127.0.0.1"));
  test("over a Unix socket has none", async () => {
    const at = unix("peer");
    await start(tell, at);
    expect(await (await overUnix(at.path)).text()).toBe("undefined");
  });
  test("is unknown for a request without a socket", async () => {
    let asked: PeerOf = () => "never asked";
    await start((peerOf) => {
      asked = peerOf;
      return hello();
    });
    expect(asked(new Request("http://a/"))).toBe("");
  });
});

test("the platform accepts far more content than the pipeline", () => {
  expect(platformBound(0)).toBe(64 * 1024 * 1024);
  expect(platformBound(1_000_000)).toBe(69_108_864);
});

describe("a port", () => {
  test("in use is refused, unless both share it", async () => {
    const first = await start(hello);
    const port = Number(first.address.split(":")[1]);
    await expect(start(hello, { ...ANY, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    const shared = await start(hello, ANY, true);
    const again = { ...ANY, port: Number(shared.address.split(":")[1]) };
    expect((await start(hello, again, true)).address).toBe(shared.address);
  });
  test("counts connections", async () => {
    const listener = await start(hello);
    expect(listener.connections()).toBe(0);
    const [hostname = "", port] = listener.address.split(":");
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const socket = await Bun.connect({ hostname, port: Number(port), socket: { data: () => resolve() } });
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await answered;
    expect(listener.connections()).toBe(1);
    socket.end();
  });
});

describe("a Unix socket", () => {
  test("has the permissions of a loopback port, is named as one, and is removed at the end", async () => {
    const at = unix("open");
    const listener = await start(hello, at);
    expect(listener.address).toBe(`unix:${at.path}`);
    expect(statSync(at.path).mode & 0o777).toBe(0o666);
    expect(await (await overUnix(at.path)).text()).toBe("hello");
    await listener.stop(1000);
    expect(existsSync(at.path)).toBe(false);
  });
  test("left by a dead process is replaced, one in use is not", async () => {
    const at = unix("dead");
    const { promise: bound, resolve } = Promise.withResolvers<void>();
    const other = createServer().listen(at.path, resolve);
    await bound;
    await expect(start(hello, at)).rejects.toThrow();
    expect(existsSync(at.path)).toBe(true);
    // Socket file that remains after a killed process.
    const left = unix("left");
    const child = Bun.spawnSync([
      process.execPath,
      "-e",
      `require("node:net").createServer().listen(${JSON.stringify(left.path)}, () => process.kill(process.pid, "SIGKILL"))`,
    ]);
    expect([child.signalCode, existsSync(left.path)]).toEqual(["SIGKILL", true]);
    await start(hello, left);
    expect(await (await overUnix(left.path)).text()).toBe("hello");
    other.close();
  });
  test("does not replace a file of another kind", async () => {
    const at = unix("file");
    writeFileSync(at.path, "data");
    await expect(start(hello, at)).rejects.toThrow(`${at.path} exists and is not a socket`);
    expect(await Bun.file(at.path).text()).toBe("data");
  });
});

describe("the stop", () => {
  /** Listener whose response waits for `answer`. */
  const slow = async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: released, resolve: answer } = Promise.withResolvers<void>();
    const listener = await start(() => async () => {
      ask();
      await released;
      return new Response("late");
    });
    const reply = get(listener).catch((error: Error) => error.name);
    await asked;
    return { listener, reply, answer };
  };
  test("waits for open requests", async () => {
    const { listener, reply, answer } = await slow();
    const ended = listener.stop(60_000);
    answer();
    expect(await reply).toBe("late");
    await ended;
    await expect(get(listener)).rejects.toThrow();
  });
  test("aborts requests that take longer than the deadline", async () => {
    const { listener, reply } = await slow();
    await listener.stop(0);
    expect(await reply).not.toBe("late");
  });
});
