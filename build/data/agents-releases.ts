/**
 * Updates data/agents/browser-releases.txt from MDN's browser-compat-data (CC0): release date of each major
 * version of a browser, and whether its vendor still supports it. A version that is not out yet is `current` from its day
 * on. Safari's minor versions have rows of their own, with the support of the major version.
 */

import { join } from "node:path";
import compat from "@mdn/browser-compat-data" with { type: "json" };

const TARGET = join(import.meta.dir, "../../data/agents/browser-releases.txt");

/** Browser in MDN's data → our name, with the system if browsers of several systems share the name. */
const BROWSERS: Readonly<Record<string, string>> = {
  chrome: "Chrome",
  chrome_android: "Chrome Android",
  webview_android: "Chrome WebView",
  edge: "Edge",
  firefox: "Firefox",
  firefox_android: "Firefox Android",
  ie: "IE",
  oculus: "Oculus Browser",
  opera: "Opera",
  opera_android: "Opera Android",
  safari: "Safari",
  safari_ios: "Safari iOS",
  samsunginternet_android: "Samsung Internet",
};

/**
 * Release status → support. A major version gets the first status in this order that one of its releases has.
 */
const SUPPORT: readonly (readonly [status: string, support: string])[] = [
  ["current", "current"],
  ["esr", "supported"],
  ["retired", "outdated"],
  ["beta", "current"],
  ["nightly", "current"],
  ["planned", "current"],
];

interface Release {
  readonly release_date?: string;
  readonly status: string;
}

const lines = [
  "# Release date of each version of a browser, and its vendor's support: browser | version | day | support.",
  "# `current`: from that day on, until the next version with this word is out.",
  "# Refresh: bun build/data/agents-releases.ts",
  `# documented | npm @mdn/browser-compat-data ${compat.__meta.version} (CC0)`,
];
for (const [id, name] of Object.entries(BROWSERS)) {
  const { releases } = compat.browsers[id as keyof typeof compat.browsers] as {
    releases: Record<string, Release>;
  };
  const majors = Map.groupBy(Object.entries(releases), ([version]) => version.split(".")[0] ?? "");
  for (const [major, rows] of majors) {
    const states = rows.map(([, { status }]) => status);
    const support = SUPPORT.find(([status]) => states.includes(status))?.[1];
    const days = rows.flatMap(([, { release_date: day }]) => day ?? []);
    const first = days.sort()[0];
    if (support && first) lines.push(`${name} | ${major} | ${first} | ${support}`);
    if (!support || !id.startsWith("safari")) continue;
    for (const [version, { release_date: day }] of rows)
      if (day && day !== first) lines.push(`${name} | ${version} | ${day} | ${support}`);
  }
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length - 3} versions`);
