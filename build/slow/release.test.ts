/** What a release has, used as people use it: the Debian package, the npm packages, the same bytes twice. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-release-"));
const out = join(root, "dist/release");

function run(command: readonly string[], cwd = folder): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

beforeAll(() => {
  const made = run([process.execPath, "build/release.ts", "linux-x64"], root);
  if (made.code !== 0) throw new Error(made.err);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("checksums are of all files and right", () => {
  expect(run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], out)).toMatchObject({ code: 0 });
  expect(readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n").length).toBeGreaterThanOrEqual(6);
});

test("the bill of materials names each dependency with its licence", async () => {
  const { components, dependencies } = await Bun.file(join(out, "netlens.cdx.json")).json();
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["bun", ...Object.keys(manifest.dependencies)]));
  expect(components.filter(({ licenses }: { licenses?: unknown }) => licenses === undefined)).toEqual([]);
  const refs = new Set(["netlens", ...components.map((one: { "bom-ref": string }) => one["bom-ref"])]);
  for (const { ref, dependsOn } of dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);
});

describe("the Debian package", () => {
  const deb = join(out, `netlens_${manifest.version}_amd64.deb`);
  const system = join(folder, "system");

  test("is installed, runs, and is removed without a trace", () => {
    mkdirSync(join(system, "var/lib/dpkg"), { recursive: true });
    for (const part of ["info", "updates", "triggers"]) mkdirSync(join(system, "var/lib/dpkg", part));
    for (const file of ["status", "available"]) Bun.spawnSync(["touch", join(system, "var/lib/dpkg", file)]);
    const dpkg = ["dpkg", `--root=${system}`, "--force-not-root,depends,architecture", "--log=/dev/null"];
    const installed = run([...dpkg, "--install", deb]);
    expect(installed.err).not.toContain("error");
    expect(installed.code).toBe(0);
    expect(run([join(system, "usr/bin/netlens"), "--version"]).out).toContain(`netlens ${manifest.version}`);
    const unit = readFileSync(join(system, "usr/lib/systemd/system/netlens.service"), "utf8");
    expect(unit).toContain("ExecStart=/usr/bin/netlens serve");
    const settings = join(system, "etc/netlens.toml");
    expect(run([join(system, "usr/bin/netlens"), "config", "--config", settings]).code).toBe(0);
    expect(run([...dpkg, "--purge", "netlens"]).code).toBe(0);
    expect(existsSync(join(system, "usr/bin/netlens"))).toBe(false);
    expect(existsSync(settings)).toBe(false);
  });

  test("is at most 60 MB", () => expect(Bun.file(deb).size).toBeLessThanOrEqual(60_000_000));
});

describe("the npm package", () => {
  test("runs the executable of its platform, with its exit code", () => {
    const scope = join(folder, "node_modules/@netlens");
    mkdirSync(scope, { recursive: true });
    cpSync(join(out, "npm/netlens"), join(folder, "node_modules/netlens"), { recursive: true });
    cpSync(join(out, "npm/linux-x64"), join(scope, "linux-x64"), { recursive: true });
    const launcher = join(folder, "node_modules/netlens/netlens.js");
    const agent = run(["node", launcher, "useragent", "--json", "curl/8.5.0"]);
    expect(JSON.parse(agent.out).device.type).toBe("library");
    expect(run(["node", launcher, "http", "--public-only", "http://127.0.0.1/"]).code).toBe(1);
    expect(run(["node", launcher, "--no-such-flag"]).code).toBe(2);
    rmSync(join(scope, "linux-x64"), { recursive: true });
    expect(run(["node", launcher, "--version"])).toMatchObject({ code: 1 });
  });

  test("names a version of each platform that is there", async () => {
    const { optionalDependencies } = await Bun.file(join(out, "npm/netlens/package.json")).json();
    expect(optionalDependencies["@netlens/linux-x64"]).toBe(manifest.version);
  });
});

test("the same source gives the same bytes in two folders", () => {
  const hash = (file: string) => new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex");
  const copy = join(folder, "copy");
  const tracked = run(["git", "ls-files", "-z"], root)
    .out.split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
  for (const file of tracked) {
    mkdirSync(join(copy, file, ".."), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  cpSync(join(root, ".git"), join(copy, ".git"), { recursive: true });
  expect(run([process.execPath, "install", "--frozen-lockfile"], copy).code).toBe(0);
  expect(run([process.execPath, "build/compile.ts", "linux-x64"], copy).code).toBe(0);
  expect(hash(join(copy, "dist/netlens-linux-x64"))).toBe(hash(join(root, "dist/netlens-linux-x64")));
});
