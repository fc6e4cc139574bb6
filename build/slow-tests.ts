/**
 * `bun run test:slow`: what needs the built executable, a browser, or more time than `bun test` may take.
 * Every file build/slow/*.test.ts is run by itself, so that one that hangs cannot hide the others.
 */

import { Glob } from "bun";

const root = new URL("..", import.meta.url).pathname;
const files = [...new Glob("build/slow/*.test.ts").scanSync(root)].sort();
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
