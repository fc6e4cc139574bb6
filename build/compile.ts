/**
 * `bun run build`: one executable per target in dist/, with checksums.
 *
 *   bun build/compile.ts                       dist/netlens for this machine
 *   bun build/compile.ts linux-arm64 …         dist/netlens-linux-arm64 …
 *   bun build/compile.ts all                   every target below
 */

import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { $ } from "bun";
import manifest from "../package.json" with { type: "json" };
import { EXTERNAL } from "./release/external.ts";

const TARGETS = [
  "linux-x64",
  "linux-x64-musl",
  "linux-arm64",
  "linux-arm64-musl",
  "darwin-arm64",
  "darwin-x64",
  "windows-x64",
];

/**
 * Factor by which the JIT compiler waits longer than usual, until `compileReadily` is called. Code that runs
 * often is still compiled. @perf From 8 to 1000 commands take the same CPU, with 1 `netlens headers` takes
 * 1.7 times as much (`bench start`).
 */
const JIT_POLICY = 16;

const root = new URL("..", import.meta.url).pathname;
process.chdir(root);
mkdirSync("dist", { recursive: true });

const wanted = process.argv.slice(2);
const targets = wanted.includes("all") ? TARGETS : wanted;
const unknown = targets.find((target) => !TARGETS.includes(target));
if (unknown) {
  console.error(`unknown target ${unknown}; targets are ${TARGETS.join(", ")}, all`);
  process.exit(2);
}
const commit = (await $`git rev-parse --short=12 HEAD`.nothrow().quiet().text()).trim();
const built = targets.length === 0 ? [await compile("dist/netlens")] : await compileAll();
await Bun.write("dist/SHA256SUMS", (await Promise.all(built.map(checksum))).join(""));

async function compileAll(): Promise<string[]> {
  const files: string[] = [];
  for (const target of targets) files.push(await compile(`dist/netlens-${target}`, target));
  return files;
}

/**
 * The autoload flags are needed: otherwise the executable would load `.env` and the preloads of a
 * `bunfig.toml` from its working directory. `--production` sets NODE_ENV.
 */
async function compile(outfile: string, target?: string): Promise<string> {
  const started = performance.now();
  const flags = [
    "--compile",
    "--minify",
    "--bytecode",
    "--splitting",
    "--production",
    `--compile-jit-policy=${JIT_POLICY}`,
    "--format=esm",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    ...EXTERNAL.map((name) => `--external=${name}`),
    `--define=NETLENS_VERSION=${JSON.stringify(manifest.version)}`,
    `--define=NETLENS_COMMIT=${JSON.stringify(commit)}`,
    `--outfile=${outfile}`,
    ...(target ? [`--target=bun-${target}`] : []),
  ];
  const result = await $`${process.execPath} build src/main.ts ${flags}`.nothrow().quiet();
  if (result.exitCode !== 0) {
    console.error(result.stderr.toString());
    process.exit(1);
  }
  const file = target?.startsWith("windows") ? `${outfile}.exe` : outfile;
  const megabytes = (Bun.file(file).size / 1e6).toFixed(1);
  console.log(`${file}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return file;
}

async function checksum(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256").update(await Bun.file(file).bytes()).digest("hex");
  return `${hash}  ${basename(file)}\n`;
}
