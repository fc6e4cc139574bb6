/** `netlens site` when a statement of its database fails: it prints one error line and the results so far. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteReport } from "../../src/jobs/site/schema.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { withFailure } from "../../test/platform/failing-statements.ts";

const directory = mkdtempSync(join(tmpdir(), "netlens-site-store-"));
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const { pathname, origin } = new URL(url);
    if (pathname === "/robots.txt") return new Response("Sitemap: /map.txt");
    if (pathname === "/map.txt") return new Response(`${origin}/a\n`);
    const links = pathname === "/" ? "<a href=/a>a</a><a href=/gone>b</a>" : "";
    return new Response(`<title>${pathname}</title>${links}`, {
      status: pathname === "/gone" ? 404 : 200,
      headers: { "content-type": "text/html" },
    });
  },
});
afterAll(() => {
  void server.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

let files = 0;
const check = (at: number, onwards: boolean) => {
  const file = join(directory, `${files++}.sqlite`);
  return withFailure(at, onwards, () => cli(["site", "--json", "--resume", file, server.url.href]));
};

/**
 * Runs `netlens site` repeatedly, with a failure in one database call each: every `step`th call in turn, or
 * with `onwards` all calls from there. Returns how many runs there were and how many printed a report.
 */
async function failing(onwards: boolean, step: number): Promise<{ reports: number; runs: number }> {
  const { result, calls } = await check(Number.POSITIVE_INFINITY, onwards);
  const { counts } = JSON.parse(result.out) as SiteReport;
  expect([result.code, counts]).toMatchObject([0, { lookedUp: 3, broken: 1 }]);
  let [reports, runs] = [0, 0];
  for (let at = 1; at <= calls; at += step) {
    const { code, out, err } = (await check(at, onwards)).result;
    expect([at, err]).toEqual([
      at,
      expect.stringMatching(/^netlens: \S[^\n]*: database or disk is full(?:; [^\n]*)?\n$/),
    ]);
    // Exit code 2 if the file cannot be opened, since its name is an argument.
    expect([at, code]).toEqual([at, err.includes("--resume") ? 2 : 1]);
    if (out !== "") reports++;
    runs++;
  }
  return { reports, runs };
}

test("one statement fails", async () => {
  const { reports, runs } = await failing(false, 1);
  expect(runs).toBeGreaterThan(50);
  expect(reports).toBeGreaterThan(runs / 2);
}, 60_000);

test("a statement and all later ones fail", async () => {
  expect((await failing(true, 5)).reports).toBe(0);
}, 60_000);
