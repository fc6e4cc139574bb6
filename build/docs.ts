/**
 * Writes the manual page dist/netlens.1, and counts and the sources of verdicts in README.md and the guide. `bun build/docs.ts
 * --check` only verifies README.md and the guide: every command, flag, setting and file that they name
 * exists, and the counts are right. `test/guide` runs their samples.
 */

import { existsSync, mkdirSync } from "node:fs";
import { Glob } from "bun";
import verdictSources from "../data/browsers/verdict-sources.txt" with { type: "text" };
import { rowsIn } from "../data/tables.ts";
import { settingsOf } from "../src/cli/help.ts";
import { manualPage } from "../src/cli/manual/manual.ts";
import { commands } from "../src/cli/table.ts";
import { catalogueKeys } from "../src/headers/catalogue.ts";
import { allFields } from "../src/headers/fields/index.ts";
import { allKinds } from "../src/jobs/project/kinds.ts";
import { environmentName, optionNames } from "../src/settings/options.ts";
import { version } from "../src/version.ts";

const root = new URL("..", import.meta.url);

/** Flags of other programs in examples. */
const FOREIGN = new Set(["--compressed", "--now", "--inplace", "--check", "--minutes"]);

/** Unknown names in a document. @param place the folder that its links start from */
function unknownNames(text: string, place: URL): string[] {
  const flags = new Set([
    ...commands.flatMap((command) => Object.keys(command.flags)),
    ...optionNames,
    "config",
    "help",
    "version",
  ]);
  const code = [...text.matchAll(/```[a-z]*\n([\s\S]*?)```|`([^`]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? "",
  );
  const found = code.flatMap((part) => [
    ...[...part.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)]
      .filter(([flag, name = ""]) => !flags.has(name) && !FOREIGN.has(flag))
      .map(([flag]) => flag),
    ...[...part.matchAll(/(?:^|\| |\n|\$ )netlens ([a-z]+)/g)]
      .filter(([, name]) => !commands.some((command) => command.name === name))
      .map(([, name]) => `netlens ${name}`),
    ...[...part.matchAll(/\bNETLENS_[A-Z_]+\b/g)]
      .filter(([name]) => !["NETLENS_CONFIG", ...optionNames.map(environmentName)].includes(name))
      .map(([name]) => name),
  ]);
  const files = [...text.matchAll(/\]\(((?!https?:)[^)#]+)\)/g)]
    .map(([, file = ""]) => file)
    .filter((file) => !existsSync(new URL(file, place)));
  return [...new Set([...found, ...files])];
}

/** Counts in documents, and the step to which each is rounded down, so that few new rows change them. */
const COUNTS: Readonly<Record<string, readonly [count: number, step: number]>> = {
  names: [catalogueKeys().length, 100],
  fields: [allFields().length, 10],
  kinds: [allKinds().length, 100],
};

/** The text with current counts: `<!--count kinds-->650<!---->`. */
function counted(text: string, document: string): string {
  return text.replace(/(<!--count (\w+)-->)[\d,]*(?=<!---->)/g, (_, mark: string, name: string) => {
    const [count, step] = COUNTS[name] ?? [];
    if (count === undefined || step === undefined) throw new Error(`${document} counts "${name}"`);
    return `${mark}${(count - (count % step)).toLocaleString("en")}`;
  });
}

/** The table of the sources of verdicts between `<!--sources-->` and `<!---->`. */
function withSources(text: string): string {
  const [versions = [], ...rows] = rowsIn(verdictSources);
  const [, chromium, firefox, safari] = versions;
  const head = ["verdict", `Chromium ${chromium}`, `Firefox ${firefox}`, `Safari ${safari}`, "document"];
  const lines = rows.map(([path, ...cells]) => [`\`${path}\``, ...cells.slice(0, 4)]);
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`);
  const documents = rows.flatMap(([, , , , title, link]) => (link ? [`- [${title}](${link})\n`] : []));
  return text.replace(
    /(<!--sources-->\n)[\s\S]*?(?=<!---->)/,
    (_, mark: string) => `${mark}${table.join("")}\n${documents.join("")}`,
  );
}

let wrong = false;
for (const document of ["README.md", ...new Glob("data/guide/*.md").scanSync(root.pathname)]) {
  const place = new URL(document, root);
  const text = await Bun.file(place).text();
  const found = unknownNames(text, place);
  if (found.length > 0) console.error(`${document} has unknown names: ${found.join(", ")}`);
  wrong ||= found.length > 0;
  const current = withSources(counted(text, document));
  if (current === text) continue;
  if (!process.argv.includes("--check")) await Bun.write(place, current);
  else {
    console.error(`${document} has outdated counts or sources: run bun build/docs.ts`);
    wrong = true;
  }
}
if (process.argv.includes("--check")) process.exit(wrong ? 1 : 0);
mkdirSync(new URL("dist", root), { recursive: true });
await Bun.write(new URL("dist/netlens.1", root), manualPage(commands, settingsOf, version));
