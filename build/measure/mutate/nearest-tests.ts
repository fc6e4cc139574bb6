/** Test files that reach a source file by imports, nearest first. */

import { dirname, join, normalize } from "node:path";
import { Glob, Transpiler } from "bun";

/**
 * Files of a tree → files that import them or have their path in a string, as tests do that start a program.
 */
export interface Importers {
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests that read whole folders; their imports do not show which files. */
  readonly walkers: readonly string[];
}

const NAMED_PATH = /(?<!\bfrom\s*)["'`]([^"'`\n]*\.ts)["'`]/g;
const WALKS = /\b(?:scan|scanSync|readdir|readdirSync)\(/;

/** Reads every TypeScript file below `src`, `test` and `build` of a tree. */
export async function importersIn(root: string): Promise<Importers> {
  const files = new Set([...new Glob("{src,test,build}/**/*.ts").scanSync(root)]);
  const transpiler = new Transpiler({ loader: "ts" });
  const of = new Map<string, Set<string>>();
  const walkers: string[] = [];
  for (const file of files) {
    const text = await Bun.file(join(root, file)).text();
    if (WALKS.test(text) && !file.startsWith("src/")) walkers.push(file);
    const named = [...text.matchAll(NAMED_PATH)].map(([, path = ""]) => path);
    // Type imports are skipped, since types have no behaviour.
    const paths = [...transpiler.scanImports(text).map(({ path }) => path), ...named];
    for (const target of paths.flatMap((path) => [join(dirname(file), path), normalize(path)]))
      if (files.has(target)) of.set(target, (of.get(target) ?? new Set()).add(file));
  }
  return { of, walkers };
}

/**
 * Tests that reach `file`, nearest first, at equal distance the faster first; tests that read folders come
 * last. `seconds` has the duration of each test.
 */
export function nearestTests(
  { of, walkers }: Importers,
  seconds: ReadonlyMap<string, number>,
  file: string,
): string[] {
  const steps = stepsTo(of, [file]);
  const walking = stepsTo(of, walkers);
  const far = Math.max(...steps.values()) + 1;
  return [...seconds]
    .filter(([test]) => steps.has(test) || walking.has(test))
    .map(([test, time]) => ({ test, cost: (steps.get(test) ?? far) + time }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ test }) => test);
}

/** Number of imports from each file to the nearest of `targets`; files without a connection are absent. */
function stepsTo(of: Importers["of"], targets: readonly string[]): ReadonlyMap<string, number> {
  const steps = new Map(targets.map((target) => [target, 0]));
  for (const [file, count] of steps)
    for (const importer of of.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  return steps;
}
