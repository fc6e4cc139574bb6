/**
 * Verifies with the test databases, if they exist, that the answer for every network matches the JSON next to
 * its database, and that damaged files do no harm.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lookupIp, lookupIpJson } from "../../../src/ip/lookup.ts";
import { type Database, DatabaseError, openDatabase } from "../../../src/ip/mmdb/database.ts";
import type { GeoDatabases } from "../../../src/ip/mmdb/lookup-source.ts";
import type { IpResult } from "../../../src/ip/schema.ts";
import { formatAddress, parseNetwork } from "../../../src/syntax/ip-address.ts";

const FOLDER = join(import.meta.dir, "../../../../shared/corpora/geo");

interface Names {
  readonly names?: Readonly<Record<string, string>>;
}

interface Expected {
  readonly autonomous_system_number?: number;
  readonly autonomous_system_organization?: string;
  readonly city?: Names;
  readonly continent?: { readonly code?: string };
  readonly country?: { readonly iso_code?: string; readonly is_in_european_union?: boolean };
  readonly location?: {
    readonly accuracy_radius?: number;
    readonly latitude?: number;
    readonly longitude?: number;
    readonly time_zone?: string;
  };
  readonly postal?: { readonly code?: string };
  readonly subdivisions?: readonly (Names & { readonly iso_code?: string })[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Degrees rounded to four decimals (11 metres), as in answers. */
function rounded(degrees: number | undefined): number | undefined {
  return degrees === undefined ? undefined : Math.round(degrees * 1e4) / 1e4;
}

function expectedFields(record: Expected): Fields {
  const { autonomous_system_number: number, location, subdivisions } = record;
  if (number !== undefined)
    return { asn: { number, organization: record.autonomous_system_organization ?? "" } };
  const region = subdivisions?.[0];
  const code = record.country?.iso_code ?? "";
  return {
    code: "geoip",
    countryCode: code,
    countryName: code === "" ? "" : new Intl.DisplayNames("en", { type: "region" }).of(code),
    regionCode: region?.iso_code ?? "",
    regionName: region?.names?.["en"] ?? "",
    city: record.city?.names?.["en"] ?? "",
    postCode: record.postal?.code ?? "",
    timeZone: location?.time_zone ?? "",
    latitude: rounded(location?.latitude),
    longitude: rounded(location?.longitude),
    accuracyRadius: location?.accuracy_radius === undefined ? undefined : location.accuracy_radius * 1000,
    continentCode: record.continent?.code ?? "",
    isInEuropeanUnion: record.country?.is_in_european_union ?? false,
  };
}

function databasesOf(database: Database): GeoDatabases {
  const both = { 4: [database.source], 6: [database.source] };
  const none = { 4: [], 6: [] };
  return database.kind === "asn" ? { places: none, asns: both } : { places: both, asns: none };
}

function differences(answer: IpResult, expected: Fields): string[] {
  const given: Fields = answer;
  return (
    Object.entries(expected)
      // A database without a position: ours is an estimate, marked as one.
      .filter(([, value]) => value !== undefined || answer.estimated !== true)
      .filter(([name, value]) => JSON.stringify(given[name]) !== JSON.stringify(value))
      .map(([name, value]) => `${name} ${JSON.stringify(given[name])} instead of ${JSON.stringify(value)}`)
  );
}

function checkNetworks(name: string): void {
  const database = openDatabase(join(FOLDER, `${name}.mmdb`), "map");
  const geo = databasesOf(database);
  const rows: Readonly<Record<string, Expected>>[] = JSON.parse(
    readFileSync(join(FOLDER, `${name}.json`), "utf8"),
  );
  let total = 0;
  let right = 0;
  for (const [cidr, record] of rows.flatMap((row) => Object.entries(row))) {
    const network = parseNetwork(cidr);
    if (network === undefined) throw new Error(`${name}: ${cidr} is not a network`);
    const text = formatAddress(network.address);
    const answer = lookupIp(text, geo);
    const wrong = differences(answer, expectedFields(record));
    if (lookupIpJson(text, geo) !== JSON.stringify(answer))
      wrong.push("the JSON text differs from the object");
    total++;
    if (wrong.length === 0) right++;
    else process.stdout.write(`  ${name} ${cidr}: ${wrong.join("; ")}\n`);
  }
  database.close();
  process.stdout.write(`${name}: ${right} of ${total} networks\n`);
}

function checkDamaged(): void {
  const folder = join(FOLDER, "bad-data");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".mmdb"),
  );
  let harmless = 0;
  for (const file of files) {
    try {
      const geo = databasesOf(openDatabase(join(folder, file), "map"));
      for (let i = 1; i < 224; i++) if (i !== 127 && i !== 10) lookupIp(`${i}.1.1.1`, geo);
      process.stdout.write(`  ${file}: answers\n`);
      harmless++;
    } catch (error) {
      if (error instanceof DatabaseError) harmless++;
      process.stdout.write(
        `  ${file}: ${error instanceof Error ? error.message.split(": ").slice(1).join(": ") : error}\n`,
      );
    }
  }
  process.stdout.write(`bad-data: ${harmless} of ${files.length} files refused or answered\n`);
}

/** Prints the number of right answers, and the wrong ones; prints nothing without the databases. */
export async function run(): Promise<void> {
  if (!existsSync(FOLDER)) return;
  for (const file of readdirSync(FOLDER)) {
    if (file.endsWith(".json")) checkNetworks(file.replace(/\.json$/, ""));
  }
  checkDamaged();
}

if (import.meta.main) await run();
