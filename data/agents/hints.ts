/** Values of client hints and of package names. Source: User-Agent Client Hints (WICG), ChromiumOS, 2026-11. */

/** Boards of Chromebooks. Android apps on a Chromebook report the board as the model. Source: ChromiumOS. */
export const chromebooks = new Set(
  `asurada atlas bob brask brox brya caroline cherry coral corsola cyan dedede drallion elm endeavour eve fizz geralt
  grunt gru guybrush hana hatch jacuzzi kalista kevin kukui nami nautilus nissa nocturne octopus poppy puff pyro
  rammus reef reks rex sand sarien scarlet skyrim snappy soraka staryu strongbad trogdor volteer zork`.split(
    /\s+/,
  ),
);

/** Browsers by brand in lower case, for brands that are not a name of the browser. */
export const brandNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chrome: "Chrome",
    "edge webview2": "Edge WebView2",
    quest: "Oculus Browser",
    yandex: "Yandex Browser",
    "opera mobile": "Opera Mobile",
    operamobile: "Opera Mobile",
  }),
);

export const platforms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    windows: "Windows",
    macos: "macOS",
    "mac os x": "macOS",
    macintel: "macOS",
    android: "Android",
    ios: "iOS",
    "chrome os": "ChromeOS",
    chromeos: "ChromeOS",
    "chromium os": "ChromeOS",
    linux: "Linux",
    freebsd: "FreeBSD",
    openbsd: "OpenBSD",
    fuchsia: "Fuchsia",
    harmonyos: "HarmonyOS",
    openharmony: "HarmonyOS",
    tizen: "Tizen",
  }),
);

/** Systems with the same name in the string and in hints. Headsets and desktop modes mix Linux and Android. */
export const comparedSystems: ReadonlySet<string> = new Set([
  "Windows",
  "macOS",
  "iOS",
  "iPadOS",
  "Android",
  "ChromeOS",
  "Linux",
]);
export const eitherSystem: ReadonlySet<string> = new Set(["Linux", "Android"]);

/** Browsers that send their name both in the string and in client hints. */
export const selfNamed: ReadonlySet<string> = new Set(["Edge", "Opera", "Samsung Internet"]);

/** Form factors, the most specific first. A browser sends all that apply, in any order: `"Mobile", "Watch"`. */
export const formFactors = [
  ["desktop", "desktop"],
  ["automotive", "car"],
  ["xr", "xr"],
  ["watch", "wearable"],
  ["tablet", "tablet"],
  ["mobile", "mobile"],
  ["eink", "tablet"],
] as const;
