/**
 * `bun run test:slow`: what needs the built executable, a browser, or more time than `bun test` may take.
 * Every file build/slow/*.test.ts is run by itself, so that one that hangs cannot hide the others. With `2-of-3` only
 * the second third, for machines side by side.
 */

import { Glob } from "bun";

const root = new URL("..", import.meta.url).pathname;
const share = process.argv[2] ?? "1-of-1";
const [number = 0, of = 0] = share.split("-of-").map(Number);
if (!(number >= 1 && number <= of)) throw new RangeError(`${share} is no share such as 2-of-3`);
const files = [...new Glob("build/slow/*.test.ts").scanSync(root)]
  .sort()
  .filter((_, at) => at % of === number - 1);
const failed: string[] = [];
for (const file of files) {
  const child = Bun.spawn([process.execPath, "test", `./${file}`, "--timeout", "120000"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 15 * 60_000,
  });
  if ((await child.exited) !== 0) failed.push(file);
}
console.log(
  `slow tests: ${files.length - failed.length} files passed, ${failed.length} failed ${failed.join(" ")}`,
);
process.exit(failed.length === 0 && files.length > 0 ? 0 : 1);
