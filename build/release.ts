/**
 * `bun run release`: makes all files of a release in dist/release.
 *
 *   bun build/release.ts [TARGET …]      the executables, packages for Debian and npm, SBOM and checksums
 *   bun build/release.ts --packages      only the packages, from the existing executables
 *
 * Do not strip executables: `strip` removes the program that Bun appends to its runtime.
 */

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { writeChecksums } from "./release/checksums.ts";
import { debianPackage } from "./release/debian.ts";
import { npmPackages } from "./release/npm.ts";
import { bill } from "./release/sbom.ts";
import { tarball } from "./release/tarball.ts";

const root = join(import.meta.dir, "..");
const out = join(root, "dist/release");
const { values: flags, positionals } = parseArgs({
  options: { packages: { type: "boolean", default: false } },
  allowPositionals: true,
});

if (!flags.packages) run("build/compile.ts", ...(positionals.length > 0 ? positionals : ["all"]));
// Packages contain the manual page.
run("build/docs.ts");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const executables = readdirSync(join(root, "dist")).filter((file) =>
  /^netlens-[a-z]+-[\w-]+(?:\.exe)?$/.test(file),
);
for (const file of executables) await Bun.write(join(out, file), Bun.file(join(root, "dist", file)));
for (const [arch, target] of [
  ["amd64", "linux-x64"],
  ["arm64", "linux-arm64"],
] as const)
  if (executables.includes(`netlens-${target}`))
    await debianPackage(root, out, arch, `dist/netlens-${target}`);
for (const target of ["linux-x64-musl", "linux-arm64-musl"])
  if (executables.includes(`netlens-${target}`))
    await tarball(root, out, target, join(root, "dist", `netlens-${target}`));
await Bun.write(join(out, "gitlab.yml"), Bun.file(join(root, "build/action/gitlab.yml")));
run("build/agents-file.ts", join(out, "netlens-agents.json"));
await npmPackages(root, out, executables);
await Bun.write(join(out, "netlens.cdx.json"), `${JSON.stringify(await bill(root), null, 2)}\n`);
const count = await writeChecksums(out);
console.log(`netlens ${manifest.version}: ${count} files and their checksums in dist/release`);

function run(script: string, ...args: string[]): void {
  const { exitCode } = Bun.spawnSync([process.execPath, join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode !== 0) process.exit(exitCode);
}
