/**
 * Elysia inspects the source of a handler to decide whether to await it, so minified code may be awaited
 * needlessly.
 */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("minified handlers with an immediate response are not awaited", async () => {
  const outdir = mkdtempSync(join(tmpdir(), "netlens-"));
  try {
    const root = new URL("../../src", import.meta.url).pathname;
    const built = await Bun.build({
      entrypoints: [`${root}/ip/routes.ts`, `${root}/status/routes.ts`, `${root}/server/routes/health.ts`],
      minify: true,
      splitting: true,
      target: "bun",
      outdir,
    });
    const load = (end: string) => import(built.outputs.find(({ path }) => path.endsWith(end))?.path ?? "");
    const [{ ipRoutes }, { statusRoutes }, { healthRoutes }] = await Promise.all(
      ["ip/routes.js", "status/routes.js", "server/routes/health.js"].map(load),
    );
    const rooms = [ipRoutes({}), statusRoutes(), healthRoutes(() => ({ ok: true, reasons: [] }))];
    const waited = rooms.flatMap(({ routes }) =>
      routes.flatMap(({ path, method, compile }: { path: string; method: string; compile: () => unknown }) =>
        Object(compile()).constructor.name === "AsyncFunction" ? [`${method} ${path}`] : [],
      ),
    );
    for (const room of rooms.slice(1)) {
      const path = room.routes[0].path.replace(":code", "404");
      expect((await room.handle(new Request(`http://localhost${path}?a=b`))).status).toBe(200);
    }
    expect(waited).toEqual(["GET /v1/ip/:ip/:length", "POST /v1/ip", "GET /readyz"]);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
