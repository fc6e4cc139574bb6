/**
 * `bun run test:slow`: tests that need the built executable, a browser, or more time than `bun test` may
 * take. Each file build/slow/*.test.ts runs in its own process, so that a hanging one cannot hide the others:
 * first those that measure memory or CPU, one at a time, then the rest, two at a time. With `2-of-3` only the
 * second third runs, for parallel machines.
 */

import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Glob } from "bun";

const root = new URL("..", import.meta.url).pathname;
const share = process.argv[2] ?? "1-of-1";
const [number = 0, of = 0] = share.split("-of-").map(Number);
if (!(number >= 1 && number <= of)) throw new RangeError(`not a share such as 2-of-3: ${share}`);

/** Files that must run alone, because they compare memory or CPU. */
const ALONE: ReadonlySet<string> = new Set(
  ["bulk", "geo-memory", "growth", "hostile-pages", "http-soak", "longest-block", "site"].map(
    (name) => `build/slow/${name}.test.ts`,
  ),
);
const files = [...new Glob("build/slow/*.test.ts").scanSync(root)]
  .sort()
  .filter((_, at) => at % of === number - 1);
const failed: string[] = [];

const folder = mkdtempSync(join(tmpdir(), "netlens-slow-"));

/**
 * Runs a file and prints its output at the end. The output goes to a file, since a leftover process may keep
 * a pipe open.
 */
async function run(file: string): Promise<void> {
  const started = Date.now();
  const path = join(folder, basename(file));
  const output = openSync(path, "w");
  const child = Bun.spawn([process.execPath, "test", `./${file}`, "--timeout", "120000"], {
    cwd: root,
    stdio: ["ignore", output, output],
    timeout: 15 * 60_000,
  });
  const code = await child.exited;
  closeSync(output);
  if (code !== 0) failed.push(file);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${await Bun.file(path).text()}-- ${file}: exit code ${code}, ${seconds} s\n\n`);
}

for (const file of files.filter((each) => ALONE.has(each))) await run(file);
const rest = files.filter((each) => !ALONE.has(each)).values();
await Promise.all(
  [1, 2].map(async () => {
    for (const file of rest) await run(file);
  }),
);
rmSync(folder, { recursive: true });
console.log(
  `slow tests: ${files.length - failed.length} files passed, ${failed.length} failed ${failed.sort().join(" ")}`,
);
process.exit(failed.length === 0 && files.length > 0 ? 0 : 1);
