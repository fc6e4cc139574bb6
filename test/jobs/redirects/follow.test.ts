/**
 * Requests of a redirect check: reused connections, a check by the guard for each, and errors worded as in
 * lookups.
 */

import { describe, expect, test } from "bun:test";
import type net from "node:net";
import { makeBudget } from "../../../src/api/budget.ts";
import { mapBudget } from "../../../src/api/limits.ts";
import { followPlainly, plainSender } from "../../../src/jobs/redirects/follow.ts";
import { networks, tcpServer, testSettings, tlsServer } from "../../http/servers.ts";

const signal = new AbortController().signal;
/** Sends a response and closes the connection. */
function send(socket: net.Socket, text: string): void {
  socket.end(text);
}

const moved = "HTTP/1.1 301 M\r\nLocation: /new\r\nX-Redirect-By: test\r\nContent-Length: 0\r\n\r\n";
const page = '<link rel="canonical" href="/other">';

const budget = makeBudget(mapBudget(100));
function follow(url: string, content = false, settings = testSettings) {
  return followPlainly(url, "GET", { send: plainSender(settings), maxRedirects: 5, content, budget }, signal);
}

describe("a trail", () => {
  test("of one redirect and a page", async () => {
    await using server = await tcpServer((socket, request) =>
      send(
        socket,
        request.startsWith("GET /old")
          ? moved
          : `HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
      ),
    );
    const base = `http://127.0.0.1:${server.port}`;
    const trail = await follow(`${base}/old`, true);
    expect(trail).toMatchObject({
      hops: [
        { url: `${base}/old`, status: 301 },
        { url: `${base}/new`, status: 200 },
      ],
      stop: "done",
      redirectBy: "test",
      content: { canonical: `${base}/other` },
    });
  });

  test("with an unreachable second server ends there", async () => {
    const gone = await tcpServer(() => {});
    await gone[Symbol.asyncDispose]();
    const location = `http://127.0.0.1:${gone.port}/`;
    await using server = await tcpServer((socket) => send(socket, moved.replace("/new", location)));
    expect(await follow(`http://127.0.0.1:${server.port}/`)).toMatchObject({
      hops: [{ status: 301 }, { url: location, status: 0 }],
      stop: "error",
      error: `No server listens on 127.0.0.1 port ${gone.port}: the connection was refused.`,
    });
  });

  test("over an untrusted certificate is followed", async () => {
    await using server = await tlsServer((socket) => send(socket, moved), { name: "expired" });
    const { hops } = await follow(`https://127.0.0.1:${server.port}/`);
    expect(hops[0]?.status).toBe(301);
  });
});

test("a redirect to a forbidden address is refused, and not dialled", async () => {
  await using inner = await tcpServer(() => {}, "127.0.0.2");
  const location = `http://127.0.0.2:${inner.port}/`;
  await using server = await tcpServer((socket) => send(socket, moved.replace("/new", location)));
  const settings = { ...testSettings, allow: networks("127.0.0.1/32") };
  const { hops, error } = await follow(`http://127.0.0.1:${server.port}/`, false, settings);
  expect(hops.map(({ status }) => status)).toEqual([301, 0]);
  expect(error).toContain("127.0.0.2 cannot be looked up here");
  expect(inner.received).toEqual([]);
});
