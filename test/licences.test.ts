/** netlens is MIT: all that goes into the binary must be permissive. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { bundledPackages } from "../build/release/bundle.ts";
import manifest from "../package.json" with { type: "json" };

const root = join(import.meta.dir, "..");
const PERMISSIVE =
  /^\(?(?:MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|MIT OR Apache-2\.0|MIT OR CC0-1\.0)\)?$/;

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

test("versions are exact, and the lock file names no host", async () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
  expect(await Bun.file(join(root, "bun.lock")).text()).not.toMatch(/https?:\/\//);
});

test("ua-parser-js stays, on its MIT line: it is given, and version 2 is AGPL", () => {
  expect(manifest.dependencies["ua-parser-js"]).toMatch(/^1\./);
});
test.each(["elysia", "mmdb-lib", "ua-parser-js"])("%s, which is given, is used", async (name) => {
  const files = [...new Glob("src/**/*.ts").scanSync(root)];
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()));
  expect(texts.some((text) => text.includes(`from "${name}"`))).toBe(true);
});
