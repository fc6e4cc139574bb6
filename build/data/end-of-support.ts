/**
 * Writes the part of data/end-of-support.txt that comes from endoflife.date (MIT): until when branches of servers, languages
 * and libraries get fixes. What stands above that part is kept by hand: branches that its data lack.
 *
 *   bun build/data/end-of-support.ts                       from its repository on GitHub
 *   bun build/data/end-of-support.ts FOLDER-OR-URL [DAY]   from its folder `products` as it was on that day, such as a clone's
 */

import { join } from "node:path";
import { software } from "../../data/software.ts";
import { endOfSupportRows } from "./end-of-support/rows.ts";

const REPOSITORY = "https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products";
const SITE = "https://endoflife.date/";
const SECTION = `# documented | ${SITE}`;

const [from = REPOSITORY, day = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
const file = join(import.meta.dir, "../../data/end-of-support.txt");

async function page(name: string): Promise<string> {
  if (!/^https?:/.test(from)) return Bun.file(join(from, `${name}.md`)).text();
  const response = await fetch(`${from}/${name}.md`);
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  return response.text();
}

const rows: string[] = [];
for (const [word, known] of software) {
  if (!known?.source?.startsWith(SITE)) continue;
  const ends = endOfSupportRows(await page(known.source.slice(SITE.length)), day);
  rows.push(...ends.map(([branch, until]) => `${word} | ${branch} | ${until}\n`));
}
const [byHand = ""] = (await Bun.file(file).text()).split(SECTION, 1);
const head = `${SECTION} (MIT), its data of ${day}; written by build/data/end-of-support.ts\n`;
await Bun.write(file, byHand + head + rows.join(""));
console.log(`${rows.length} branches written`);
