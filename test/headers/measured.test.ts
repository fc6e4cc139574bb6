/** Features of headers that browsers have since a version newer than the measured one, by MDN's compatibility data. */

import { expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import { measuredVersions, unmeasured } from "../../data/browsers/measured.ts";

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
