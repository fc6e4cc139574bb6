/** Contradictions between client hints and a user agent string. Pure. */

import { comparedSystems, eitherSystem, platforms, selfNamed } from "../../data/agents/hints.ts";
import type { ClientHints } from "./client-hints.ts";
import { chromiumVersion, conflicts } from "./hints/apply-client-hints.ts";
import { lookupUserAgent } from "./lookup.ts";
import { browserOfBrand } from "./read/browsers.ts";

/** Most significant contradiction; undefined if string and hints agree. */
export function hintDifference(
  agent: string,
  hints: ClientHints,
): readonly [string: string, hints: string] | undefined {
  const { os, browser, engine } = lookupUserAgent(agent);
  const { platform, brands, mobile } = hints;
  const named = brands.map(({ brand, version }) => `${brand} ${version}`.trim()).join(", ");
  const system = platforms.get(platform.toLowerCase());
  if (os && system !== undefined && system !== os.name) {
    const both = [os.name, system];
    const areCompared = both.every((name) => comparedSystems.has(name));
    if (areCompared && !both.every((name) => eitherSystem.has(name))) return [os.name, system];
  }
  if (conflicts(agent, hints)) return [browser ? browser.name : "another browser", named];
  if (browser && selfNamed.has(browser.name) && brands.length > 0) {
    const isNamed = brands.some(({ brand }) => browserOfBrand(brand) === browser.name);
    if (!isNamed) return [browser.name, named];
  }
  const chromium = chromiumVersion(hints);
  if (engine && engine.name === "Blink" && chromium !== "") {
    const [sent, hinted] = [engine.version, chromium].map((version) => Number.parseInt(version, 10));
    if (sent !== hinted) return [`Chromium ${sent}`, `Chromium ${hinted}`];
  }
  // Chromium sends ?1 exactly when its string has Mobile.
  const isChromes = mobile !== undefined && agent.includes("Chrome/");
  if (!isChromes || /\bMobile\b/.test(agent) === mobile) return undefined;
  return mobile ? ["no phone", "a phone"] : ["a phone", "no phone"];
}
