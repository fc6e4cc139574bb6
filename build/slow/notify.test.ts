/** Messages of the whole program to systemd, received by a socket like systemd's. */

import { FFIType } from "bun:ffi";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNotifier } from "../../src/cli/serve/notify.ts";
import { openLibc } from "../../src/platform/libc.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "netlens-notify-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a datagram socket at a path, and collects received messages. */
function receiver(path: string) {
  const { i32, u64, i64, ptr } = FFIType;
  const libc = openLibc({
    socket: { args: [i32, i32, i32], returns: i32 },
    bind: { args: [i32, ptr, i32], returns: i32 },
    recv: { args: [i32, ptr, u64, i32], returns: i64 },
  });
  if (!libc) throw new Error("no C library");
  const fd = libc.socket(1, 2, 0);
  const address = Buffer.concat([Buffer.from([1, 0]), Buffer.from(path.replace(/^@/, "\0"))]);
  expect(libc.bind(fd, address, address.length)).toBe(0);
  const bytes = Buffer.alloc(4096);
  return async (): Promise<string> => {
    for (let tries = 0; tries < 500; tries++) {
      const length = Number(libc.recv(fd, bytes, 4096n, 0x40));
      if (length > 0) return bytes.toString("utf8", 0, length);
      await Bun.sleep(20);
    }
    throw new Error("nothing was told");
  };
}

test("the messages, word for word", async () => {
  const path = join(folder, "words");
  const next = receiver(path);
  const notifier = openNotifier({ NOTIFY_SOCKET: path });
  notifier.ready("ready for it");
  expect(await next()).toBe("READY=1\nSTATUS=ready for it");
  notifier.stopping();
  expect(await next()).toBe("STOPPING=1\nSTATUS=stopping");
  notifier.alive();
  expect(await next()).toBe("WATCHDOG=1");
  const libc = openLibc({ clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
  const monotonic = () => {
    const time = new BigInt64Array(2);
    libc?.clock_gettime(1, time);
    const [seconds = 0n, nanos = 0n] = time;
    return seconds * 1_000_000n + nanos / 1000n;
  };
  const before = monotonic();
  notifier.reloading();
  const after = monotonic();
  const [first, clock = "", status] = (await next()).split("\n");
  expect([first, status]).toEqual(["RELOADING=1", "STATUS=reloading"]);
  const reported = BigInt(clock.replace("MONOTONIC_USEC=", ""));
  expect(reported >= before && reported <= after).toBe(true);
});

test.each([
  [{}, undefined],
  [{ WATCHDOG_USEC: "300000" }, 300],
  [{ WATCHDOG_USEC: "1" }, 0.001],
  [{ WATCHDOG_USEC: "0" }, undefined],
  [{ WATCHDOG_USEC: "soon" }, undefined],
  [{ WATCHDOG_USEC: "300000", WATCHDOG_PID: String(process.pid) }, 300],
  [{ WATCHDOG_USEC: "300000", WATCHDOG_PID: "1" }, undefined],
] as Readonly<[Record<string, string>, number | undefined]>[])("the watchdog of %j", (environment, ms) => {
  expect(openNotifier({ NOTIFY_SOCKET: join(folder, "nobody"), ...environment }).watchdog).toBe(ms);
  const nothing = openNotifier(environment);
  nothing.alive();
  expect(nothing.watchdog).toBeUndefined();
});

for (const path of [join(folder, "notify"), `@netlens-test-${process.pid}`])
  test(`readiness, reloads with new settings, health and the end are reported at ${path.slice(0, 1)}`, async () => {
    const next = receiver(path);
    const config = join(folder, "netlens.toml");
    writeFileSync(config, 'listen = "127.0.0.1:0"\nlog-level = "warn"\n');
    const child = Bun.spawn([process.execPath, main, "serve", "--config", config], {
      env: { ...process.env, NOTIFY_SOCKET: path, WATCHDOG_USEC: "300000" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ready = await next();
    expect(ready).toMatch(/^READY=1\nSTATUS=serving requests at 127\.0\.0\.1:\d+$/);
    const origin = `http://${ready.split(" ").at(-1)}`;
    const other = async () => {
      for (;;) {
        const message = await next();
        if (message !== "WATCHDOG=1") return message;
      }
    };
    expect(await next()).toBe("WATCHDOG=1");
    const send = async () => {
      const response = await fetch(`${origin}/v1/status/200`, { headers: { origin: "https://a.example" } });
      return response.headers.get("access-control-allow-origin");
    };
    expect(await send()).toBeNull();
    writeFileSync(config, 'listen = "127.0.0.1:1"\nlog-level = "info"\ncors = "*"\n');
    child.kill("SIGHUP");
    expect(await other()).toMatch(/^RELOADING=1\nMONOTONIC_USEC=\d{7,}\n/);
    expect(await other()).toStartWith("READY=1\n");
    expect(await send()).toBe("*");
    writeFileSync(config, "not toml");
    child.kill("SIGHUP");
    expect(await other()).toStartWith("RELOADING=1\n");
    expect(await other()).toStartWith("READY=1\n");
    expect(await send()).toBe("*");
    child.kill("SIGTERM");
    expect(await other()).toStartWith("STOPPING=1\n");
    const log = await new Response(child.stderr).text();
    expect(await child.exited).toBe(0);
    expect(log).toContain("warn settings that need a restart names=listen");
    expect(log).toContain("info reloaded settings=cors,log-level");
    expect(log).toContain("error settings not reloaded reason=");
  }, 30_000);
