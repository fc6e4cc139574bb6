/**
 * Runs the benchmarks of another revision and of this one, both built, in the order other, this, this, other,
 * so that a slowing machine affects both. IO.
 */

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { type Change, changesInOneRun, changesOf, changesText, DEARER } from "./changes-table.ts";
import type { Figure, Row } from "./figures.ts";

const root = join(import.meta.dir, "../../..");
const OWN = "build/measure/bench";
/** Folder of the benchmarks in older revisions. */
const FORMER = "build/bench";
/** Copy of our benchmarks in the other revision: both are measured the same way. */
const COPY = "build/measure/bench-of-now";
/** Benchmark that measures both revisions in one run; its argument is the folder of the copy. */
const IN_ONE_RUN = "ladder";

/**
 * Returns an exit code: 0 if nothing is slower, 4 if something is, 1 if nothing could be compared. Throws
 * git's error for an unknown revision.
 * @param optionsOf arguments of a benchmark
 */
export async function compareWith(
  revision: string,
  names: readonly string[],
  optionsOf: (name: string) => readonly string[],
): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), "netlens-against-"));
  const other = join(place, "other");
  await $`git worktree add --quiet --detach ${other} ${revision}`.cwd(root);
  try {
    const theirs = existsSync(join(other, OWN)) ? OWN : FORMER;
    for (const [from, to] of [
      ["node_modules", "node_modules"],
      ["build/node_modules", "build/node_modules"],
      [`${OWN}/node_modules`, `${theirs}/node_modules`],
    ] as const)
      if (existsSync(join(root, from))) cpSync(join(root, from), join(other, to), { recursive: true });
    await $`${process.execPath} install --frozen-lockfile`.cwd(other).quiet();
    await $`${process.execPath} install --frozen-lockfile`.cwd(join(other, theirs)).quiet();
    cpSync(join(root, OWN), join(other, COPY), { recursive: true });
    for (const tree of [other, root]) await $`${process.execPath} build/compile.ts`.cwd(tree).quiet();
    const rows = new Map<string, Figure[]>([
      [other, []],
      [root, []],
    ]);
    const changes: Change[] = [];
    if (names.includes(IN_ONE_RUN)) {
      console.log(`\n== ${IN_ONE_RUN}, both revisions in one run`);
      const file = join(place, `${IN_ONE_RUN}.ndjson`);
      const both = await measured(join(root, OWN), IN_ONE_RUN, file, [join(other, COPY)]);
      changes.push(...changesInOneRun(both ?? []));
    }
    for (const name of names.filter((each) => each !== IN_ONE_RUN))
      for (const [turn, tree] of [other, root, root, other].entries()) {
        console.log(`\n== ${name}, ${tree === root ? "this revision" : revision}, round ${turn + 1} of 4`);
        const file = join(place, `${name} ${turn}.ndjson`);
        // Our benchmark may import modules that the older revision lacks; then its own benchmark is used.
        const found =
          tree === root
            ? await measured(join(tree, OWN), name, file, optionsOf(name))
            : ((await measured(join(tree, COPY), name, file, optionsOf(name))) ??
              (await measured(join(tree, theirs), name, `${file}.own`, optionsOf(name))));
        rows.get(tree)?.push(...(found ?? []));
      }
    changes.push(...changesOf(rows.get(other) ?? [], rows.get(root) ?? []));
    console.log(`\n== ${revision} → this revision\n${changesText(changes)}`);
    if (changes.length === 0) return 1;
    return changes.every(({ cost }) => cost <= DEARER) ? 0 : 4;
  } finally {
    await $`git worktree remove --force ${other}`.cwd(root).nothrow().quiet();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Figures of one benchmark; undefined if it is missing or fails. */
async function measured(
  folder: string,
  name: string,
  file: string,
  options: readonly string[],
): Promise<Figure[] | undefined> {
  const script = join(folder, `${name}.ts`);
  if (!existsSync(script)) return undefined;
  const env = { ...process.env, NETLENS_BENCH_ROWS: file };
  const { exitCode } = await $`${process.execPath} ${script} ${options}`.env(env).nothrow();
  if (exitCode !== 0 || !existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Row).filter((row): row is Figure => "measure" in row);
}
