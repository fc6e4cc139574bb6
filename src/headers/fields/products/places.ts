/** Locations of delivery networks, in words. */

import {
  airports,
  awsRegions,
  azureRegions,
  flyRegions,
  googleRegions,
  vercelRegions,
} from "../../../../data/headers/places.ts";
import type { WordTable } from "../../../../data/word-table.ts";
import { capital } from "../../wording.ts";

/** Place as city and as whole name, such as `Frankfurt, Germany`. */
export interface Place {
  readonly city: string;
  readonly whole: string;
}

let countryNames: Intl.DisplayNames | undefined;
const places = new Map<string, Place>();

/** Place of a table row `City, CC`, with a country code. Cached. */
function placeOf(row: string | undefined): Place | undefined {
  if (row === undefined) return undefined;
  const known = places.get(row);
  if (known) return known;
  countryNames ??= new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const comma = row.lastIndexOf(", ");
  const city = row.slice(0, comma);
  const country = countryNames.of(row.slice(comma + 2)) ?? "";
  const place = { city, whole: city === country ? city : `${city}, ${country}` };
  places.set(row, place);
  return place;
}

function lookup(table: WordTable, code: string): Place | undefined {
  return placeOf(table.get(code));
}

/** Place by IATA airport code in any case: `FRA`. */
export function airport(code: string): Place | undefined {
  return lookup(airports, code.toUpperCase());
}

const REGIONS = {
  aws: awsRegions,
  azure: azureRegions,
  fly: flyRegions,
  google: googleRegions,
  vercel: vercelRegions,
} as const;

/** Place by the region name of a cloud: `eu-central-1` of `aws`. */
export function region(cloud: keyof typeof REGIONS, code: string): Place | undefined {
  return lookup(REGIONS[cloud], code.toLowerCase());
}

/** Country name by ISO 3166 code. */
export function country(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  countryNames ??= new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return countryNames.of(code.toUpperCase());
}

/** Place in words from town, country and state codes: `frankfurtDE`, `newYorkUSNY`. */
export function townAndCountry(code: string): string | undefined {
  const [, town = "", land = ""] =
    /^([a-z]{3,30}(?:[A-Z][a-z]{1,30}){0,3})([A-Z]{2})(?:[A-Z]{2})?$/.exec(code) ?? [];
  const name = country(land);
  const words = town.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return name && `${capital(words)}, ${name}`;
}
