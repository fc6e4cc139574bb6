/** Name resolution or disk space for the log fails while the service runs; everything else must continue. */

import { afterAll, expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { dnsServer } from "../../test/http/dns-server.ts";
import { freePort } from "./proxy-servers.ts";
import { main } from "./rolling.ts";

const children = new Set<Bun.Subprocess>();
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

async function serve(log: number | "ignore", ...flags: readonly string[]) {
  const [address, metrics] = [freePort(), freePort()].map((port) => `127.0.0.1:${port}`);
  const given = ["--listen", `${address}`, "--metrics-listen", `${metrics}`, "--drain", "off", ...flags];
  const child = Bun.spawn([process.execPath, main, "serve", ...given], { stdio: ["ignore", "ignore", log] });
  children.add(child);
  const send = (path: string) => fetch(`http://${address}${path}`);
  for (let tries = 0; !(await send("/readyz").catch(() => undefined))?.ok; tries++) {
    expect(tries).toBeLessThan(500);
    await Bun.sleep(20);
  }
  return {
    send,
    async metric(name: string) {
      const text = await (await fetch(`http://${metrics}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1]);
    },
    async stop() {
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
    },
  };
}

test.each(["closed", "silent", "failing"])(
  "a DNS server that is %s holds up nothing else",
  async (how) => {
    const SERVFAIL = { code: 2 };
    await using server = await dnsServer(() => (how === "silent" ? "silence" : SERVFAIL));
    const port = how === "closed" ? freePort() : server.port;
    const service = await serve(
      "ignore",
      ...["--dns", `127.0.0.1:${port}`, "--http-connect-timeout", "1s", "--http-timeout", "3s"],
    );
    // Fills all slots, with as many lookups waiting.
    const started = performance.now();
    const lookups = Array.from({ length: 128 }, (_, index) =>
      service.send(`/v1/http?url=name${index}.example`).then(async (answer) => {
        const { status, steps } = (await answer.json()) as {
          status: unknown;
          steps: { error?: { phase: string } }[];
        };
        return `${answer.status} ${status} ${steps[0]?.error?.phase}`;
      }),
    );
    const bounded = [
      "/v1/ip/8.8.8.8?reverse=true",
      "/v1/useragent/Googlebot%2F2.1?ip=66.249.66.1&verify=true",
    ].map(async (path) => (await service.send(path)).status);
    let longest = 0;
    for (let count = 0; count < 50; count++) {
      const requested = performance.now();
      expect((await service.send("/v1/ip/10.0.0.1")).status).toBe(200);
      expect((await service.send("/readyz")).status).toBe(200);
      longest = Math.max(longest, performance.now() - requested);
      await Bun.sleep(20);
    }
    const outcomes = new Set(await Promise.all(lookups));
    const ms = performance.now() - started;
    console.log(
      `DNS ${how}: 128 lookups in ${ms.toFixed(0)} ms, the others ${longest.toFixed(0)} ms at most`,
    );
    expect([...outcomes]).toEqual(["200 error dns"]);
    expect(await Promise.all(bounded)).toEqual([200, 200]);
    expect(ms).toBeLessThan(15_000);
    await service.stop();
  },
  60_000,
);

// Enough to fill the memory for unwritten log lines, 1 MiB.
const REQUESTS = 20_000;
test("a full disk for the log: every request is answered, lost lines are counted", async () => {
  const full = openSync("/dev/full", "w");
  const service = await serve(full);
  closeSync(full);
  for (let count = 0; count < REQUESTS / 100; count++) {
    const answers = Array.from({ length: 100 }, async () => (await service.send("/v1/status/200")).status);
    expect([...new Set(await Promise.all(answers))]).toEqual([200]);
  }
  const dropped = await service.metric("netlens_log_lines_dropped_total");
  console.log(`${REQUESTS} requests, ${dropped} lines dropped and counted`);
  expect(dropped).toBeGreaterThan(REQUESTS / 4);
  expect(dropped).toBeLessThan(REQUESTS);
  await service.stop();
}, 60_000);
