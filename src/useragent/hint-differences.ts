/** Where client hints and a user agent string say different things, which one browser never does. Pure. */

import { comparedSystems, eitherSystem, platforms, selfNamed } from "../../data/agents/hints.ts";
import { chromiumVersion, conflicts } from "./apply-client-hints.ts";
import { browserOfBrand } from "./browsers.ts";
import type { ClientHints } from "./client-hints.ts";
import { lookupUserAgent } from "./lookup.ts";
import type { UserAgentResult } from "./schema.ts";

interface Compared {
  readonly agent: string;
  readonly string: UserAgentResult;
  readonly hints: ClientHints;
}

/** In the order of weight; each gives what the string and what the hints say. */
const DIFFERENCES: readonly ((compared: Compared) => readonly [string: string, hints: string] | undefined)[] =
  [
    ({ string: { os }, hints: { platform } }) => {
      const named = platforms.get(platform.toLowerCase());
      if (!os || named === undefined || named === os.name) return undefined;
      if (![os.name, named].every((name) => comparedSystems.has(name))) return undefined;
      return eitherSystem.has(os.name) && eitherSystem.has(named) ? undefined : [os.name, named];
    },
    ({ agent, string: { browser }, hints }) =>
      conflicts(agent, hints) ? [browser ? browser.name : "another browser", brandText(hints)] : undefined,
    ({ string: { browser }, hints }) => {
      if (!browser || !selfNamed.has(browser.name) || hints.brands.length === 0) return undefined;
      const names = hints.brands.map(({ brand }) => browserOfBrand(brand));
      return names.includes(browser.name) ? undefined : [browser.name, brandText(hints)];
    },
    ({ string, hints }) => {
      const engine = string.engine || undefined;
      const chromium = chromiumVersion(hints);
      if (engine?.name !== "Blink" || chromium === "") return undefined;
      const [said, hinted] = [engine.version, chromium].map((version) => Number.parseInt(version, 10));
      return said === hinted ? undefined : [`Chromium ${said}`, `Chromium ${hinted}`];
    },
    ({ agent, hints: { mobile } }) => {
      // Chromium sends ?1 just where its string says Mobile.
      if (mobile === undefined || !agent.includes("Chrome/") || /\bMobile\b/.test(agent) === mobile)
        return undefined;
      return mobile ? ["no phone", "a phone"] : ["a phone", "no phone"];
    },
  ];

const brandText = ({ brands }: ClientHints) =>
  brands.map(({ brand, version }) => `${brand} ${version}`.trim()).join(", ");

/** The first difference; undefined where both fit. */
export function hintDifference(
  agent: string,
  hints: ClientHints,
): readonly [string: string, hints: string] | undefined {
  const compared = { agent, hints, string: lookupUserAgent(agent) };
  return DIFFERENCES.values()
    .map((find) => find(compared))
    .find((found) => found !== undefined);
}
