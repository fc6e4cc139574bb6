/** When connections are checked, and what rejected clients receive. Sockets and clock are fakes. */

import { describe, expect, test } from "bun:test";
import { watch } from "../../src/server/listen/guard.ts";
import type { Connection } from "../../src/server/listen/sockets.ts";

const held = (count: number, peer = ""): Connection[] =>
  Array.from({ length: count }, (_, fd) => ({ fd, id: fd, peer }));

/** Guard with a limit of `limit` descriptors, whose checks take `takes` ms each. */
function world({ limit = 1024, total = 10, each = 5, takes = 0, base = "" } = {}) {
  const state = { now: 0, open: 6, connections: held(0), looks: 0, next: -1 };
  const ended: string[] = [];
  const refused: string[] = [];
  const look = watch(
    {
      sockets: {
        limit,
        connections: () => {
          state.looks++;
          state.now += takes;
          return state.connections;
        },
        end: ({ fd }, last) => void ended.push(`${fd} ${new TextDecoder().decode(last)}`),
      },
      openDescriptors: () => state.open,
      clock: () => state.now,
    },
    80,
    { total, each, exempt: () => false },
    (reason) => void refused.push(reason),
    (delay) => {
      state.next = delay;
    },
    () => base,
  );
  return { state, look, ended, refused };
}

describe("frequency of checks", () => {
  test("with few descriptors in use connections are only listed, once a second", () => {
    const { state, look } = world();
    state.open = 5;
    for (const [now, looks] of [
      [0, 1],
      [999, 1],
      [1000, 2],
      [1999, 2],
      [2000, 3],
    ] as const) {
      state.now = now;
      look();
      expect([state.looks, state.next], `${now}`).toEqual([looks, 100]);
    }
  });
  test("with more connections than one address may have, at every connection", () => {
    const { state, look } = world();
    for (const looks of [1, 2, 3]) {
      look();
      expect([state.looks, state.next]).toEqual([looks, 100]);
    }
  });
  test("soon after a refusal", () => {
    const { state, look } = world();
    state.connections = held(11);
    look();
    expect(state.next).toBe(10);
    state.connections = held(10);
    look();
    expect(state.next).toBe(100);
  });
  test("checks take at most a tenth of the time", () => {
    const { state, look } = world({ takes: 10 });
    look();
    expect(state.next).toBe(100);
    const slow = world({ takes: 11 });
    slow.look();
    expect(slow.state.next).toBeCloseTo(110);
    slow.state.connections = held(11);
    slow.look();
    expect(slow.state.next).toBeCloseTo(110);
  });
});

describe("number of refused connections", () => {
  const most = (given: Parameters<typeof world>[0]) => {
    const { state, look, refused } = world(given);
    state.open = 10_000;
    state.connections = held(5000);
    look();
    return 5000 - refused.length;
  };
  test("those above the limit", () => expect(most({ total: 700 })).toBe(700));
  test("those above the descriptors, with a reserve", () =>
    expect(most({ limit: 1024, total: 5000 })).toBe(768));
  test("at least half of the descriptors serve connections", () => {
    expect(most({ limit: 513, total: 5000 })).toBe(257);
    expect(most({ limit: 512, total: 5000 })).toBe(256);
    expect(most({ limit: 201, total: 5000 })).toBe(100);
  });
});

describe("the response", () => {
  const said = (peer: string, count: number) => {
    const { state, look, ended, refused } = world();
    state.connections = held(count, peer);
    look();
    return { ended, refused };
  };
  test.each([
    ["", 11, "total", "This service has reached its limit of connections; try again in 5 seconds."],
    ["192.0.2.1", 6, "address", "Your address has reached its limit of connections; close some of them."],
  ])("%j of %d connections", (peer, count, reason, detail) => {
    const { ended, refused } = said(peer, count);
    expect(refused).toEqual([reason]);
    const body = JSON.stringify({
      type: "/api#too-many-connections",
      title: "Too many connections",
      status: 503,
      detail,
      error: "too-many-connections",
      message: detail,
    });
    expect(ended).toEqual([
      `${count - 1} ${[
        "HTTP/1.1 503 Service Unavailable",
        "Content-Type: application/problem+json",
        `Content-Length: ${body.length}`,
        "Cache-Control: no-store",
        "Retry-After: 5",
        "Connection: close",
        "",
        body,
      ].join("\r\n")}`,
    ]);
  });
});

test("has the URL of the error's description, below the service's URL", () => {
  const { state, look, ended } = world({ base: "https://tools.example/netlens" });
  state.connections = held(11);
  look();
  expect(ended[0]).toContain('"type":"https://tools.example/netlens/api#too-many-connections"');
});

test("if the total limit is lower than that per address, it applies", () => {
  const { state, look } = world({ total: 3, each: 5 });
  state.open = 3;
  look();
  look();
  expect(state.looks).toBe(1);
  state.open = 4;
  look();
  expect(state.looks).toBe(2);
});
