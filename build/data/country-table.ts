/**
 * Makes the country table inside the executable from the registries' statistics (RIR statistics exchange
 * format), in place of that of the npm package: writes registries-country.mmdb, and country-files.ts with its
 * name, to data/geo.
 *
 *   bun run data country-table FILE|URL …              such as delegated-ripencc-extended-latest of each registry, or
 *                                                      https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest/nro-delegated-stats
 *   bun run data country-table --to FOLDER FILE|URL …  to another folder
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { countryDatabase } from "../../src/ip/update/country-database.ts";
import { parseDelegated } from "../../src/ip/update/delegated.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { to: { type: "string", default: join(import.meta.dir, "../../data/geo") } },
});
if (positionals.length === 0) {
  console.error("country-table: name files or URLs of registries' statistics");
  process.exit(2);
}

async function textOf(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return Bun.file(source).text();
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} answers ${response.status}`);
  return response.text();
}

const files = await Promise.all(positionals.map(async (source) => parseDelegated(await textOf(source))));
const blocks = files.flatMap((file) => file.blocks);
// End date of the oldest file.
const endDate = Math.min(...files.map((file) => file.endDate));
const bytes = countryDatabase({ blocks, endDate });
const day = new Date(endDate * 1000).toISOString().slice(0, 10);
await Bun.write(join(values.to, "registries-country.mmdb"), bytes);
await Bun.write(
  join(values.to, "country-files.ts"),
  `/** The country table inside the executable: registries' statistics of ${day} (CC BY 4.0, NRO), by build/data/country-table.ts. */

import country from "./registries-country.mmdb" with { type: "file" };

/** Files, and the address families of each. */
export const countryFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: country, families: [4, 6] },
];
`,
);
console.log(`${blocks.length} blocks of ${day}, ${(bytes.length / 1e6).toFixed(1)} MB`);
