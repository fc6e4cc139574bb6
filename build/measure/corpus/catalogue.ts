/**
 * Coverage of the catalogue and of the field files in real traffic: share of occurrences (weight `freq2020`
 * of `../shared/data/header-names.json`) whose name is described, and share that is parsed.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { catalogueEntries, describeField } from "../../../src/headers/catalogue.ts";
import { allFields } from "../../../src/headers/fields/index.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";

const FILE = join(import.meta.dir, "../../../../shared/data/header-names.json");
const DIRECTIVES = join(import.meta.dir, "../../../data/headers/directives");

interface KnownName {
  readonly name: string;
  readonly freq2020?: number;
  readonly iana?: object;
  readonly bcd?: object;
}

/** Prints the figures; those by weight only if the list of names exists. */
export async function run(): Promise<void> {
  const entries = [...catalogueEntries()];
  const responses = entries.filter(({ direction }) => direction !== "request");
  console.log(`catalogue: ${entries.length} names, ${responses.length} of them in responses`);
  console.log(`fields with structure: ${allFields().length}; kinds of problem: ${problemKinds().size}`);
  console.log(`parts described in tables: ${await countParts()}`);
  if (existsSync(FILE)) weigh(Object.values((await Bun.file(FILE).json()) as Record<string, KnownName>));
}

/** Rows of the tables of directives, attributes, features, relations and so on. */
async function countParts(): Promise<number> {
  let count = 0;
  for await (const file of new Bun.Glob("*.ts").scan(DIRECTIVES)) {
    const tables = (await import(join(DIRECTIVES, file))) as Record<string, unknown>;
    for (const table of Object.values(tables)) if (table instanceof Map) count += table.size;
  }
  return count;
}

function weigh(names: readonly KnownName[]): void {
  const structured = new Set(allFields().map(({ key }) => key));
  const seen = names.filter(({ freq2020 = 0 }) => freq2020 > 0);
  const described = seen.filter(({ name }) => describeField(name.toLowerCase()));
  const parsed = seen.filter(({ name }) => structured.has(name.toLowerCase()));
  console.log(
    `of ${seen.length} names seen on sites: ${share(described, seen)} of occurrences described, ${share(parsed, seen)} taken apart`,
  );
  for (const source of ["iana", "bcd"] as const) {
    const listed = names.filter((row) => row[source]);
    const missing = listed.filter(({ name }) => !describeField(name.toLowerCase()));
    console.log(`${source}: ${listed.length - missing.length} of ${listed.length} names described`);
  }
  const undescribed = seen.filter(({ name }) => !describeField(name.toLowerCase()));
  if (undescribed.length > 0) console.log(`not described: ${undescribed.map(({ name }) => name).join(", ")}`);
}

function share(part: readonly KnownName[], whole: readonly KnownName[]): string {
  const sum = (rows: readonly KnownName[]) => rows.reduce((total, { freq2020 = 0 }) => total + freq2020, 0);
  return `${((sum(part) / sum(whole)) * 100).toFixed(2)} %`;
}

if (import.meta.main) await run();
