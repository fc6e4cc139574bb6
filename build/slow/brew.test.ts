/** The Homebrew formula, read by Ruby with what it uses of Homebrew. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formula } from "../release/brew.ts";
import { told } from "./told.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "netlens-brew-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PAGE = "https://github.com/somebody/netlens";
const VERSION = "1.2.3";
const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const HASHES = new Map(
  ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64.exe"].map((target) => [
    target,
    hash(target),
  ]),
);

/** The part of Homebrew that the formula uses. */
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
    expect(await told(["ruby", "-wc", file])).toMatchObject({ code: 0, out: "Syntax OK\n", err: "" });
  });

  test.each([
    ["macos", "arm", "darwin-arm64"],
    ["macos", "intel", "darwin-x64"],
    ["linux", "arm", "linux-arm64"],
    ["linux", "intel", "linux-x64"],
  ])("takes on %s %s the executable %s", async (system, machine, target) => {
    const { code, out } = await told(["ruby", homebrew, file, system, machine, join(folder, "nowhere")]);
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
    const { out: named } = await told([join(root, "dist/netlens"), "--version"]);
    const version = /netlens ([\d.]+)/.exec(named)?.[1] ?? "";
    writeFileSync(file, formula(version, PAGE, HASHES));
    expect(await told(["ruby", homebrew, file, "linux", "intel", work])).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(work, "man1/netlens.1"), "utf8")).toStartWith(".TH NETLENS 1");
    for (const shell of ["bash", "zsh", "fish"])
      expect(readFileSync(join(work, "completions", shell), "utf8")).toContain("netlens");
  });
});
