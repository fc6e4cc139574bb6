/**
 * Rendering engines, despite the names that strings contain for compatibility. Rows in order, the first match
 * decides. UC Browser's servers used U2, which came from Gecko; Opera had Elektra before version 7; iOS has
 * only WebKit. Source: makers' pages and own collection of strings, 2026-11.
 */

import type { Condition, VersionAt } from "./row.ts";

export interface EngineRow extends Condition<"webkit" | "blink"> {
  readonly name: string;
  readonly at?: VersionAt;
}

/** Products followed by Chromium's version. */
export const chromiumProducts = ["chrome", "chromium", "headlesschrome", "chr0me", "hbbtv-chrome"];

export const engines: readonly EngineRow[] = [
  { product: "arkweb", name: "ArkWeb", at: ["arkweb"] },
  { product: "goanna", name: "Goanna", at: ["goanna"] },
  { product: "servo", name: "Servo", at: ["servo"] },
  { words: ["libweb+", "ladybird/"], name: "LibWeb" },
  { words: ["ekioh"], name: "EkiohFlow" },
  { words: ["edge/"], only: /^(?=.*chrome\/).*\bedge\/\d/, name: "EdgeHTML", at: ["edge"] },
  { words: ["presto/"], name: "Presto", at: ["presto"] },
  { words: ["netfront"], name: "NetFront", never: /applewebkit/, at: ["netfront"] },
  { words: ["trident/"], only: /mac_powerpc|macintosh/, name: "Tasman" },
  { words: ["trident/"], name: "Trident", at: ["trident"] },
  {
    words: ["msie"],
    only: /^(?=.*msie ?\d).*(?:mac_powerpc|macintosh)/,
    never: /opera|khtml/,
    name: "Tasman",
  },
  { words: ["msie"], only: /msie ?\d/, never: /opera|khtml/, name: "Trident", at: ["trident"] },
  { words: ["khtml/"], name: "KHTML", at: ["khtml"] },
  { needs: ["webkit", "blink"], never: /like Mac OS X/, name: "Blink", at: chromiumProducts },
  // Samsung's televisions and Amazon's players send Chromium's version without a product.
  {
    words: [" tv safari/", "_chromium_"],
    only: / [\d.]+\/\d\.\d TV Safari\/|_Chromium_\d/,
    name: "Blink",
    at: [/ (\d[\d.]+)\/\d\.\d TV Safari\/|_Chromium_(\d[\d.]*)/],
  },
  { needs: ["webkit"], name: "WebKit", at: ["applewebkit", "webkit"] },
  // Firefox 110 to 119 send `rv:109.0`, because sites read `rv:11` as Internet Explorer (Mozilla's bug
  // 1805967).
  {
    words: ["rv:109.0"],
    only: /firefox\/11\d\b/,
    never: /like gecko/,
    name: "Gecko",
    at: ["firefox"],
  },
  {
    only: /gecko\/|gecko$|firefox\/|^mozilla\/5\.0 \((?:x11|windows|macintosh).*\) gecko [a-z]/,
    never: /like gecko/,
    name: "Gecko",
    at: [/\brv[:\s](\d[\w.]*)/, /\bFirefox\/((?:[5-9]|\d\d)[\w.]*)/i],
  },
  { only: /^(?:mobile)?safari/, name: "WebKit" },
  { words: ["ucweb", "juc"], only: /^(?:ucweb|juc).*\bu[2-9]\/\d/, never: /wds /, name: "Gecko" },
  { only: /^mozilla\/5\.0 \((?:iphone|ipad|ipod)/, name: "WebKit" },
  { only: /opera[ /][3-6]\.\d/, name: "Elektra" },
  { only: /^opera|opera[ /][4-9]|opera 1[0-2]/, never: /cfnetwork\//, name: "Presto" },
];

/** Browsers with the same engine in all versions, whatever else their strings name. */
export const engineOfBrowsers: ReadonlyMap<string, string> = new Map([
  ["Galeon", "Gecko"],
  ["Kazehakase", "Gecko"],
  ["Camino", "Gecko"],
  ["Konqueror", "KHTML"],
  ["NetFront", "NetFront"],
  ["NetFront NX", "WebKit"],
  ["Nintendo Browser", "WebKit"],
  ["Dolfin", "WebKit"],
]);

/** Browser that has the same version numbers as the engine, by engine. */
export const countedBy: ReadonlyMap<string, string> = new Map([
  ["Blink", "Chrome"],
  ["Gecko", "Firefox"],
]);

/** Chrome changed from WebKit to Blink in version 28. */
export const firstBlink = 28;

/** Opera used Elektra before 7, Presto up to 12, and Blink since 15. */
export const onPresto = /^(?:[7-9]|1[0-2])\b/;
