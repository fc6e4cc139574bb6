import { describe, expect, test } from "bun:test";
import { middleOf, reachFrom } from "../../../src/ip/names/centroids.ts";

/** Half of the Earth's circumference, in metres. */
const ANYWHERE = 20_015_116;
const known = (countryCode: string, regionCode = "", continentCode = "", city = "") => ({
  countryCode,
  regionCode,
  continentCode,
  city,
});
const rows: readonly (readonly [
  ...of: readonly [country: string, region: string, continent: string],
  latitude: number,
  longitude: number,
  radius: number,
  /** Radius in metres around 10° N 20° E that covers the area. */
  reach: number,
])[] = [
  ["US", "", "NA", 44.76, -103.65, 6_674_000, 18_392_000],
  ["US", "CA", "NA", 37.18, -119.47, 675_000, 13_956_000],
  ["US", "ZZ", "NA", 44.76, -103.65, 6_674_000, 18_392_000],
  ["DE", "BY", "EU", 48.93, 11.42, 220_000, 4_622_000],
  ["VA", "", "EU", 41.9, 12.45, 3000, 3_627_000],
  ["AQ", "", "AN", -84.94, 82.04, 3_652_000, 14_505_000],
  ["ZZ", "", "EU", 67.71, 68.61, 7_042_000, 14_375_000],
  ["", "", "NA", 51.86, -97.73, 6_944_000, 17_888_000],
  ["ZZ", "", "", 0, 0, ANYWHERE, ANYWHERE],
  ["", "", "", 0, 0, ANYWHERE, ANYWHERE],
  ["", "", "XX", 0, 0, ANYWHERE, ANYWHERE],
];

describe("the most specific known one of region, country and continent", () => {
  test.each(rows)("%s-%s %s", (country, region, continent, latitude, longitude, accuracyRadius, reach) => {
    const place = known(country, region, continent);
    const middle = middleOf(place);
    expect(middle).toEqual({ latitude, longitude, accuracyRadius });
    expect(reachFrom(middle, place)).toBe(accuracyRadius);
    expect(reachFrom({ latitude: 10, longitude: 20 }, place)).toBe(reach);
  });
});

test("25 km around a city's coordinates, and around others at most half of the Earth", () => {
  expect(reachFrom({ latitude: 1, longitude: 2 }, known("US", "CA", "NA", "Fresno"))).toBe(25_000);
  expect(reachFrom({ latitude: 90, longitude: 0 }, known(""))).toBe(ANYWHERE);
  expect(reachFrom({ latitude: -37.18, longitude: 60.53 }, known("US", "CA"))).toBe(ANYWHERE);
});
