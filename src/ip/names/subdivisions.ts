import { regionForms } from "../../../data/geo/region-name.ts";
import table from "../../../data/geo/subdivisions.txt" with { type: "text" };
import { countryLines } from "./country-lines.ts";

const line = countryLines(table);
const countries = new Map<string, ReadonlyMap<string, string>>();
/** Names as databases write them → code, by country: they are a few thousand, and written the same each time. */
const known = new Map<string, Map<string, string>>();
/** How many more are kept. @perf Without, random addresses take 1.07 times the CPU (`bench ip`). */
let left = 8192;

/** `CODE=name|name;CODE=name` → name → code. */
function parseLine(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entry of text === "" ? [] : text.split(";")) {
    const [code = "", all = ""] = entry.split("=");
    for (const name of all.split("|")) names.set(name, code);
  }
  return names;
}

/**
 * The subdivision part of the ISO 3166-2 code (`CA` of `US-CA`) for a subdivision's name in Latin letters, in English
 * or a language of its country; `""` when the name is not in the table.
 */
export function subdivisionCode(countryCode: string, name: string): string {
  if (countryCode === "" || name === "") return "";
  const before = known.get(countryCode);
  const kept = before?.get(name);
  if (kept !== undefined) return kept;
  const code = findCode(countryCode, name);
  if (left-- <= 0) return code;
  if (before) before.set(name, code);
  else known.set(countryCode, new Map([[name, code]]));
  return code;
}

function findCode(countryCode: string, name: string): string {
  let names = countries.get(countryCode);
  if (names === undefined) {
    names = parseLine(line(countryCode));
    countries.set(countryCode, names);
  }
  const [written, telling] = regionForms(name);
  return names.get(written) ?? names.get(telling) ?? "";
}
