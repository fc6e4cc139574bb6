/**
 * Sets the machine's clock back a day while the service runs (Debian's faketime). No limit, cache or timer
 * may wait until the clock reaches its former time.
 */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";

const [library] = [
  ...new Glob("usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({ cwd: "/", absolute: true }),
];
const place = mkdtempSync(join(tmpdir(), "netlens-clock-"));
const stamp = join(place, "stamp");
writeFileSync(stamp, "+0\n");

let requested = 0;
const target = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(`asked ${++requested} times`, { headers: { "cache-control": "max-age=60" } }),
});

const flags = {
  listen: "127.0.0.1:0",
  drain: "off",
  "log-format": "json",
  "rate-limit": "30/2s",
  "http-allow": "127.0.0.1",
  "http-cache": "2s",
};
const child = Bun.spawn(
  [
    ...[process.execPath, "src/main.ts", "serve"],
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
  ],
  {
    cwd: new URL("../..", import.meta.url).pathname,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      LD_PRELOAD: library ?? "",
      FAKETIME_TIMESTAMP_FILE: stamp,
      FAKETIME_NO_CACHE: "1",
      // The monotonic clock continues, as on a machine whose clock is set.
      DONT_FAKE_MONOTONIC: "1",
    },
  },
);
afterAll(async () => {
  child.kill("SIGKILL");
  await target.stop(true);
  rmSync(place, { recursive: true });
});

let log = "";
const { promise: listening, resolve: listens } = Promise.withResolvers<string>();
void (async () => {
  for await (const chunk of child.stderr) {
    log += new TextDecoder().decode(chunk);
    const address = /"address":"([^"]+)"/.exec(log)?.[1];
    if (address) listens(`http://${address}`);
  }
})();

test("a day back: limits and caches expire, probes and answers continue, the service stops cleanly", async () => {
  if (library === undefined) throw new Error("libfaketime is missing: apt-get install faketime");
  const origin = await listening;
  const look = `${origin}/v1/http?url=127.0.0.1:${target.port}`;
  const day = async () => new Date((await fetch(`${origin}/healthz`)).headers.get("date") ?? "").getTime();
  const before = await day();
  expect((await fetch(look)).status).toBe(200);
  // Uses up the client's rate limit.
  let status = 200;
  for (let count = 0; status === 200 && count < 40; count++)
    ({ status } = await fetch(`${origin}/v1/status/200`));
  expect(status).toBe(429);

  writeFileSync(stamp, "-1d\n");
  await Bun.sleep(2500);
  const after = await day();
  expect(before - after).toBeGreaterThan(80_000_000);
  const answer = await fetch(`${origin}/v1/status/200`);
  expect(answer.status).toBe(200);
  expect(Number(/t=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1])).toBeLessThanOrEqual(2);
  // The report was cached for two seconds, and must not stay for another day.
  const again = await fetch(look);
  expect(again.headers.get("cache-status")).toContain("fwd=uri-miss");
  expect(requested).toBe(2);
  expect(((await again.json()) as { timeTotal: number }).timeTotal).toBeGreaterThanOrEqual(0);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);

  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  const times = [...log.matchAll(/"time":"([^"]+)"/g)].map(([, time = ""]) => Date.parse(time));
  expect(times.every((time) => !Number.isNaN(time))).toBe(true);
}, 60_000);
