/** Behind balancers that speak the PROXY protocol, over real sockets. The trusted ones are at 127.0.0.2. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect as dial, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Listener, listen } from "../../src/server/listen.ts";
import { openFront } from "../../src/server/listen-proxied.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const TRUSTED = "127.0.0.2";
const HEADER = "PROXY TCP4 192.0.2.1 198.51.100.1 12345 80\r\n";
const GET = "GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/** All that comes back for these bytes, sent one after the other. */
async function talk(
  port: number,
  from: string,
  parts: readonly (string | Uint8Array)[],
  half = false,
): Promise<string> {
  const socket = dial({ port, host: "127.0.0.1", localAddress: from });
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => resolve());
  for (const part of parts) {
    socket.write(part);
    await Bun.sleep(parts.length > 2 ? 1 : 5);
  }
  if (half) socket.end();
  await promise;
  return text;
}

describe("a listener", () => {
  let listener: Listener;
  let port = 0;
  const refused: string[] = [];
  const seen: (string | undefined)[] = [];
  const big = Buffer.alloc(8_000_000, "abcdefg\n");
  beforeAll(async () => {
    listener = await listen(
      { kind: "tcp", host: "127.0.0.1", port: 0 },
      (peerOf) => ({
        routes: { "/who": { GET: (request) => new Response(`<${peerOf(request)}>`) } },
        async fetch(request) {
          seen.push(peerOf(request));
          if (request.method === "POST") return new Response(String((await request.bytes()).length));
          return new Response(big);
        },
      }),
      {
        maxBody: 20_000_000,
        proxied: (peer) => peer === TRUSTED,
        connections: {
          limits: { total: 1000, each: 3, exempt: (peer) => peer === TRUSTED },
          refused: (reason) => void refused.push(reason),
          base: () => "",
        },
      },
    );
    port = Number(listener.address.split(":").at(-1));
  });
  afterAll(() => listener.stop(100));

  test("tells the client that the header names", async () => {
    expect(await talk(port, TRUSTED, [HEADER + GET])).toContain("<192.0.2.1>");
  });
  test("wherever header and request are cut", async () => {
    const all = HEADER + GET;
    // One after the other: the client that they all name may have three connections.
    for (let at = 1; at <= HEADER.length + 3; at++)
      expect(await talk(port, TRUSTED, [all.slice(0, at), all.slice(at)])).toContain("<192.0.2.1>");
  });
  test("byte for byte", async () =>
    expect(await talk(port, TRUSTED, [...HEADER, GET])).toContain("<192.0.2.1>"));
  test("a header that is cut for good reaches nobody", async () => {
    const before = refused.length;
    for (let end = 1; end < HEADER.length; end++) {
      const socket = dial({ port, host: "127.0.0.1", localAddress: TRUSTED });
      socket.on("error", () => {});
      socket.end(HEADER.slice(0, end));
    }
    while (refused.length < before + HEADER.length - 1) await Bun.sleep(5);
    expect(new Set(refused.slice(before))).toEqual(new Set(["header"]));
  });
  test("a port that is only probed is no fault", async () => {
    const before = refused.length;
    expect(await talk(port, TRUSTED, [], true)).toBe("");
    expect(refused).toHaveLength(before);
  });
  test("a trusted peer without a header is refused", async () => {
    expect(await talk(port, TRUSTED, [GET])).toBe("");
    expect(refused.at(-1)).toBe("header");
  });
  test("others have their own address, and no header counts", async () => {
    expect(await talk(port, "127.0.0.3", [GET])).toContain("<127.0.0.3>");
    const binary = "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x01\xc0\0\x02\x01\0\x01\0\x01";
    for (const forged of [HEADER, binary]) {
      const answer = await talk(port, "127.0.0.3", [Buffer.from(forged + GET, "latin1")], true);
      expect(answer).not.toContain("<");
      if (answer !== "") expect(answer).toStartWith("HTTP/1.1 400");
    }
  });
  test("the second header of a connection is none", async () => {
    expect(
      await talk(port, TRUSTED, [HEADER + HEADER.replace("192.0.2.1", "192.0.2.9") + GET], true),
    ).not.toContain("192.0.2.9");
  });
  test("what the balancer does not know is not the balancer", async () => {
    expect(await talk(port, TRUSTED, [`PROXY UNKNOWN\r\n${GET}`])).toContain("<>");
    const own = "\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    expect(await talk(port, TRUSTED, [Buffer.from(own + GET, "latin1")])).toContain(`<${TRUSTED}>`);
  });
  test("one client has as many connections as it may", async () => {
    const open: Socket[] = [];
    for (let index = 0; index < 3; index++) {
      const socket = dial({ port, host: "127.0.0.1", localAddress: TRUSTED });
      socket.write(HEADER.replace("192.0.2.1", "192.0.2.7"));
      open.push(socket);
    }
    await Bun.sleep(100);
    const header = HEADER.replace("192.0.2.1", "192.0.2.7");
    expect(await talk(port, TRUSTED, [header + GET])).toStartWith("HTTP/1.1 503 Service Unavailable\r\n");
    expect(refused.at(-1)).toBe("address");
    expect(await talk(port, TRUSTED, [HEADER + GET])).toContain("<192.0.2.1>");
    for (const socket of open) socket.destroy();
    await Bun.sleep(100);
    expect(await talk(port, TRUSTED, [header + GET])).toContain("<192.0.2.7>");
  });
  test("much goes either way unharmed, to a slow reader too", async () => {
    const down = await talk(port, TRUSTED, [
      `${HEADER}GET /big HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ]);
    expect(down.slice(down.indexOf("\r\n\r\n") + 4) === big.toString()).toBe(true);
    const up = await talk(port, TRUSTED, [
      `${HEADER}POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${big.length}\r\n\r\n`,
      big,
    ]);
    expect(up).toEndWith(`\r\n\r\n${big.length}`);
    const slow = dial({ port, host: "127.0.0.1", localAddress: TRUSTED });
    slow.write(`${HEADER}GET /big HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let got = 0;
    const ended = Promise.withResolvers<void>();
    slow.on("data", (bytes) => {
      got += bytes.length;
      if (got % 5 === 0) {
        slow.pause();
        setTimeout(() => slow.resume(), 5);
      }
    });
    slow.on("close", () => ended.resolve());
    await ended.promise;
    expect(got).toBeGreaterThan(big.length);
  });
  test("kept alive and pipelined, each request has the same client", async () => {
    const one = "GET /who HTTP/1.1\r\nHost: a\r\n\r\n";
    const text = await talk(port, TRUSTED, [HEADER + one + one + GET]);
    expect(text.match(/<192\.0\.2\.1>/g)).toHaveLength(3);
  });
  test("a thousand clients are told apart", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `198.18.${index >> 3}.${index}`);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        names.map((name) => talk(port, TRUSTED, [HEADER.replace("192.0.2.1", name) + GET])),
      );
      for (const [index, answer] of answers.entries()) expect(answer).toContain(`<${names[index]}>`);
    }
    expect(listener.connections() ?? 0).toBeLessThan(20);
  });
});

