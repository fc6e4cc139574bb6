/** Browsers that write their name and version in ways of their own, and the sites of the common ones. Source: makers' pages and own collection of strings, 2026-11. */

export const browserSites: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Chrome: "https://www.google.com/chrome/",
    "Chrome WebView": "https://developer.chrome.com/docs/webview",
    Firefox: "https://www.mozilla.org/firefox/",
    Safari: "https://www.apple.com/safari/",
    IE: "https://support.microsoft.com/windows/internet-explorer",
    Opera: "https://www.opera.com/",
    "Opera Mini": "https://www.opera.com/mobile/mini",
  }),
);

/** Browsers of phones and televisions that write their name and version in ways of their own. */
export const browserForms: readonly (readonly [sign: string, form: RegExp, name: string, url: string])[] = [
  ["ucturbo/", /UCTurbo\/(\d[\d.]*)/, "UC Browser Turbo", "https://www.ucweb.com/"],
  ["ucbrowser", /UCBrowser[/ ]?V?(\d[\d.]*)/i, "UC Browser", "https://www.ucweb.com/"],
  ["ucweb", /UCWEB[/ ]?(\d[\d.]*)/i, "UC Browser", "https://www.ucweb.com/"],
  ["miuibrowser", /MiuiBrowser\/(\d[\d.]*)/, "MIUI Browser", ""],
  [" omi/", /OMI\/(\d[\d.]*\d)/, "Opera TV", "https://www.vewd.com/"],
  ["lg browser/", /LG Browser\/(\d[\d.]*)/, "LG Browser", ""],
  ["obigo", /Obigo[\w ./-]{0,20}?Q?(\d[\w.]*)/i, "Obigo", ""],
  ["teleca", /Teleca[/-]?Q?(\d[\w.]*)/i, "Obigo", ""],
  ["jig browser", /jig browser\w{0,4}[; ]{1,2}(\d[\d.]*)/, "Jig Browser", ""],
  ["netfront", /NetFront[/ ](\d[\d.]*)/i, "NetFront", ""],
  ["browser/nf", /Browser\/NF(\d[\d.]*)/, "NetFront", ""],
  ["dorado", /Dorado(?:[ \w]*WAP-Browser)?\/?(\d[\d.]*)/, "Dorado", ""],
  ["tbrowser/", /(?<![a-z])Tbrowser\/(\d[\d.]*)/i, "T-Browser", ""],
  ["uc browser", /UC Browser ?(\d[\d.]*)/i, "UC Browser", "https://www.ucweb.com/"],
  ["_chromium_", /^smarttv_.*_Chromium_(\d[\d.]*)/, "Chromium", "https://www.chromium.org/"],
  ["pocketbook/", /AppleWebKit\/[\d.]+ PocketBook\//i, "PocketBook Browser", ""],
  ["elinks (", /^ELinks \((\d[\w.]*)/, "ELinks", "http://elinks.or.cz/"],
  ["links (", /^Links \((\d[\w.]*)/, "Links", "http://links.twibright.com/"],
  ["360 aphone", /360 Aphone Browser \((\d[\d.]*)/, "360 Browser", ""],
];

/** Names of engines' hosts that yield to any other known name. */
export const yieldingBrowsers = new Set([
  "Firefox",
  "Chromium",
  "Chrome",
  "IE Mobile",
  "NetFront",
  "WebBrowser",
  "Samsung Internet",
  "QtWebEngine",
  "Android Browser",
]);
