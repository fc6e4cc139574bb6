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
  ["ucmini/", /UCMini\/(\d[\d.]*)/, "UC Browser Mini", "https://www.ucweb.com/"],
  ["ucweb", /UCWEB[/ ]?(\d[\d.]*)/i, "UC Browser", "https://www.ucweb.com/"],
  ["miuibrowser", /MiuiBrowser\/(\d[\d.]*)/, "MIUI Browser", "https://www.mi.com/"],
  [" omi/", /OMI\/(\d[\d.]*\d)/, "Opera TV", "https://www.vewd.com/"],
  ["; silk/", /; Silk\/(\d[\d.]*)/, "Silk", "https://docs.aws.amazon.com/silk/"],
  ["lg browser/", /LG Browser\/(\d[\d.]*)/, "LG Browser", ""],
  // ACCESS' browser before it was called NetFront; that of Sony's and Nintendo's consoles is its.
  ["ave-front", /AVE-?Front\/(\d[\d.]*)/i, "NetFront", "https://www.access-company.com/"],
  ["avefront", /AVE-?Front\/(\d[\d.]*)/i, "NetFront", "https://www.access-company.com/"],
  ["(psp (", /\(PSP \(/, "NetFront", "https://www.access-company.com/"],
  ["playstation 3;", /PLAYSTATION 3; \d/, "NetFront", "https://www.access-company.com/"],
  [
    "playstation",
    /PlayStation (?:3|4|Vita) [\d.]+[^)]*\) AppleWebKit\/[\d.+]+ \(KHTML, like Gecko\)(?: Silk|$)/i,
    "NetFront NX",
    "https://www.access-company.com/",
  ],
  ["(ps3 (", /\(PS3 \(/, "NetFront", "https://www.access-company.com/"],
  [
    "nintendo 3ds; u",
    /Nintendo 3DS; U;.{0,20}\) Version\/(\d[\d.]*\d)/,
    "NetFront NX",
    "https://www.access-company.com/",
  ],
  ["ecosia ", /Ecosia (?:ios|android)@(\d[\d.]*)/, "Ecosia", "https://www.ecosia.org/"],
  ["; waterfox)", /; Waterfox\).*Firefox\/(\d[\d.]*)/, "Waterfox", "https://www.waterfox.net/"],
  ["acs-nf/", /ACS-NF\/(\d[\d.]*)/, "NetFront", "https://www.access-company.com/"],
  ["netfrontnx/", /NetFrontNX\/(\d[\d.]*)/, "NetFront NX", "https://www.access-company.com/"],
  ["openwave", /Open[Ww]ave(?: Mobile Browser)?[ /]?(\d[\w.]*)(?=[ (;)]|$)(?!.*Chrome\/)/, "Openwave", ""],
  [" up/", /^\S+ UP\/(\d[\w.]*)/, "Openwave", ""],
  ["browser/opera", /Browser\/Opera[ /]?(\d[\d.]*)/, "Opera Mobile", "https://www.opera.com/"],
  ["browser/dolfin", /Browser\/Dolfin(\d[\d.]*)/, "Dolfin", ""],
  ["mspie ", /\bMSPIE (\d[\d.]*)/, "IE Mobile", ""],
  ["uc applewebkit", /\bUC AppleWebKit/i, "UC Browser", "https://www.ucweb.com/"],
  [")uc applewebkit", /\)UC AppleWebKit/i, "UC Browser", "https://www.ucweb.com/"],
  ["semc-browser/", /SEMC-Browser\/(\d[\d.]*)/, "SEMC Browser", ""],
  ["planetweb/", /Planetweb\/v?(\d[\d.]*)/, "Planetweb", ""],
  ["dreampassport/", /DreamPassport\/(\d[\d.]*)/, "DreamPassport", ""],
  ["dreamkey/", /DreamKey\/(\d[\d.]*)/, "DreamKey", ""],
  ["alitephone", /360 Alitephone Browser \((\d[\d.]*)/, "360 Browser", "https://browser.360.cn/"],
  [" plink ", /PalmOS\) PLink (\d[\w.]*)/, "PocketLink", ""],
  ["obigo", /(?<!MMS\/|[a-z])Obigo[\w ./-]{0,20}?Q?(\d[\w.]*)/i, "Obigo", ""],
  ["teleca", /Teleca(?:Browser)?[ /-]?Q?(\d[\w.]*)/i, "Obigo", ""],
  ["maui", /MAUI[ _-](?:WAP|Browser)/i, "MAUI WAP Browser", ""],
  ["maui", /Browser\/MAUI.{0,200}\bQ0?(\d)[A-Z]\d?\b/, "Obigo", ""],
  ["jig browser", /jig browser(?:(?: web|\w{0,4})[; ]{1,2}(\d[\d.]*))?/, "Jig Browser", ""],
  ["netfront", /NetFront(?: FullBrowser)?[-/ ]?(\d[\d.]*)/i, "NetFront", "https://www.access-company.com/"],
  ["netfont", /Browser\/NetFont-(\d[\d.]*)/, "NetFront", "https://www.access-company.com/"],
  ["browser/nf", /Browser\/NF(\d[\d.]*)/, "NetFront", "https://www.access-company.com/"],
  ["dorado", /Dorado(?:[ \w]*WAP-Browser)?\/?(\d[\d.]*)/, "Dorado", ""],
  ["tbrowser/", /(?<![a-z])Tbrowser\/(\d[\d.]*)/i, "T-Browser", ""],
  ["uc browser", /UC Browser ?(\d[\d.]*)/i, "UC Browser", "https://www.ucweb.com/"],
  ["_chromium_", /^smarttv_.*_Chromium_(\d[\d.]*)/, "Chromium", "https://www.chromium.org/"],
  ["pocketbook/", /AppleWebKit\/[\d.]+ PocketBook\//i, "PocketBook Browser", ""],
  ["elinks (", /^ELinks \((\d[\w.]*)/i, "ELinks", "http://elinks.or.cz/"],
  ["links (", /^Links \((\d[\w.]*)/, "Links", "http://links.twibright.com/"],
  ["360 aphone", /360 Aphone Browser \((?:Version )?(\d[\d.]*)/, "360 Browser", "https://browser.360.cn/"],
  // Two that left out the points.
  ["mqqbrowser/", /MQQBrowser\/(\d)(\d) Mozilla/, "QQ Browser", "https://browser.qq.com/"],
  ["qhbrowser/", /QHBrowser\/(\d)(\d)(\d)\b/, "360 Browser", "https://browser.360.cn/"],
  ["ninesky", /Ninesky-[a-z-]{2,24}\/(\d[\d.]*)/i, "NineSky", ""],
  ["swing(and)", /Swing\(And\)\/(\d[\d.]*)/, "Swing Browser", ""],
  ["webpro", /\bWebPro\/?(\d[\d.]*)/, "WebPro", ""],
  ["mmef", /\bMMEF(\d)(\d)/, "Microsoft Mobile Explorer", ""],
  ["browser/phantom", /Browser\/Phantom\/V?(\d[\d.]*)/, "Phantom", ""],
  ["motorolawebkit", /\(MotorolaWebKit;.{0,120}Version\/(\d[\d.]*)/, "Motorola Internet Browser", ""],
  ["browser/cmcs", /Browser\/CMCS(\d[\d.]*)/, "Motorola Internet Browser", ""],
  ["aplix_", /^Aplix_\w+_browser\/(\d[\d.]*\d)/, "Aplix", ""],
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
  "Chrome Frame",
  "webOS Browser",
]);

/** Names of a few letters that count as a bare word. */
export const shortNames = new Set(["Lynx", "Iron", "Kiwi"]);

/** Browsers whose version is that of their Chromium, where they say none. */
export const chromiumNumbered = new Set(["Brave", "Iron", "Kiwi", "Chromium-Gost"]);

/** Safari before 3 by its build, from the first to the last. Source: Apple's release notes by their builds. */
export const safariOfBuild: readonly (readonly [from: number, to: number, version: string])[] = [
  [85, 85, "1.0"],
  [100, 100, "1.1"],
  [125, 125, "1.2"],
  [312, 312, "1.3"],
  [412, 419, "2.0"],
];

/** Where apps write their version, if not behind their name: the first group that matches. */
export const appVersionForms: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    Naver: /NAVER\(inapp; [^;]{1,20}; [^;]{1,20}; ([\d.]+)/,
    Facebook: /FBAV\/([\d.]+)/,
    "Facebook Messenger": /FBAV\/([\d.]+)/,
    "Facebook Lite": /FBAV\/([\d.]+)/,
    "Yahoo! Japan": /\bjp\.co\.yahoo\.[\w.]{2,40}\/(\d[\d.]*)/,
    TikTok:
      /\b(?:musical_ly|trill|ultralite)_(\d{1,3}\.\d[\d.]*)|\bapp_version\/(\d[\d.]*)|\bTikTok[ /](\d[\d.]*)/i,
  }),
);

/** TikTok's on Android without points: `musical_ly_2022803040` is 28.3.4. */
export const tiktokNumber = /\b(?:musical_ly_|musically\/|(?:trill|ultralite)[_/])20\d(\d\d)(\d\d)(\d\d)\d\b/;
