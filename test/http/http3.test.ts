import { describe, expect, test } from "bun:test";
import dgram from "node:dgram";
import { readdirSync } from "node:fs";
import { lookupHttp } from "../../src/http/lookup.ts";
import { dnsServer } from "./dns-server.ts";
import { certificate, serverKey, settingsFor, testSettings } from "./servers.ts";

/** Bun's own HTTP/3 server. */
function server(fetch: (request: Request) => Response, hostname = "127.0.0.1") {
  const options = {
    port: 0,
    hostname,
    tls: { key: serverKey, cert: certificate("good") },
    http3: true,
    fetch,
  };
  return Bun.serve(options as Bun.Serve.Options<undefined>);
}

describe("HTTP/3", () => {
  test("a response with its fields, content, TLS and stages", async () => {
    using running = server(
      (request) => new Response(new URL(request.url).search, { headers: { "X-A": "1", "X-B": "2" } }),
    );
    const report = await lookupHttp(
      `https://localhost:${running.port}/?query`,
      { version: "3" },
      testSettings,
    );
    const [step] = report.steps;
    expect(report).toMatchObject({ status: 200, httpVersion: "3", stop: "done" });
    expect(step?.headers.map(({ name }) => name)).toContain("x-a");
    expect(step?.body).toMatchObject({ wireBytes: 6, truncated: false });
    expect(step?.tls).toMatchObject({ protocol: "TLSv1.3", alpn: "h3", authorized: false });
    expect(step?.tls?.names).toContain("localhost");
    expect(step?.problems.map(({ name }) => name)).toContain("certificate-untrusted");
    expect(Object.keys(step?.timeStages ?? {})).toEqual([
      "wait",
      "dns",
      "tls",
      "firstByte",
      "download",
      "total",
    ]);
    expect(step?.tries).toMatchObject([{ ip: "127.0.0.1" }]);
  });

  test("works with other addresses than 127.0.0.1, and leaves no socket open", async () => {
    using running = server(() => new Response("x"), "::1");
    const open = () => readdirSync("/proc/self/fd").length;
    const look = () => lookupHttp(`https://[::1]:${running.port}/`, { version: "3" }, testSettings);
    expect(await look()).toMatchObject({ status: 200, httpVersion: "3" });
    const before = open();
    await Promise.all(Array.from({ length: 10 }, look));
    for (let tries = 0; open() > before && tries < 40; tries++) await Bun.sleep(50);
    expect(open()).toBeLessThanOrEqual(before);
  });

  test("an unreachable UDP port is a result", async () => {
    const silent = dgram.createSocket("udp4");
    const { promise, resolve } = Promise.withResolvers<void>();
    silent.bind(0, "127.0.0.1", resolve);
    await promise;
    const url = `https://127.0.0.1:${silent.address().port}/`;
    const report = await lookupHttp(url, { version: "3" }, settingsFor("tls/tls-timeout"));
    expect(report).toMatchObject({
      status: "error",
      steps: [{ status: 0, error: { code: "quic-timeout" } }],
    });
    silent.close();
  });

  describe("datagrams for one response are limited", () => {
    /** Answers the first datagram with `count` datagrams of `size` bytes. */
    async function answering(count: number, size: number) {
      const socket = dgram.createSocket("udp4");
      let isOpen = true;
      socket.once("close", () => {
        isOpen = false;
      });
      socket.once("message", async (_, { port, address }) => {
        for (let sent = 0; sent < count && isOpen; sent++) {
          socket.send(Buffer.alloc(size, 0xff), port, address);
          // Pauses, so that the kernel drops no datagrams.
          if (sent % 25 === 0) await new Promise(setImmediate);
        }
      });
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.bind(0, "127.0.0.1", resolve);
      await promise;
      return socket;
    }
    // Limits: 1.5 × 200,000 (maxBodyBytes) + 196,608 = 496,608 bytes, and 10,781 datagrams.
    test.each([
      [350, 1200, "quic-timeout", "No QUIC (UDP) answer"],
      [450, 1200, "quic-failed", "The server sent 4"],
      [9000, 20, "quic-timeout", "No QUIC (UDP) answer"],
      [12_000, 20, "quic-failed", "The server sent 1"],
    ])("%p of %p bytes are %s", async (count, size, code, message) => {
      const socket = await answering(count, size);
      const url = `https://127.0.0.1:${socket.address().port}/`;
      const settings = code === "quic-timeout" ? { ...testSettings, tlsTimeout: 1500 } : testSettings;
      const { steps } = await lookupHttp(url, { version: "3" }, settings);
      expect(steps[0]?.error?.code).toBe(code);
      expect(steps[0]?.error?.message).toStartWith(message);
      socket.close();
    });
  });

  test("an address that drops UDP does not delay the next one", async () => {
    using running = server(() => new Response("hi"));
    const silent = dgram.createSocket("udp4");
    const { promise, resolve } = Promise.withResolvers<void>();
    silent.bind(running.port, "127.0.0.2", resolve);
    await promise;
    await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.2", "127.0.0.1"] : []));
    const settings = { ...testSettings, resolver: { host: "127.0.0.1", port: dns.port } };
    const { status, steps } = await lookupHttp(
      `https://two.test:${running.port}/`,
      { version: "3" },
      settings,
    );
    expect(status).toBe(200);
    expect(steps[0]).toMatchObject({
      ip: "127.0.0.1",
      httpVersion: "3",
      tries: [{ ip: "127.0.0.2", error: "no answer before another address" }, { ip: "127.0.0.1" }],
    });
    silent.close();
  });

  test("an http URL is refused", async () => {
    using plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hi") });
    const report = await lookupHttp(`http://127.0.0.1:${plain.port}/`, { version: "3" }, testSettings);
    expect(report).toMatchObject({ status: 200, httpVersion: "1.1" });
    expect(report.steps[0]?.problems.map(({ name }) => name)).toContain("http3-needs-tls");
  });
});

describe("checks try an advertised h3", () => {
  const ids = async (port: number | undefined, settings = testSettings) =>
    (await lookupHttp(`https://localhost:${port}/`, { checks: true }, settings)).steps[0]?.problems.map(
      ({ name }) => name,
    );
  test("with a response", async () => {
    using running = server(
      (): Response => new Response("hi", { headers: { "Alt-Svc": `h3=":${running.port}"` } }),
    );
    expect(await ids(running.port)).toContain("http3-works");
  });
  test("without a response", async () => {
    const options = {
      port: 0,
      hostname: "127.0.0.1",
      tls: { key: serverKey, cert: certificate("good") },
    };
    using running = Bun.serve({
      ...options,
      fetch: (): Response => new Response("hi", { headers: { "Alt-Svc": `h3=":${running.port}"` } }),
    });
    expect(await ids(running.port, { ...testSettings, tlsTimeout: 1000 })).toContain("http3-fails");
  });
});
