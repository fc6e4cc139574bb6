/**
 * `bun build/data/map.ts`: src/web/assets/land.svg, the map behind the place of an address, and
 * data/geo/country-shapes.txt, the countries that are coloured on it. The shapes are
 * Natural Earth's 1:110m land and borders (public domain) from the package world-atlas, in plate carrée
 * projection, four units per degree.
 */

import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { MAP, project } from "../../src/web/views/map-projection.ts";

const root = new URL("../..", import.meta.url).pathname;
const atlas = async (name: string) =>
  (await Bun.file(`${root}build/node_modules/world-atlas/${name}-110m.json`).json()) as Topology;
const topology = await atlas("land");
const land = topology.objects["land"];
if (!land) throw new Error("the package has no land");
const features = feature(topology, land);
const geometries =
  features.type === "FeatureCollection"
    ? features.features.map((each) => each.geometry)
    : [features.geometry];
const rings = geometries.flatMap((geometry) =>
  geometry.type === "MultiPolygon"
    ? geometry.coordinates.flat()
    : geometry.type === "Polygon"
      ? geometry.coordinates
      : [],
);

/** Longitudes without a jump at the date line: they continue beyond 180°. */
function unrolled(ring: readonly (readonly number[])[]): [longitude: number, latitude: number][] {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > 180) turn -= 360;
    if (longitude - before < -180) turn += 360;
    before = longitude;
    return [longitude + turn, latitude];
  });
}

/** A ring as steps from point to point, closed. */
function path(ring: readonly (readonly [number, number])[], turn: number): string {
  return `${steps(ring, turn)}z`;
}

/**
 * Path of relative steps in whole units; equal points are merged. `turn` is added to longitudes, in degrees.
 */
function steps(ring: readonly (readonly [number, number])[], turn: number): string {
  let text = "";
  let [atX, atY] = [0, 0];
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const { x, y } = project(latitude, longitude + turn);
    const [nextX, nextY] = [Math.round(x), Math.round(y)];
    if (index > 0 && nextX === atX && nextY === atY) continue;
    text += index === 0 ? `M${nextX} ${nextY}` : `l${nextX - atX} ${nextY - atY}`;
    [atX, atY] = [nextX, nextY];
  }
  return text.replaceAll(" -", "-");
}

/**
 * Paths of a ring; a ring that crosses an edge of the map is drawn at the other edge too. Omits the far
 * south.
 */
function paths(ring: readonly (readonly number[])[]): string {
  if (ring.every(([, latitude = 0]) => latitude < -60)) return "";
  const points = unrolled(ring);
  const longitudes = points.map(([longitude]) => longitude);
  const turns = [
    0,
    ...(Math.max(...longitudes) > 180 ? [-360] : []),
    ...(Math.min(...longitudes) < -180 ? [360] : []),
  ];
  return turns.map((turn) => path(points, turn)).join("");
}

const world = await atlas("countries");
const countries = world.objects["countries"] as GeometryCollection;
/** Only borders between two countries; coasts are part of the land. */
const borders = mesh(world, countries, (a, b) => a !== b).coordinates as [number, number][][];

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${MAP.height}" width="${MAP.width}" height="${MAP.height}"><title>The land of the world</title><style>path{fill:#c9cfc4}.b{fill:none;stroke:#f7f6f3;stroke-width:.8}@media (prefers-color-scheme:dark){path{fill:#3b4039}.b{fill:none;stroke:#161513}}</style><path d="${rings.map(paths).join("")}"/><path class="b" d="${borders.map((line) => steps(line, 0)).join("")}"/></svg>
`;
await Bun.write(`${root}src/web/assets/land.svg`, svg);
console.log(
  `${rings.length} rings, ${borders.length} borders, ${svg.length} bytes, ${Bun.gzipSync(svg).length} compressed`,
);

/** Country codes of names that Natural Earth abbreviates or spells in its own way. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["Bosnia and Herz.", "BA"],
  ["Central African Rep.", "CF"],
  ["Congo", "CG"],
  ["Côte d'Ivoire", "CI"],
  ["Dem. Rep. Congo", "CD"],
  ["Dominican Rep.", "DO"],
  ["Eq. Guinea", "GQ"],
  ["eSwatini", "SZ"],
  ["Falkland Is.", "FK"],
  ["Macedonia", "MK"],
  ["Myanmar", "MM"],
  ["Palestine", "PS"],
  ["S. Sudan", "SS"],
  ["Solomon Is.", "SB"],
  ["Trinidad and Tobago", "TT"],
  ["Turkey", "TR"],
  ["United States of America", "US"],
  ["W. Sahara", "EH"],
]);
const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const known = new Map(
  letters.flatMap((a) => letters.map((b) => [english.of(`${a}${b}`), `${a}${b}`] as const)),
);
const shapes = feature(world, countries).features.flatMap(({ geometry, properties }) => {
  const { name = "" } = (properties ?? {}) as { readonly name?: string };
  const code = CODES.get(name) ?? known.get(name);
  const polygons =
    geometry.type === "MultiPolygon"
      ? geometry.coordinates
      : geometry.type === "Polygon"
        ? [geometry.coordinates]
        : [];
  const shape = polygons.flat().map(paths).join("");
  return code === undefined || shape === "" ? [] : [`${code} | ${shape}\n`];
});
await Bun.write(
  `${root}data/geo/country-shapes.txt`,
  `# Countries as paths on src/web/assets/land.svg, by ISO code. build/data/map.ts writes them.\n# documented | Natural Earth 1:110m (public domain), from npm world-atlas@2.0.2, 2026-11-28\n${shapes.toSorted().join("")}`,
);
