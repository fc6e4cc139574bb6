/** The library as npm packs it, installed into an empty folder. */

import { expect } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { library } from "../release/library.ts";
import { manifestOf } from "../release/npm.ts";

const root = join(import.meta.dir, "../..");

/** Runs a command. `out` is the text of both output streams. */
export async function runIn(
  cwd: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string }> {
  const child = Bun.spawn([...command], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out: out + err };
}

/** Packs the library into `place`, and installs it into the folder `app` there. */
export async function installLibrary(place: string): Promise<void> {
  const [source, app] = [join(place, "package"), join(place, "app")];
  mkdirSync(source, { recursive: true });
  mkdirSync(app);
  await library(root, join(source, "lib"));
  writeFileSync(join(source, "package.json"), JSON.stringify(manifestOf([])));
  writeFileSync(join(source, "netlens.js"), "#!/usr/bin/env node\n");
  for (const name of ["LICENSE", "NOTICE"]) copyFileSync(join(root, name), join(source, name));
  const packed = await runIn(source, ["npm", "pack", "--silent", "--pack-destination", place]);
  expect(packed.code, packed.out).toBe(0);
  writeFileSync(join(app, "package.json"), '{"name":"app","private":true,"type":"module"}');
  const [archive = ""] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
  await install(app, join(place, archive));
}

export async function install(app: string, ...packages: readonly string[]): Promise<void> {
  const command = ["npm", "install", "--no-audit", "--no-fund", "--silent", ...packages];
  const { code, out } = await runIn(app, command);
  expect(code, out).toBe(0);
}
