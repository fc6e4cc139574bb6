/**
 * Runs `bun build/new.ts` in a copy: its output passes the tests that it names, and exactly the golden files
 * that it names change.
 */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { $ } from "bun";

const root = new URL("../..", import.meta.url).pathname;
let copy = "";
const git = (...args: readonly string[]) =>
  $`git -c user.name=test -c user.email=test@example.invalid ${args}`.cwd(copy).quiet();
const run = (...args: readonly string[]) => $`${process.execPath} ${args}`.cwd(copy).nothrow().quiet();

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "netlens-new-"));
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.cwd(root).quiet().text();
  for (const file of listed.split("\0").filter(Boolean)) {
    const source = Bun.file(join(root, file));
    // Git still lists a moved file at its old path.
    if (!(await source.exists())) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    await Bun.write(join(copy, file), source);
  }
  for (const modules of ["node_modules", "build/node_modules"])
    symlinkSync(join(root, modules), join(copy, modules));
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "copy");
});
beforeEach(async () => {
  await git("reset", "-q", "--hard");
  await git("clean", "-fdq", "src", "data", "test");
});
afterAll(() => rmSync(copy, { recursive: true }));

/** An addition of each kind. */
const ADDITIONS = [
  ["problem", "age-odd"],
  ["field", "X-Example"],
  ["option", "http-max-pages"],
  ["flag", "status/short"],
  ["bot", "ExampleBot"],
  ["format", "checkstyle"],
  ["endpoint", "clock"],
  ["server", "traefik"],
] as const;

// All at once: one run of the golden files, the compiler and the tests takes most of the time.
test("an addition of each kind changes the golden files that it names and passes the tests that it names", async () => {
  const golden = new Set<string>();
  const tests = new Set<string>();
  for (const [kind, name] of ADDITIONS) {
    const printed = (await run("build/new.ts", kind, name)).stdout.toString();
    const part = (from: string, to: string) => printed.split(from)[1]?.split(to)[0] ?? "";
    const named = part("bun test ", "\n").trim().split(" ").filter(Boolean);
    expect([kind, named.length > 0]).toEqual([kind, true]);
    for (const file of part("bun build/golden.ts", "Run:").trim().split(/\s+/)) golden.add(file);
    for (const file of named) tests.add(file);
  }
  await git("add", "-A");
  const written = await run("build/golden.ts");
  expect([written.exitCode, written.stderr.toString()]).toEqual([0, ""]);
  // Makes `git diff` list new files too.
  await git("add", "--intent-to-add", ".");
  const changed = (await git("diff", "--name-only")).stdout.toString().trim().split("\n");
  expect(changed).toEqual([...golden].toSorted());
  const types = await $`bunx tsc --noEmit`.cwd(copy).nothrow().quiet();
  expect(types.stdout.toString()).toBe("");
  // Eight additions at once may exceed the limits of lines.
  const ran = await run("test", "--timeout", "60000", "-t", "^(?!.*line limit)", ...tests);
  expect(ran.stderr.toString()).toMatch(/^ *0 fail$/m);
  for (const [kind, name] of ADDITIONS)
    expect([kind, (await run("build/new.ts", kind, name)).exitCode]).toEqual([kind, 2]);
}, 600_000);

test.each([
  ["problem", "Age Odd"],
  ["field", "x example"],
  ["option", "listen"],
  ["flag", "site/depth"],
  ["flag", "nothing/short"],
  ["bot", "googlebot"],
  ["format", "sarif"],
  ["endpoint", "status"],
  ["server", "caddy"],
  ["page", "x"],
])("%s %s is refused", async (kind, name) => {
  expect(await run("build/new.ts", kind, name)).toMatchObject({ exitCode: 2 });
  expect((await git("status", "--porcelain")).stdout.toString()).toBe("");
});
