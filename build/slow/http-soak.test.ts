/**
 * Many concurrent lookups of correct and hostile servers: each report matches its request, and no resource
 * leaks.
 */

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import zlib from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import { openQueue } from "../../src/http/queue.ts";
import { rawServer, reset, send, tcpServer, testSettings } from "../../test/http/servers.ts";
import { good, redirecting, startTlsServers } from "./http-soak-servers.ts";

const LOOKUPS = 2000;
const IN_FLIGHT = 200;
const ROUNDS = 4;
/** Settings for an expected result: a short timeout if the server stays silent. */
const settingsOf = (outcome: string) =>
  outcome === "head-timeout" ? { ...testSettings, headTimeout: 500 } : testSettings;

const bomb = zlib.gzipSync(Buffer.alloc(5_000_000));

function descriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

async function settled(): Promise<{ descriptors: number; heap: number; rss: number }> {
  for (let round = 0; round < 20; round++) {
    await Bun.sleep(50);
    Bun.gc(true);
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { descriptors: descriptors(), heap: heapUsed / 1e6, rss: rss / 1e6 };
}

test(`${LOOKUPS} lookups, ${IN_FLIGHT} in flight`, async () => {
  await using plain = await tcpServer(good);
  await using redirects = await tcpServer(redirecting);
  await using tls = await startTlsServers();
  await using silent = await tcpServer(() => {});
  await using cutting = await tcpServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"),
  );
  await using resetting = await tcpServer(reset);
  await using bombing = await tcpServer((socket) => {
    send(socket, `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    send(socket, bomb);
  });
  // Reads what clients send: otherwise it would not detect our close, and its descriptors are counted here.
  await using banner = await rawServer((socket) => send(socket.resume(), "SSH-2.0-x\r\n"));
  await using noTls = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));

  type Kind = readonly [url: string, version: "1.1" | "2", outcome: string];
  const kinds: readonly Kind[] = [
    [`http://127.0.0.1:${plain.port}/`, "1.1", "number"],
    [`http://127.0.0.1:${redirects.port}/`, "1.1", "number"],
    [`https://127.0.0.1:${tls.secure}/`, "1.1", "number"],
    [`https://127.0.0.1:${tls.second}/`, "2", "number"],
    [`http://127.0.0.1:${plain.port}/`, "1.1", "number"],
    [`http://127.0.0.1:${silent.port}/`, "1.1", "head-timeout"],
    [`http://127.0.0.1:${cutting.port}/`, "1.1", "closed-in-body"],
    [`http://127.0.0.1:${resetting.port}/`, "1.1", "reset-without-response"],
    [`http://127.0.0.1:${bombing.port}/`, "1.1", "truncated"],
    [`http://127.0.0.1:${banner.port}/`, "1.1", "not-http"],
    [`https://127.0.0.1:${noTls.port}/`, "1.1", "not-tls"],
    ["http://10.1.2.3/", "1.1", "forbidden-address"],
  ];

  const queue = openQueue(64, LOOKUPS);
  const { signal } = new AbortController();
  const wrong: string[] = [];
  let next = 0;
  const look = async (number: number) => {
    const [url, version, outcome] = kinds[number % kinds.length] ?? ["", "1.1", ""];
    const report = await lookupHttp(`${url}?n=${number}`, { version }, settingsOf(outcome), signal, queue);
    const last = report.steps.at(-1);
    const repeated = last?.headers.find(({ name }) => name === "x-number")?.value === String(number);
    const seen =
      last?.error?.code ?? (last?.body?.truncated ? "truncated" : repeated ? "number" : "mismatch");
    if (seen !== outcome)
      wrong.push(`${url}?n=${number}: ${seen} instead of ${outcome} ${last?.error?.message ?? ""}`);
  };
  const run = async (count: number) => {
    next = 0;
    const worker = async () => {
      while (next < count) await look(next++);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    // Requests recorded by the servers are not memory of lookups.
    for (const server of [plain, redirects, silent, cutting, resetting, bombing]) server.received.length = 0;
  };

  // Each round of a leak would use more.
  await run(LOOKUPS);
  let before = await settled();
  let after = before;
  for (let round = 0; round < ROUNDS; round++) {
    before = after;
    const begin = performance.now();
    await run(LOOKUPS);
    const seconds = (performance.now() - begin) / 1000;
    after = await settled();
    console.log(
      `${LOOKUPS} lookups at ${IN_FLIGHT} in flight: ${seconds.toFixed(1)} s, then ${after.descriptors} descriptors, heap ${after.heap.toFixed(1)} MB, resident ${after.rss.toFixed(1)} MB`,
    );
    if (after.descriptors <= before.descriptors && after.heap < before.heap + 5) break;
  }
  expect(wrong).toEqual([]);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
  expect(after.heap).toBeLessThan(before.heap + 5);
}, 300_000);