test("who finds the server behind the front gets nothing there", async () => {
  const inner = Promise.withResolvers<number>();
  const real = Bun.serve;
  Bun.serve = ((options: Parameters<typeof real>[0]) => {
    const server = real(options);
    inner.resolve(server.port ?? 0);
    return server;
  }) as typeof Bun.serve;
  const listener = await listen(
    { kind: "tcp", host: "127.0.0.1", port: 0 },
    () => ({ routes: { "/who": { GET: () => new Response("in") } }, fetch: () => new Response("in") }),
    {
      maxBody: 10,
      proxied: () => true,
      connections: { limits: { total: 10, each: 10, exempt: () => true }, refused: () => {}, base: () => "" },
    },
  );
  Bun.serve = real;
  for (const path of ["/who", "/"])
    expect((await fetch(`http://127.0.0.1:${await inner.promise}${path}`)).status).toBe(403);
  await listener.stop(0);
});

describe("a front by itself", () => {
  const limits = { total: 10, each: 10, exempt: () => false };
  const start = (server: number, headerTimeout = 50) => {
    const refused: string[] = [];
    const front = openFront({ kind: "tcp", host: "127.0.0.1", port: 0 }, server, {
      trusted: () => true,
      limits,
      refused: (reason) => void refused.push(reason),
      refusal: () => new Uint8Array(),
      shared: false,
      headerTimeout,
    });
    return { front, refused, port: front.port ?? 0 };
  };
  test("waits so long for a header and no longer, however it drips", async () => {
    const { front, refused, port } = start(1);
    const began = performance.now();
    await talk(port, "127.0.0.1", ["PROXY"]);
    await talk(port, "127.0.0.1", [..."PROXY UNKNOWN ".padEnd(100, "a")].slice(0, 90));
    await talk(port, "127.0.0.1", []);
    expect(performance.now() - began).toBeLessThan(1500);
    expect(refused).toEqual(["header", "header"]);
    front.stop();
  });
  test("ends a client whose server does not answer", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => gone.once("listening", resolve));
    const { port: closed } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    const { front, port } = start(closed);
    expect(await talk(port, "127.0.0.1", [HEADER + GET])).toBe("");
    front.stop();
  });
});

