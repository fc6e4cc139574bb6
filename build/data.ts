/**
 * Updates the tables of data/ from their sources and prints what changed: `bun run data`. The sources are npm
 * packages pinned in package.json, so update their versions first. Tables that are maintained by hand are
 * listed with their age.
 *
 *   bun run data                    all tables with a script
 *   bun run data NAME [ARGUMENT…]   build/data/NAME.ts alone, such as `geo-tables` or `end-of-support FOLDER DAY`
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import snapshots from "../data/snapshots.txt" with { type: "text" };

const root = join(import.meta.dir, "..");
const table = join(root, "data/snapshots.txt");
const today = new Date().toISOString().slice(0, 10);
const [name, ...args] = process.argv.slice(2);
if (name !== undefined) {
  const script = join(root, "build/data", `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
    console.error(`no script build/data/${name}.ts`);
    process.exit(2);
  }
  process.exit(
    Bun.spawnSync([process.execPath, script, ...args], { stdio: ["ignore", "inherit", "inherit"] }).exitCode,
  );
}
const failed: string[] = [];
const done = new Set<string>();
let text = snapshots;

for (const line of snapshots.split("\n")) {
  const [files = "", taken = "", days = "", source = "", , script = ""] = line
    .split("|")
    .map((cell) => cell.trim());
  if (line === "" || line.startsWith("#")) continue;
  const age = Math.floor((Date.now() - Date.parse(taken)) / 86_400_000);
  if (!script.endsWith(".ts")) {
    console.log(
      `${age > Number(days) ? "OLD " : "    "}${files}: ${age} of ${days} days old, from ${source}`,
    );
    continue;
  }
  // One script may make several tables.
  if (!done.has(script) && !failed.includes(script)) {
    const run = Bun.spawnSync([process.execPath, join(root, script)], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (run.exitCode === 0) done.add(script);
    else failed.push(script);
  }
  if (!done.has(script)) continue;
  text = text.replace(line, line.replace(taken, today));
  console.log(`    ${files}: updated by ${script}`);
}
await Bun.write(table, text);
const changes = Bun.spawnSync(["git", "diff", "--stat", "--", "data"], { cwd: root }).stdout.toString();
console.log(changes === "" ? "nothing changed" : changes);
if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
