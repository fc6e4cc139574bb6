/** Unpacked archive of an executable: content, owner, and reproducible bytes. */

import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { tarball } from "../release/tarball.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-tarball-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const executable = join(folder, "executable");
writeFileSync(executable, "#!/bin/sh\necho from the archive\n", { mode: 0o600 });

async function archive(name: string): Promise<string> {
  mkdirSync(join(folder, name));
  return tarball(root, join(folder, name), "linux-x64-musl", executable);
}

function output(command: readonly string[]): string {
  return Bun.spawnSync([...command], { stdio: ["ignore", "pipe", "inherit"] }).stdout.toString();
}

test("unpacks to a folder with an executable that runs and its licences", async () => {
  const file = await archive("unpacked");
  expect(file).toBe(join(folder, "unpacked/netlens-linux-x64-musl.tar.gz"));
  output(["tar", "-xzf", file, "-C", join(folder, "unpacked")]);
  const inside = join(folder, "unpacked", `netlens-${manifest.version}-linux-x64-musl`);
  expect(output([join(inside, "netlens")])).toBe("from the archive\n");
  for (const name of ["LICENSE", "NOTICE"])
    expect(readFileSync(join(inside, name), "utf8")).toBe(readFileSync(join(root, name), "utf8"));
  const owners = output(["tar", "--numeric-owner", "-tvzf", file]).trim().split("\n");
  expect(owners).toHaveLength(4);
  for (const line of owners) expect(line).toMatch(/^(?:d|-)rw.r-.r-. 0\/0 /);
});

test("has the same bytes at any time", async () => {
  const first = readFileSync(await archive("first"));
  utimesSync(executable, 1, 1);
  expect(readFileSync(await archive("second")).equals(first)).toBe(true);
});
