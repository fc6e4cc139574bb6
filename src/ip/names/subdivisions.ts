import { regionForms } from "../../../data/geo/region-name.ts";
import table from "../../../data/geo/subdivisions.txt" with { type: "text" };
import { countryLines } from "./country-lines.ts";

const line = countryLines(table);
const countries = new Map<string, ReadonlyMap<string, string>>();

/** Parses `CODE=name|name;CODE=name` into codes by name. */
function parseLine(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entry of text === "" ? [] : text.split(";")) {
    const [code = "", all = ""] = entry.split("=");
    for (const name of all.split("|")) names.set(name, code);
  }
  return names;
}

/**
 * ISO 3166-2 subdivision (`CA` of `US-CA`) by its name in Latin letters, in English or a local language; `""`
 * if unknown.
 */
export function subdivisionCode(countryCode: string, name: string): string {
  if (countryCode === "" || name === "") return "";
  let names = countries.get(countryCode);
  if (names === undefined) {
    names = parseLine(line(countryCode));
    countries.set(countryCode, names);
  }
  const [written, telling] = regionForms(name);
  return names.get(written) ?? names.get(telling) ?? "";
}
