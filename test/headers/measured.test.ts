/** Features of headers that browsers have since a version newer than the measured one, by MDN's compatibility data. */

import { expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };

/** Versions as in MDN's compatibility data; WebKitGTK 2.50 has the engine of Safari 26.2. */
const measuredVersions = { chrome: 156, firefox: 153, safari: 26.2 } as const;

/** Features of MDN's data that a browser has only since a newer version → reason why no verdict counts them. */
const unmeasured: ReadonlyMap<string, string> = new Map([
  ["Accept-Encoding.zstd safari 26.3", "no verdict on request headers of browsers"],
  ["Content-Encoding.zstd safari 26.3", "lookups decode it; no verdict on which browsers do"],
  [
    "Content-Security-Policy.script-src.inline-speculation-rules safari 27.3",
    "speculation rules have no verdict",
  ],
  ["No-Vary-Search firefox 154", "judged as Firefox 153, which compares the whole URL"],
  ["No-Vary-Search.http_cache firefox 154", "judged as Firefox 153, which compares the whole URL"],
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
