/** Parses place and network operator records of MaxMind, DB-IP, IPinfo and ip-location-db. */

import tzLookup from "@photostructure/tz-lookup";
import { continentOf, isInEuropeanUnion } from "../../../data/geo/countries.ts";
import table from "../../../data/geo/record-paths.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { isMap, type MmdbMap, type MmdbValue } from "../mmdb/decoder.ts";
import type { IpResult } from "../schema.ts";
import { type Circle, type Known, middleOf, reachFrom } from "./centroids.ts";
import { type Names, pickName } from "./names.ts";
import { subdivisionCode } from "./subdivisions.ts";

/** Value at a path of keys, or undefined. Schemas differ, so every level is checked. */
export function at(value: MmdbValue | undefined, path: readonly (string | number)[]): MmdbValue | undefined {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found instanceof Uint8Array) return undefined;
    found = Array.isArray(found) ? found[Number(step)] : (found as MmdbMap)[step];
  }
  return found;
}

/** `""` for other types. */
export function textOf(value: MmdbValue | undefined): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : "";
}

/** Reads a number; IPinfo has numbers as text. */
function numberOf(value: MmdbValue | undefined): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

type Path = readonly (string | number)[];
type Paths = readonly Path[];

const TEXTS = [
  "countryCode",
  "continentCode",
  "regionCode",
  "regionName",
  "city",
  "postCode",
  "timeZone",
] as const;
type Fields = Readonly<
  Record<(typeof TEXTS)[number] | "latitude" | "longitude" | "accuracyKilometres", Paths>
>;

const pathsIn = (text = ""): Paths => text.split(" ").map((path) => path.split("."));
const fieldsIn = (column: 1 | 2) =>
  Object.fromEntries(rowsIn(table).map((row) => [row[0], pathsIn(row[column])])) as Fields;

/** MaxMind and DB-IP. */
const NESTED = fieldsIn(1);
/** ip-location-db and IPinfo. */
const FLAT = fieldsIn(2);

/** Key of the array of `Connection` entries. */
export const CONNECTION_KEY = "connection";

const ASN_NUMBER = pathsIn("autonomous_system_number traits.autonomous_system_number asn");
const ASN_ORGANIZATION = pathsIn(
  "autonomous_system_organization traits.autonomous_system_organization as_name name",
);

const NESTED_KEYS = ["country", "continent", "location", "city"];

/** Paths of a record's schema: in nested ones, values are maps, not text. */
function fieldsOf(record: MmdbValue): Fields {
  if (isMap(record)) for (const key of NESTED_KEYS) if (isMap(record[key])) return NESTED;
  return FLAT;
}

function first(record: MmdbValue, paths: Paths, locale: Names): string {
  for (const path of paths) {
    const value = at(record, path);
    const text = typeof value === "object" ? pickName(value, locale) : textOf(value);
    if (text !== "") return text;
  }
  return "";
}

