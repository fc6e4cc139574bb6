/**
 * Restarts under load: directly, behind nginx and behind HAProxy. `RESTARTS=100 bun test ./build/slow/restarts.test.ts` for
 * the full number.
 */

import { afterAll, describe, expect, test } from "bun:test";
import { freePort, haproxy, nginx } from "./proxy-servers.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;
const RESTARTS = Number(process.env["RESTARTS"] ?? 4);
const CLIENTS = 8;

const running = new Set<Bun.Subprocess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** A service that takes requests. */
async function serve(port: number): Promise<Bun.Subprocess> {
  const args = ["serve", "--listen", `127.0.0.1:${port}`, "--log-level", "silent", "--drain", "1s"];
  const child = Bun.spawn([process.execPath, main, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  running.add(child);
  for (let tries = 0; ; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return child;
    expect(tries).toBeLessThan(500);
    await Bun.sleep(20);
  }
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  running.delete(child);
}

interface Load {
  readonly answered: () => number;
  readonly stop: () => Promise<string[]>;
}

/** Clients that ask without pause until they are stopped; gives what went wrong. */
function load(ask: () => Promise<void>): Load {
  let going = true;
  let answered = 0;
  const lost: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (going) {
      try {
        await ask();
        answered++;
      } catch (error) {
        lost.push(String(error));
      }
      await Bun.sleep(2);
    }
  });
  return {
    answered: () => answered,
    async stop() {
      going = false;
      await Promise.all(clients);
      return lost;
    },
  };
}

async function throughProxy(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/ip/10.0.0.1`);
  await response.text();
  if (response.status !== 200) throw new Error(String(response.status));
}

/** One client with a kept connection. Only who is refused before a request is sent may try again. */
function directClient(port: number): () => Promise<void> {
  let socket: Bun.Socket<undefined> | undefined;
  let heard = "";
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const connect = () =>
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data(_socket, bytes) {
          heard += bytes.toString();
          if (!heard.endsWith("}")) return;
          if (/^connection: close/im.test(heard)) socket = undefined;
          settle?.resolve();
        },
        close(closed) {
          // One that was told to close has had its answer.
          if (socket !== closed) return;
          socket = undefined;
          settle?.reject(new Error(`cut off after ${heard.length} bytes`));
        },
      },
    });
  return async () => {
    while (socket === undefined) socket = await connect().catch(() => Bun.sleep(10).then(() => undefined));
    heard = "";
    const { promise, ...settlers } = Promise.withResolvers<void>();
    settle = settlers;
    socket.write("GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n");
    await promise.finally(() => {
      settle = undefined;
    });
    if (!heard.startsWith("HTTP/1.1 200 ")) throw new Error(heard.slice(0, 30));
  };
}

const limit = 60_000 + RESTARTS * 20_000;

describe(`${RESTARTS} restarts lose no request`, () => {
  test(
    "directly",
    async () => {
      const port = freePort();
      let child = await serve(port);
      const clients = Array.from({ length: CLIENTS }, () => directClient(port));
      let next = 0;
      const free = clients.map((_, index) => index);
      const running = load(async () => {
        const index = free.shift() ?? next++ % CLIENTS;
        try {
          await clients[index]?.();
        } finally {
          free.push(index);
        }
      });
      for (let count = 0; count < RESTARTS; count++) {
        await Bun.sleep(200);
        await stop(child);
        child = await serve(port);
      }
      const lost = await running.stop();
      await stop(child);
      console.log(`directly: ${running.answered()} answered, ${lost.length} lost`);
      expect(lost).toEqual([]);
    },
    limit,
  );

  const proxies = [
    [
      "nginx",
      (a: number, b: number) =>
        nginx(`upstream netlens { server 127.0.0.1:${a} max_fails=0; server 127.0.0.1:${b} max_fails=0; keepalive 16; }
        server { listen 127.0.0.1:PORT; location / {
          proxy_pass http://netlens; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } }`),
      // It looks at nobody, and asks the other one when one does not answer.
      async (_port: number) => true,
    ],
    [
      "HAProxy",
      (a: number, b: number) =>
        haproxy(`
frontend in
  bind 127.0.0.1:PORT
  monitor-uri /both
  monitor fail if { nbsrv(netlens) lt 2 }
  default_backend netlens
backend netlens
  option forwardfor
  timeout check 2s
  option httpchk GET /readyz
  option redispatch
  default-server check inter 200ms fall 1 rise 1
  server a 127.0.0.1:${a}
  server b 127.0.0.1:${b}`),
      // As who restarts one after the other looks before the next.
      async (port: number) => (await fetch(`http://127.0.0.1:${port}/both`)).ok,
    ],
  ] as const;
  for (const [name, start, bothSeen] of proxies)
    test(
      `behind ${name}, one of two at a time`,
      async () => {
        const ports = [freePort(), freePort()] as const;
        const children = [await serve(ports[0]), await serve(ports[1])];
        const proxy = await start(...ports);
        const running = load(() => throughProxy(proxy.port));
        for (let count = 0; count < RESTARTS; count++) {
          const which = count % 2;
          await Bun.sleep(100);
          for (let tries = 0; !(await bothSeen(proxy.port)); tries++) {
            expect(tries).toBeLessThan(500);
            await Bun.sleep(20);
          }
          await stop(children[which] as Bun.Subprocess);
          children[which] = await serve(ports[which] ?? 0);
        }
        const lost = await running.stop();
        await proxy.stop();
        for (const child of children) await stop(child);
        console.log(`${name}: ${running.answered()} answered, ${lost.length} lost`);
        expect(lost).toEqual([]);
      },
      limit,
    );
});
