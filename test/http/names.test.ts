import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import { interleave } from "../../src/http/wire/dial.ts";
import { resolveName } from "../../src/http/wire/resolve.ts";
import { formatAddress, parseAddress } from "../../src/syntax/ip-address.ts";
import { type Answer, type DnsServer, dnsServer } from "./dns-server.ts";
import { networks, type Running, send, tcpServer, testSettings } from "./servers.ts";

const NXDOMAIN = { code: 3 };
const resolver = (dns: DnsServer) => ({ host: "127.0.0.1", port: dns.port });
const none: Answer = [];

/** Server on 127.0.0.2, and a trap on the same port of 127.0.0.1 that must receive nothing. */
async function serverAndTrap(
  answer: (port: number) => string,
): Promise<{ good: Running; trap: Running; port: number } & AsyncDisposable> {
  for (;;) {
    const good: Running = await tcpServer((socket) => send(socket, answer(good.port)), "127.0.0.2");
    const trap = await tcpServer(
      (socket) => send(socket, "HTTP/1.1 200 Trapped\r\nContent-Length: 0\r\n\r\n"),
      "127.0.0.1",
      good.port,
    ).catch(() => undefined);
    if (trap)
      return {
        good,
        trap,
        port: good.port,
        async [Symbol.asyncDispose]() {
          await good[Symbol.asyncDispose]();
          await trap[Symbol.asyncDispose]();
        },
      };
    await good[Symbol.asyncDispose]();
  }
}

