/**
 * Writes data/geo/country-names.txt: English names of countries and territories from CLDR (Unicode licence),
 * through the platform's `Intl.DisplayNames`, which takes a millisecond to load. Run: `bun
 * build/data/country-names.ts`.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const lines = letters
  .flatMap((first) => letters.map((second) => first + second))
  .flatMap((code) => (names.of(code) === undefined ? [] : [`${code}\t${names.of(code)}\n`]));
const head = `# English names of countries and territories; written by build/data/country-names.ts on ${new Date().toISOString().slice(0, 10)} from CLDR (Unicode License v3), from Bun ${Bun.version}.\n`;
const target = join(import.meta.dir, "../../data/geo/country-names.txt");
writeFileSync(target, head + lines.join(""));
process.stdout.write(`wrote ${target}\n`);
