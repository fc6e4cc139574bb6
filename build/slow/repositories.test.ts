/** Where packages come from, read by those who read them: apt, Ruby in Homebrew's place, Nix. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { aptRepository } from "../release/apt.ts";
import { formula } from "../release/brew.ts";
import { flake } from "../release/nix.ts";
import { textArchive } from "../release/tarball.ts";
import { releaseFolder, repositoryPage, repositorySite } from "../release/where.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-repositories-"));
const PAGE = "https://github.com/somebody/netlens";
const VERSION = "1.2.3";

/** Runs without holding up the servers of this file. */
async function run(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = folder,
) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, LC_ALL: "C", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

const rings = ["ours", "others", "none"].map((name) => join(folder, name));
const [ours = "", others = "", none = ""] = rings;
afterAll(async () => {
  for (const ring of rings) await run(["gpgconf", "--homedir", ring, "--kill", "all"]);
  rmSync(folder, { recursive: true, force: true });
});

test("addresses are those of the repository whose workflow makes the release", () => {
  const environment = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "somebody/netlens" };
  expect(releaseFolder(repositoryPage(environment), VERSION)).toBe(`${PAGE}/releases/download/v1.2.3`);
  expect(repositorySite(environment)).toBe("https://somebody.github.io/netlens");
  expect(repositoryPage({})).toBe("https://github.com/OWNER/netlens");
});

