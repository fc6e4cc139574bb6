/**
 * `fetch` and our own connection return the same status and fields for plain requests; our own connection is
 * used if `fetch` hides or rejects something that matters. Reasons: `.github/decisions/what-fetch-is-for.md`.
 */

import { afterEach, describe, expect, test } from "bun:test";
import type net from "node:net";
import zlib from "node:zlib";
import { type Exchange, type LookUpOptions, lookUp } from "../../src/http/exchange.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { rawServer, send, tcpServer, testSettings, tlsServer } from "./servers.ts";

const signal = new AbortController().signal;
const fields = [
  ["User-Agent", "netlens/test"],
  ["Accept", "text/html"],
] as const;

const DEFAULTS = { method: "GET", version: "1.1", fields, settings: testSettings, signal } as const;
const whole = (url: string, more: Partial<LookUpOptions> = {}) =>
  lookUp(new URL(url), { ...DEFAULTS, ...more });
const plain = (url: string, more: Partial<LookUpOptions> = {}) =>
  whole(url, { plain: true, content: false, ...more });

const ok = (lines: string, content = "") =>
  `HTTP/1.1 200 OK\r\n${lines}Content-Length: ${content.length}\r\n\r\n${content}`;
const moved = (lines: string) => `HTTP/1.1 301 Moved Permanently\r\n${lines}Content-Length: 0\r\n\r\n`;
const packed = zlib.gzipSync("hello ".repeat(100));

interface Form {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly method?: string;
  /** Whether the request must be repeated on our own connection. */
  readonly again?: boolean;
}

const forms: readonly Form[] = [
  { name: "case and order of fields", bytes: ok("X-B: 1\r\nx-a: 2\r\n", "hi") },
  {
    name: "a reason phrase of its own, and none",
    bytes: "HTTP/1.1 404 Not Here\r\nContent-Length: 0\r\n\r\n",
  },
  { name: "no reason phrase", bytes: "HTTP/1.1 301\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n" },
  { name: "a code that is not registered", bytes: "HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n" },
  { name: "several cookies", bytes: ok("Set-Cookie: a=1, b\r\nSet-Cookie: b=2\r\n") },
  { name: "two Location lines", bytes: moved("Location: /a\r\nLocation: /b\r\n"), again: true },
  { name: "one Location with a comma", bytes: moved("Location: /a,b\r\n"), again: true },
  { name: "two Refresh lines", bytes: ok("Refresh: 1; url=/a\r\nRefresh: 2\r\n") },
  { name: "two ETags", bytes: ok('ETag: "a"\r\nETag: "b"\r\n') },
  {
    name: "two dates",
    bytes: ok("Expires: Sun, 06 Nov 1994 08:49:37 GMT\r\nExpires: 0, 1\r\n"),
  },
  { name: "one date", bytes: ok("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n") },
  { name: "a Location in UTF-8", bytes: moved("Location: /\xc3\xa9\r\n") },
  { name: "a Location in Latin-1", bytes: moved("Location: /\xe9\r\n") },
  { name: "an empty Location", bytes: moved("Location:\r\n") },
  { name: "a NUL in a value", bytes: moved("Location: /a\0b\r\n"), again: true },
  { name: "a control character in a value", bytes: moved("Location: /a\x01b\r\n"), again: true },
  { name: "a bare CR in a value", bytes: moved("Location: /a\rb\r\n"), again: true },
  { name: "bare line feeds", bytes: "HTTP/1.1 301 M\nLocation: /a\nContent-Length: 0\n\n" },
  { name: "a folded line", bytes: moved("Location: /a\r\n b\r\n"), again: true },
  { name: "white space before the colon", bytes: moved("Location : /a\r\n"), again: true },
  { name: "interim responses", bytes: `HTTP/1.1 103 E\r\nLink: </a>\r\n\r\n${moved("Location: /b\r\n")}` },
  {
    name: "an unwanted upgrade",
    bytes: "HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    again: true,
  },
  { name: "HTTP/1.0", bytes: "HTTP/1.0 200 OK\r\n\r\nbody" },
  {
    name: "two lengths",
    bytes: "HTTP/1.1 301 M\r\nLocation: /b\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\n",
    again: true,
  },
  {
    name: "no valid length",
    bytes: "HTTP/1.1 301 M\r\nLocation: /b\r\nContent-Length: -1\r\n\r\n",
    again: true,
  },
  { name: "chunks", bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n" },
  {
    name: "broken chunks",
    bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  },
  { name: "content that is cut", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", again: true },
  { name: "no content by its code", bytes: "HTTP/1.1 204 No Content\r\n\r\n" },
  { name: "a 304 with a length", bytes: "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n" },
  { name: "a head alone", bytes: ok("Content-Type: text/html\r\n", "hello").slice(0, -5), method: "HEAD" },
  {
    name: "300 fields",
    bytes: ok(Array.from({ length: 300 }, (_, i) => `x-${i}: 1\r\n`).join("")),
    again: true,
  },
  { name: "no response", bytes: "", again: true },
  {
    name: "content in gzip",
    bytes: Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`),
      packed,
    ]),
  },
  { name: "content that is no gzip", bytes: ok("Content-Encoding: gzip\r\n", "hello") },
  { name: "a page", bytes: ok("Content-Type: text/html\r\n", "<title>x</title>") },
  { name: "more content than is read", bytes: ok("", "x".repeat(testSettings.maxBodyBytes + 1)) },
];

/** Parts that must be equal in both exchanges. Lines of one field are joined, as `fetch` does. */
function summary({ head, failure }: Exchange) {
  const cookies = head?.lines.filter(({ name }) => name === "set-cookie").map(({ value }) => value);
  const joined = Map.groupBy(head?.lines ?? [], ({ name }) => name);
  joined.delete("set-cookie");
  const fields = [...joined].map(([name, lines]) => `${name}: ${lines.map(({ value }) => value).join(", ")}`);
  return {
    status: head?.status,
    reason: head?.reason,
    cookies,
    fields: fields.sort(),
    octets: head?.lines.filter(({ octets }) => octets).map(({ name }) => name),
    failure: failure?.code,
  };
}

describe("same result as our own connection", () => {
  for (const { name, bytes, method = "GET", again = false } of forms)
    test(name, async () => {
      await using server = await tcpServer((socket) => {
        send(socket, bytes);
        socket.end();
      });
      const url = `http://127.0.0.1:${server.port}/x?`;
      const found = await plain(url, { method });
      expect(server.received).toHaveLength(again ? 2 : 1);
      const expected = await whole(url, { method, content: false });
      expect(summary(found)).toEqual(summary(expected));
      expect(found.content).toBeUndefined();
      const lines = server.received.map((text) => text.split("\r\n")[0]);
      expect(new Set(lines)).toEqual(new Set([`${method} /x? HTTP/1.1`]));
    });
});

