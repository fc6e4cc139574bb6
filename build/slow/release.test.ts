/** Installs and runs the Debian package and the npm packages, and verifies reproducible builds. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-release-"));
const out = join(root, "dist/release");

function run(
  command: readonly string[],
  cwd = folder,
  environment: NodeJS.ProcessEnv = {},
): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

beforeAll(() => {
  const made = run([process.execPath, "build/release.ts", "linux-x64"], root, {
    GITHUB_REPOSITORY: "somebody/netlens",
  });
  if (made.code !== 0) throw new Error(made.err);
  // Compression with xz takes two minutes of CPU.
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("checksums cover all files and are right", () => {
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

  /** Root file system with a fake systemctl that records its calls. */
  function systemAt(place: string) {
    mkdirSync(join(place, "var/lib/dpkg"), { recursive: true });
    for (const part of ["info", "updates", "triggers"]) mkdirSync(join(place, "var/lib/dpkg", part));
    for (const file of ["status", "available"]) writeFileSync(join(place, "var/lib/dpkg", file), "");
    mkdirSync(join(place, "run/systemd/system"), { recursive: true });
    mkdirSync(join(place, "bin"));
    const calls = join(place, "calls");
    writeFileSync(join(place, "bin/systemctl"), `#!/bin/sh\necho "$*" >>"${calls}"\n`, { mode: 0o755 });
    writeFileSync(calls, "");
    const force = "--force-not-root,depends,architecture,script-chrootless";
    return {
      dpkg: (...more: string[]) =>
        run(["dpkg", `--root=${place}`, force, "--log=/dev/null", ...more], folder, {
          PATH: `${join(place, "bin")}:${process.env["PATH"]}`,
        }),
      /** Calls of systemctl since the last check. */
      requested() {
        const lines = readFileSync(calls, "utf8").trim();
        writeFileSync(calls, "");
        return lines === "" ? [] : lines.split("\n");
      },
      has: (path: string) => existsSync(join(place, path)),
      put(path: string) {
        mkdirSync(join(place, path, ".."), { recursive: true });
        writeFileSync(join(place, path), "x");
      },
    };
  }
  const RELOAD = "--system daemon-reload";
  const STATE = "var/lib/private/netlens/dbip-city-lite.mmdb";

  test("is installed, runs, and is removed without a trace", () => {
    const { dpkg, requested, has, put } = systemAt(system);
    const installed = dpkg("--install", deb);
    expect(installed.err).not.toContain("error");
    expect(installed.code).toBe(0);
    expect(requested()).toEqual([RELOAD]);
    expect(run([join(system, "usr/bin/netlens"), "--version"]).out).toContain(`netlens ${manifest.version}`);
    const unit = readFileSync(join(system, "usr/lib/systemd/system/netlens.service"), "utf8");
    expect(unit).toContain("ExecStart=/usr/bin/netlens serve");
    const settings = join(system, "etc/netlens.toml");
    expect(run([join(system, "usr/bin/netlens"), "config", "--config", settings]).code).toBe(0);

    put(STATE);
    put("etc/systemd/system/multi-user.target.wants/netlens.service");
    expect(dpkg("--install", deb).code).toBe(0);
    expect(requested()).toEqual([RELOAD, "try-restart netlens.service netlens-geo-update.timer"]);

    expect(dpkg("--remove", "netlens").code).toBe(0);
    expect(requested()).toEqual([
      "stop netlens.service netlens-geo-update.timer netlens-geo-update.service",
      RELOAD,
    ]);
    expect([has("usr/bin/netlens"), has(STATE), existsSync(settings)]).toEqual([false, true, true]);

    expect(dpkg("--purge", "netlens").code).toBe(0);
    expect([has(STATE), has("etc/systemd/system/multi-user.target.wants/netlens.service")]).toEqual([
      false,
      false,
    ]);
    expect(existsSync(settings)).toBe(false);
  });

  test("upgrades the previous version, keeps changed settings, and downgrades", () => {
    const place = join(folder, "upgraded");
    const { dpkg, requested, has, put } = systemAt(place);
    // The same package with another version and other settings; how it is compressed does not matter.
    const tree = join(folder, "before");
    expect(run(["dpkg-deb", "--raw-extract", deb, tree]).code).toBe(0);
    const edit = (path: string, change: (text: string) => string) =>
      writeFileSync(join(tree, path), change(readFileSync(join(tree, path), "utf8")));
    edit("DEBIAN/control", (text) => text.replace(/^Version: .*$/m, "Version: 0.0.9"));
    edit("etc/netlens.toml", (text) => `# of before\n${text}`);
    writeFileSync(join(tree, "usr/share/doc/netlens/gone"), "x");
    const old = join(folder, "old.deb");
    expect(run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, old]).code).toBe(0);
    const settings = join(place, "etc/netlens.toml");
    const version = () =>
      /^Version: (.*)$/m.exec(readFileSync(join(place, "var/lib/dpkg/status"), "utf8"))?.[1];

    expect(dpkg("--install", old)).toMatchObject({ code: 0 });
    put(STATE);
    writeFileSync(settings, 'listen = "127.0.0.1:8123"\n');
    requested();
    for (const [file, number] of [
      [deb, manifest.version],
      [old, "0.0.9"],
      [deb, manifest.version],
    ] as const) {
      // Keeps changed settings files, as apt does without a terminal.
      expect(dpkg("--force-confold", "--install", file)).toMatchObject({ code: 0 });
      expect(version()).toBe(number);
      expect(requested()).toEqual([RELOAD, "try-restart netlens.service netlens-geo-update.timer"]);
      expect(readFileSync(settings, "utf8")).toBe('listen = "127.0.0.1:8123"\n');
      expect(has(STATE)).toBe(true);
    }
    expect(has("usr/share/doc/netlens/gone")).toBe(false);
    expect(run([join(place, "usr/bin/netlens"), "config", "--config", settings])).toMatchObject({ code: 0 });
    expect(dpkg("--purge", "netlens")).toMatchObject({ code: 0 });
    expect([has("usr/bin/netlens"), has(STATE), has("etc/netlens.toml")]).toEqual([false, false, false]);
  }, 600_000);

  test("calls no systemd if there is none", () => {
    const place = join(folder, "container");
    const { dpkg, requested } = systemAt(place);
    rmSync(join(place, "run"), { recursive: true });
    for (const step of [
      ["--install", deb],
      ["--install", deb],
      ["--purge", "netlens"],
    ])
      expect(dpkg(...step).code).toBe(0);
    expect(requested()).toEqual([]);
  });

  test("has a compression that Debian 11 reads", () => {
    expect(run(["ar", "t", deb]).out.trim().split("\n")).toEqual([
      "debian-binary",
      "control.tar.xz",
      "data.tar.xz",
    ]);
  });

  test("passes lintian, except for overrides with a reason", () => {
    const { out: reported } = run(["lintian", "--allow-root", "--tag-display-limit", "0", deb]);
    expect(reported).toBe("");
  }, 600_000);

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
    const without = run(["node", launcher, "--version"]);
    expect(without.code).toBe(1);
    expect(without.err).toContain("the package @netlens/linux-x64 with the executable is not installed");
    expect(without.err).toContain("--omit=optional");
    const manifestFile = join(folder, "node_modules/netlens/package.json");
    const made = readFileSync(manifestFile, "utf8").replaceAll("@netlens/linux-x64", "@netlens/darwin-arm64");
    writeFileSync(manifestFile, made);
    expect(run(["node", launcher, "--version"]).err).toBe(
      "netlens: there is no executable for linux-x64; there are @netlens/darwin-arm64\n",
    );
  });

  test("names an existing version of each platform", async () => {
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
