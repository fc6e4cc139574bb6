import { describe, expect, test } from "bun:test";
import { ageOf, agesText, oldData, oldDataLogger, tableAges } from "../../src/ip/data-ages.ts";
import { type GeoDatabases, lookupSource } from "../../src/ip/mmdb/lookup-source.ts";
import { mmdbOf, writeDatabase } from "./mmdb-writer.ts";
import { ASN, NESTED_CITY } from "./sample-databases.ts";

const DAY = 86_400_000;
const BUILT = Date.UTC(2026, 5, 17, 9);
const MIDNIGHT = Date.UTC(2026, 5, 18) - BUILT;

function source(type: string, built: number) {
  const value = type.includes("ASN") ? ASN : NESTED_CITY;
  return lookupSource(
    mmdbOf(writeDatabase({ "5.0.0.0/8": value }, { type, buildEpoch: Math.floor(built / 1000) })),
  );
}

const NOTHING = { 4: [], 6: [] };

/** Databases: places with separate dates for IPv4 and IPv6, then autonomous systems. */
function geoOf({ places = BUILT, places6 = BUILT, asns = BUILT } = {}): GeoDatabases {
  return {
    places: { 4: [source("City", places), source("Country", 1)], 6: [source("City", places6)] },
    asns: { 4: [source("ASN", asns)], 6: [] },
  };
}

describe("the age of data", () => {
  test.each([
    [-1, 0, false],
    [0, 0, false],
    [MIDNIGHT - 1, 0, false],
    [MIDNIGHT, 1, false],
    [MIDNIGHT + 120 * DAY - 1, 120, false],
    [MIDNIGHT + 120 * DAY, 121, true],
  ])("%d milliseconds after they were made: %d days, old: %p", (after, days, old) => {
    expect(ageOf(BUILT, BUILT + after)).toEqual({ days, old });
  });

  test("is the age of the first database, by the older of its two files", () => {
    const ages = tableAges(geoOf({ places6: BUILT - 2 * DAY }), BUILT + 120 * DAY);
    expect(agesText(ages)).toBe(
      "2026-06-15 (122 days old): places; 2026-06-17 (120 days old): autonomous systems",
    );
    expect(agesText(tableAges(geoOf(), BUILT + DAY))).toBe(
      "2026-06-17 (1 day old): places, autonomous systems",
    );
    expect(oldData(ages)).toBe("data more than 120 days old (places of 2026-06-15): run `netlens update`");
  });

  test("is empty without files or dates", () => {
    expect(tableAges({ places: { 4: [source("City", 0)], 6: [] }, asns: NOTHING }, BUILT)).toEqual([]);
    expect(agesText([])).toBe("");
    expect(oldData([])).toBeUndefined();
  });

  test("has an update command for each kind of data", () => {
    const one = { 4: [source("City", BUILT)], 6: [] };
    expect(oldData(tableAges({ places: one, asns: one, connections: one }, BUILT + 121 * DAY))).toEndWith(
      "run `netlens update`",
    );
  });
});

test("a service logs old data once, and again for other data", () => {
  const told: unknown[] = [];
  let [geo, now] = [geoOf({ asns: BUILT + DAY }), BUILT];
  const tell = oldDataLogger(
    () => geo,
    (level, message, facts) => void told.push([level, message, facts]),
    () => now,
  );
  const places = "data more than 120 days old (places of 2026-06-17): run `netlens update`";
  const both =
    "data more than 120 days old (places of 2026-06-17, autonomous systems of 2026-06-18): run `netlens update`";
  for (const [days, count] of [
    [0, 0],
    [120, 0],
    [121, 1],
    [121, 1],
    [122, 2],
    [500, 2],
  ] as const) {
    now = BUILT + days * DAY;
    tell();
    expect([days, told.length]).toEqual([days, count]);
  }
  expect(told).toEqual([
    ["warn", "old data", { reason: places }],
    ["warn", "old data", { reason: both }],
  ]);
  geo = geoOf({ places: now, places6: now, asns: now });
  tell();
  now += 121 * DAY;
  tell();
  expect(told).toHaveLength(3);
});
