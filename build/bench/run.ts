/**
 * `bun run bench`: speed side by side with peers, as ratios. Fetches the peers (a package of their own) first.
 *
 *   bun run bench              all
 *   bun run bench ip http      some
 */

import { $, Glob } from "bun";

const here = new URL(".", import.meta.url).pathname;
// A hyphen marks a part of another benchmark.
const names = [...new Glob("*.ts").scanSync(here)]
  .filter((file) => !file.includes("-") && file !== "run.ts")
  .map((file) => file.slice(0, -3))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown) {
  console.error(`there is no benchmark "${unknown}"; there are ${names.join(", ")}`);
  process.exit(2);
}
await $`${process.execPath} install --frozen-lockfile`.cwd(here).quiet();
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n== ${name}`);
  await $`${process.execPath} ${here}${name}.ts`.nothrow();
}
