/** Two linters accept the API description without warnings. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-openapi-"));

beforeAll(async () => {
  const service = await startService(loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {})
    .settings, () => {}, []);
  await Bun.write(join(folder, "openapi.json"), await fetch(`http://${service.address}/openapi.json`));
  await Bun.write(join(folder, ".spectral.yaml"), "extends: [spectral:oas]\n");
  await service.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Lints with all recommended rules; a warning is a failure. */
function lint(...command: readonly [string, ...string[]]): string {
  const [name, ...more] = command;
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [join(root, "build/node_modules/.bin", name), "lint", "openapi.json", ...more],
    {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  return exitCode === 0 ? "clean" : `${stdout}${stderr}`;
}

test("redocly", () => expect(lint("redocly", "--extends", "recommended-strict")).toBe("clean"));
test("spectral", () => expect(lint("spectral", "--fail-severity", "hint")).toBe("clean"));
