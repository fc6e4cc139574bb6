/**
 * npm packages: `netlens` with a launcher and the library, and one package per platform with the executable,
 * which npm selects.
 */

import { chmodSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { library } from "./library.ts";

const SCOPE = "@netlens";
/** Files that redistribution requires in every package. */
const LEGAL = ["LICENSE", "NOTICE"] as const;

/** npm's names for each target: platforms that may install the package. */
const PLATFORMS = [
  { target: "linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
  { target: "linux-x64-musl", os: "linux", cpu: "x64", libc: "musl" },
  { target: "linux-arm64", os: "linux", cpu: "arm64", libc: "glibc" },
  { target: "linux-arm64-musl", os: "linux", cpu: "arm64", libc: "musl" },
  { target: "darwin-arm64", os: "darwin", cpu: "arm64" },
  { target: "darwin-x64", os: "darwin", cpu: "x64" },
  { target: "windows-x64", os: "win32", cpu: "x64" },
] as const;

const LAUNCHER = `#!/usr/bin/env node
// Runs the executable of this platform's package.
const { spawnSync } = require("node:child_process");
const target = (process.platform === "win32" ? "windows" : process.platform) + "-" + process.arch;
const names = ["${SCOPE}/" + target, "${SCOPE}/" + target + "-musl"];
for (const name of names) {
  let file;
  try {
    file = require.resolve(name + "/netlens" + (process.platform === "win32" ? ".exe" : ""));
  } catch {
    continue;
  }
  const { status, signal, error } = spawnSync(file, process.argv.slice(2), { stdio: "inherit" });
  if (error) throw error;
  if (signal) process.kill(process.pid, signal);
  process.exit(status ?? 1);
}
const made = Object.keys(require("./package.json").optionalDependencies);
if (names.some((name) => made.includes(name)))
  console.error(
    "netlens: the package " + names[0] + " with the executable is not installed. npm leaves it out with --omit=optional or\\n" +
      "--no-optional, and with a lock file or node_modules from another platform. Mend it by: npm install --include=optional netlens"
  );
else console.error("netlens: there is no executable for " + target + "; there are " + made.join(", "));
process.exit(1);
`;

/** Writes the folders of the packages below `npm/`, for the existing executables. */
export async function npmPackages(root: string, out: string, executables: readonly string[]): Promise<void> {
  const made: string[] = [];
  const { version, license } = manifest;
  for (const { target, ...platform } of PLATFORMS) {
    const suffix = platform.os === "win32" ? ".exe" : "";
    if (!executables.includes(`netlens-${target}${suffix}`)) continue;
    const folder = join(out, "npm", target);
    mkdirSync(folder, { recursive: true });
    cpSync(join(root, "dist", `netlens-${target}${suffix}`), join(folder, `netlens${suffix}`));
    chmodSync(join(folder, `netlens${suffix}`), 0o755);
    await copyLegal(root, folder);
    const libc = "libc" in platform ? { libc: [platform.libc] } : {};
    await json(join(folder, "package.json"), {
      name: `${SCOPE}/${target}`,
      version,
      license,
      description: `The executable of netlens for ${target}`,
      os: [platform.os],
      cpu: [platform.cpu],
      ...libc,
      files: [`netlens${suffix}`, ...LEGAL],
    });
    made.push(`${SCOPE}/${target}`);
  }
  const folder = join(out, "npm/netlens");
  mkdirSync(folder, { recursive: true });
  await library(root, join(folder, "lib"));
  await Bun.write(join(folder, "netlens.js"), LAUNCHER);
  chmodSync(join(folder, "netlens.js"), 0o755);
  await Bun.write(join(folder, "README.md"), Bun.file(join(root, "README.md")));
  await copyLegal(root, folder);
  await json(join(folder, "package.json"), manifestOf(made));
}

/**
 * package.json of the package with the launcher and the library.
 * @param platforms names of the platform packages; empty if tests pack only the library
 */
export function manifestOf(platforms: readonly string[]): object {
  const { version, license, description } = manifest;
  return {
    name: "netlens",
    version,
    license,
    description,
    bin: { netlens: "netlens.js" },
    sideEffects: false,
    // The launcher is CommonJS; lib/ has its own package.json.
    type: "commonjs",
    main: "./lib/index.cjs",
    types: "./lib/index.d.cts",
    // For Node 10's module resolution in TypeScript, which ignores `exports`.
    typesVersions: {
      "*": Object.fromEntries(
        ["matchers", "project", "playwright", "vitest"].map((name) => [name, [`./lib/${name}.d.cts`]]),
      ),
    },
    exports: {
      ".": conditions("index"),
      "./matchers": conditions("matchers"),
      "./project": conditions("project"),
      "./playwright": conditions("playwright", false),
      "./vitest": conditions("vitest", false),
      "./package.json": "./package.json",
    },
    files: ["netlens.js", "lib", ...LEGAL],
    engines: { node: ">=20" },
    optionalDependencies: Object.fromEntries(platforms.map((name) => [name, version])),
    // Only for types: the types of netlens/playwright import Playwright's. No code is loaded.
    peerDependencies: { "@playwright/test": ">=1.40" },
    peerDependenciesMeta: { "@playwright/test": { optional: true } },
  };
}

/** Exports of a module by condition: bundlers for browsers get a module that needs no Node modules. */
const conditions = (name: string, forBrowsers = true) => ({
  import: {
    types: `./lib/${name}.d.ts`,
    ...(forBrowsers && { browser: `./lib/browser/${name}.js` }),
    default: `./lib/${name}.js`,
  },
  require: { types: `./lib/${name}.d.cts`, default: `./lib/${name}.cjs` },
});

async function copyLegal(root: string, folder: string): Promise<void> {
  for (const file of LEGAL) await Bun.write(join(folder, file), Bun.file(join(root, file)));
}

async function json(path: string, value: object): Promise<void> {
  await Bun.write(path, `${JSON.stringify(value, null, 2)}\n`);
}