function firstNumber(record: MmdbValue, paths: Paths): number | undefined {
  for (const path of paths) {
    const number = numberOf(at(record, path));
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Two-letter code; "ZZ" and similar mean unknown. */
function countryCodeOf(text: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== "ZZ" && code !== "XX" ? code : "";
}

/** Reason why the position is impossible; undefined if it is plausible. */
export function impossiblePosition(record: MmdbValue): string | undefined {
  const fields = fieldsOf(record);
  const bounds = [
    ["latitude", firstNumber(record, fields.latitude), 90],
    ["longitude", firstNumber(record, fields.longitude), 180],
  ] as const;
  const wrong = bounds.find(([, number, most]) => number !== undefined && Math.abs(number) > most);
  return wrong && `the ${wrong[0]} ${wrong[1]}`;
}

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

function coordinates(record: MmdbValue, fields: Fields): Coordinates | undefined {
  const latitude = firstNumber(record, fields.latitude);
  const longitude = firstNumber(record, fields.longitude);
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  // Flat databases write a missing position as 0, 0.
  if (latitude === 0 && longitude === 0) return undefined;
  return { latitude: Math.round(latitude * 1e4) / 1e4, longitude: Math.round(longitude * 1e4) / 1e4 };
}

/** Coordinates and radius, completed by the place. */
function circle(
  where: Coordinates | undefined,
  kilometres: number | undefined,
  known: Known,
): Circle & { readonly estimated?: true } {
  if (where === undefined) return { ...middleOf(known), estimated: true };
  if (kilometres !== undefined && kilometres > 0)
    return { ...where, accuracyRadius: Math.round(kilometres * 1000) };
  return { ...where, accuracyRadius: reachFrom(where, known), estimated: true };
}

/**
 * Time zone in the database, else at the coordinates if region or city are known: the centre of a country may
 * be in another zone.
 */
function timeZoneOf(given: string, named: boolean, where: Coordinates | undefined): string {
  if (given !== "" || !named || where === undefined) return given;
  return tzLookup(where.latitude, where.longitude);
}

/** Place in a record, named in the language of `names` or English, `""` if unknown; undefined without a place. */
export function readPlace(record: MmdbValue, names: Names) {
  const fields = fieldsOf(record);
  const texts = TEXTS.map((field) => first(record, fields[field], names));
  const [country = "", continent = "", region = "", regionName = "", city = "", postCode = "", zone = ""] =
    texts;
  const countryCode = countryCodeOf(country);
  const where = coordinates(record, fields);
  const regionCode = region || subdivisionCode(countryCode, englishRegion(record, regionName));
  const continentCode = continentCodeOf(continent) || continentOf(countryCode);
  if (countryCode === "" && continentCode === "" && where === undefined) return undefined;
  const known = { countryCode, regionCode, continentCode, city };
  return {
    countryCode,
    countryName:
      countryCode === ""
        ? ""
        : names.country(countryCode) || pickName(at(record, ["country", "names"]), names),
    regionCode,
    regionName,
    city,
    postCode,
    timeZone: timeZoneOf(zone, regionName !== "" || city !== "", where),
    ...circle(where, firstNumber(record, fields.accuracyKilometres), known),
    continentCode,
    isInEuropeanUnion:
      at(record, ["country", "is_in_european_union"]) === true || isInEuropeanUnion(countryCode),
  };
}

/** English name of the region, which is the key of the table of subdivisions. */
function englishRegion(record: MmdbValue, shown: string): string {
  return textOf(at(record, ["subdivisions", 0, "names", "en"])) || shown;
}

function continentCodeOf(text: string): string {
  return /^(AF|AN|AS|EU|NA|OC|SA)$/.test(text) ? text : "";
}

/** Autonomous system, from any kind of database. */
export function readAsn(record: MmdbValue): IpResult["asn"] {
  for (const path of ASN_NUMBER) {
    const value = at(record, path);
    const number = numberOf(typeof value === "string" ? value.replace(/^AS/i, "") : value);
    if (number === undefined || !Number.isInteger(number) || number < 1) continue;
    const organization = ASN_ORGANIZATION.map((p) => textOf(at(record, p))).find((text) => text !== "");
    return { number, organization: organization ?? "" };
  }
  return undefined;
}

/** Kinds of data, the kind of a file with several first. */
export const KINDS = ["city", "country", "asn", "networks"] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds of data in a record; a file has the kinds of all samples. */
export function kindsIn(record: MmdbValue): readonly Kind[] {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => at(record, [key]) !== undefined);
  const found: Readonly<Record<Kind, boolean>> = {
    city: has("city", "location", "subdivisions", "postal", "latitude", "lat", "state1"),
    country: has("country", "country_code", "continent", "registered_country"),
    asn: readAsn(record) !== undefined,
    networks: has(CONNECTION_KEY),
  };
  return KINDS.filter((kind) => found[kind]);
}
