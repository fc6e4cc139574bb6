import { describe, expect, test } from "bun:test";

import type { IpResult } from "../../src/ip/schema.ts";
import { map } from "../../src/web/assets/assets.ts";
import { MAP, placeOf, project } from "../../src/web/views/map-projection.ts";

const at = (latitude: number, longitude: number, accuracyRadius = 0): IpResult => ({
  ip: "192.0.2.1",
  ipType: 4,
  code: "geoip",
  latitude,
  longitude,
  accuracyRadius,
});

describe("places on the map", () => {
  test.each([
    [0, 0, 720, 336],
    [84, -180, 0, 0],
    [-60, 180, 1440, 576],
    [90, 0, 720, 0],
    [-90, 0, 720, 576],
  ])("%d, %d", (latitude, longitude, x, y) => expect(project(latitude, longitude)).toEqual({ x, y }));

  test("a circle on the ground is stretched like the map", () => {
    const equator = placeOf(at(0, 0, 111_320));
    expect([equator?.across, equator?.up]).toEqual([4, 4]);
    const north = placeOf(at(60, 0, 111_320));
    expect(north?.across).toBeCloseTo(8);
    expect(north?.up).toBe(4);
  });
  test.each([
    [0, 0],
    [84, 180],
    [-60, -180],
    [71, 178],
  ])("the view of %d, %d stays on the map, and contains the point", (latitude, longitude) => {
    const place = placeOf(at(latitude, longitude, 50_000));
    if (!place) throw new Error("no place");
    const { view, x, y } = place;
    expect(view.x).toBeGreaterThanOrEqual(0);
    expect(view.x + view.width).toBeLessThanOrEqual(MAP.width);
    expect(view.y + view.height).toBeLessThanOrEqual(MAP.height);
    expect(x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height).toBe(true);
  });
  test("a circle of 25 km is visible, and a larger one widens the view, up to the world", () => {
    expect(placeOf(at(0, 0, 10_000))?.view.width).toBe(64);
    // More than 14 px of a map 500 px wide, at the equator, where circles are smallest.
    expect(((placeOf(at(0, 0, 25_000))?.across ?? 0) * 2 * 500) / 64).toBeGreaterThan(14);
    expect(placeOf(at(0, 0, 296_800))?.view.width).toBe(64);
    expect(placeOf(at(0, 0, 297_000))?.view.width).toBeGreaterThan(64);
    expect(placeOf(at(0, 0, 30_000_000))?.view.width).toBe(MAP.width);
  });
});

test("the coasts have at most 40 KB compressed", () => {
  expect(map.content.plain).toContain(`viewBox="0 0 ${MAP.width} ${MAP.height}"`);
  expect(map.content.gzip().length).toBeLessThanOrEqual(40_000);
});