describe("DNS rebinding", () => {
  // 127.0.0.2 plays the public address, the only one that the guard allows.
  const allow = networks("127.0.0.2/32");

  test("the checked address is the one dialled, even if the response changes", async () => {
    await using servers = await serverAndTrap(() => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    await using dns = await dnsServer((type, _, count) =>
      type === "A" ? [count === 0 ? "127.0.0.2" : "127.0.0.1"] : none,
    );
    const settings = { ...testSettings, allow, resolver: resolver(dns) };
    const report = await lookupHttp(`http://rebind.test:${servers.port}/`, {}, settings);
    expect(report).toMatchObject({ status: 200, statusMessage: "OK" });
    expect(report.steps[0]?.ip).toBe("127.0.0.2");
    expect(dns.questions.filter((question) => question === "A rebind.test")).toHaveLength(1);
    expect(servers.good.received).toHaveLength(1);
    expect(servers.trap.received).toEqual([]);
  });

  /**
   * Variants of the first step, and whether the second step reuses its connection without resolving the name.
   */
  const kept: [name: string, more: string, cold: boolean, isKept: boolean][] = [
    ["unless its connection is kept", "", false, true],
    ["where the server closes", "Connection: close\r\n", false, false],
    ["where steps are measured cold", "", true, false],
  ];
  test.each(kept)(
    "a redirect to the same name is resolved and checked again %s",
    async (_, more, cold, isKept) => {
      await using servers = await serverAndTrap(
        (port) =>
          `HTTP/1.1 302 Found\r\nLocation: http://rebind.test:${port}/next\r\n${more}Content-Length: 0\r\n\r\n`,
      );
      await using dns = await dnsServer((type, _, count) =>
        type === "A" ? [count === 0 ? "127.0.0.2" : "127.0.0.1"] : none,
      );
      const settings = { ...testSettings, allow, resolver: resolver(dns) };
      const report = await lookupHttp(`http://rebind.test:${servers.port}/`, { cold }, settings);
      expect(report.steps.map(({ status }) => status)).toEqual([302, isKept ? 302 : 0]);
      expect(report.steps[1]).toMatchObject(
        isKept
          ? { ip: "127.0.0.2", reused: true }
          : { error: { phase: "policy", code: "forbidden-address" } },
      );
      expect(report.stop).toBe(isKept ? "loop" : "error");
      expect(servers.trap.connections).toBe(0);
      expect(servers.good.connections).toBe(1);
      expect(dns.questions.filter((question) => question === "A rebind.test")).toHaveLength(isKept ? 1 : 2);
    },
  );

  test("of several addresses only permitted ones are dialled", async () => {
    await using servers = await serverAndTrap(() => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    await using dns = await dnsServer((type) =>
      type === "A" ? ["127.0.0.1", "127.0.0.2"] : ["::1", "64:ff9b::7f00:1"],
    );
    const settings = { ...testSettings, allow, resolver: resolver(dns) };
    const [step] = (await lookupHttp(`http://rebind.test:${servers.port}/`, {}, settings)).steps;
    expect(step?.ip).toBe("127.0.0.2");
    expect(step?.problems.filter(({ name }) => name === "address-not-permitted")).toHaveLength(3);
    expect(servers.trap.received).toEqual([]);
  });

  for (const location of [
    "http://127.0.0.1",
    "http://2130706433",
    "http://0177.0.0.1",
    "http://[::ffff:127.0.0.1]",
    "http://[::1]",
    "http://localhost",
    "http://127.1",
  ])
    test(`a redirect to ${location} is refused`, async () => {
      await using servers = await serverAndTrap(
        (port) => `HTTP/1.1 302 Found\r\nLocation: ${location}:${port}/\r\nContent-Length: 0\r\n\r\n`,
      );
      const report = await lookupHttp(`http://127.0.0.2:${servers.port}/`, {}, { ...testSettings, allow });
      expect(report.steps[1]?.error?.code).toBe("forbidden-address");
      expect(servers.trap.received).toEqual([]);
    });
});

describe("names that do not resolve", () => {
  const rows: [name: string, answer: Answer, code: string, message: RegExp][] = [
    ["no such name", NXDOMAIN, "name-not-found", /^The name broken\.test does not exist/],
    ["no address", none, "name-without-address", /neither an A nor an AAAA record/],
    ["SERVFAIL", { code: 2 }, "dns-failed", /SERVFAIL/],
    ["REFUSED", { code: 5 }, "dns-failed", /REFUSED/],
    ["silence", "silence", "dns-timeout", /did not answer for broken\.test/],
  ];
  for (const [name, answer, code, message] of rows)
    test(name, async () => {
      await using dns = await dnsServer(() => answer);
      const settings = {
        ...testSettings,
        connectTimeout: answer === "silence" ? 400 : 10_000,
        resolver: resolver(dns),
      };
      const report = await lookupHttp("http://broken.test/", {}, settings);
      expect(report).toMatchObject({ status: "error", stop: "error", httpVersion: "" });
      expect(report.steps[0]?.error).toMatchObject({
        phase: "dns",
        code,
        message: expect.stringMatching(message),
      });
      expect(Object.keys(report.timeStages)).toEqual(["wait", "dns", "total"]);
    });
});

describe("one family suffices (RFC 8305)", () => {
  const rows: [other: string, answer: Answer][] = [
    ["is silent", "silence"],
    ["fails", { code: 2 }],
    ["has nothing", none],
  ];
  for (const [other, answer] of rows)
    for (const missing of ["AAAA", "A"])
      test(`${missing} ${other}`, async () => {
        await using dns = await dnsServer((type) =>
          type === missing ? answer : [type === "A" ? "127.0.0.1" : "::1"],
        );
        const settings = { ...testSettings, resolver: resolver(dns) };
        const addresses = await resolveName("half.test", settings, new AbortController().signal);
        expect(addresses).toEqual([missing === "A" ? "::1" : "127.0.0.1"]);
      });
  test("NXDOMAIN for one is NXDOMAIN for both", async () => {
    await using dns = await dnsServer((type) => (type === "A" ? NXDOMAIN : "silence"));
    const settings = { ...testSettings, resolver: resolver(dns) };
    await expect(resolveName("none.test", settings, new AbortController().signal)).rejects.toThrow(
      "NXDOMAIN",
    );
  });
});

test("unanswered names delay no other names and no decoding", async () => {
  const body = gzipSync("x".repeat(1000));
  await using server = await tcpServer((socket) => {
    send(socket, `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
    send(socket, body);
  });
  await using dns = await dnsServer((_, name) => (name.startsWith("silent") ? "silence" : ["127.0.0.1"]));
  const leaving = new AbortController();
  const settings = { ...testSettings, resolver: resolver(dns) };
  const system = { ...testSettings, resolver: undefined };
  const silent = Array.from({ length: 100 }, (_, i) =>
    resolveName(`silent${i}.test`, i % 2 ? settings : system, leaving.signal).catch(() => {}),
  );
  const report = await lookupHttp(`http://told.test:${server.port}/`, {}, settings);
  expect(report.steps[0]?.body).toMatchObject({ decodedBytes: 1000, truncated: false });
  expect((await resolveName("localhost", system, leaving.signal)).length).toBeGreaterThan(0);
  leaving.abort(new Error("enough"));
  await Promise.race([Promise.all(silent), Bun.sleep(10)]);
});

test("one family fails and the other works", async () => {
  await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
  await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : { code: 2 }));
  const report = await lookupHttp(
    `http://four.test:${server.port}/`,
    {},
    { ...testSettings, resolver: resolver(dns) },
  );
  expect(report.status).toBe(204);
  expect(report.timeStages.dns).toBeGreaterThan(0);
});

test("a refused connection is followed by the next address", async () => {
  await using server = await tcpServer(
    (socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"),
    "127.0.0.3",
  );
  await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.9", "127.0.0.3"] : none));
  const [step] = (
    await lookupHttp(`http://two.test:${server.port}/`, {}, { ...testSettings, resolver: resolver(dns) })
  ).steps;
  expect(step).toMatchObject({ status: 204, ip: "127.0.0.3" });
  expect(step?.problems.map(({ name, title }) => [name, title.includes("127.0.0.9")])).toContainEqual([
    "address-unanswered",
    true,
  ]);
});

test("a network that this machine cannot reach is not reported as the server's fault", async () => {
  await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"));
  await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : ["2001:db8::1"]));
  const allow = networks("127.0.0.0/8", "2001:db8::/32");
  const settings = { ...testSettings, allow, connectTimeout: 2000, resolver: resolver(dns) };
  const [step] = (await lookupHttp(`http://dual.test:${server.port}/`, {}, settings)).steps;
  expect(step).toMatchObject({ status: 204, ip: "127.0.0.1" });
  expect(step?.problems.map(({ name }) => name)).not.toContain("address-unanswered");
});

test("nothing listens", async () => {
  const server = await tcpServer(() => {});
  await server[Symbol.asyncDispose]();
  const report = await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, testSettings);
  expect(report.steps[0]).toMatchObject({
    status: 0,
    statusMessage: "Connection refused",
    ip: "127.0.0.1",
    headers: [],
    error: { phase: "tcp", code: "connection-refused" },
  });
  expect(Object.keys(report.timeStages)).toEqual(["wait", "dns", "tcp", "total"]);
});

test("families alternate, the resolver's first choice first (RFC 8305 section 4)", () => {
  const order = (...texts: string[]) =>
    interleave(texts.flatMap((text) => parseAddress(text) ?? [])).map(formatAddress);
  expect(order("2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3")).toEqual([
    "2001:db8::1",
    "192.0.2.1",
    "2001:db8::2",
    "192.0.2.2",
    "192.0.2.3",
  ]);
  expect(order("192.0.2.1", "192.0.2.2", "2001:db8::1")).toEqual(["192.0.2.1", "2001:db8::1", "192.0.2.2"]);
  expect(order("192.0.2.1")).toEqual(["192.0.2.1"]);
});

test("reports every dialled address with its time and result", async () => {
  await using server = await tcpServer(
    (socket) => send(socket, "HTTP/1.1 204 No Content\r\n\r\n"),
    "127.0.0.3",
  );
  await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.9", "127.0.0.3"] : none));
  const url = `http://two.test:${server.port}/`;
  const [step] = (await lookupHttp(url, {}, { ...testSettings, resolver: resolver(dns) })).steps;
  expect(step?.tries).toEqual([
    { ip: "127.0.0.9", ms: expect.any(Number), error: "ECONNREFUSED" },
    { ip: "127.0.0.3", ms: expect.any(Number) },
  ]);
});

test("reports the attempts of a failed lookup", async () => {
  const server = await tcpServer(() => {});
  await server[Symbol.asyncDispose]();
  const [step] = (await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, testSettings)).steps;
  expect(step?.tries).toMatchObject([{ ip: "127.0.0.1", error: "ECONNREFUSED" }]);
});
