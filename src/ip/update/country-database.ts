/** Blocks of addresses with their countries → a MaxMind DB file. */

import { map, mmdbFile, text } from "../mmdb/writer.ts";
import type { Delegations } from "./delegated.ts";

/** The file's bytes. Where blocks overlap, the narrowest counts. Throws an Error for no blocks, and for too many. */
export function countryDatabase({ blocks, endDate }: Delegations): Buffer {
  if (blocks.length === 0 || endDate === 0) throw new Error("no blocks of countries, or no date");
  const countries = [...new Set(blocks.map(({ country }) => country))].sort();
  const numbers = new Map(countries.map((country, index) => [country, index]));
  return mmdbFile(
    blocks.map((block) => ({ ...block, record: numbers.get(block.country) ?? 0 })),
    countries.map((country) => map(["country_code", text(country)])),
    { type: "Registries-Country", description: "Delegations by registries", built: endDate },
  );
}
