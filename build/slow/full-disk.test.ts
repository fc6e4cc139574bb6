/** `netlens site` when its database reaches a size limit: the run ends with the report so far. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteReport } from "../../src/jobs/site/schema.ts";

const directory = mkdtempSync(join(tmpdir(), "netlens-full-disk-"));
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const at = Number(new URL(url).pathname.slice(1)) || 0;
    const links = Array.from({ length: 50 }, (_, link) => `<a href=/${50 * at + link + 1}>a</a>`);
    return new Response(links.join("\n"), { headers: { "content-type": "text/html" } });
  },
});
afterAll(() => {
  void server.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

test("a file of 1 MiB at most", async () => {
  const main = new URL("../../src/main.ts", import.meta.url).pathname;
  const words = ["site", "--json", "--resume", join(directory, "site.sqlite"), server.url.href];
  // The shell's unit is 512 or 1024 bytes. Ignoring SIGXFSZ makes writes fail; otherwise the signal would end
  // the process before its report.
  const child = Bun.spawn(
    ["bash", "-c", `trap "" XFSZ; ulimit -f 1024; exec "$@"`, "bash", process.execPath, main, ...words],
    { stderr: "pipe", timeout: 60_000 },
  );
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(err).toMatch(/^netlens: site: \S+: [^\n]+; the report has what was found before\n$/);
  expect(await child.exited).toBe(1);
  expect((JSON.parse(out) as SiteReport).counts.lookedUp).toBeGreaterThan(10);
}, 90_000);
