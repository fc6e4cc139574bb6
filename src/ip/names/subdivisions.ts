import { regionForms } from "../../../data/geo/region-name.ts";
import table from "../../../data/geo/subdivisions.txt" with { type: "text" };
import { memoize } from "../../platform/memoize.ts";
import { countryLines } from "./country-lines.ts";

const line = countryLines(table);

/** Codes by name of a country, from `CODE=name|name;CODE=name`. */
const codesOf = memoize((countryCode): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const entry of line(countryCode).split(";")) {
    const [code = "", all = ""] = entry.split("=");
    for (const name of all.split("|")) names.set(name, code);
  }
  return names;
});

/**
 * ISO 3166-2 subdivision (`CA` of `US-CA`) by its name in Latin letters, in English or a local language; `""`
 * if unknown.
 */
export function subdivisionCode(countryCode: string, name: string): string {
  if (countryCode === "" || name === "") return "";
  const names = codesOf(countryCode);
  const [written, telling] = regionForms(name);
  return names.get(written) ?? names.get(telling) ?? "";
}
