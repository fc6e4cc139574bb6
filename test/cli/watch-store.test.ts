/**
 * `netlens watch` when a statement of its database fails: it prints one line per error and the results so
 * far.
 */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFailure } from "../platform/failing-statements.ts";
import { cli } from "./fake-io.ts";

const directory = mkdtempSync(join(tmpdir(), "netlens-watch-store-"));
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: () => new Response("a", { headers: { "content-type": "text/plain" } }),
});
afterAll(() => {
  void server.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

let files = 0;
const watch = (at: number, onwards: boolean) => {
  const state = join(directory, `${files++}.sqlite`);
  const project = `[watch]\nstate = "${state}"\ntargets = ["${server.url.href}"]\n`;
  return withFailure(at, onwards, () =>
    cli(["watch", "--json", "netlens.toml"], { files: { "netlens.toml": project } }),
  );
};

test.each([false, true])(
  "a statement fails, with all later ones: %p",
  async (onwards) => {
    const { result, calls } = await watch(Number.POSITIVE_INFINITY, onwards);
    expect([result.err, result.code]).toEqual(["", 0]);
    let reports = 0;
    for (let at = 1; at <= calls; at++) {
      const { code, out, err } = (await watch(at, onwards)).result;
      expect([at, err]).toEqual([at, expect.stringMatching(/^(?:netlens: watch: \S[^\n]*\n)+$/)]);
      expect([at, err]).toEqual([at, expect.stringContaining("database or disk is full")]);
      expect([at, code]).toEqual([at, 1]);
      if (out !== "") {
        expect(JSON.parse(out)).toHaveProperty("targets");
        reports++;
      }
    }
    expect(calls).toBeGreaterThan(10);
    expect(reports).toBeGreaterThan(0);
  },
  60_000,
);
