/**
 * Writes what follows from the tables: the README's tables of settings, errors and failures, and the manual page
 * dist/netlens.1. `bun build/docs.ts --check` only says whether the README is up to date.
 */

import { mkdirSync } from "node:fs";
import { settingsOf } from "../src/cli/help.ts";
import { manualPage } from "../src/cli/manual.ts";
import { commands } from "../src/cli/table.ts";
import { optionNames, options } from "../src/config.ts";
import { ERRORS } from "../src/errors.ts";
import { failureKinds } from "../src/http/failures.ts";
import { version } from "../src/version.ts";

const readme = new URL("../README.md", import.meta.url).pathname;

const tables: Readonly<Record<string, string>> = {
  settings: markdown(
    ["flag", "default", "what"],
    optionNames.map((name) => [
      `\`--${name} ${options[name].value.replaceAll("|", "\\|")}\``,
      options[name].default ? `\`${options[name].default}\`` : "",
      options[name].help.replaceAll("|", "\\|"),
    ]),
  ),
  errors: markdown(
    ["status", "code", "title"],
    Object.entries(ERRORS)
      .toSorted(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, title }]) => [String(status), `<a id="${code}"></a>\`${code}\``, title]),
  ),
  failures: markdown(
    ["phase", "code", "meaning"],
    Object.entries(failureKinds).map(([code, { phase, title }]) => [`\`${phase}\``, `\`${code}\``, title]),
  ),
};

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function withTables(text: string): string {
  let result = text;
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const from = result.indexOf(start);
    const to = result.indexOf(end);
    if (from < 0 || to < from) throw new Error(`README.md has no place for the table "${name}"`);
    result = `${result.slice(0, from + start.length)}\n${table}\n${result.slice(to)}`;
  }
  return result;
}

const before = await Bun.file(readme).text();
const after = withTables(before);
if (process.argv.includes("--check")) {
  if (before !== after) {
    console.error("README.md is out of date: run `bun build/docs.ts`");
    process.exit(1);
  }
} else {
  if (before !== after) await Bun.write(readme, after);
  mkdirSync(new URL("../dist", import.meta.url), { recursive: true });
  await Bun.write(new URL("../dist/netlens.1", import.meta.url), manualPage(commands, settingsOf, version));
}
