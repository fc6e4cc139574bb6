/**
 * Two versions share one Redis: this version, and the last one whose shared keys differ. Limits are counted
 * together, lookups succeed, and replicas are upgraded and rolled back under load. `ROUNDS=25 bun test …`
 * runs a hundred restarts.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { freePort } from "./proxy-servers.ts";
import {
  BALANCERS,
  fetchOk,
  killAll,
  load,
  main,
  replicaAddresses,
  serve,
  stop,
  untilBoth,
} from "./rolling.ts";

const root = join(import.meta.dir, "../..");
/** File with the keys and scripts that replicas share. */
const SHARED = "src/server/shared/redis.ts";
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);

const changed = (await $`git -C ${root} log -1 --format=%H -- ${SHARED}`.nothrow().quiet().text()).trim();
const before = (await $`git -C ${root} rev-parse --verify ${changed}^`.nothrow().quiet().text()).trim();
const missing = before === "" ? " (left out: this clone has no version before it)" : "";

const folder = mkdtempSync(join(tmpdir(), "netlens-upgrade-"));
const old = join(folder, "old");
const port = freePort();
const redis = Bun.spawn(
  ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
  { stdio: ["ignore", "ignore", "ignore"] },
);
const target = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response("here", { headers: { age: "soon" } }),
});
const FLAGS = [
  ...["--shared", `redis://127.0.0.1:${port}`, "--trusted-proxies", "127.0.0.1"],
  ...["--http-allow", "127.0.0.1", "--http-cache", "30s"],
];
const ALLOWED = 1000;

beforeAll(async () => {
  mkdirSync(old);
  if (before === "") return;
  await $`git -C ${root} archive ${before} | tar -x -C ${old}`.quiet();
  symlinkSync(join(root, "node_modules"), join(old, "node_modules"));
}, 60_000);
afterAll(async () => {
  killAll();
  redis.kill("SIGKILL");
  await target.stop(true);
  rmSync(folder, { recursive: true });
});

const sources = { old: join(old, "src/main.ts"), new: main };
type Version = keyof typeof sources;

describe.skipIf(before === "")(`the version before and this one${missing}`, () => {
  test("share one limit, and neither answers with an error", async () => {
    const addresses = replicaAddresses();
    const flags = [...FLAGS, "--rate-limit", `${ALLOWED}/1m`];
    const children = [await serve(addresses[0], flags, sources.old), await serve(addresses[1], flags)];
    /** Sends `requested` requests. @returns the number of allowed ones */
    const admitted = async (address: string, client: string, requested: number) => {
      let count = 0;
      for (let at = 0; at < requested; at += 20) {
        const headers = { "x-forwarded-for": client };
        const answers = Array.from({ length: 20 }, () =>
          fetch(`http://${address}/v1/status/200`, { headers }),
        );
        for (const { status } of await Promise.all(answers)) {
          expect([200, 429]).toContain(status);
          if (status === 200) count++;
        }
      }
      return count;
    };
    const [oldAt, newAt] = addresses;
    const spent = async (client: string) =>
      Number(
        (await $`redis-cli -p ${port} get netlens:limit:${ALLOWED}/60000:${client}`.quiet().text()).trim(),
      );
    expect(await admitted(oldAt, "10.9.0.1", 600)).toBe(600);
    const known = await spent("10.9.0.1");
    // The old version may have counted some requests without Redis, if a call took long.
    expect(known).toBeGreaterThan(0);
    const rest = await admitted(newAt, "10.9.0.1", ALLOWED);
    expect(rest).toBeLessThanOrEqual(1.05 * ALLOWED - known);
    expect(rest).toBeGreaterThanOrEqual(0.9 * (ALLOWED - known));
    // The reverse order: the new version first.
    expect(await admitted(newAt, "10.9.0.2", 600)).toBe(600);
    expect(await spent("10.9.0.2")).toBeGreaterThanOrEqual(300);
    const old = await admitted(oldAt, "10.9.0.2", ALLOWED);
    await Promise.all(children.map(stop));
    console.log(
      `after ${known} of the old one ${rest} of the new one; after 600 of the new one ${old} of the old one`,
    );
    expect(old).toBeLessThanOrEqual(ALLOWED);
  }, 60_000);

  test.each<[Version, Version]>([
    ["old", "new"],
    ["new", "old"],
  ])(
    "the %s one's cached results are used or looked up again by the %s one",
    async (first, second) => {
      const addresses = replicaAddresses();
      const children = [
        await serve(addresses[0], FLAGS, sources[first]),
        await serve(addresses[1], FLAGS, sources[second]),
      ];
      const url = `127.0.0.1:${target.port}/${first}`;
      for (const address of addresses) {
        const report = JSON.parse(await fetchOk(`http://${address}/v1/http?url=${url}`));
        expect(report).toMatchObject({ status: 200, steps: [{ problems: expect.anything() }] });
        expect(await fetchOk(`http://${address}/v1/http?url=${url}&format=html`)).toContain("age-invalid");
      }
      await Promise.all(children.map(stop));
    },
    60_000,
  );

  test.concurrent.each(Object.keys(BALANCERS))(
    `behind %s, ${ROUNDS} times upgraded and rolled back, no request is lost`,
    async (name) => {
      const addresses = replicaAddresses();
      const start = BALANCERS[name];
      if (!start) throw new Error(name);
      const now = [
        await serve(addresses[0], FLAGS, sources.old),
        await serve(addresses[1], FLAGS, sources.old),
      ];
      const balancer = await start(addresses);
      const paths = [
        "/v1/ip/10.0.0.1",
        "/v1/status/404",
        `/v1/http?url=127.0.0.1:${target.port}/`,
        `/?q=127.0.0.1:${target.port}/&format=html`,
      ];
      const running = load((number) =>
        fetchOk(`http://127.0.0.1:${balancer.port}${paths[number % paths.length]}`),
      );
      for (let round = 0; round < ROUNDS; round++)
        for (const version of ["new", "old"] as const)
          for (const which of [0, 1] as const) {
            await untilBoth(balancer);
            await stop(now[which] as Bun.Subprocess);
            now[which] = await serve(addresses[which], FLAGS, sources[version]);
          }
      const lost = await running.stop();
      await balancer.stop();
      await Promise.all(now.map(stop));
      console.log(`${name}: ${4 * ROUNDS} restarts, ${running.answered()} answered, ${lost.length} lost`);
      expect(lost).toEqual([]);
    },
    60_000 + ROUNDS * 60_000,
  );
});
