/**
 * Writes NOTICE: parts of the executable and its tables, with their licences. Packages are the bundler's
 * inputs; sources of tables are those that the tables cite. `--check` only compares.
 */

import { dirname, join } from "node:path";
import { Glob } from "bun";
import licences from "spdx-license-list/full.js";
import manifest from "../package.json" with { type: "json" };
import { BUN_PARTS } from "./release/bun-parts.ts";
import { bundledPackages } from "./release/bundle.ts";
import { type Citation, citations } from "./release/citations.ts";
import { cites, SOURCES, type Source } from "./release/sources.ts";

const root = join(import.meta.dir, "..");
const TARGET = join(root, "NOTICE");
/** Licences with texts in NOTICE, in addition to the licences of packages. */
const OF_PARTS = ["LGPL-2.1-or-later", "MPL-2.0"] as const;

/** Lines of a package's licence file that name copyright holders. */
async function copyrightIn(folder: string): Promise<string[]> {
  const [file] = [...new Glob("{LICENSE,LICENCE,license,License,COPYING}*").scanSync(folder)].toSorted();
  if (file === undefined) return [];
  const lines = (await Bun.file(join(folder, file)).text()).split("\n").map((line) => line.trim());
  return lines.filter(
    (line) =>
      /^(?:copyright\b.*\d{4}|copyright \(c\) \w|\(c\) *\d{4})/i.test(line) && !/[[<{]yyyy/.test(line),
  );
}

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`);

async function software(): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, version, license, homepage } of await bundledPackages(root)) {
    lines.push(`${name} ${version}: ${license}, ${homepage}`);
    lines.push(...indented(await copyrightIn(join(root, "node_modules", name))));
  }
  return lines;
}

/** Paths of tables, or their folder if it has many. */
function places(files: ReadonlySet<string>): string[] {
  const folders = Map.groupBy(files, dirname);
  return [...folders].flatMap(([folder, inside]) =>
    inside.length > 3 ? [`${inside.length} tables of ${folder}/`] : inside,
  );
}

async function sourceLines(source: Source, all: readonly Citation[]): Promise<string[]> {
  const files = new Set(all.filter(({ text }) => cites(text, source)).map(({ file }) => file));
  const held = source.package ? await copyrightIn(join(import.meta.dir, "node_modules", source.package)) : [];
  return [
    `${source.name}: ${source.licence}, ${source.page}`,
    ...indented(source.copyright === undefined ? held : [source.copyright]),
    ...indented(files.size > 0 ? [`in ${places(files).join(", ")}`] : []),
  ];
}

function textOf(id: string): string {
  const text = licences[id]?.licenseText;
  if (text === undefined) throw new Error(`SPDX has no text of ${id}`);
  return text.trim();
}

async function licenceTexts(): Promise<string[]> {
  const ids = new Set<string>(OF_PARTS);
  for (const { license } of await bundledPackages(root)) ids.add(license);
  for (const { licence, use } of SOURCES) if (use === "rows" && licence !== "public domain") ids.add(licence);
  return [...ids].toSorted().flatMap((id) => ["", `---- ${id} ----`, "", textOf(id)]);
}

async function section(use: Source["use"], all: readonly Citation[]): Promise<string[]> {
  const sources = SOURCES.filter((source) => source.use === use);
  return (await Promise.all(sources.map((source) => sourceLines(source, all)))).flat();
}

export async function notice(): Promise<string> {
  const all = await citations(root);
  return [
    "netlens",
    "Copyright (c) 2026 The netlens authors. MIT; the texts of all licences are below.",
    "",
    "Written by build/notice.ts from what the bundler reads and from the sources that the tables cite.",
    "",
    "",
    "PACKAGES IN THE EXECUTABLE AND THE NPM LIBRARY",
    "",
    ...(await software()),
    "tldts carries the Public Suffix List: MPL-2.0, https://publicsuffix.org/list/",
    "",
    "",
    "THE RUNTIME IN THE EXECUTABLE",
    "",
    `Bun ${manifest.engines.bun}: MIT, https://bun.com. It is linked with:`,
    ...indented(BUN_PARTS.map(([name, licence, page]) => `${name}: ${licence}, ${page}`)),
    "Bun's WebKit with its changes is at https://github.com/oven-sh/WebKit. netlens can be linked again with a Bun",
    "that has another WebKit: `bun build/compile.ts` with that Bun makes the executable from these sources.",
    "",
    "",
    "DATA IN THE EXECUTABLE: tables made from these lists",
    "",
    ...(await section("rows", all)),
    "",
    "",
    "FACTS IN TABLES: names and strings that these know; nothing of their text or code is in netlens",
    "",
    ...(await section("facts", all)),
    "",
    "",
    "DATA THAT IS NOT IN THE EXECUTABLE",
    "",
    "DB-IP City Lite, which `netlens update geo` fetches: CC-BY-4.0, IP Geolocation by DB-IP, https://db-ip.com",
    "Countries and autonomous systems, which it fetches too: PDDL-1.0, ip-location-db, https://github.com/sapics/ip-location-db",
    "GeoLite2 and GeoIP databases follow MaxMind's terms for those who bring them.",
    "",
    "",
    "TEXTS OF THE LICENCES",
    ...(await licenceTexts()),
    "",
  ].join("\n");
}

const text = await notice();
if (!process.argv.includes("--check")) await Bun.write(TARGET, text);
else if ((await Bun.file(TARGET).text()) !== text) {
  console.error("NOTICE is not what is bundled and cited: run bun build/notice.ts");
  process.exit(1);
}
