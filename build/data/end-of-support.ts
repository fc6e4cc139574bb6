/**
 * Writes the generated parts of data/end-of-support.txt: support dates of branches of servers, languages and
 * libraries from endoflife.date (MIT), and versions with longer support in Debian, from its packages. Without
 * apt the latter stay unchanged. The rows above are maintained by hand: branches and distributions that both
 * sources lack.
 *
 *   bun build/data/end-of-support.ts                       from endoflife.date's repository on GitHub
 *   bun build/data/end-of-support.ts FOLDER-OR-URL [DAY]   from a copy of its folder `products`, as of that day
 */

import { join } from "node:path";
import { software } from "../../data/software.ts";
import { madisonOf, releasesOn, shippedRows } from "./end-of-support/distributions.ts";
import { endOfSupportRows } from "./end-of-support/rows.ts";

const REPOSITORY = "https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products";
const SITE = "https://endoflife.date/";
const SECTION = `# documented | ${SITE}`;
const DEBIAN = "# documented | Debian's packages, https://deb.debian.org/debian";

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
const [before = ""] = (await Bun.file(file).text()).split(SECTION, 1);
const [byHand = "", ofDebian = ""] = before.split(DEBIAN);
const releases = releasesOn(await page("debian"), day);
const madison = madisonOf(releases);
const shipped =
  madison === undefined
    ? ofDebian
    : ` on ${new Date().toISOString().slice(0, 10)}, and ends of its releases, long term support included, by ${SITE} (MIT)\n${shippedRows(madison, releases).join("\n")}\n`;
const head = `${SECTION} (MIT), its data of ${day}; written by build/data/end-of-support.ts\n`;
await Bun.write(file, byHand + DEBIAN + shipped + head + rows.join(""));
console.log(`${rows.length} branches written`);