describe("the apt repository", () => {
  const packages: { arch: string; file: string }[] = [];
  const served = join(folder, "served");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const file = Bun.file(join(served, decodeURIComponent(new URL(request.url).pathname)));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  });
  afterAll(() => server.stop(true));

  beforeAll(async () => {
    for (const [ring, name] of [
      [ours, "netlens packages"],
      [others, "somebody else"],
    ] as const) {
      mkdirSync(ring, { mode: 0o700 });
      const made = await run(
        [
          "gpg",
          "--batch",
          "--passphrase",
          "",
          "--quick-gen-key",
          `${name} <a@example.invalid>`,
          "ed25519",
          "sign",
        ],
        { GNUPGHOME: ring },
      );
      if (made.code !== 0) throw new Error(made.err);
    }
    mkdirSync(none, { mode: 0o700 });
    for (const arch of ["amd64", "arm64"]) {
      const tree = join(folder, `tree-${arch}`);
      mkdirSync(join(tree, "DEBIAN"), { recursive: true });
      mkdirSync(join(tree, "usr/bin"), { recursive: true });
      writeFileSync(join(tree, "usr/bin/netlens"), `#!/bin/sh\necho ${arch}\n`, { mode: 0o755 });
      writeFileSync(
        join(tree, "DEBIAN/control"),
        `Package: netlens\nVersion: ${VERSION}\nArchitecture: ${arch}\nMaintainer: A <a@example.invalid>\nDepends: libc6 (>= 2.31)\nDescription: a stand-in\n More of it.\n`,
      );
      const file = join(folder, `netlens_${VERSION}_${arch}.deb`);
      const built = await run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, file]);
      if (built.code !== 0) throw new Error(built.err);
      packages.push({ arch, file });
    }
  });

  /** Makes it anew where the server serves it. */
  async function publish(environment: Readonly<Record<string, string>>): Promise<boolean> {
    rmSync(served, { recursive: true, force: true });
    return aptRepository({
      folder: served,
      packages,
      site: server.url.origin,
      time: 1_700_000_000,
      environment: { ...process.env, ...environment },
    });
  }

  /** A machine that has nothing but what the repository gives it, with this system's installed packages. */
  function machine(name: string, arch = "amd64") {
    const place = join(folder, name);
    for (const part of ["etc/apt/sources.list.d", "etc/apt/preferences.d", "var/lib/apt/lists/partial"])
      mkdirSync(join(place, part), { recursive: true });
    mkdirSync(join(place, "var/cache/apt/archives/partial"), { recursive: true });
    const archives = join(place, "var/cache/apt/archives");
    return {
      list: join(place, "etc/apt/sources.list.d/netlens.sources"),
      apt: (...words: string[]) =>
        run(
          [
            "apt-get",
            ...["-o", `Dir=${place}`, "-o", "Dir::Bin::methods=/usr/lib/apt/methods"],
            ...["-o", "Dir::State::status=/var/lib/dpkg/status", "-o", `APT::Architecture=${arch}`],
            ...[
              "-o",
              `APT::Architectures=${arch}`,
              "-o",
              "APT::Sandbox::User=",
              "-o",
              "Debug::NoLocking=true",
            ],
            ...["-o", "Acquire::Retries=0", "-o", "Acquire::http::Proxy=DIRECT"],
            ...words,
          ],
          {},
          place,
        ),
      fetched: () => readdirSync(archives).filter((file) => file.endsWith(".deb")),
      archives,
    };
  }

  test("one file makes a machine take the package from it", async () => {
    expect(await publish({ GNUPGHOME: ours })).toBe(true);
    const { list, apt, fetched, archives } = machine("stranger");
    writeFileSync(list, await (await fetch(new URL("netlens.sources", server.url))).text());
    const updated = await apt("update", "--error-on=any");
    expect(updated).toMatchObject({ code: 0, err: "" });
    expect(updated.out).toContain("stable InRelease");
    const installed = await apt("install", "--yes", "--download-only", "netlens");
    expect(installed).toMatchObject({ code: 0, err: "" });
    expect(fetched()).toEqual([`netlens_${VERSION}_amd64.deb`]);
    expect(
      readFileSync(join(archives, fetched()[0] ?? "")).equals(readFileSync(packages[0]?.file ?? "")),
    ).toBe(true);
  });

  test("a machine of another architecture sees its own package", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("arm", "arm64");
    cpSync(join(served, "netlens.sources"), list);
    expect(await apt("update", "--error-on=any")).toMatchObject({ code: 0 });
    const { out } = await apt("download", "--print-uris", "netlens");
    expect(out).toContain(`pool/main/n/netlens/netlens_${VERSION}_arm64.deb`);
  });

  test("apt that reads no InRelease checks the signature beside", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("beside");
    cpSync(join(served, "netlens.sources"), list);
    rmSync(join(served, "dists/stable/InRelease"));
    const updated = await apt("update", "--error-on=any");
    expect(updated).toMatchObject({ code: 0, err: "" });
    expect(updated.out).toContain("Release.gpg");
  });

  test("what another has signed is refused", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("other-key");
    cpSync(join(served, "netlens.sources"), list);
    await publish({ GNUPGHOME: others });
    const updated = await apt("update", "--error-on=any");
    expect(updated.code).toBe(100);
    expect(updated.err).toContain("NO_PUBKEY");
  });

  test("a package that is not the one of the list is refused", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt, fetched } = machine("tampered");
    cpSync(join(served, "netlens.sources"), list);
    expect(await apt("update", "--error-on=any")).toMatchObject({ code: 0 });
    const file = join(served, "pool/main/n/netlens", `netlens_${VERSION}_amd64.deb`);
    const bytes = readFileSync(file);
    rmSync(file);
    bytes[bytes.length - 600] = (bytes[bytes.length - 600] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const installed = await apt("install", "--yes", "--download-only", "netlens");
    expect(installed.code).toBe(100);
    expect(installed.err).toContain("Hash Sum mismatch");
    expect(fetched()).toEqual([]);
  });

  test("without a key it is not signed, and nothing invites to use it", async () => {
    expect(await publish({ GNUPGHOME: none })).toBe(false);
    expect(readdirSync(join(served, "dists/stable")).toSorted()).toEqual(["Release", "main"]);
    expect(existsSync(join(served, "netlens.sources"))).toBe(false);
  });

  test("a key that was named and is not there stops the release", async () => {
    await expect(publish({ GNUPGHOME: ours, NETLENS_APT_KEY: "nobody@example.invalid" })).rejects.toThrow(
      "gpg: ",
    );
  });
});

