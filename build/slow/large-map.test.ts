/** A redirect map that is far too large is read only up to the limit, and its cost is charged before. */

import { expect, test } from "bun:test";
import { onCost } from "../../src/api/cost.ts";
import type { LookupDeps } from "../../src/http/serve.ts";
import { MapCheck } from "../../src/jobs/redirects/map-check.ts";
import { detectFormat } from "../../src/jobs/redirects/map-detect.ts";
import { openMap } from "../../src/jobs/redirects/map-read.ts";
import { checkPastedMap } from "../../src/web/answers/redirects-answer.ts";
import { cpuOf } from "../../test/longest-block.ts";

const deps = {} as LookupDeps;
const check = (text: string, request = new Request("http://localhost/redirects")) =>
  checkPastedMap(
    { map: "", base: "http://localhost", bytes: Buffer.from(text), name: "map.txt" },
    request,
    deps,
  );

const MEBI = 1024 * 1024;
const filled = (line: string) => line.repeat(Math.floor(MEBI / line.length));
const maps: readonly (readonly [name: string, text: string])[] = [
  ["rows", filled("/a /b\n")],
  ["faults", filled("/a b c d e f g\n")],
  ["a table", `from,to\n${filled("/a,/b\n")}`],
  ["Apache directives", filled("Redirect 301 /a /b\n")],
  ["nginx directives", filled("rewrite ^/a$ /b permanent;\n")],
  ["one line", "a".repeat(MEBI)],
];

test.each(maps)("a mebibyte of %s is refused without delaying others", async (_name, text) => {
  let reported = "";
  // Minimum of three runs: the JIT compiler uses the same thread, and a busy machine has less cache.
  let inOneGo = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3; tries++) {
    const cpu = await cpuOf(async () => {
      reported = await check(text).then(String, ({ message }: Error) => message);
    });
    inOneGo = Math.min(inOneGo, cpu.inOneGo);
  }
  expect(reported).not.toBe("");
  // Milliseconds; an earlier version took 640 ms.
  expect(inOneGo).toBeLessThan(150);
});

test("its size is charged before it is read", async () => {
  const request = new Request("http://localhost/redirects");
  const costs: number[] = [];
  onCost(request, (cost) => {
    costs.push(cost);
    throw new Error("no more left");
  });
  await expect(check(filled("/a /b\n"), request)).rejects.toThrow("no more left");
  expect(costs).toEqual([63]);
});

test("2,000 redirects are checked, 2,001 are refused", async () => {
  expect(await check("/a /b\n".repeat(2000))).toBeFunction();
  await expect(check("/a /b\n".repeat(2001))).rejects.toThrow("The map has more than 2000 redirects");
  await expect(check("/a /b\n".repeat(100_000))).rejects.toThrow("The map has more than 2000 redirects");
});

test.each(["\n", "\r", " ", "#\n", "location\n", "a\n\n", ";", "map $a $b "])(
  "what a map of %j is takes no long look",
  (piece) => {
    const sample = piece.repeat(65_536 / piece.length);
    const begin = process.threadCpuUsage();
    detectFormat(sample, "map.txt");
    const { user, system } = process.threadCpuUsage(begin);
    // Milliseconds; 64 KiB of empty lines once took over ten seconds.
    expect((user + system) / 1000).toBeLessThan(500);
  },
);

test("many costly expressions take no long look", async () => {
  const rules = Array.from({ length: 2000 }, (_, at) => `RedirectMatch ^/.*a.*b.*c${at}$ /d`);
  const rows = Array.from({ length: 500 }, (_, at) => `Redirect /${"ab".repeat(400)}${at} /e`);
  const { items } = await openMap(
    async function* () {
      yield Buffer.from([...rules, ...rows].join("\n"));
    },
    { name: ".htaccess" },
  );
  const all = (await Array.fromAsync(items())).flat();
  const map = new MapCheck("https://a.test");
  for (const item of all) map.add(item);
  map.finish();
  const cpu = await cpuOf(async () => {
    for (const item of all) map.findings(item);
  });
  // Milliseconds; without a bound on the cost it takes minutes.
  expect(cpu.inOneGo).toBeLessThan(1500);
});