describe("the request", () => {
  test("has the given headers and no others, except those of connections", async () => {
    await using server = await tcpServer((socket) => send(socket, ok("")));
    await plain(`http://127.0.0.1:${server.port}/`);
    const names = server.received[0]
      ?.toLowerCase()
      .match(/^[\w-]+(?=: )/gm)
      ?.filter((name) => name !== "connection");
    expect(names?.sort()).toEqual(["accept", "host", "user-agent"]);
  });

  test.each([
    ["two fields of one name", [...fields, ["X-A", "1"], ["x-a", "2"]]],
    ["a value above ASCII", [...fields, ["X-A", "é"]]],
  ] as const)("uses our own connection with %s", async (_name, all) => {
    await using server = await tcpServer((socket) => send(socket, ok("")));
    const url = `http://127.0.0.1:${server.port}/`;
    await plain(url, { fields: all });
    await whole(url, { fields: all });
    expect(server.received[0]).toBe(server.received[1] ?? "");
  });

  test("does not use the proxy of the environment", async () => {
    let dialled = 0;
    await using proxy = await rawServer(() => void dialled++);
    await using server = await tcpServer((socket) => send(socket, ok("")));
    for (const name of PROXIES) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    const { head } = await plain(`http://127.0.0.1:${server.port}/`);
    expect([head?.status, dialled]).toEqual([200, 0]);
  });
});

const PROXIES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"];
afterEach(() => {
  for (const name of PROXIES) delete process.env[name];
});

