import { describe, expect, test } from "bun:test";
import type net from "node:net";
import { type LookupOptions, lookupHttp } from "../../src/http/lookup.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { harOf } from "../../src/jobs/har/write.ts";
import {
  type defaultSettings,
  frame,
  h2Server,
  literal,
  type Running,
  rawH2Server,
  reset,
  send,
  status200,
  tcpServer,
  testSettings,
  tlsServer,
} from "./servers.ts";

const END = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const to = (path: string, more = "Content-Length: 0\r\n\r\n") =>
  `HTTP/1.1 302 Found\r\nLocation: ${path}\r\n${more}`;

/** Redirects `/` to `/1` and `/1` to `/2`. */
const next = (request: string) =>
  request.startsWith("GET / ") ? to("/1") : request.startsWith("GET /1 ") ? to("/2") : END;

function look(
  { port }: Pick<Running, "port">,
  options: LookupOptions = {},
  scheme = "http",
): Promise<HttpReport> {
  return lookupHttp(`${scheme}://127.0.0.1:${port}/`, options, testSettings);
}

const reuse = ({ steps }: HttpReport) => steps.map(({ reused = false }) => reused);
const statuses = ({ steps }: HttpReport) => steps.map(({ status }) => status);

describe("steps with the same origin", () => {
  test("share an HTTP/1.1 connection, and only the first one dials", async () => {
    let closed = 0;
    await using server = await tcpServer((socket, request) => {
      socket.once("close", () => closed++);
      send(socket, next(request));
    });
    const report = await look(server);
    expect([statuses(report), reuse(report), server.connections]).toEqual([
      [302, 302, 200],
      [false, true, true],
      1,
    ]);
    const [first, second] = report.steps;
    expect(Object.keys(first?.timeStages ?? {})).toEqual([
      "wait",
      "dns",
      "tcp",
      "firstByte",
      "download",
      "total",
    ]);
    expect(Object.keys(second?.timeStages ?? {})).toEqual(["firstByte", "download", "total"]);
    expect([first?.tries?.length, second?.tries, second?.ip]).toEqual([1, undefined, "127.0.0.1"]);
    expect(server.received.join()).not.toMatch(/^Connection:/im);
    // The connection is closed when the chain ends.
    for (let wait = 0; closed === 0 && wait < 200; wait++) await Bun.sleep(10);
    expect(closed).toBeGreaterThan(0);
  });

  test("share a TLS connection, and each reports its certificate", async () => {
    await using server = await tlsServer((socket, request) => send(socket, next(request)));
    const report = await look(server, {}, "https");
    expect([reuse(report), server.connections]).toEqual([[false, true, true], 1]);
    const [first, second] = report.steps;
    expect(second?.tls).toEqual(first?.tls);
    expect(first?.timeStages.tls).toBeGreaterThan(0);
    expect(Object.keys(second?.timeStages ?? {})).toEqual(["firstByte", "download", "total"]);
  });

  test("share an HTTP/2 session", async () => {
    await using server = await h2Server((stream, fields) => {
      const path = String(fields[":path"]);
      if (path === "/2") stream.respond({ ":status": 200 });
      else stream.respond({ ":status": 302, location: path === "/" ? "/1" : "/2" });
      stream.end("x".repeat(70_000));
    });
    const report = await look(server, {}, "https");
    expect([statuses(report), reuse(report), server.connections]).toEqual([
      [302, 302, 200],
      [false, true, true],
      1,
    ]);
    expect(report.steps.map(({ httpVersion, body }) => [httpVersion, body?.wireBytes])).toEqual([
      ["2", 70_000],
      ["2", 70_000],
      ["2", 70_000],
    ]);
  });

  test("have their own connections if each is measured cold", async () => {
    await using server = await tcpServer((socket, request) => send(socket, next(request)));
    const report = await look(server, { cold: true });
    expect([statuses(report), reuse(report), server.connections]).toEqual([
      [302, 302, 200],
      [false, false, false],
      3,
    ]);
    expect(report.steps.every(({ timeStages: { tcp } }) => tcp !== undefined)).toBe(true);
  });

  test("keep their connection while another origin is requested", async () => {
    await using other = await tcpServer((socket) => send(socket, to(`http://127.0.0.1:${server.port}/2`)));
    await using server = await tcpServer((socket, request) =>
      send(socket, request.startsWith("GET / ") ? to(`http://127.0.0.1:${other.port}/`) : END),
    );
    const report = await look(server);
    expect([reuse(report), server.connections, other.connections]).toEqual([[false, false, true], 1, 1]);
    const { entries } = harOf(report, "GET", 0).log;
    expect(entries.map(({ connection }) => connection)).toEqual(["1", "2", "1"]);
  });

  test("do not share with another name or port at the same address", async () => {
    await using server = await tcpServer((socket, request) =>
      send(
        socket,
        request.startsWith("GET / ")
          ? to(`http://localhost:${server.port}/1`)
          : request.includes("/1 ")
            ? to("/2")
            : END,
      ),
    );
    const settings = {
      ...testSettings,
      detours: [
        {
          host: "localhost",
          port: undefined,
          to: { addresses: [{ family: 4, w0: 0x7f000001, w1: 0, w2: 0, w3: 0 }] },
        },
      ],
    } as unknown as typeof defaultSettings;
    const report = await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, settings);
    expect([reuse(report), server.connections]).toEqual([[false, false, true], 2]);
  });

  test("use a new connection for a request that must not be sent twice", async () => {
    await using server = await tcpServer((socket, request) =>
      send(
        socket,
        request.startsWith("POST / ") ? END.replace("200 OK", "307 Found\r\nLocation: /1").concat("") : END,
      ),
    );
    const report = await look(server, { data: "a=b" });
    expect([statuses(report), reuse(report), server.connections]).toEqual([[307, 200], [false, false], 2]);
  });
});

