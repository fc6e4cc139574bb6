/** Everything in the executable has a permissive licence, since netlens is MIT. */

import { describe, expect, mock, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { Reader } from "mmdb-lib";
import { bundledPackages } from "../build/release/bundle.ts";
import manifest from "../package.json" with { type: "json" };
import { openDatabase } from "../src/ip/mmdb/database.ts";
import { compareWithOracle } from "../src/ip/mmdb/oracle.ts";
import { startService } from "../src/server/service.ts";
import { loadConfig } from "../src/settings/load.ts";
import { CITY } from "./ip/sample-databases.ts";

const root = join(import.meta.dir, "..");
const PERMISSIVE =
  /^\(?(?:MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|MIT OR Apache-2\.0|MIT OR CC0-1\.0)\)?$/;

test("every bundled package has a permissive licence", async () => {
  const packages = await bundledPackages(root);
  expect(packages.length).toBeGreaterThan(3);
  expect(packages.map(({ name }) => name)).toContain("elysia");
  expect(
    packages
      .filter(({ license }) => !PERMISSIVE.test(license))
      .map(({ name, license }) => `${name}: ${license}`),
  ).toEqual([]);
});

test("versions are exact, and the lock file has no host", async () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
  expect(await Bun.file(join(root, "bun.lock")).text()).not.toMatch(/https?:\/\//);
});

test("ua-parser-js stays at version 1 (MIT), as version 2 is AGPL", () => {
  expect(manifest.dependencies["ua-parser-js"]).toMatch(/^1\./);
});

describe("each required package is used: a result changes without it", () => {
  test("ua-parser-js has makers and models that our own tables lack", async () => {
    const { interpret } = await import("../src/useragent/read/answer.ts");
    const agent = "Mozilla/5.0 (Linux; Android 6.0; ENERGY S600) Chrome/78.0.3904.62 Mobile Safari/537.36";
    // Copied, because `mock.module` changes the namespace object.
    const whole = { ...(await import("ua-parser-js")) };
    expect(interpret(agent, "2026-11-01").device).toMatchObject({ vendor: "Energizer", name: "ENERGY S600" });
    mock.module("ua-parser-js", () => ({
      UAParser: class {
        getDevice = () => ({});
      },
    }));
    const without = interpret(agent, "2026-11-01").device;
    mock.module("ua-parser-js", () => whole);
    expect(without).toMatchObject({ vendor: "", name: "ENERGY S600" });
  });

  test("mmdb-lib rejects a database that our own reader accepts", () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-oracle-"));
    const file = join(folder, "city.mmdb");
    writeFileSync(file, CITY());
    const database = openDatabase(file, "memory");
    compareWithOracle(database);
    using get = spyOn(Reader.prototype, "get").mockReturnValue({ city: "elsewhere" });
    expect(() => compareWithOracle(database)).toThrow(/reads differently with mmdb-lib/);
    expect(get).toHaveBeenCalled();
    database.close();
    rmSync(folder, { recursive: true });
  });

  test("elysia has the routes of the service", async () => {
    const statusOf = async () => {
      const service = await startService(loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {})
        .settings, () => {}, []);
      const { status } = await fetch(`http://${service.address}/v1/status/404`);
      await service.stop();
      return status;
    };
    expect(await statusOf()).toBe(200);
    using use = spyOn(Elysia.prototype, "use").mockReturnThis();
    expect(await statusOf().catch(() => 0)).not.toBe(200);
    expect(use).toHaveBeenCalled();
  });
});
