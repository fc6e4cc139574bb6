/**
 * IO: the benchmarks of another revision beside ours, both built, in turns: theirs, ours, ours, theirs, so that a machine that gets
 * slower is slower for both.
 */

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { changesOf, changesText, DEARER } from "./changes-table.ts";
import type { Figure, Row } from "./figures.ts";

const root = join(import.meta.dir, "../..");

/** Gives whether nothing has become dearer. Throws what git says of a revision that it does not know. */
export async function compareWith(revision: string, names: readonly string[]): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), "netlens-against-"));
  const other = join(place, "other");
  await $`git worktree add --quiet --detach ${other} ${revision}`.cwd(root);
  try {
    for (const folder of ["node_modules", "build/node_modules", "build/bench/node_modules"])
      if (existsSync(join(root, folder)))
        cpSync(join(root, folder), join(other, folder), { recursive: true });
    await $`${process.execPath} install --frozen-lockfile`.cwd(other).quiet();
    await $`${process.execPath} install --frozen-lockfile`.cwd(join(other, "build/bench")).quiet();
    for (const tree of [other, root]) await $`${process.execPath} build/compile.ts`.cwd(tree).quiet();
    const rows = new Map<string, Figure[]>([
      [other, []],
      [root, []],
    ]);
    for (const name of names)
      for (const [turn, tree] of [other, root, root, other].entries()) {
        console.log(`\n== ${name}, ${tree === root ? "this revision" : revision}, round ${turn + 1} of 4`);
        rows.get(tree)?.push(...(await measured(tree, name, join(place, `${name} ${turn}.ndjson`))));
      }
    const changes = changesOf(rows.get(other) ?? [], rows.get(root) ?? []);
    console.log(`\n== ${revision} → this revision\n${changesText(changes)}`);
    return changes.every(({ cost }) => cost <= DEARER);
  } finally {
    await $`git worktree remove --force ${other}`.cwd(root).nothrow().quiet();
    rmSync(place, { recursive: true, force: true });
  }
}

async function measured(tree: string, name: string, file: string): Promise<Figure[]> {
  const script = join(tree, "build/bench", `${name}.ts`);
  if (!existsSync(script)) return [];
  await $`${process.execPath} ${script}`.env({ ...process.env, NETLENS_BENCH_ROWS: file }).nothrow();
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Row).filter((row): row is Figure => "measure" in row);
}
