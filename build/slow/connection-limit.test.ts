/** Connections above the limits: first the function that decides, then real sockets. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createConnectionLimit } from "../../src/server/limits/connection-limit.ts";
import type { Connection } from "../../src/server/listen/sockets.ts";
import { startService } from "../../src/server/service.ts";
import { connectionLimits } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";

const from = (peer: string, ...fds: number[]): Connection[] => fds.map((fd) => ({ fd, id: fd, peer }));
const fds = (refused: readonly { connection: Connection; reason: string }[]) =>
  refused.map(({ connection: { fd }, reason }) => `${fd} ${reason}`);

describe("refused connections", () => {
  const limits = { total: 5, each: 2, exempt: (peer: string) => peer === "10.0.0.1" };
  test("none up to the limit, one above it", () => {
    const limit = createConnectionLimit(limits);
    const five = [...from("192.0.2.1", 1, 2), ...from("192.0.2.2", 3, 4), ...from("192.0.2.3", 5)];
    expect(limit.refuse(five)).toEqual([]);
    expect(fds(limit.refuse([...five, ...from("192.0.2.3", 6)]))).toEqual(["6 total"]);
  });
  test("an address has its own limit", () => {
    const limit = createConnectionLimit(limits);
    expect(fds(limit.refuse(from("192.0.2.1", 1, 2, 3)))).toEqual(["3 address"]);
  });
  test("a /64 is one address", () => {
    const limit = createConnectionLimit(limits);
    const held = [...from("2001:db8::1", 1), ...from("2001:db8::2", 2), ...from("2001:db8:0:0:1::", 3)];
    expect(fds(limit.refuse([...held, ...from("2001:db8:0:1::1", 4)]))).toEqual(["3 address"]);
  });
  test("a proxy holds connections of many clients, within the total", () => {
    const limit = createConnectionLimit(limits);
    expect(fds(limit.refuse(from("10.0.0.1", 1, 2, 3, 4, 5, 6)))).toEqual(["6 total"]);
  });
  test("a Unix socket has no addresses", () => {
    const limit = createConnectionLimit(limits);
    expect(fds(limit.refuse(from("", 1, 2, 3, 4, 5, 6)))).toEqual(["6 total"]);
  });
  test("the oldest connections stay, wherever new ones are listed", () => {
    const limit = createConnectionLimit(limits);
    const old = from("192.0.2.1", 8, 9);
    limit.refuse(old);
    expect(fds(limit.refuse([...from("192.0.2.1", 1, 2), ...old]))).toEqual(["1 address", "2 address"]);
  });
  test("a reused descriptor is a new connection", () => {
    const limit = createConnectionLimit(limits);
    limit.refuse(from("192.0.2.1", 1, 2));
    const again = [{ fd: 1, id: 99, peer: "192.0.2.1" }, ...from("192.0.2.1", 2, 3)];
    expect(fds(limit.refuse(again))).toEqual(["3 address"]);
    expect([...limit.known().keys()]).toEqual([2, 1]);
  });
});

describe("trusted proxies", () => {
  const { settings } = loadConfig({ "trusted-proxies": "10.0.0.0/8,2001:db8::7/128,unix" }, {});
  const { exempt } = connectionLimits(() => settings);
  for (const [peer, expected] of [
    ["10.1.2.3", true],
    ["192.0.2.1", false],
    ["2001:db8:0:0:0:0:0:7", true],
    ["2001:db8:0:0:0:0:0:8", false],
  ] as const)
    test(peer, () => expect(exempt(peer)).toBe(expected));
});

// Containers often lack IPv6.
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

describe("real sockets", () => {
  const held = async (flags: Record<string, string>, count: number, request: string) => {
    const { settings } = loadConfig(
      { listen: "127.0.0.1:0", "metrics-listen": "127.0.0.1:0", drain: "off", ...flags },
      {},
    );
    let metrics = "";
    const service = await startService(
      settings,
      (_level, _message, facts) => {
        if (typeof facts === "object" && facts["metrics"]) metrics = `http://${facts["metrics"]}/metrics`;
      },
      [],
    );
    const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(service.address) ?? [];
    // Uses IPv4 if the service listens on any address of both families.
    const hostname = host === "[::]" ? "127.0.0.1" : host.replace(/[[\]]/g, "");
    const path = flags["listen"]?.startsWith("unix:") ? flags["listen"].slice(5) : undefined;
    const answers: string[] = [];
    let closed = 0;
    for (let index = 0; index < count; index++) {
      const handlers = {
        data: (_socket: unknown, bytes: Buffer) => {
          answers[index] = (answers[index] ?? "") + bytes.toString();
        },
        close: () => void closed++,
      };
      const socket = await (path === undefined
        ? Bun.connect({ hostname, port: Number(port), socket: handlers })
        : Bun.connect({ unix: path, socket: handlers }));
      socket.write(request);
    }
    const until = async (done: () => boolean) => {
      for (let tries = 0; tries < 100 && !done(); tries++) await Bun.sleep(20);
    };
    const text = async () => (await fetch(metrics)).text();
    const connections = async () => Number(/^netlens_connections (\d+)$/m.exec(await text())?.[1]);
    const atLast = async (wanted: number) => {
      for (let tries = 0; tries < 100 && (await connections()) !== wanted; tries++) await Bun.sleep(20);
      expect(await connections()).toBe(wanted);
    };
    return { service, answers, closed: () => closed, until, metrics: text, held: atLast };
  };
  const each = { "max-connections-per-address": "20" };
  const cases = [
    ["one address", each, 27, 7],
    ["in all", { "max-connections": "20" }, 27, 7],
    ["a trusted proxy", { ...each, "trusted-proxies": "127.0.0.1" }, 27, 0],
    ...(hasIpv6
      ? [
          ["an IPv6 address", { ...each, listen: "[::1]:0" }, 27, 7] as const,
          [
            "a trusted proxy with IPv6",
            { ...each, listen: "[::1]:0", "trusted-proxies": "::1" },
            27,
            0,
          ] as const,
          ["IPv4 where both are taken", { ...each, listen: "[::]:0" }, 27, 7] as const,
        ]
      : []),
  ] as const;
  for (const [what, flags, count, refused] of cases)
    test(`${what}: ${refused} of ${count} get 503 and are closed`, async () => {
      // The kernel reports a connection only when its first byte arrives.
      const world = await held(flags, count, "G");
      await world.until(() => world.closed() === refused);
      await world.held(count - refused);
      expect(world.closed()).toBe(refused);
      const reported = world.answers.filter(Boolean);
      expect(reported.length).toBe(refused);
      for (const answer of reported) {
        expect(answer).toStartWith("HTTP/1.1 503 Service Unavailable\r\n");
        const [head = "", body = ""] = answer.split("\r\n\r\n");
        expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(body.length);
        expect(JSON.parse(body)).toMatchObject({ error: "too-many-connections", status: 503 });
      }
      expect(await world.metrics()).toMatch(new RegExp(`^netlens_connections_refused\\S* ${refused}$`, "m"));
      await world.service.stop();
    });
  test("a Unix socket has only a total; what was sent on it is unknown, so it gets no answer", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    const world = await held({ listen: `unix:${folder}/socket`, "max-connections": "20" }, 27, "G");
    await world.until(() => world.closed() === 7);
    await world.held(20);
    expect(world.answers.filter(Boolean)).toEqual([]);
    await world.service.stop();
    rmSync(folder, { recursive: true });
  });
  test("a connection that has had an answer is closed without a second one", async () => {
    const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    const world = await held({ "max-connections-per-address": "20" }, 25, request);
    await world.until(() => world.closed() === 5);
    expect(world.closed()).toBe(5);
    expect(world.answers.filter((answer) => answer.split("HTTP/1.1 ").length !== 2)).toEqual([]);
    await world.service.stop();
  });
});
