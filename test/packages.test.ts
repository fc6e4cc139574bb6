/**
 * Each script of package.json works in a fresh clone: its prerequisites install the packages that it imports.
 */

import { describe, expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";
import { Glob, YAML } from "bun";
import build from "../build/package.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };

const root = join(import.meta.dir, "..");
const transpiler = new Bun.Transpiler({ loader: "ts" });
const scripts = new Map(Object.entries(manifest.scripts));

const PRODUCTION = Object.keys(manifest.dependencies);
const WHOLE = [...PRODUCTION, ...Object.keys(manifest.devDependencies)];
/** Install command → packages that it installs. */
const INSTALLS: readonly (readonly [command: string, packages: readonly string[]])[] = [
  ["bun install --frozen-lockfile --production", PRODUCTION],
  ["bun install --cwd build --frozen-lockfile", [...WHOLE, ...Object.keys(build.devDependencies)]],
  ["bun install --frozen-lockfile", WHOLE],
];
/** Files that a script runs in addition to those in its command. */
const ALSO = new Map([
  ["test", "test/**/*.test.ts"],
  ["build", "src/main.ts"],
  ["check", "{src,data,test,build}/**/*.ts"],
  ["test:slow", "build/slow/*.ts"],
  ["bench", "build/measure/bench/*.ts"],
  ["corpus", "build/measure/corpus/**/*.ts"],
  ["data", "build/*.ts"],
  ["mutate", "test/**/*.ts"],
]);
/** Packages that folders of build/ install on their own: benchmark peers, API clients. */
const PEERS = (
  await Promise.all(
    [...new Glob("build/*/package.json").scanSync(root)].map(async (file) => {
      const { dependencies, devDependencies } = await Bun.file(join(root, file)).json();
      return Object.keys({ ...dependencies, ...devDependencies });
    }),
  )
).flat();

function installedBefore(name: string): readonly string[] {
  const before = (scripts.get(`pre${name}`) ?? "").replaceAll(
    "bun run packages",
    scripts.get("packages") ?? "",
  );
  return INSTALLS.find(([command]) => before.includes(command))?.[1] ?? [];
}

function filesOf(name: string): string[] {
  const named = [...(scripts.get(name) ?? "").matchAll(/\bbun ((?:src|build)\/\S+\.ts)/g)];
  const also = ALSO.get(name);
  return [
    ...named.map(([, file = ""]) => file),
    ...(also === undefined ? [] : new Glob(also).scanSync(root)),
  ].filter((file) => !file.includes("node_modules/"));
}

/** Packages imported by files and their imports, without type imports. */
async function packagesOf(files: readonly string[]): Promise<ReadonlySet<string>> {
  const [seen, found] = [new Set<string>(), new Set<string>()];
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file) || !file.endsWith(".ts") || file.endsWith(".d.ts")) return;
    seen.add(file);
    for (const { path } of transpiler.scanImports(await Bun.file(join(root, file)).text())) {
      if (path.startsWith(".")) await visit(relative(root, join(root, dirname(file), path)));
      else if (!/^(?:node:|bun(?::|$))/.test(path)) found.add(nameOf(path));
    }
  };
  for (const file of files) await visit(file);
  return found;
}

const nameOf = (path: string) => path.split("/", path.startsWith("@") ? 2 : 1).join("/");

const runnable = [...scripts.keys()].filter((name) => filesOf(name).length > 0);

describe("each script installs what it imports", () => {
  test.each(runnable)("%s", async (name) => {
    const installed = [...installedBefore(name), ...(name === "bench" || name === "check" ? PEERS : [])];
    const used = await packagesOf(filesOf(name));
    expect([...used].filter((one) => !installed.includes(one)).toSorted()).toEqual([]);
  });

  test("CI runs the scripts that README gives to new users, by name", async () => {
    const run = await Bun.file(join(root, ".ci/run")).text();
    const named = /^scripts=\((.*)\)$/m.exec(run)?.[1]?.split(" ") ?? [];
    const readme = await Bun.file(join(root, "README.md")).text();
    const given = [...readme.matchAll(/npx -y bun@1\.4\.4 run ([a-z:]+)/g)].map(([, name = ""]) => name);
    expect(named).toEqual(expect.arrayContaining(given));
    expect(named).toEqual(expect.arrayContaining(["start", "test", "build"]));
    expect(run).not.toContain("README.md |");
  });

  test("CI's jobs run all parts in parallel", async () => {
    const run = await Bun.file(join(root, ".ci/run")).text();
    const { jobs } = YAML.parse(await Bun.file(join(root, ".github/workflows/check.yml")).text()) as {
      readonly jobs: {
        readonly check: { readonly strategy: { readonly matrix: { readonly part: string[] } } };
      };
    };
    const parts = jobs.check.strategy.matrix.part;
    const shares = parts.filter((part) => part.startsWith("slow-"));
    expect(shares).toEqual(shares.map((_, at) => `slow-${at + 1}-of-${shares.length}`));
    const steps = [...run.matchAll(/\bstep ([a-z]+(?:-[a-z]+)*) /g)].map(([, part = ""]) => part);
    expect(new Set(parts.map((part) => part.replace(/-\d-of-\d$/, "")))).toEqual(new Set(steps));
  });

  test("the scripts in README are among them", () =>
    expect(runnable).toEqual(
      expect.arrayContaining(["start", "build", "test", "check", "test:slow", "bench"]),
    ));
});

test("build/ does not repeat packages of the project", () => {
  expect(Object.keys(build.devDependencies).filter((name) => WHOLE.includes(name))).toEqual([]);
});

test("starting the service installs no tools, and a build no city database", () => {
  expect(scripts.get("prestart")).toContain("--production --omit=peer");
  expect(scripts.get("prebuild")).toContain("--production --omit=peer --omit=optional");
});
