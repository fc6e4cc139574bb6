/** Connecting to several addresses: order of the attempts and results, with fake sockets. */

import { describe, expect, test } from "bun:test";
import { type Connection, connectTimeout, dial, type Try } from "../../src/http/wire/dial.ts";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import type { Opening } from "../../src/platform/socket.ts";
import { formatAddress, parseAddress } from "../../src/syntax/ip-address.ts";
import { fakeTime } from "../fake-time.ts";

const addresses = (...texts: string[]) => texts.flatMap((text) => parseAddress(text) ?? []);
const error = (code: string) => Object.assign(new Error(code), { code });

/** Starts to dial addresses; the test ends each attempt in `opened`. */
function dialling(...texts: string[]) {
  const opened: { ip: string; opening: Opening; destroyed: boolean; destroy(): void }[] = [];
  const tries: Try[] = [];
  const controller = new AbortController();
  const outcome: Promise<Connection<(typeof opened)[number]> | string> = dial(
    addresses(...texts),
    80,
    controller.signal,
    (address, port, opening) => {
      const socket = {
        ip: `${formatAddress(address)} ${port}`,
        opening,
        destroyed: false,
        destroy() {
          socket.destroyed = true;
        },
      };
      opened.push(socket);
      return socket;
    },
    tries,
  ).catch((reason: unknown) =>
    reason instanceof HttpFailure ? `${reason.code}: ${reason.message}` : String(reason),
  );
  return { opened, tries, outcome, controller };
}

describe("one address", () => {
  const rows: readonly (readonly [unknown, string, string])[] = [
    [
      error("ECONNREFUSED"),
      "connection-refused: No server listens on 192.0.2.1 port 80: the connection was refused.",
      "ECONNREFUSED",
    ],
    [
      error("ETIMEDOUT"),
      "connect-timeout: No answer from 192.0.2.1 port 80: the server is down, or a firewall drops the packets.",
      "ETIMEDOUT",
    ],
    [
      error("EHOSTUNREACH"),
      "unreachable: There is no route to 192.0.2.1 port 80 from here (EHOSTUNREACH).",
      "EHOSTUNREACH",
    ],
    [
      error("ENETUNREACH"),
      "unreachable: There is no route to 192.0.2.1 port 80 from here (ENETUNREACH).",
      "ENETUNREACH",
    ],
    [error("EOTHER"), "connect-failed: The connection to 192.0.2.1 port 80 failed (EOTHER).", "EOTHER"],
    [
      new Error("x"),
      "connect-failed: The connection to 192.0.2.1 port 80 failed (no reason given).",
      "failed",
    ],
    ["x", "connect-failed: The connection to 192.0.2.1 port 80 failed (no reason given).", "failed"],
    [new HttpFailure("tls-timeout", "Late."), "tls-timeout: Late.", "failed"],
  ];
  for (const [reason, told, noted] of rows)
    test(told, async () => {
      const { opened, outcome, tries } = dialling("192.0.2.1");
      expect(opened.map(({ ip }) => ip)).toEqual(["192.0.2.1 80"]);
      opened[0]?.opening.failed(reason);
      opened[0]?.opening.failed(error("ELATE"));
      expect(await outcome).toBe(told);
      expect(tries).toMatchObject([
        {
          ip: "192.0.2.1",
          error: noted.replace("failed", reason instanceof HttpFailure ? "tls-timeout" : "failed"),
        },
      ]);
    });

  test("with success", async () => {
    const { opened, outcome, tries } = dialling("192.0.2.1");
    opened[0]?.opening.connected();
    opened[0]?.opening.connected();
    expect(await outcome).toMatchObject({ failed: [], address: { w3: 0xc0000201 } });
    expect([opened[0]?.destroyed, tries.map((each) => "error" in each)]).toEqual([false, [false]]);
  });
});

describe("several", () => {
  test("a failed one is reported, and the next one is tried immediately", async () => {
    const { opened, outcome, tries } = dialling("192.0.2.1", "192.0.2.2");
    expect(opened.length).toBe(1);
    opened[0]?.opening.failed(error("ECONNREFUSED"));
    expect(opened.length).toBe(2);
    opened[1]?.opening.connected();
    const connection = await outcome;
    expect(typeof connection === "string" ? connection : connection.failed.map(formatAddress)).toEqual([
      "192.0.2.1",
    ]);
    expect(tries.map(({ error: why }) => why)).toEqual(["ECONNREFUSED", undefined]);
  });

  test("an unroutable one is not a finding", async () => {
    const { opened, outcome } = dialling("192.0.2.1", "192.0.2.2");
    opened[0]?.opening.failed(error("ENETUNREACH"));
    opened[1]?.opening.connected();
    expect(await outcome).toMatchObject({ failed: [] });
  });

  test.each([
    ["ECONNREFUSED", "ENETUNREACH", "connection-refused"],
    ["ENETUNREACH", "ECONNREFUSED", "connection-refused"],
    ["ENETUNREACH", "EACCES", "unreachable"],
    ["ETIMEDOUT", "ECONNREFUSED", "connection-refused"],
  ])("%s and %s together are %s", async (first, second, code) => {
    const { opened, outcome } = dialling("192.0.2.1", "192.0.2.2");
    opened[0]?.opening.failed(error(first));
    opened[1]?.opening.failed(error(second));
    expect(await outcome).toStartWith(`${code}: `);
  });

  test("a silent one is joined by the next after 250 ms, and the first to connect is used", async () => {
    using time = fakeTime();
    const { opened, outcome, tries } = dialling("192.0.2.1", "2001:db8::1", "192.0.2.2");
    time.pass(249);
    expect(opened.length).toBe(1);
    time.pass(1);
    expect(opened.map(({ ip }) => ip)).toEqual(["192.0.2.1 80", "2001:db8::1 80"]);
    opened[0]?.opening.connected();
    opened[1]?.opening.connected();
    expect(await outcome).toMatchObject({ address: { family: 4 } });
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([false, true]);
    expect(tries).toMatchObject([{ ip: "192.0.2.1" }, { error: "no answer before another address" }]);
    time.pass(250);
    expect(opened.length).toBe(2);
  });

  test("the client disconnects", async () => {
    const { opened, outcome, tries, controller } = dialling("192.0.2.1", "192.0.2.2");
    controller.abort("gone");
    expect(await outcome).toBe("gone");
    opened[0]?.opening.failed(error("ECONNREFUSED"));
    expect([opened.length, opened[0]?.destroyed, tries[0]?.error]).toEqual([1, true, "no answer"]);
    const late = dial(addresses("192.0.2.1"), 80, AbortSignal.abort("gone before"), () => {
      throw new Error("not to be opened");
    });
    expect(await late.catch((reason: unknown) => reason)).toBe("gone before");
  });
});

test("no connection in time", () => {
  expect(connectTimeout("192.0.2.1 port 80")).toMatchObject({
    code: "connect-timeout",
    message: "No answer from 192.0.2.1 port 80: the server is down, or a firewall drops the packets.",
  });
});