const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const HASHES = new Map(
  ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64.exe"].map((target) => [
    target,
    hash(target),
  ]),
);

/** What of Homebrew the formula uses. */
const HOMEBREW = `
require "fileutils"; require "pathname"; require "open3"
SYSTEM, MACHINE, WORK = ARGV[1].to_sym, ARGV[2].to_sym, Pathname.new(ARGV[3])
module Utils
  def self.safe_popen_read(*words)
    out, status = Open3.capture2(*words.map(&:to_s)); raise "#{words}" unless status.success?; out
  end
end
class Pathname
  def install(files)
    files.each { |from, to| mkpath; FileUtils.cp(from, self/to) }
  end
  def write(text) = (dirname.mkpath; File.write(to_s, text))
end
class Formula
  VALUES = {}
  %i[desc homepage version license url sha256].each { |name| define_singleton_method(name) { |value| raise "#{name} twice" if VALUES[name]; VALUES[name] = value } }
  def self.on_macos = (yield if SYSTEM == :macos)
  def self.on_linux = (yield if SYSTEM == :linux)
  def self.on_arm = (yield if MACHINE == :arm)
  def self.on_intel = (yield if MACHINE == :intel)
  def self.test(&block) = define_method(:run_test, &block)
  def version = VALUES[:version]
  def bin = WORK/"bin"
  def man1 = WORK/"man1"
  def generate_completions_from_executable(*words, shells:)
    shells.each { |shell| (WORK/"completions"/shell.to_s).write(Utils.safe_popen_read(*words, shell)) }
  end
  def shell_output(command) = Utils.safe_popen_read("sh", "-c", command)
  def assert_match(wanted, text) = (raise "no #{wanted} in #{text}" unless text.include?(wanted))
end
load ARGV[0]
if (WORK/"staged").exist?
  Dir.chdir(WORK/"staged") { Netlens.new.install }
  Netlens.new.run_test
end
puts Formula::VALUES.map { |name, value| "#{name}=#{value}" }
`;

describe("the Homebrew formula", () => {
  const file = join(folder, "netlens.rb");
  const homebrew = join(folder, "homebrew.rb");
  beforeAll(() => {
    writeFileSync(file, formula(VERSION, PAGE, HASHES));
    writeFileSync(homebrew, HOMEBREW);
  });

  test("is Ruby", async () => {
    expect(await run(["ruby", "-wc", file])).toMatchObject({ code: 0, out: "Syntax OK\n", err: "" });
  });

  test.each([
    ["macos", "arm", "darwin-arm64"],
    ["macos", "intel", "darwin-x64"],
    ["linux", "arm", "linux-arm64"],
    ["linux", "intel", "linux-x64"],
  ])("takes on %s %s the executable %s", async (system, machine, target) => {
    const { code, out } = await run(["ruby", homebrew, file, system, machine, join(folder, "nowhere")]);
    expect(code).toBe(0);
    expect(out).toContain(`url=${PAGE}/releases/download/v${VERSION}/netlens-${target}\n`);
    expect(out).toContain(`sha256=${hash(target)}\n`);
  });

  test("names no executable that is not there", () => {
    const text = formula(VERSION, PAGE, new Map([["linux-x64", hash("linux-x64")]]));
    expect(text).not.toContain("on_macos");
    expect(text.match(/sha256/g)).toHaveLength(1);
  });

  test("installs the executable with completions and man page, and its test passes", async () => {
    const work = join(folder, "cellar");
    mkdirSync(join(work, "staged"), { recursive: true });
    cpSync(join(root, "dist/netlens"), join(work, "staged/netlens-linux-x64"));
    const { out: told } = await run([join(root, "dist/netlens"), "--version"]);
    const version = /netlens ([\d.]+)/.exec(told)?.[1] ?? "";
    writeFileSync(file, formula(version, PAGE, HASHES));
    expect(await run(["ruby", homebrew, file, "linux", "intel", work])).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(work, "man1/netlens.1"), "utf8")).toStartWith(".TH NETLENS 1");
    for (const shell of ["bash", "zsh", "fish"])
      expect(readFileSync(join(work, "completions", shell), "utf8")).toContain("netlens");
  });
});

