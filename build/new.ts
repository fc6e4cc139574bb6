/**
 * Scaffolds an addition: writes a row with an example in every place that needs one, and prints what to fill
 * in, which golden files to update, and which tests to run.
 *
 *   bun build/new.ts problem age-odd
 *   bun build/new.ts field X-Example
 *   bun build/new.ts option http-max-pages
 *   bun build/new.ts flag status/short
 *   bun build/new.ts bot ExampleBot
 *   bun build/new.ts format checkstyle
 *   bun build/new.ts endpoint clock
 *   bun build/new.ts server traefik
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { $ } from "bun";
import { wordTable } from "../data/word-table.ts";
import { bot } from "./new/bot.ts";
import { endpoint } from "./new/endpoint.ts";
import { field } from "./new/field.ts";
import { flag } from "./new/flag.ts";
import { format } from "./new/format.ts";
import { option } from "./new/option.ts";
import { problem } from "./new/problem.ts";
import { NameError } from "./new/scaffold.ts";
import { server } from "./new/server.ts";

const root = new URL("..", import.meta.url).pathname;
const KINDS = { problem, field, option, flag, bot, format, endpoint, server };

const [kind = "", name = ""] = process.argv.slice(2);
const scaffolder = wordTable(KINDS).get(kind);
if (!scaffolder || name === "") {
  console.error(`usage: bun build/new.ts ${Object.keys(KINDS).join("|")} NAME`);
  process.exit(2);
}
try {
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
  const { files, fill, golden, tests } = scaffolder(name, read);
  for (const [path, text] of files) await Bun.write(join(root, path), text);
  // Sorts imports, and wraps lines.
  const sources = [...files.keys()].filter((path) => path.endsWith(".ts"));
  if (sources.length > 0) await $`bunx biome check --write ${sources}`.cwd(root).quiet();
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join("");
  console.log(`Written:\n${list([...files.keys()])}\nFill in:\n${list(fill)}`);
  console.log(`Then renew the golden files, and read what changed:\n  bun build/golden.ts\n${list(golden)}`);
  console.log(`Run:\n  bun run check\n  bun test ${tests.join(" ")}`);
} catch (error) {
  if (!(error instanceof NameError)) throw error;
  console.error(error.message);
  process.exit(2);
}
