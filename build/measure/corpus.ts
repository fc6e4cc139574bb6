/**
 * `bun run corpus`: measures netlens against labelled cases in ../shared/corpora, if that folder exists. The
 * corpora have their own licences and are not part of the project.
 *
 *   bun build/measure/corpus.ts                all of them
 *   bun build/measure/corpus.ts headers geo    some
 */

import { existsSync } from "node:fs";
import { Glob } from "bun";

const here = new URL(".", import.meta.url).pathname;
const corpora = new URL("../../../shared/corpora", import.meta.url).pathname;
const wanted = process.argv.slice(2);

if (!existsSync(corpora)) {
  console.log("no corpora found: nothing to measure");
  process.exit(0);
}
const names = [...new Glob("*.ts").scanSync(`${here}corpus`)].map((file) => file.slice(0, -3)).sort();
const unknown = wanted.find((name) => !names.includes(name));
if (unknown) {
  console.error(`unknown corpus "${unknown}"; known are ${names.join(", ")}`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n== ${name}`);
  const { run } = (await import(`./corpus/${name}.ts`)) as { run: () => Promise<void> };
  await run();
}