/** What of Nixpkgs the flake uses: each function gives back what it was given. */
const NIXPKGS = (system: string) => `
  let flake = import ./flake.nix;
  in (flake.outputs { self = { }; nixpkgs.legacyPackages.\${"${system}"} = {
    stdenv = { hostPlatform.isLinux = ${system.endsWith("linux")}; mkDerivation = given: given; };
    fetchurl = given: given;
    patchelf = "patchelf";
    lib = {
      optionals = on: list: if on then list else [ ];
      optionalString = on: text: if on then text else "";
      licenses.mit = "MIT";
      sourceTypes.binaryNativeCode = "binary";
    };
  }; }).packages.\${"${system}"}.default`;

describe("the Nix flake", () => {
  const place = join(folder, "netlens-flake");
  beforeAll(async () => {
    const file = await textArchive(root, folder, "netlens-flake", {
      "flake.nix": flake(VERSION, PAGE, HASHES),
    });
    // One folder, as Nix unpacks the archive of a flake.
    const unpacked = await run(["tar", "-xzf", basename(file)]);
    if (unpacked.code !== 0) throw new Error(unpacked.err);
  });
  const own = { NIX_STATE_DIR: join(folder, "nix-state"), NIX_STORE_DIR: join(folder, "nix-store") };
  const evaluated = async (system: string) => {
    const { code, out, err } = await run(
      ["nix-instantiate", "--eval", "--strict", "--json", "--expr", NIXPKGS(system)],
      own,
      place,
    );
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };

  test("is Nix", async () => {
    const parsed = await run(["nix-instantiate", "--parse", "flake.nix"], own, place);
    expect(parsed.code).toBe(0);
    expect(parsed.err).not.toContain("error");
  });

  test.each([
    ["x86_64-linux", "linux-x64"],
    ["aarch64-linux", "linux-arm64"],
    ["x86_64-darwin", "darwin-x64"],
    ["aarch64-darwin", "darwin-arm64"],
  ])("takes on %s the executable %s", async (system, target) => {
    const { src, version, installPhase, meta } = await evaluated(system);
    expect(src.url).toBe(`${PAGE}/releases/download/v${VERSION}/netlens-${target}`);
    const { out } = await run(["nix-hash", "--to-base16", "--type", "sha256", src.hash], own);
    expect(out.trim()).toBe(hash(target));
    expect([version, meta.mainProgram]).toEqual([VERSION, "netlens"]);
    expect(installPhase.includes("patchelf")).toBe(system.endsWith("linux"));
  });

  test("its install phase leaves an executable that runs, with the interpreter of Nix", async () => {
    const { installPhase } = await evaluated("x86_64-linux");
    const store = join(folder, "store/0123456789abcdfghijklmnpqrsvwxyz-glibc-2.42-61/lib");
    mkdirSync(store, { recursive: true });
    const interpreter = join(store, "ld-linux-x86-64.so.2");
    symlinkSync("/lib64/ld-linux-x86-64.so.2", interpreter);
    mkdirSync(join(folder, "cc/nix-support"), { recursive: true });
    writeFileSync(join(folder, "cc/nix-support/dynamic-linker"), `${interpreter}\n`);
    const out = join(folder, "installed");
    const environment = { src: join(root, "dist/netlens"), out, NIX_CC: join(folder, "cc") };
    expect(await run(["bash", "-euo", "pipefail", "-c", installPhase], environment)).toMatchObject({
      code: 0,
      err: "",
    });
    const program = join(out, "bin/netlens");
    expect((await run(["patchelf", "--print-interpreter", program])).out.trim()).toBe(interpreter);
    const agent = await run([program, "useragent", "--json", "curl/8.5.0"]);
    expect(JSON.parse(agent.out).device.type).toBe("library");
  });
});
