/** Builds a MaxMind DB file of countries. */

import { map, mmdbFile, text } from "../mmdb/writer.ts";
import type { Delegations } from "./delegated.ts";

/** The narrowest of overlapping blocks wins. @throws Error for no blocks or too many */
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
