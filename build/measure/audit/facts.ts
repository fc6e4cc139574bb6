/** Rows of the tables of facts, each with its source. */

import { join } from "node:path";
import { Glob } from "bun";
import * as places from "../../../data/headers/places.ts";
import { productTables } from "../../../data/headers/products/index.ts";
import registry from "../../../data/headers/registry.json" with { type: "json" };
import { standardTables } from "../../../data/headers/standard/index.ts";
import { statusRows } from "../../../data/status-codes.ts";
import { sourcedRows } from "../../../data/tables.ts";
import { catalogueRows } from "../../../src/headers/catalogue.ts";
import { allKinds } from "../../../src/jobs/project/kinds.ts";
import { drawn } from "./draw.ts";

const DATA = join(import.meta.dir, "../../../data");

/** Number of rows from each table; 300 in all. */
const SHARES: Readonly<Record<string, number>> = {
  products: 70,
  standard: 25,
  directives: 25,
  kinds: 25,
  "software.txt": 5,
  status: 5,
  places: 10,
  "cookies.txt": 20,
  "agents/bots.txt": 25,
  "agents/crawlers.txt": 15,
  "agents/libraries.txt": 12,
  "agents/apps.txt": 12,
  "agents/feeds.txt": 6,
  "agents/browsers.txt": 6,
  "agents/packages.txt": 6,
  "agents/models.txt": 10,
  "agents/recent-models.txt": 8,
  "agents/model-codes.txt": 3,
  "agents/apple.txt": 5,
  "agents/minimum-os.txt": 3,
  "agents/verify.txt": 4,
};

const registered: Readonly<Record<string, { readonly links?: readonly string[] }>> = registry;

const fromCatalogue = (tables: readonly string[]): string[] =>
  tables.flatMap(catalogueRows).map(({ name, description, direction, sender, sure, source, links }) => {
    const pages = links.length > 0 ? links : (registered[name.toLowerCase()]?.links ?? []);
    const from = source ?? pages.join(" ");
    return `${name} (${direction}${sender ? `, ${sender}` : ""}): ${description} [${sure ?? "documented"}: ${from}]`;
  });

const fromWords = (name: string, words: ReadonlyMap<string, unknown>): string[] =>
  [...words].map(([word, text]) => `${name} ${word}: ${text}`);

/** Text of a table by its path below data/. */
export function textOf(table: string): Promise<string> {
  return Bun.file(join(DATA, table)).text();
}

/** Words of field values, each with its table and its text. */
export async function directives(): Promise<string[]> {
  const rows: string[] = [];
  for (const file of [...new Glob("headers/directives/*.ts").scanSync(DATA)].toSorted()) {
    const tables: Readonly<Record<string, ReadonlyMap<string, unknown>>> = await import(join(DATA, file));
    rows.push(...Object.entries(tables).flatMap(([name, words]) => fromWords(name, words)));
  }
  return rows;
}

async function rowsOf(table: string): Promise<string[]> {
  if (table === "products") return fromCatalogue(productTables);
  if (table === "standard") return fromCatalogue(standardTables);
  if (table === "directives") return directives();
  if (table === "kinds") return allKinds().map(([id, { summary, link }]) => `${id}: ${summary} [${link}]`);
  if (table === "status")
    return statusRows.map(
      ({ code, message, description, link }) => `${code} ${message}: ${description} [${link}]`,
    );
  if (table === "places") return Object.entries(places).flatMap(([name, words]) => fromWords(name, words));
  const rows = sourcedRows(await textOf(table));
  return rows.map(({ cells, sure, source }) => `${cells.join(" | ")} [${sure}: ${source}]`);
}

/** Draws 300 rows. @param seed draws the same rows again while the tables are unchanged */
export async function drawFacts(seed: number): Promise<void> {
  const draw = drawn(seed);
  for (const [table, share] of Object.entries(SHARES)) {
    const rows = await rowsOf(table);
    console.log(`\n${table}: ${share} of ${rows.length}`);
    for (const row of draw(rows, share)) console.log(`- ${row}`);
  }
}