describe("the service", () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-proxied-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let service: Service;
  const log: string[] = [];
  beforeAll(async () => {
    const flags = {
      listen: "127.0.0.1:0",
      drain: "off",
      "proxy-protocol": "on",
      "trusted-proxies": `${TRUSTED},10.0.0.0/8`,
      "rate-limit": "2/1h",
    };
    service = await startService(loadConfig(flags, {}).settings, () => {}, [], {
      access: (_level, { client }) => void log.push(client),
      dropped: () => 0,
    });
  });
  afterAll(() => service.stop());
  const port = () => Number(service.address.split(":").at(-1));
  const ask = (header: string, fields = "") =>
    talk(port(), TRUSTED, [`${header}GET /v1/ip HTTP/1.1\r\nHost: a\r\n${fields}Connection: close\r\n\r\n`]);
  const from = (client: string) => HEADER.replace("192.0.2.1", client);

  test("answers, logs and limits by the client of the header", async () => {
    const answers = [];
    for (const client of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"])
      answers.push(await ask(from(client)));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["200", "200", "429", "200"]);
    expect(answers[0]).toContain('"ip":"192.0.2.1"');
    expect(log.slice(0, 4)).toEqual(["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"]);
  });
  test("a client's own word counts for nothing, a trusted proxy's behind the balancer does", async () => {
    const claim = "X-Forwarded-For: 203.0.113.9\r\n";
    expect(await ask(from("192.0.2.3"), claim)).toContain('"ip":"192.0.2.3"');
    expect(await ask("PROXY UNKNOWN\r\n", claim)).not.toContain("203.0.113.9");
    expect(await ask(from("10.1.1.1"), claim)).toContain('"ip":"203.0.113.9"');
  });
  test("needs somebody to trust", () => {
    const settings = loadConfig({ listen: "127.0.0.1:0", "proxy-protocol": "on" }, {}).settings;
    expect(startService(settings, () => {}, [])).rejects.toThrow(
      "--proxy-protocol: --trusted-proxies has to name",
    );
  });
  test("takes balancers on a Unix socket", async () => {
    const path = join(folder, "socket");
    const flags = { listen: `unix:${path}`, drain: "off", "proxy-protocol": "on", "trusted-proxies": "unix" };
    const local = await startService(loadConfig(flags, {}).settings, () => {}, []);
    const { promise, resolve } = Promise.withResolvers<void>();
    let text = "";
    await Bun.connect({
      unix: path,
      socket: {
        open: (socket) =>
          void socket.write(
            `${from("192.0.2.4")}GET /v1/ip HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
          ),
        data: (_, bytes) => {
          text += bytes.toString();
        },
        close: () => resolve(),
      },
    });
    await promise;
    expect(text).toContain('"ip":"192.0.2.4"');
    await local.stop();
  });
});
