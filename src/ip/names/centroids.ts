/** Estimated positions for databases without coordinates. */

import table from "../../../data/geo/centres.txt" with { type: "text" };
import { countryLines } from "./country-lines.ts";

/** Centre in degrees, and radius in metres. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyRadius: number;
}

/** Names of a place, `""` if unknown. */
export interface Known {
  readonly countryCode: string;
  /** ISO 3166-2, without the country. */
  readonly regionCode: string;
  readonly continentCode: string;
  readonly city: string;
}

const line = countryLines(table);
/** Circles by `US`, `US-CA` or `*NA`. */
const circles = new Map<string, Circle>();

const DEGREE = Math.PI / 180;
const EARTH_RADIUS = 6_371_009;
/** Half the Earth's circumference. */
const HALF_WAY_ROUND = Math.ceil(Math.PI * EARTH_RADIUS);
const ANYWHERE: Circle = { latitude: 0, longitude: 0, accuracyRadius: HALF_WAY_ROUND };

// Databases have the centre of a city: 99 % of its blocks are within this radius (DB-IP City Lite, June 2026).
const CITY_RADIUS = 25_000;

/** Reads `CODE=latitude,longitude,kilometres;…`, with an empty code for the country itself. */
function read(key: string): void {
  for (const entry of line(key).split(";")) {
    const [code = "", numbers = ""] = entry.split("=");
    const [latitude = 0, longitude = 0, kilometres = 0] = numbers.split(",").map(Number);
    if (numbers !== "")
      circles.set(code === "" ? key : `${key}-${code}`, {
        latitude,
        longitude,
        accuracyRadius: kilometres * 1000,
      });
  }
}

/** Circle around the region, else the country, else the continent, else the Earth. */
export function middleOf({ countryCode, regionCode, continentCode }: Known): Circle {
  if (!circles.has(countryCode)) read(countryCode);
  const circle = circles.get(`${countryCode}-${regionCode}`) ?? circles.get(countryCode);
  if (circle !== undefined) return circle;
  const continent = `*${continentCode}`;
  if (!circles.has(continent)) read(continent);
  return circles.get(continent) ?? ANYWHERE;
}

/** Metres along the surface, on a sphere. */
export function distance(
  a: Pick<Circle, "latitude" | "longitude">,
  b: Pick<Circle, "latitude" | "longitude">,
): number {
  const north = Math.sin(((b.latitude - a.latitude) * DEGREE) / 2) ** 2;
  const east = Math.sin(((b.longitude - a.longitude) * DEGREE) / 2) ** 2;
  const chord = north + Math.cos(a.latitude * DEGREE) * Math.cos(b.latitude * DEGREE) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Radius in metres around coordinates that covers the place: a city's size, else the region or country. */
export function reachFrom(at: Pick<Circle, "latitude" | "longitude">, known: Known): number {
  if (known.city !== "") return CITY_RADIUS;
  const middle = middleOf(known);
  const metres = distance(at, middle) + middle.accuracyRadius;
  return Math.min(HALF_WAY_ROUND, Math.ceil(metres / 1000) * 1000);
}
