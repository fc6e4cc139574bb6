/** The rendering engine: what draws the page, whatever the string pretends for compatibility. */

import type { Agent } from "./agent.ts";
import type { Browser } from "./browsers.ts";
import { keywordFlag } from "./keyword-scan.ts";
import type { NamedVersion } from "./schema.ts";

/** Chrome changed from WebKit to Blink with version 28. */
const FIRST_BLINK = 28;

/** The rendering engine, false where neither the string nor its browser tells. */
export const engineOf = (agent: Agent, browser: Browser | undefined): NamedVersion | false =>
  (browser && engineOfBrowser(browser, agent)) ?? renderingEngine(agent);

/** Browsers that had one engine alone, whatever else their strings name. */
const ENGINES: ReadonlyMap<string, string> = new Map([
  ["Galeon", "Gecko"],
  ["Kazehakase", "Gecko"],
  ["Camino", "Gecko"],
  ["Konqueror", "KHTML"],
]);
/** Opera drew with Elektra before 7, with Presto up to 12, and with Blink from 15 on. */
const FIRST_PRESTO = 7;
const LAST_PRESTO = 12;

/** The engine that a browser has had, where it has had but one; undefined where the string has to tell. */
function engineOfBrowser({ name, version }: Browser, agent: Agent): NamedVersion | undefined {
  const major = Number.parseInt(version, 10);
  const isPresto = name === "Opera" && major >= FIRST_PRESTO && major <= LAST_PRESTO;
  const engine = isPresto ? "Presto" : ENGINES.get(name);
  if (engine === undefined) return undefined;
  // Konqueror may draw with WebKit, and Opera's name stands in strings of others as well.
  const found = renderingEngine(agent);
  if (found && (found.name === engine || /^(?:WebKit|Blink)$/.test(found.name))) return found;
  return { name: engine, version: agent.versions.get(engine.toLowerCase()) ?? "" };
}

/**
 * The engine, false where the string names none. UC Browser's servers drew with U2, which came from Gecko; Opera
 * had Elektra before version 7; on iOS there is only WebKit.
 */
function renderingEngine(agent: Agent): NamedVersion | false {
  return (agent.keywords[RARE] === 1 && rareEngine(agent)) || commonEngine(agent);
}

/** Raised where a string may name one of those that come first. */
const RARE = keywordFlag("arkweb goanna servo ekioh edge/ presto/ netfront trident/ msie khtml/".split(" "));

function rareEngine(agent: Agent): NamedVersion | false {
  const { lower, versions } = agent;
  const version = (name: string) => versions.get(name) ?? "";
  if (versions.has("arkweb")) return { name: "ArkWeb", version: version("arkweb") };
  if (versions.has("goanna")) return { name: "Goanna", version: version("goanna") };
  if (versions.has("servo")) return { name: "Servo", version: version("servo") };
  if (lower.includes("ekioh")) return { name: "EkiohFlow", version: "" };
  if (lower.includes("edge/") && /\bedge\/\d/.test(lower) && lower.includes("chrome/"))
    return { name: "EdgeHTML", version: version("edge") };
  if (lower.includes("presto/")) return { name: "Presto", version: version("presto") };
  if (lower.includes("netfront")) return { name: "NetFront", version: version("netfront") };
  if (isTrident(agent)) return trident(agent);
  if (lower.includes("khtml/")) return { name: "KHTML", version: version("khtml") };
  return false;
}

function commonEngine(agent: Agent): NamedVersion | false {
  const { lower, versions, text } = agent;
  const webkit = versions.get("applewebkit") || (versions.get("webkit") ?? "");
  if (webkit !== "" || lower.includes("applewebkit")) {
    const chromium = chromiumVersion(agent);
    if (chromium !== "" && Number.parseInt(chromium, 10) >= FIRST_BLINK && !/like Mac OS X/.test(text)) {
      return { name: "Blink", version: chromium };
    }
    return { name: "WebKit", version: webkit.replace(/\+$/, "") };
  }
  const gecko = /\brv[:\s](\d[\w.]*)/.exec(text)?.[1];
  if (/gecko\/|gecko$|firefox\//.test(lower) && !/like gecko/.test(lower)) {
    return { name: "Gecko", version: gecko && !isFrozen(gecko, agent) ? gecko : geckoByFirefox(agent) };
  }
  if (/^(?:mobile)?safari/.test(lower)) return { name: "WebKit", version: "" };
  if (/^(?:ucweb|juc).*\bu[2-9]\/\d/.test(lower) && !lower.includes("wds "))
    return { name: "Gecko", version: "" };
  if (/^mozilla\/5\.0 \((?:iphone|ipad|ipod)/.test(lower)) return { name: "WebKit", version: "" };
  if (/opera[ /][3-6]\.\d/.test(lower)) return { name: "Elektra", version: "" };
  if (/^opera|opera[ /][4-9]|opera 1[0-2]/.test(lower)) return { name: "Presto", version: "" };
  return false;
}

/** Firefox 110 to 119 say \`rv:109.0\`, as sites took \`rv:11\` for Internet Explorer (Mozilla's bug 1805967). */
function isFrozen(gecko: string, agent: Agent): boolean {
  const firefox = Number.parseInt(agent.versions.get("firefox") ?? "", 10);
  return gecko === "109.0" && firefox >= 110 && firefox <= 119;
}

function geckoByFirefox(agent: Agent): string {
  const firefox = agent.versions.get("firefox") ?? "";
  return Number.parseInt(firefox, 10) >= 5 ? firefox : "";
}

/** The version of Chromium inside, empty where there is none. */
function chromiumVersion({ versions }: Agent): string {
  for (const name of ["chrome", "chromium", "headlesschrome", "chr0me", "hbbtv-chrome"]) {
    const version = versions.get(name);
    if (version !== undefined && version !== "") return version;
  }
  return "";
}

function isTrident({ lower }: Agent): boolean {
  return (
    lower.includes("trident/") ||
    (/msie ?\d/.test(lower) && !lower.includes("opera") && !lower.includes("khtml"))
  );
}

function trident(agent: Agent): NamedVersion {
  if (/mac_powerpc|macintosh/.test(agent.lower)) return { name: "Tasman", version: "" };
  return { name: "Trident", version: agent.versions.get("trident") ?? "" };
}