describe("a connection is not reused", () => {
  const rows: [name: string, first: string, connections: number][] = [
    ["after Connection: close", to("/1", "Connection: x, Close\r\nContent-Length: 0\r\n\r\n"), 2],
    ["of HTTP/1.0", to("/1").replace("1.1", "1.0"), 2],
    [
      "unless HTTP/1.0 keeps it",
      to("/1", "Connection: Keep-Alive\r\nContent-Length: 0\r\n\r\n").replace("1.1", "1.0"),
      1,
    ],
    [
      "where two fields say where the content ends",
      to("/1", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
      2,
    ],
    ["but for chunks that end", to("/1", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: 1\r\n\r\n"), 1],
    [
      "where the chunks' sizes are none",
      to("/1", "Transfer-Encoding: chunked\r\n\r\nzz\r\na\r\n0\r\n\r\n"),
      2,
    ],
    ["where the content has no end", to("/1", "\r\nabc"), 2],
    ["where the content does not come whole in time", to("/1", "Content-Length: 50\r\n\r\nabc"), 2],
    ["with bytes after its content", to("/1", "Content-Length: 2\r\n\r\nabHTTP/1.1 200 Smuggled\r\n\r\n"), 2],
  ];
  test.each(rows)("%s", async (_, first, connections) => {
    await using server = await tcpServer((socket, request) =>
      send(socket, request.startsWith("GET / ") ? first : END),
    );
    const report = await look(server);
    expect(server.connections).toBe(connections);
    expect(report.steps[1]).toMatchObject({ status: 200, statusMessage: "OK" });
    expect(report.steps[1]?.error).toBeUndefined();
  });

  test("after unexpected bytes", async () => {
    let idle: net.Socket | undefined;
    await using other = await tcpServer(async (socket) => {
      if (idle) send(idle, "HTTP/1.1 200 Unasked\r\nContent-Length: 0\r\n\r\n");
      await Bun.sleep(50);
      send(socket, to(`http://127.0.0.1:${server.port}/2`));
    });
    await using server = await tcpServer((socket, request) => {
      idle = socket;
      send(socket, request.startsWith("GET / ") ? to(`http://127.0.0.1:${other.port}/`) : END);
    });
    const report = await look(server);
    expect([reuse(report), server.connections]).toEqual([[false, false, false], 2]);
    expect(report.statusMessage).toBe("OK");
  });
});

describe("a reused connection that the server has closed is replaced without an error", () => {
  /** Ways for the server to close the connection after the second request. */
  const ends: [name: string, end: (socket: net.Socket) => void][] = [
    ["cleanly", (socket) => socket.end()],
    ["by a reset", reset],
    ["abruptly", (socket) => socket.destroy()],
  ];
  for (const scheme of ["http", "https"] as const)
    test.each(ends)(`%s, over ${scheme}`, async (_, end) => {
      const served = new WeakSet<net.Socket>();
      const serve = (socket: net.Socket, request: string) => {
        if (served.has(socket)) return end(socket);
        served.add(socket);
        send(socket, next(request));
      };
      await using server = await (scheme === "http" ? tcpServer(serve) : tlsServer(serve));
      const report = await look(server, {}, scheme);
      expect([statuses(report), reuse(report), server.connections]).toEqual([
        [302, 302, 200],
        [false, false, false],
        3,
      ]);
      expect(report.steps[1]?.timeStages.tcp).toBeGreaterThanOrEqual(0);
    });

  test("immediately after the first response", async () => {
    await using server = await tcpServer((socket, request) => {
      socket.end(Buffer.from(next(request), "latin1"));
    });
    const report = await look(server);
    expect([statuses(report), reuse(report)]).toEqual([
      [302, 302, 200],
      [false, false, false],
    ]);
  });

  test("by GOAWAY, or by closing the session", async () => {
    for (const end of ["goaway", "destroy"] as const) {
      await using server = await h2Server((stream, fields) => {
        const isFirst = fields[":path"] === "/";
        if (!isFirst && stream.id !== 1) return stream.session?.destroy();
        stream.respond(isFirst ? { ":status": 302, location: "/1" } : { ":status": 200 });
        stream.end();
        if (end === "goaway" && isFirst) stream.session?.goaway(0);
      });
      const report = await look(server, {}, "https");
      expect([end, statuses(report), reuse(report), server.connections]).toEqual([
        end,
        [302, 200],
        [false, false],
        2,
      ]);
      expect(report.steps[1]?.httpVersion).toBe("2");
      expect(report.steps.flatMap(({ problems }) => problems).map(({ name }) => name)).not.toContain(
        "http2-broken",
      );
    }
  });

  test("but not after a byte of a response", async () => {
    const served = new WeakSet<net.Socket>();
    await using server = await tcpServer((socket, request) => {
      if (served.has(socket)) return void socket.end("HTTP/1.1 2");
      served.add(socket);
      send(socket, next(request));
    });
    const report = await look(server);
    expect([report.steps[1]?.error?.code, report.steps[1]?.reused, server.connections]).toEqual([
      "closed-in-head",
      true,
      1,
    ]);
  });

  test("but not if it stays silent", async () => {
    const served = new WeakSet<net.Socket>();
    await using server = await tcpServer((socket, request) => {
      if (served.has(socket)) return;
      served.add(socket);
      send(socket, next(request));
    });
    const settings = { ...testSettings, headTimeout: 300 };
    const report = await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, settings);
    expect([report.steps[1]?.error?.code, server.connections]).toEqual(["head-timeout", 1]);
  });
});

test("each response on a session may use as many frames as the first", async () => {
  const pings = Buffer.concat(Array.from({ length: 700 }, () => frame(6, 0, 0, Buffer.alloc(8))));
  const HEADERS = 1;
  const END_BOTH = 0x5;
  await using server = await rawH2Server((socket) => {
    const found = Buffer.concat([literal(":status", "302"), literal("location", "/1")]);
    socket.write(Buffer.concat([pings, frame(HEADERS, END_BOTH, 1, found)]));
    socket.on("data", (bytes: Buffer) => {
      // Header of a HEADERS frame for stream 3.
      if (!bytes.includes(Buffer.from([0, 0, 0, 3]))) return;
      socket.write(Buffer.concat([pings, frame(HEADERS, END_BOTH, 3, status200)]));
    });
  });
  const report = await look(server, {}, "https");
  expect([statuses(report), reuse(report), server.connections]).toEqual([[302, 200], [false, true], 1]);
});
