/** The Nix flake, read and run by Nix with what it uses of Nixpkgs. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
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
import { flake } from "../release/nix.ts";
import { textArchive } from "../release/tarball.ts";
import { told } from "./told.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-nix-"));
afterAll(async () => {
  // Nix takes the right to write from what it has built.
  await told(["chmod", "-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});
const PAGE = "https://github.com/somebody/netlens";
const VERSION = "1.2.3";
const hash = (text: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const HASHES = new Map(
  ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64.exe"].map((target) => [
    target,
    hash(target),
  ]),
);

/** The part of Nixpkgs that the flake uses: each function gives back what it was given. */
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

/** The same as a flake that builds by bash and fetches by Nix itself. */
const BUILDING_NIXPKGS = (cc: string) => {
  const system = process.arch === "x64" ? "x86_64-linux" : "aarch64-linux";
  return `{
  outputs = { self }: { legacyPackages.${system} = {
    stdenv = {
      hostPlatform.isLinux = true;
      mkDerivation = given: derivation {
        name = "\${given.pname}-\${given.version}";
        system = "${system}";
        inherit (given) src installPhase;
        builder = "/bin/bash";
        args = [ "-euc" "eval \\"$installPhase\\"" ];
        PATH = "/usr/bin:/bin";
        NIX_CC = "${cc}";
      } // { inherit (given) meta; };
    };
    fetchurl = { url, hash }: builtins.fetchurl { inherit url; sha256 = hash; };
    patchelf = "";
    lib = {
      optionals = on: list: if on then list else [ ];
      optionalString = on: text: if on then text else "";
      licenses.mit = "MIT";
      sourceTypes.binaryNativeCode = "binary";
    };
  }; };
}
`;
};

describe("the Nix flake", () => {
  const place = join(folder, "netlens-flake");
  beforeAll(async () => {
    const file = await textArchive(root, folder, "netlens-flake", {
      "flake.nix": flake(VERSION, PAGE, HASHES),
    });
    // One folder, as Nix unpacks the archive of a flake.
    const unpacked = await told(["tar", "-xzf", file, "-C", folder]);
    if (unpacked.code !== 0) throw new Error(unpacked.err);
  });
  const own = { NIX_STATE_DIR: join(folder, "nix-state"), NIX_STORE_DIR: join(folder, "nix-store") };
  const evaluated = async (system: string) => {
    const { code, out, err } = await told(
      ["nix-instantiate", "--eval", "--strict", "--json", "--expr", NIXPKGS(system)],
      own,
      place,
    );
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };

  test("is Nix", async () => {
    const parsed = await told(["nix-instantiate", "--parse", "flake.nix"], own, place);
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
    const { out } = await told(["nix-hash", "--to-base16", "--type", "sha256", src.hash], own);
    expect(out.trim()).toBe(hash(target));
    expect([version, meta.mainProgram]).toEqual([VERSION, "netlens"]);
    expect(installPhase.includes("patchelf")).toBe(system.endsWith("linux"));
  });

  test("nix run fetches, checks, builds and starts it, with the interpreter of Nix", async () => {
    const bytes = readFileSync(join(root, "dist/netlens"));
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        asked.push(new URL(request.url).pathname);
        return new Response(asked.length === 1 ? bytes : "another file");
      },
    });
    const nix = join(folder, "nix");
    const hashes = new Map([[`linux-${process.arch}`, hash(bytes)]]);
    mkdirSync(join(nix, "cc/nix-support"), { recursive: true });
    const interpreter = join(nix, process.arch === "x64" ? "ld-linux-x86-64.so.2" : "ld-linux-aarch64.so.1");
    symlinkSync(`${process.arch === "x64" ? "/lib64" : "/lib"}/${basename(interpreter)}`, interpreter);
    writeFileSync(join(nix, "cc/nix-support/dynamic-linker"), `${interpreter}\n`);
    mkdirSync(join(nix, "nixpkgs"));
    writeFileSync(join(nix, "nixpkgs/flake.nix"), BUILDING_NIXPKGS(join(nix, "cc")));
    const start = async (name: string) => {
      const made = join(nix, name);
      mkdirSync(made);
      const file = await textArchive(root, made, "netlens-flake", {
        "flake.nix": flake(VERSION, server.url.origin, hashes),
      });
      return told(
        [
          ...["nix", "--extra-experimental-features", "nix-command flakes"],
          ...["--option", "sandbox", "false", "--option", "build-users-group", ""],
          ...["run", `file://${file}`, "--no-write-lock-file"],
          ...["--override-input", "nixpkgs", `path:${join(nix, "nixpkgs")}`],
          ...["--", "useragent", "--json", "curl/8.5.0"],
        ],
        {
          HOME: made,
          NIX_STATE_DIR: join(made, "state"),
          NIX_STORE_DIR: join(made, "store"),
          NIX_LOG_DIR: join(made, "log"),
        },
      );
    };
    const ran = await start("first");
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.out).device.type).toBe("library");
    expect(asked).toEqual([`/releases/download/v${VERSION}/netlens-linux-${process.arch}`]);
    const program = readdirSync(join(nix, "first/store")).find((name) =>
      name.endsWith(`-netlens-${VERSION}`),
    );
    const built = join(nix, "first/store", program ?? "", "bin/netlens");
    expect((await told(["patchelf", "--print-interpreter", built])).out.trim()).toBe(interpreter);

    const other = await start("second");
    expect(other.code).not.toBe(0);
    expect(other.err).toContain("hash mismatch");
    await server.stop(true);
  });
});
