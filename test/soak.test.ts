/** The soak covers every endpoint, and its slope excludes the first fifth. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { targets } from "../build/measure/soak/faults.ts";
import { BAD_TARGETS, mixOf, pick, send } from "../build/measure/soak/load.ts";
import { afterWarmUp, slopeOf } from "../build/measure/soak/soak.ts";
import { startService } from "../src/server/service.ts";
import { loadConfig } from "../src/settings/load.ts";

const { settings } = loadConfig(
  { listen: "127.0.0.1:0", drain: "off", probe: "on", "http-allow": "127.0.0.1" },
  {},
);

test("the mix has every operation of the API and every page, and nothing else", async () => {
  const service = await startService(settings, () => {}, []);
  const { paths } = (await (await fetch(`http://${service.address}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  await service.stop();
  const documented = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const routes = await Bun.file(join(import.meta.dir, "../src/web/routes.ts")).text();
  const pages = [...routes.matchAll(/\b(?:page|form)\(\s*"(\w+)"/g)].map(([, id = ""]) => id);
  const mixed = new Set(mixOf(1, "127.0.0.1:1").map(({ operation }) => operation));
  mixed.delete("none");
  expect([...mixed].toSorted()).toEqual([...new Set([...documented, ...pages])].toSorted());
});

test("each request gets the expected status, with the real service and its targets", async () => {
  const service = await startService(settings, () => {}, []);
  const target = targets();
  const aim = `127.0.0.1:${await target.port}`;
  const quick = mixOf(7, aim).filter(({ path }) => !path.includes("silent"));
  // All requests are concurrent: responses may be slow, and nothing asserts on time.
  const { signal } = new AbortController();
  const wrong = await Promise.all(quick.map((entry) => send(`http://${service.address}`, entry, signal)));
  target.stop();
  await service.stop();
  expect(wrong.filter((one) => one !== undefined)).toEqual([]);
}, 300_000);

test("failing targets are in the same mix", () => {
  const all = mixOf(1, "127.0.0.1:1");
  for (const kind of BAD_TARGETS) expect(all.some(({ path }) => path.includes(`%2F${kind}%2F`))).toBe(true);
  expect(pick(all, 0)).toBe(all[0] as (typeof all)[number]);
  expect(pick(all, 0.999999).operation).toBe("none");
});

test("only the first fifth is skipped", () => {
  expect(afterWarmUp([1, 2, 3, 4, 5])).toEqual([2, 3, 4, 5]);
  expect(afterWarmUp([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6]);
  expect(afterWarmUp(Array.from({ length: 100 }, (_, at) => at))[0]).toBe(20);
});

test("the slope is that of the regression line", () => {
  const line = (step: number) => Array.from({ length: 10 }, (_, at) => ({ at, mb: 100 + step * at }));
  expect(slopeOf(line(0))).toBe(0);
  expect(slopeOf(line(2))).toBeCloseTo(2, 9);
  const warmed = [
    ...Array.from({ length: 20 }, (_, at) => ({ at, mb: 5 * at })),
    ...line(0).map(({ at }) => ({ at: 20 + at * 8, mb: 100 })),
  ];
  expect(slopeOf(afterWarmUp(warmed))).toBeLessThan(slopeOf(warmed));
});
