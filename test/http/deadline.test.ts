import { describe, expect, spyOn, test } from "bun:test";
import type net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import { underTime, within } from "../../src/http/wire/deadline.ts";
import { fakeTime, turns } from "../fake-time.ts";
import { h2Server, send, tcpServer, testSettings, tlsServer } from "./servers.ts";

const late = () => new Error("late");
const never = () => new Promise<never>(() => {});
const reported = (promise: Promise<unknown>) => promise.catch((error: unknown) => String(error));

describe("a single task", () => {
  test("returns its result without an abort", async () => {
    const parent = new AbortController();
    let inner: AbortSignal | undefined;
    const work = async (signal: AbortSignal) => {
      inner = signal;
      return 5;
    };
    using time = fakeTime();
    expect(await within(20, parent.signal, late, work)).toBe(5);
    time.pass(30);
    parent.abort("gone");
    expect(inner?.aborted).toBe(false);
  });

  test("rejects if it fails", async () => {
    expect(
      await reported(within(1000, AbortSignal.any([]), late, () => Promise.reject(new Error("no")))),
    ).toBe("Error: no");
  });

  test("is aborted if it is late", async () => {
    let inner: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      inner = signal;
      return never();
    };
    expect(await reported(within(10, AbortSignal.any([]), late, work))).toBe("Error: late");
    expect(String(inner?.reason)).toBe("Error: late");
  });

  test("is aborted by the caller during or before it", async () => {
    const parent = new AbortController();
    const waiting = reported(within(1000, parent.signal, late, never));
    parent.abort("gone");
    expect(await waiting).toBe("gone");
    expect(await reported(within(1000, AbortSignal.abort("gone before"), late, never))).toBe("gone before");
  });
});

describe("a task in parts", () => {
  test("gets the full time again for each part", async () => {
    using time = fakeTime();
    let again = () => {};
    const waiting = reported(
      within(500, AbortSignal.any([]), late, (_, refresh) => {
        again = refresh;
        return never();
      }),
    );
    const race = () => Promise.race([waiting, turns(2).then(() => "still waiting")]);
    for (let round = 0; round < 3; round++) {
      time.pass(499);
      again();
    }
    time.pass(499);
    expect(await race()).toBe("still waiting");
    time.pass(1);
    expect(await race()).toBe("Error: late");
  });

  test("returns its own result at the end of its time", async () => {
    const work = (signal: AbortSignal) =>
      new Promise<string>((resolve) =>
        signal.addEventListener("abort", () => resolve(`ended: ${String(signal.reason)}`)),
      );
    expect(await underTime(10, AbortSignal.any([]), late, work)).toBe("ended: Error: late");
  });
});

const END = "Content-Length: 2\r\n\r\nok";

test("lookups leave no listeners on their signal and no timers", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  using _add = spyOn(signal, "addEventListener").mockImplementation(() => void listeners++);
  using _remove = spyOn(signal, "removeEventListener").mockImplementation(() => void listeners--);
  const timers = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  using _set = spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
    const timer = set(() => {
      timers.delete(timer);
      work();
    }, ms);
    // Timers of the test's servers are excluded.
    if (new Error().stack?.includes("/src/")) timers.add(timer);
    return timer;
  }) as typeof set);
  using _clear = spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    timers.delete(timer);
    clear(timer as Timer);
  });
  const answer = (socket: net.Socket, request: string) =>
    send(
      socket,
      request.startsWith("GET / ")
        ? `HTTP/1.1 302 Found\r\nLocation: /1\r\n${END}`
        : `HTTP/1.1 200 OK\r\n${END}`,
    );
  await using plain = await tcpServer(answer);
  await using secure = await tlsServer(answer);
  await using second = await h2Server((stream) => stream.respond({ ":status": 200 }, { endStream: true }));
  for (let round = 0; round < 5; round++) {
    const urls = [
      `http://127.0.0.1:${plain.port}`,
      `https://127.0.0.1:${secure.port}`,
      `https://127.0.0.1:${second.port}`,
    ];
    const reports = await Promise.all(
      urls.map((url) => lookupHttp(url, { checks: true }, testSettings, signal)),
    );
    expect(reports.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([listeners, timers.size]).toEqual([0, 0]);
  }
});
