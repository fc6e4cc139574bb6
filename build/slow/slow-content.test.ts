/** Request content that arrives too slowly, over real sockets, with short deadlines. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import { limitContent } from "../../src/server/pipeline/content-limit.ts";
import { problemResponse } from "../../src/server/pipeline/problem-details.ts";

/** Allowed time: one second, plus one second per 1000 bytes. */
const PACE = { grace: 1000, leastRate: 1000 };
const MOST = 10_000;
let server: Bun.Server<undefined>;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      limitContent(request, MOST, PACE).then(
        async (whole) => new Response(await whole.text()),
        (error: unknown) => {
          if (error instanceof NetlensError) return problemResponse(error, "");
          throw error;
        },
      ),
  });
});
afterAll(() => server.stop(true));

/** Received text until the connection ends or `enough` returns true, and duration in ms. */
async function upload(
  head: string,
  pieces: readonly string[],
  pause: number,
  enough: (received: string) => boolean = () => false,
): Promise<{ received: string; ended: boolean; ms: number }> {
  const started = performance.now();
  let received = "";
  let ended = false;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port ?? 0,
    socket: {
      data: (_socket, bytes) => {
        received += bytes.toString("latin1");
      },
      close: () => {
        ended = true;
      },
    },
  });
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
  for (const piece of pieces) {
    if (ended || enough(received)) break;
    socket.write(piece);
    await Bun.sleep(pause);
  }
  for (let waits = 0; waits < 400 && !ended && !enough(received); waits++) await Bun.sleep(10);
  socket.end();
  return { received, ended, ms: performance.now() - started };
}

const bytes = (count: number) => Array<string>(count).fill("x");

test.each([
  ["of a declared length", "Content-Length: 1000", bytes(100)],
  ["in chunks", "Transfer-Encoding: chunked", Array<string>(100).fill("1\r\nx\r\n")],
  ["that never begins", "Content-Length: 1000", []],
])("content %s is refused at its deadline, and the connection ends", async (_kind, head, pieces) => {
  const { received, ended, ms } = await upload(head, pieces, 50);
  expect(received).toStartWith("HTTP/1.1 408 ");
  expect(received).toContain('"error":"too-slow"');
  expect(ended).toBe(true);
  expect(ms).toBeGreaterThanOrEqual(1000);
  // Received bytes extend the deadline at the minimum rate: 20 bytes by 20 ms.
  expect(ms).toBeLessThan(4000);
  expect(server.pendingRequests).toBe(0);
});

test("content at the required pace may take longer than the grace period", async () => {
  const half = "x".repeat(500);
  const { received, ms } = await upload("Content-Length: 3000", Array<string>(6).fill(half), 300, (text) =>
    text.includes(half.repeat(6)),
  );
  expect(received).toStartWith("HTTP/1.1 200 ");
  expect(ms).toBeGreaterThan(1000);
});

test.each([
  ["at the bound", "Content-Length: 10000", ["x".repeat(MOST)], "200"],
  ["above it by what is declared", "Content-Length: 10001", [], "413"],
  [
    "above it by what comes",
    "Transfer-Encoding: chunked",
    [`2711\r\n${"x".repeat(MOST + 1)}\r\n0\r\n\r\n`],
    "413",
  ],
  ["without content", "Content-Length: 0", [], "200"],
])("content %s", async (_kind, head, pieces, status) => {
  const { received } = await upload(head, pieces, 10, (text) => text.includes("\r\n\r\n"));
  expect(received).toStartWith(`HTTP/1.1 ${status} `);
});