describe("a server name", () => {
  test("has its own connection, which is reused", async () => {
    const names: unknown[] = [];
    const named = new WeakSet();
    await using server = await tlsServer((socket) => {
      if (!named.has(socket)) names.push(socket.servername);
      named.add(socket);
      socket.write(ok(""));
    });
    const address = parseAddress("127.0.0.1");
    for (const host of ["a.test", "b.test", "a.test", "b.test."]) {
      const { head } = await plain(`https://${host}:${server.port}/`, { address });
      expect(head?.status).toBe(200);
    }
    expect(names).toEqual(["a.test", "b.test"]);
  });

  test("may have an untrusted certificate", async () => {
    await using server = await tlsServer((socket) => send(socket, ok("")), { name: "self-signed" });
    const { head, tls } = await plain(`https://127.0.0.1:${server.port}/`);
    expect([head?.status, tls, server.received.length]).toEqual([200, undefined, 1]);
  });
});

describe("a connection", () => {
  test("is reused for the next request", async () => {
    let dialled = 0;
    await using server = await rawServer((socket) => {
      dialled++;
      socket.on("data", () => socket.write(moved("Location: /b\r\n")));
    });
    for (let round = 0; round < 3; round++) await plain(`http://127.0.0.1:${server.port}/`);
    expect(dialled).toBe(1);
  });

  test("is not reused if it received too many bytes", async () => {
    const poison = "HTTP/1.1 200 POISON\r\nContent-Length: 0\r\n\r\n";
    for (const [method, bytes] of [
      ["GET", `${moved("Location: /b\r\n")}${poison}`],
      ["HEAD", `HTTP/1.1 301 M\r\nContent-Length: ${poison.length}\r\n\r\n${poison}`],
    ] as const) {
      await using server = await rawServer((socket) => void socket.on("data", () => socket.write(bytes)));
      for (let round = 0; round < 3; round++)
        expect((await plain(`http://127.0.0.1:${server.port}/`, { method })).head?.status).toBe(301);
    }
  });

  test("by IPv6 sends the right Host", async () => {
    const open = await tcpServer((socket) => send(socket, ok("")), "::1").catch(() => undefined);
    // Skipped on a machine without IPv6.
    if (!open) return;
    await using server = open;
    const { head } = await plain(`http://[::1]:${server.port}/`);
    expect([head?.status, server.received[0]?.includes(`Host: [::1]:${server.port}`)]).toEqual([200, true]);
  });
});

describe("a hostile server", () => {
  /** Sends `first`, then filler as fast as the client reads. */
  function flood(socket: net.Socket, first: string): void {
    const piece = Buffer.alloc(65_536, "a");
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    socket.write(first);
    more();
  }

  test.each([
    ["a head without end", "HTTP/1.1 200 OK\r\nX: ", "head-too-large"],
    ["a redirect's content without end", "HTTP/1.1 301 M\r\nLocation: /b\r\n\r\n", undefined],
    ["content without end", "HTTP/1.1 200 OK\r\n\r\n", undefined],
  ])("with %s ends within the limits", async (_name, first, code) => {
    await using server = await tcpServer((socket) => flood(socket, first));
    const { failure, content } = await plain(`http://127.0.0.1:${server.port}/`);
    expect<string | undefined>(failure?.code).toBe(code);
    expect(content).toBeUndefined();
  });

  test("a silent server is reported by our own connection", async () => {
    await using server = await tcpServer(() => {});
    const settings = { ...testSettings, connectTimeout: 100, headTimeout: 100 };
    const { failure } = await plain(`http://127.0.0.1:${server.port}/`, { settings });
    expect([failure?.code, server.received.length]).toEqual(["head-timeout", 2]);
  });

  test("ends when the caller disconnects", async () => {
    await using server = await tcpServer(() => {});
    const leaving = new AbortController();
    const asked = plain(`http://127.0.0.1:${server.port}/`, { signal: leaving.signal });
    leaving.abort(new Error("gone"));
    await expect(asked).rejects.toThrow("gone");
  });
});

describe("the guard", () => {
  test("checks each address and port before it is dialled", async () => {
    let dialled = 0;
    await using server = await rawServer(() => void dialled++);
    const forbidden = { ...testSettings, allow: [] };
    for (const host of ["127.0.0.1", "localhost"]) {
      const { failure } = await plain(`http://${host}:${server.port}/`, { settings: forbidden });
      expect([host, failure?.phase]).toEqual([host, "policy"]);
    }
    const ports = { ...testSettings, guarded: true, ports: [{ from: 80, to: 80 }] };
    const { failure } = await plain(`http://127.0.0.1:${server.port}/`, { settings: ports });
    expect([failure?.code, dialled]).toEqual(["forbidden-port", 0]);
  });
});
