/**
 * Sources of verdicts by engine, and features of headers that browsers have since a version newer than the
 * measured one, by MDN's compatibility data.
 */

import { expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import sources from "../../data/browsers/verdict-sources.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { ReportedVerdicts } from "../../src/headers/verdicts/index.ts";

const [versions = [], ...rows] = rowsIn(sources);

/** Versions as in MDN's compatibility data. */
const measuredVersions = {
  chrome: Number(versions[1]),
  firefox: Number(versions[2]),
  safari: Number(versions[3]),
};

/** Features of MDN's data that a browser has only since a newer version → reason why no verdict counts them. */
const unmeasured: ReadonlyMap<string, string> = new Map([
  ["Accept-Encoding.zstd safari 26.3", "no verdict on request headers of browsers"],
  ["Content-Encoding.zstd safari 26.3", "lookups decode it; no verdict on which browsers do"],
  [
    "Content-Security-Policy.script-src.inline-speculation-rules safari 27.3",
    "speculation rules have no verdict",
  ],
  ["No-Vary-Search firefox 154", "no verdict compares two URLs"],
  ["No-Vary-Search.http_cache firefox 154", "no verdict compares two URLs"],
  ["Origin-Agent-Cluster safari 27.3", "judged as Safari 26.2, which keys by site"],
  ["Sec-Speculation-Tags safari 27.3", "no verdict on request headers of browsers"],
  ["Speculation-Rules safari 27.3", "speculation rules have no verdict"],
]);

type Support = { readonly version_added?: string | boolean | null };
interface Feature {
  readonly support: Readonly<Record<string, Support | readonly Support[]>>;
}

/** `PATH BROWSER VERSION` of each feature below a node that is newer than the measured version. */
function newer(node: object, path: readonly string[] = []): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    if (key !== "__compat") return newer(value, [...path, key]);
    const { support } = value as Feature;
    return Object.entries(measuredVersions).flatMap(([browser, measured]) => {
      const [latest] = [support[browser] ?? []].flat();
      const since = String(latest?.version_added ?? "");
      return Number.parseFloat(since) > measured ? [`${path.join(".")} ${browser} ${since}`] : [];
    });
  });
}

test("each newer feature has been measured, or has the reason why no verdict counts it", () => {
  expect(newer(compat.http["headers"] ?? {}).toSorted()).toEqual([...unmeasured.keys()].toSorted());
});

test("a version above the measured one is newer, and the measured one is not", () => {
  const support = { chrome: { version_added: "157" }, firefox: { version_added: "153" }, safari: {} };
  expect(newer({ Example: { part: { __compat: { support } } } })).toEqual(["Example.part chrome 157"]);
});

interface Shape {
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

/** Paths of a schema's members; `*` is any name. */
function pathsOf(shape: Shape, path = ""): string[] {
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  const { anyOf = [], allOf = [], items, properties = {}, patternProperties = {} } = shape;
  return [
    path,
    ...[...anyOf, ...allOf, ...(items ? [items] : [])].flatMap((one) => pathsOf(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => pathsOf(one, below(name))),
    ...Object.values(patternProperties).flatMap((one) => pathsOf(one, below("*"))),
  ];
}

const paths = new Set(
  pathsOf(ReportedVerdicts as unknown as Shape).filter(
    (path) => path !== "" && !/^(?:firefox|webkit)\b/.test(path),
  ),
);
const covers = (row: string, path: string) => path === row || path.startsWith(`${row}.`);

test("each member of the verdicts has its source in each engine", () => {
  const named = rows.map(([path = ""]) => path);
  expect([...paths].filter((path) => !named.some((row) => covers(row, path)))).toEqual([]);
  expect(named.filter((row) => !paths.has(row))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test.each(rows)("%s: Chromium %s, Firefox %s, Safari %s", (path, chromium, firefox, safari, document) => {
  const cells = [chromium, firefox, safari];
  for (const cell of cells) expect(["measured", "documented", "inferred", "none"]).toContain(cell);
  expect(cells.includes("documented")).toBe(document !== "");
  // Apple's network library decides these.
  const isApples = /^(?:cookies|caching|content\.(?:download|filename|fails)|clears|security\.hsts)\b/.test(
    path ?? "",
  );
  expect(isApples && safari === "measured").toBe(false);
});
