import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { type FairnessKey, openQueue } from "../../src/http/queue.ts";
import { openStageClock, sumStages } from "../../src/http/wire/stages.ts";
import { rawServer, send, tcpServer, testSettings } from "./servers.ts";

describe("the timeout of the whole lookup", () => {
  const settings = { ...testSettings, timeout: 300 };
  test("ends in the head", async () => {
    await using server = await tcpServer(() => {});
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    expect(report.steps[0]?.error).toMatchObject({ phase: "head", code: "timeout" });
  });
  test("ends in the content: the received part is reported", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"),
    );
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    expect(report).toMatchObject({ status: 200, stop: "error" });
    expect(report.steps[0]).toMatchObject({
      body: { wireBytes: 5, truncated: true },
      error: { phase: "body", code: "timeout" },
    });
  });
  test("ends an endless stream, which is not an error", async () => {
    await using server = await tcpServer((socket) => {
      send(socket, "HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => send(socket, "x"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    expect(report.stop).toBe("done");
    expect(report.steps[0]).toMatchObject({ status: 200, body: { truncated: true } });
    expect(report.steps[0]?.error).toBeUndefined();
    expect(report.steps[0]?.problems.map(({ name }) => name)).toContain("content-limit");
  });
  test("ends a stream that has stalled, which is an error", async () => {
    await using server = await tcpServer((socket) => send(socket, "HTTP/1.1 200 OK\r\n\r\nhello"));
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, { ...settings, timeout: 1300 });
    expect(report.steps[0]?.error).toMatchObject({ phase: "body", code: "timeout" });
  });
  test("ends content of a known length that comes byte by byte", async () => {
    await using server = await tcpServer((socket) => {
      send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n");
      const timer = setInterval(() => send(socket, "x"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    expect(report.steps[0]?.error).toMatchObject({ phase: "body", code: "timeout" });
  });
  test("ends in the handshake", async () => {
    await using server = await rawServer(() => {});
    const report = await lookupHttp(`https://127.0.0.1:${server.port}`, {}, settings);
    expect(report.steps[0]?.error).toMatchObject({ phase: "tls", code: "timeout" });
  });
  test("counts for all steps together", async () => {
    let count = 0;
    await using server = await tcpServer((socket) => {
      const answer = `HTTP/1.1 302 Found\r\nLocation: /${++count}\r\nContent-Length: 0\r\n\r\n`;
      setTimeout(() => send(socket, answer), 60);
    });
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, { ...settings, maxRedirects: 50 });
    expect(report.stop).toBe("error");
    expect(report.steps.at(-1)?.error?.code).toBe("timeout");
    expect(report.steps.length).toBeLessThan(8);
  });
});

test("a redirect with incomplete content is followed", async () => {
  await using server = await tcpServer((socket, request) => {
    if (request.startsWith("GET /next")) send(socket, "HTTP/1.1 204 No Content\r\n\r\n");
    else socket.end("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 50\r\n\r\nhello");
  });
  const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
  expect(report).toMatchObject({ status: 204, stop: "done" });
  expect(report.steps[0]).toMatchObject({ status: 302, error: { code: "closed-in-body" } });
});

describe("a client that disconnects", () => {
  for (const [where, scheme] of [
    ["in the head", "http"],
    ["in the handshake", "https"],
  ] as const)
    test(where, async () => {
      let closed = false;
      const { promise: connected, resolve } = Promise.withResolvers<void>();
      await using server = await rawServer((socket) => {
        socket.once("data", () => resolve());
        socket.on("close", () => {
          closed = true;
        });
      });
      const controller = new AbortController();
      const looking = lookupHttp(`${scheme}://127.0.0.1:${server.port}`, {}, testSettings, controller.signal);
      await connected;
      controller.abort(new Error("gone"));
      await expect(looking).rejects.toThrow("gone");
      for (let round = 0; round < 100 && !closed; round++) await Bun.sleep(5);
      expect(closed).toBe(true);
    });

  test("while it waits", async () => {
    const queue = openQueue(1, 5);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const signal = new AbortController().signal;
    const first = queue.run(() => hold, signal);
    const controller = new AbortController();
    const second = queue.run(async () => "ran", controller.signal);
    expect(queue).toMatchObject({ running: 1, waiting: 1 });
    controller.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(queue).toMatchObject({ running: 1, waiting: 0 });
    release();
    await first;
    expect(queue.running).toBe(0);
  });
});

describe("the queue", () => {
  const { signal } = new AbortController();

  test("limits concurrent lookups, in order, and reports their waits", async () => {
    let time = 0;
    const queue = openQueue(2, 10, () => time);
    let most = 0;
    const order: number[] = [];
    const waits = await Promise.all(
      [0, 1, 2, 3, 4].map((index) =>
        queue.run(async (waited) => {
          most = Math.max(most, queue.running);
          order.push(index);
          await Promise.resolve();
          time += 10;
          return waited;
        }, signal),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(waits.slice(2).every((waited) => waited > 0)).toBe(true);
    expect(queue).toMatchObject({ running: 0, waiting: 0 });
  });

  test("refuses lookups beyond its length", async () => {
    const queue = openQueue(1, 1);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const running = [queue.run(() => hold, signal), queue.run(() => hold, signal)];
    const refused = await queue.run(async () => {}, signal).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NetlensError);
    expect(refused).toMatchObject({ code: "too-busy", headers: { "Retry-After": "5" } });
    release();
    await Promise.all(running);
  });

  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [4, 2, 1],
    [8, 4, 2],
    [9, 4, 2],
  ])("of %d places a client has %d and a target %d, at least one", async (places, ofClient, ofTarget) => {
    const started = async (share: (index: number) => FairnessKey) => {
      const queue = openQueue(places, 20);
      const { promise: hold, resolve: release } = Promise.withResolvers<void>();
      const runs = Array.from({ length: 10 }, (_, index) => queue.run(() => hold, signal, share(index)));
      await Promise.resolve();
      const { running } = queue;
      release();
      await Promise.all(runs);
      return running;
    };
    expect(await started((index) => ({ client: "a", target: `${index}` }))).toBe(ofClient);
    expect(await started((index) => ({ client: `${index}`, target: "a" }))).toBe(ofTarget);
    // Requests with unknown client and target are not limited per client or target.
    expect(await started(() => ({ client: "", target: "" }))).toBe(places);
    expect(await started(() => ({ client: "a", target: "" }))).toBe(ofClient);
  });

  test("a full queue reports its counts", async () => {
    const queue = openQueue(1, 0);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const first = queue.run(() => hold, signal);
    await expect(queue.run(async () => {}, signal)).rejects.toThrow(
      "Too many lookups at once (1 running, 0 waiting); try again in 5 seconds.",
    );
    release();
    await first;
  });

  describe("fairness", () => {
    /** Queues `count` lookups that run until `release` is called; `over` resolves when all have ended. */
    function crowd(
      queue: ReturnType<typeof openQueue>,
      count: number,
      share: (index: number) => FairnessKey,
    ) {
      const { promise: hold, resolve: release } = Promise.withResolvers<void>();
      const runs = Array.from({ length: count }, (_, i) => queue.run(() => hold, signal, share(i)));
      return { release, over: Promise.all(runs) };
    }
    test("64 silent targets of one client leave half of the places", async () => {
      const queue = openQueue(64, 256, () => 7);
      const { release, over } = crowd(queue, 100, (i) => ({ client: "a", target: `t${i}` }));
      await Promise.resolve();
      expect(queue).toMatchObject({ running: 32, waiting: 68 });
      // Another client's lookup starts without waiting.
      expect(await queue.run(async (waited) => waited, signal, { client: "b", target: "t1" })).toBe(0);
      expect(queue).toMatchObject({ running: 32, waiting: 68 });
      release();
      await over;
      expect(queue).toMatchObject({ running: 0, waiting: 0 });
    });
    test("one target has a quarter of the places, for all clients together", async () => {
      const queue = openQueue(64, 256);
      const { release, over } = crowd(queue, 64, (i) => ({ client: `c${i}`, target: "slow" }));
      await Promise.resolve();
      expect(queue.running).toBe(16);
      release();
      await over;
    });
    test("a free place goes to the client with the fewest", async () => {
      const queue = openQueue(4, 10);
      const order: string[] = [];
      const run = (client: string, target: string) =>
        queue.run(async () => void order.push(client), signal, { client, target });
      const first = crowd(queue, 1, () => ({ client: "a", target: "1" }));
      const others = crowd(queue, 3, (i) => ({ client: i === 0 ? "a" : "c", target: `other${i}` }));
      const rest = [run("a", "3"), run("a", "4"), run("b", "5")];
      first.release();
      await Promise.all([...rest, first.over]);
      expect(order[0]).toBe("b");
      others.release();
      await others.over;
    });
  });

  test("a lookup that throws frees its place", async () => {
    const queue = openQueue(1, 1);
    await queue.run(async () => Promise.reject(new Error("x")), signal).catch(() => {});
    expect(await queue.run(async () => "next", signal)).toBe("next");
  });
});

describe("stages", () => {
  test("follow one another, and stages that were not reached are absent", () => {
    let time = 100;
    const clock = openStageClock(() => time);
    clock.enter("dns");
    time = 110;
    clock.leave();
    time = 111;
    clock.enter("tcp");
    time = 131;
    clock.enter("firstByte");
    time = 200;
    clock.enter("download", 181);
    time = 231;
    expect(clock.stop()).toEqual({ dns: 10, tcp: 20, firstByte: 50, download: 50, total: 131 });
  });
  test("have the total as their sum", () => {
    const sum = sumStages([
      { wait: 1, dns: 2, total: 3 },
      { dns: 0.1, tcp: 0.2, total: 0.3 },
    ]);
    expect(sum).toEqual({ wait: 1, dns: 2.1, tcp: 0.2, total: 3.3 });
    expect(Object.keys(sum)).toEqual(["wait", "dns", "tcp", "total"]);
  });
});

test("stages show where a slow server spends time", async () => {
  await using server = await tcpServer(async (socket) => {
    await naps(8);
    send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel");
    await naps(12);
    send(socket, "lo");
  });
  const { timeStages, timeTotal } = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
  expect(timeStages.dns).toBe(0);
  expect(timeStages.tls).toBeUndefined();
  expect(timeStages.firstByte).toBeGreaterThanOrEqual(60);
  expect(timeStages.download).toBeGreaterThanOrEqual(100);
  expect(timeStages.total).toBe(timeTotal);
});

/**
 * Waits 10 ms `count` times. If the process is suspended, one of the waits is longer and the others still
 * follow it.
 */
async function naps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Bun.sleep(10);
}

test("a proxy in the environment is not used", async () => {
  await using proxy = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 200 Proxied\r\nContent-Length: 0\r\n\r\n"),
  );
  await using server = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 200 Direct\r\nContent-Length: 0\r\n\r\n"),
  );
  const address = `http://127.0.0.1:${proxy.port}`;
  const script = `
    import { lookupHttp } from "${new URL("../../src/http/lookup.ts", import.meta.url).pathname}";
    import { testSettings } from "${new URL("./servers.ts", import.meta.url).pathname}";
    const look = async () => (await lookupHttp("http://127.0.0.1:${server.port}/", {}, testSettings)).statusMessage;
    const first = await look();
    process.env["HTTP_PROXY"] = process.env["http_proxy"] = "${address}";
    console.log(first, await look());`;
  const env = { ...process.env, HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address, NO_PROXY: "" };
  const child = Bun.spawn([process.execPath, "-e", script], { env });
  expect((await new Response(child.stdout).text()).trim()).toBe("Direct Direct");
  expect(proxy.received).toEqual([]);
});
