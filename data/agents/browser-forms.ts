/**
 * Browsers that are recognised by patterns, and the websites of common browsers. Source: makers' pages and
 * own collection of strings, 2026-11.
 */

import type { Condition, VersionAt } from "./row.ts";

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

/** A browser's row. The version is matched by `at`, or by the groups of `only`, joined with points. */
export interface BrowserRow extends Condition {
  readonly name: string;
  readonly url?: string;
  readonly at?: VersionAt;
  /** Internet Explorer in compatibility view sends an older version; Safari before 3 only its build. */
  readonly read?: "explorer" | "safari";
}

/** Browsers that imitate NetFront. */
const IMITATES_NETFRONT = /nintendo|kindle|silk|opera mini|ucweb/;

/** Since version 10 Opera puts its version after other names: `Opera/9.80 (…) Presto/2.12 Version/12.16`. */
const OPERAS_VERSION: VersionAt = [
  /Presto\/[\d.]+ Version\/(\d[\d.]*)/,
  /\bOpera[ /]((?:9\.[0-4]|[4-8]\.\d)(?:[\w.]*\w)?)/i,
  "version",
  "opera",
  /Opera[ /](\d[\d.]*)/,
];

/** Browsers of phones and televisions, and Opera, recognised by patterns. */
export const browserForms: readonly BrowserRow[] = [
  {
    words: ["ucturbo/"],
    only: /UCTurbo\/(\d[\d.]*)/,
    name: "UC Browser Turbo",
    url: "https://www.ucweb.com/",
  },
  {
    words: ["ucbrowser"],
    only: /UCBrowser[/ ]?V?(\d[\d.]*)/i,
    name: "UC Browser",
    url: "https://www.ucweb.com/",
  },
  { words: ["ucmini/"], only: /UCMini\/(\d[\d.]*)/, name: "UC Browser Mini", url: "https://www.ucweb.com/" },
  {
    words: ["ucweb"],
    only: /UCWEB/i,
    name: "UC Browser",
    url: "https://www.ucweb.com/",
    at: [/UC Browser ?(\d[\d.]*)/i, /UCWEB[/ ]?(\d[\d.]*)/i],
  },
  {
    words: ["miuibrowser"],
    only: /MiuiBrowser(?:\/(\d[\d.]*)|$)/,
    name: "MIUI Browser",
    url: "https://www.mi.com/",
  },
  // Chromium's string with `MMS/1.0…` at the end; strings of old phones contain `MMS` too.
  {
    words: ["safari/537.36 mms/1.0."],
    only: /Safari\/537\.36 MMS\/(1\.0\.\d+\.\d+)$/,
    name: "Opera Neon",
    url: "https://www.opera.com/neon",
  },
  {
    words: ["qwantmobile/"],
    only: /Firefox\/[\d.]+QwantMobile\/(\d[\d.]*)/,
    name: "Qwant Mobile",
    url: "https://www.qwant.com/",
  },
  // `OPT/` up to version 3 is Opera Touch.
  {
    words: [" opt/"],
    only: /^(?=.*like Mac OS X).* OPT\/([4-9]\.\d[\d.]*)/,
    name: "Opera",
    url: "https://www.opera.com/",
  },
  { words: ["opera gx/"], only: /^Opera GX\/(\d[\d.]*)/, name: "Opera GX", url: "https://www.opera.com/gx" },
  {
    words: ["opera touch/"],
    only: /^Opera Touch\/(\d[\d.]*)/,
    name: "Opera Touch",
    url: "https://www.opera.com/",
  },
  // The number belongs to the earlier name.
  {
    words: ["myie2"],
    only: /MyIE2(?!\/)/,
    name: "Maxthon",
    url: "https://www.maxthon.com/",
    at: [/Maxthon[/ ](\d[\d.]*)/],
  },
  { words: [" cmbrowser/"], only: / CMBrowser\/(\d[\d.]*)/, name: "CM Browser" },
  { words: [" omi/"], only: /OMI\/(\d[\d.]*\d)/, name: "Opera TV", url: "https://www.vewd.com/" },
  { words: [" spark/"], only: /Chrome\/[\d.]+ Spark\/(\d[\w.]*)/, name: "Baidu Spark" },
  { words: ["; silk/"], only: /; Silk\/(\d[\d.]*)/, name: "Silk", url: "https://docs.aws.amazon.com/silk/" },
  { words: ["lg browser/"], only: /LG Browser\/(\d[\d.]*)/, name: "LG Browser" },
  // Earlier name of NetFront, by ACCESS; Sony's and Nintendo's consoles use it.
  {
    words: ["ave-front"],
    only: /AVE-?Front\/(\d[\d.]*)/i,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["avefront"],
    only: /AVE-?Front\/(\d[\d.]*)/i,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["(psp ("],
    only: /\(PSP \(/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["playstation 3;"],
    only: /PLAYSTATION 3; \d/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["playstation"],
    only: /PlayStation (?:3|4|Vita) [\d.]+[^)]*\) AppleWebKit\/[\d.+]+ \(KHTML, like Gecko\)(?: Silk|$)/i,
    name: "NetFront NX",
    url: "https://www.access-company.com/",
  },
  {
    words: ["(ps3 ("],
    only: /\(PS3 \(/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["nintendo 3ds; u", "nintendobrowser/"],
    only: /(?:Nintendo 3DS; U;.{0,20}\) Version|NintendoBrowser)\/(\d[\d.]*\d)?/,
    name: "Nintendo Browser",
    url: "https://www.nintendo.com/",
  },
  {
    words: ["ecosia "],
    only: /Ecosia \w+@(\d[\d.]*)/,
    name: "Ecosia",
    url: "https://www.ecosia.org/",
  },
  {
    words: ["; waterfox)"],
    only: /; Waterfox\).{0,80}Firefox\/(\d[\d.]*)/,
    name: "Waterfox",
    url: "https://www.waterfox.net/",
  },
  {
    words: ["acs-nf/"],
    only: /ACS-NF\/(\d[\d.]*)/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["netfrontnx/"],
    only: /NetFrontNX\/(\d[\d.]*)/,
    name: "NetFront NX",
    url: "https://www.access-company.com/",
  },
  {
    words: ["openwave"],
    only: /Open[Ww]ave(?: Mobile Browser)?[ /]?(\d[\w.]*)(?=[ (;)]|$)(?!.*Chrome\/)/,
    name: "Openwave",
  },
  { words: [" up/"], only: /^\S+ UP\/(\d[\w.]*)/, name: "Openwave" },
  {
    words: ["browser/opera"],
    name: "Opera Mobile",
    url: "https://www.opera.com/",
    at: [/Browser\/Opera[ /]?(\d[\d.]*)/, ...OPERAS_VERSION],
  },
  { words: ["browser/dolfin"], only: /Browser\/Dolfin(\d[\d.]*)/, name: "Dolfin" },
  { words: ["mspie "], only: /\bMSPIE (\d[\d.]*)/, name: "IE Mobile" },
  { words: ["uc applewebkit"], only: /\bUC AppleWebKit/i, name: "UC Browser", url: "https://www.ucweb.com/" },
  {
    words: ["pr(ucbrowser"],
    only: /\bpr\(UCBrowser(?:\/(\d[\d.]*))?/,
    name: "UC Browser",
    url: "https://www.ucweb.com/",
  },
  // TCL's televisions send an iPad's string.
  { words: ["tclwebkit"], name: "BrowseHere", url: "https://www.tcl.com/", at: [] },
  {
    words: [")uc applewebkit"],
    only: /\)UC AppleWebKit/i,
    name: "UC Browser",
    url: "https://www.ucweb.com/",
  },
  { words: ["semc-browser/"], only: /SEMC-Browser\/(\d[\d.]*)/, name: "SEMC Browser" },
  { words: ["planetweb/"], only: /Planetweb\/v?(\d[\d.]*)/, name: "Planetweb" },
  { words: ["dreampassport/"], only: /DreamPassport\/(\d[\d.]*)/, name: "DreamPassport" },
  { words: ["dreamkey/"], only: /DreamKey\/(\d[\d.]*)/, name: "DreamKey" },
  {
    words: ["alitephone"],
    only: /360 Alitephone Browser \((\d[\d.]*)/,
    name: "360 Browser",
    url: "https://browser.360.cn/",
  },
  { words: [" plink "], only: /PalmOS\) PLink (\d[\w.]*)/, name: "PocketLink" },
  { words: ["obigo"], only: /(?<!MMS\/|[a-z])Obigo[\w ./-]{0,20}?Q?(\d[\w.]*)/i, name: "Obigo" },
  { words: ["teleca"], only: /Teleca(?:Browser)?[ /-]?Q?(\d[\w.]*)/i, name: "Obigo" },
  { words: ["browser/teleca"], name: "Obigo" },
  {
    words: ["maui"],
    only: /MAUI[ _-](?:WAP|Browser)(?:[ _-]Browser\/(\d[\d.]*))?/i,
    name: "MAUI WAP Browser",
  },
  { words: ["maui"], only: /Browser\/MAUI.{0,200}\bQ0?(\d)[A-Z]\d?\b/, name: "Obigo" },
  {
    words: ["jig browser"],
    only: /jig browser(?:(?: web|\w{0,4})[; ]{1,2}(\d[\d.]*))?/,
    name: "Jig Browser",
  },
  {
    words: ["netfront"],
    only: /NetFront(?: FullBrowser)?[-/ ]?(\d[\d.]*)/i,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["netfont"],
    only: /Browser\/NetFont-(\d[\d.]*)/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  {
    words: ["browser/nf"],
    only: /Browser\/NF(\d[\d.]*)/,
    never: IMITATES_NETFRONT,
    name: "NetFront",
    url: "https://www.access-company.com/",
  },
  { words: ["dorado"], only: /Dorado(?:[ \w]*WAP-Browser)?\/?(\d[\d.]*)/, name: "Dorado" },
  { words: ["tbrowser/"], only: /(?<![a-z])Tbrowser\/(\d[\d.]*)/i, name: "T-Browser" },
  {
    words: ["uc browser"],
    only: /UC Browser ?(\d[\d.]*)/i,
    name: "UC Browser",
    url: "https://www.ucweb.com/",
  },
  {
    words: ["_chromium_"],
    only: /^smarttv_.*_Chromium_(\d[\d.]*)/,
    name: "Chromium",
    url: "https://www.chromium.org/",
  },
  { words: ["pocketbook/"], only: /AppleWebKit\/[\d.]+ PocketBook\//i, name: "PocketBook Browser" },
  { words: ["elinks ("], only: /^ELinks \((\d[\w.]*)/i, name: "ELinks", url: "http://elinks.or.cz/" },
  { words: ["links ("], only: /^Links \((\d[\w.]*)/, name: "Links", url: "http://links.twibright.com/" },
  {
    words: ["360 aphone"],
    only: /360 Aphone Browser \((?:Version )?(\d[\d.]*)/,
    name: "360 Browser",
    url: "https://browser.360.cn/",
  },
  // Android's built-in browser, in strings written by the maker of the phone.
  {
    words: ["browser/applewebkit", "browser/1.0"],
    only: /Android[/ ][\w. ]+ Release\/[\d.]+ Browser\//,
    never: /chrome|maxthon|360|qqbrowser|flyflow|build\//,
    name: "Android Browser",
    at: ["version"],
  },
  {
    words: ["; ghostery:"],
    only: /; Ghostery:(\d[\d.]*)/,
    name: "Ghostery Privacy Browser",
    url: "https://www.ghostery.com/",
  },
  // A processor follows `TenFourFox/`, so the version is Firefox's.
  { words: ["tenfourfox/"], name: "TenFourFox", at: ["firefox"] },
  { words: ["classilla/"], only: /rv:(\d[\d.]*).*Classilla\//, name: "Classilla" },
  { words: ["avantbrowser/tri"], name: "Avant Browser", url: "http://www.avantbrowser.com/" },
  { words: ["nichrome/self"], only: /Nichrome\/self\/(\d+)/, name: "Nichrome" },
  { words: ["icab j/"], only: /^iCab J\/(\d[\d.]*)/, name: "iCab", url: "https://www.icab.de/" },
  { words: ["/tansodl"], name: "Kode Browser" },
  { words: ["; flow)"], only: /; Flow\).*Chrome\/(\d[\d.]*)/, name: "Flow Browser" },
  {
    words: ["playstation 4/", "playstation 5/", "playstation 5 "],
    name: "PlayStation Browser",
    url: "https://www.playstation.com/",
  },
  {
    words: [" ddg/"],
    only: / Ddg\/(\d[\d.]*)/,
    name: "DuckDuckGo Privacy Browser",
    url: "https://duckduckgo.com/app",
  },
  {
    words: ["(edition "],
    only: /OPR\/(\d[\d.]*) \(Edition [^()]*\bGX\b/,
    name: "Opera GX",
    url: "https://www.opera.com/gx",
  },
  {
    words: ["to-browser/tob", "dt-browser/dtb"],
    only: /(?:TO-Browser\/TOB|DT-Browser\/DTB)(\d[\d.]*)/,
    name: "t-online.de Browser",
  },
  { words: ["hawk/turbo"], only: /Hawk\/TurboBrowser\/v?(\d[\d.]*)/, name: "Hawk Turbo Browser" },
  { words: ["hawk/quick"], only: /Hawk\/QuickBrowser\/v?(\d[\d.]*)/, name: "Hawk Quick Browser" },
  { words: [" sy/"], only: / SY\/(\d[\d.]*) Chrome\//, name: "Stampy Browser" },
  { words: [" 18+/"], only: / 18\+\/(\d[\d.]*)/, name: "18+ Privacy Browser" },
  { words: [" mozilla/"], only: /^PB(\d[\w.]*) Mozilla\//, name: "PirateBrowser" },
  { words: ["[hs/"], only: /\[HS\/(\d+)\]/, name: "HotBrowser" },
  {
    words: ["[hb/29]", "[pb/", "[sx/"],
    only: /\[(?:HB\/29|PB\/(?:6[36]|81|1[02]8|115|149)|SX\/\d+)\]/,
    name: "SecureX",
    at: [],
  },
  { words: ["[pb/"], only: /\[PB\/(\d+)\]/, name: "Proxy Browser" },
  {
    words: [" sparrow"],
    only: /Safari\/537\.36 Sparrow$/,
    name: "Viasat Browser",
    url: "https://browser.viasat.com/",
    at: [],
  },
  {
    words: [" at/"],
    only: /Safari\/537\.36 AT\/(\d[\d.]*)/,
    name: "AVG Secure Browser",
    url: "https://www.avg.com/secure-browser",
  },
  {
    words: [" browser", " navegador"],
    only: /Safari\/537\.36 (?:Browser|Navegador)$/,
    name: "APN Browser",
    at: [],
  },
  { words: ["ibrowser/mini"], only: /^iBrowser\/Mini(\d[\d.]*)/, name: "iBrowser Mini" },
  { words: ["normalized ip"], name: "Onion Browser", url: "https://onionbrowser.com/" },
  { words: ["fireweb"], only: /Fireweb Navigator\/(\d[\d.]*)/, name: "Fireweb Navigator" },
  {
    words: ["safari/537.36/"],
    only: /Chrome\/[\d.]+ Safari\/537\.36\/(\d[\d.]*)$/,
    name: "360 Browser",
    url: "https://browser.360.cn/",
  },
  { words: [" itop"], only: / iTop$/, name: "iTop Private Browser", at: [] },
  { words: [" (brave)"], only: / \(Brave\)\s*$/, name: "Brave", url: "https://brave.com/", at: ["chrome"] },
  { words: ["harmony360"], only: /harmony360Browser\/(\d[\d.]*)/, name: "Harmony 360 Browser" },
  // Versions of two digits without the point: `MQQBrowser/26` is 2.6.
  {
    words: ["mqqbrowser/"],
    only: /MQQBrowser\/(\d)(\d) Mozilla/,
    name: "QQ Browser",
    url: "https://browser.qq.com/",
  },
  {
    words: ["qhbrowser/"],
    only: /QHBrowser\/(\d)(\d)(\d)\b/,
    name: "360 Browser",
    url: "https://browser.360.cn/",
  },
  { words: ["ibrowser/"], only: /^iBrowser\/(\d)(\d) Mozilla/, name: "iBrowser" },
  { words: ["ninesky"], only: /Ninesky-[a-z-]{2,24}\/(\d[\d.]*)/i, name: "NineSky" },
  { words: ["swing(and)"], only: /Swing\(And\)\/(\d[\d.]*)/, name: "Swing Browser" },
  { words: ["webpro"], only: /\bWebPro\/?(\d[\d.]*)/, name: "WebPro" },
  { words: ["mmef"], only: /\bMMEF(\d)(\d)/, name: "Microsoft Mobile Explorer" },
  { words: ["browser/upho"], only: /UPhoneWebBrowser(\d[\d.]*)/, name: "UPhone Browser" },
  { words: ["- browsex ("], only: /- BrowseX \((\d[\d.]*)/, name: "BrowseX" },
  { words: ["::browser/"], only: /Patriott::Browser\/(\d[\d.]*)/, name: "Patriott Browser" },
  {
    words: ["libweb+"],
    only: /LibJS\/[\d.]+ Browser\/(\d[\d.]*)/,
    name: "Ladybird",
    url: "https://ladybird.org/",
  },
  { words: ["browser/phantom"], only: /Browser\/Phantom\/V?(\d[\d.]*)/, name: "Phantom" },
  {
    words: ["motorolawebkit"],
    only: /\(MotorolaWebKit;.{0,120}Version\/(\d[\d.]*)/,
    name: "Motorola Internet Browser",
  },
  { words: ["browser/cmcs"], only: /Browser\/CMCS(\d[\d.]*)/, name: "Motorola Internet Browser" },
  { words: ["aplix_"], only: /^Aplix_\w+_browser\/(\d[\d.]*\d)/, name: "Aplix" },
  {
    words: ["opera mini"],
    only: /Opera Mini(?:\/(?:att\/)?|%2F)([\d.]*)/i,
    name: "Opera Mini",
  },
  {
    words: ["opera "],
    only: /^(?=.*opera (?:mobi|tablet|tv)).*(?:mobi\b|tablet)/,
    never: /ucbrowser|ucweb/,
    name: "Opera Mobile",
    at: OPERAS_VERSION,
  },
  { only: /opera (?:mobi|tablet|tv)/, never: /ucbrowser|ucweb/, name: "Opera", at: OPERAS_VERSION },
  {
    product: "opera",
    only: /mobi\b|tablet/,
    never: /ucbrowser|ucweb|opr\//,
    name: "Opera Mobile",
    at: OPERAS_VERSION,
  },
  { product: "opera", never: /ucbrowser|ucweb|opr\//, name: "Opera", at: OPERAS_VERSION },
];

/** Common browsers, which most others use or imitate, and built-in browsers: tried after all other tables. */
export const commonBrowsers: readonly BrowserRow[] = [
  // Web view of HarmonyOS; the version after `Chrome/` is for compatibility.
  {
    product: "arkweb",
    name: "ArkWeb",
    url: "https://developer.huawei.com/consumer/en/doc/harmonyos-guides/web-default-userAgent",
    at: ["arkweb"],
  },
  {
    words: ["firefox"],
    never: /like firefox/,
    name: "Firefox",
    at: ["firefox", /Firefox[ /]?(\d[\w.]*)/i],
  },
  { words: ["iemobile"], name: "IE Mobile", at: ["iemobile", "msie"] },
  { words: ["msie"], only: /msie(?:[ /;]|\d)/, name: "IE", at: [/MSIE[ /]?(\d[\w.]*)/i], read: "explorer" },
  { words: ["trident/"], name: "IE", at: [/rv[: ]{1,2}(\d[\d.]*)/] },
  {
    words: [" electron/"],
    only: /(?:\(KHTML, like Gecko\) Chrome|^Mozilla\/5\.0 AppleWebKit)\/[\d.]+ Electron\/(\d[\d.]*) Safari\/[\d.]+$/,
    name: "Electron",
    url: "https://www.electronjs.org/",
  },
  { product: "chrome", never: /android|kepler/, name: "Chrome", at: ["chrome"] },
  {
    product: "chrome",
    words: ["chrome/18.", "chrome/28.", "chrome/34."],
    only: /\bVersion\/[12]\.\d.*\bChrome\/(?:18|28|34)\./,
    name: "Samsung Internet",
    at: ["version"],
  },
  // LG's browser: its Chrome version has a build number; that of a web view has zeros.
  {
    product: "chrome",
    words: ["version/4.0 chrome/3"],
    only: /(?:\bLG[-L]|\b\d{3}LG\b).*\bVersion\/4\.0 Chrome\/3[048]\.0\.[1-9]/,
    never: /; ?wv\)/,
    name: "LG Browser",
    at: [],
  },
  { product: "chrome", only: /;\s?wv\)|\bwv\b|WebView/, name: "Chrome WebView", at: ["chrome"] },
  // Web views before `wv` existed have `Version/4.0`.
  {
    product: "chrome",
    words: ["version/4.0"],
    only: /^(?=.*\bversion\/4\.0\b).*\bchrome\/(?:[3-9]\d|\d{3})/,
    name: "Chrome WebView",
    at: ["chrome"],
  },
  { product: "chrome", name: "Chrome", at: ["chrome"] },
  { product: "chromium", name: "Chromium", url: "https://www.chromium.org/", at: ["chromium"] },
  {
    words: ["android"],
    only: /applewebkit|version\/4\.0 mobile safari/,
    name: "Android Browser",
    at: ["version"],
  },
  { words: ["browser/chrome"], only: /Browser\/Chrome(\d[\d.]*)/, name: "Chrome" },
  {
    words: ["tizen"],
    name: "Tizen Browser",
    only: /(?<![a-z])tizen/i,
    at: ["version", /Tizen[ /](\d[\d.]*)/i],
  },
  { words: ["webos/"], name: "webOS Browser", at: ["version"] },
  { words: ["maple"], only: /smart-?tv.{0,200}maple/, name: "Maple", at: [/Maple[ /](\d+\.[\d.]+)/] },
  {
    only: /bb10|playbook|blackberry/,
    name: "BlackBerry Browser",
    at: ["version", /BlackBerry\d+[a-z]?\/(\d[\d.]*)/i],
  },
  { words: ["applewebkit"], only: /nokia|series60|symbian/, name: "Nokia Browser", at: [] },
  {
    only: /safari|like mac os x.{0,20}applewebkit|macintosh.*applewebkit.*version\/[\d.]+$/,
    name: "Safari",
    at: ["version", "safari"],
    read: "safari",
  },
  {
    only: /^mozilla\/[1-4]\.\S* (?:\[|\()/,
    never: /compatible/,
    name: "Netscape",
    at: ["mozilla"],
  },
  // The Mozilla suite sends only its engine; the number after `rv:` is the version of the suite.
  {
    only: /^Mozilla\/5\.0 (?:\[[\w-]+\] )?\([^()]*\brv:([01]\.\d[\w.]*)\) Gecko\/\d{8}\d*(?: \((?:Debian|Ubuntu|Fedora)[^()]*\)| (?:Debian|Ubuntu|Fedora|SUSE|Red Hat|Mandr\w+)\/[\w.-]+)?$/,
    name: "Mozilla",
  },
];

/** Browsers whose names other browsers send too: any other known name takes precedence. */
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
  "webOS Browser",
]);

/** Short names that are recognised without a version. */
export const shortNames = new Set(["Lynx", "Iron", "Kiwi", "Uzbl"]);

/** Browsers that send only Chromium's version. */
export const chromiumNumbered = new Set(["Amigo", "Brave", "Iron", "Kiwi", "Chromium-Gost"]);

/** Versions of Safari before 3, by first and last build. Source: Apple's release notes. */
export const safariOfBuild: readonly (readonly [from: number, to: number, version: string])[] = [
  [48, 60, "0.8"],
  [73, 74, "0.9"],
  [85, 85, "1.0"],
  [100, 100, "1.1"],
  [125, 125, "1.2"],
  [312, 312, "1.3"],
  [412, 419, "2.0"],
];

/**
 * Position of an app's version if it does not follow the name: the first matching group. Behind the name only
 * outside web views, where another version may follow: `MMWEBSDK/200901`.
 */
export const appVersionForms: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    Naver: /NAVER\(inapp; [^;]{1,20}; [^;]{1,20}; ([\d.]+)/,
    Facebook: /FBAV\/([\d.]+)/,
    "Facebook Messenger": /FBAV\/([\d.]+)/,
    "Facebook Lite": /FBAV\/([\d.]+)/,
    "Facebook Groups": /FBAV\/([\d.]+)/,
    "Facebook Audience Network": /FBAV\/([\d.]+)/,
    "Meta Business Suite": /FBAV\/([\d.]+)/,
    "Yahoo! Japan": /\bjp\.co\.yahoo\.[\w.]{2,40}\/(\d[\d.]*)/,
    QuickTime: /qtver=(\d[\d.]*)|QuickTime\W{1,3}(\d[\d.]*)/i,
    Audible: /^Audible(?:, \w+, |\/)(\d[\d.]*)/,
    Podbean: /Podbean\/(?:\w+ \([^()]*\)|Android App)? ?(\d[\d.]*)/,
    Goodpods: /Goodpods(?:\.\w+)? ?\/ ?(\d[\d.]*)/i,
    JD: /^jdapp;\w+;(\d[\d.]*)/,
    iQIYI: /\b(?:IqiyiVersion|iqiyi(?:app)?)\/(\d[\d.]*)/i,
    WeChat: /(?:MicroMessenger|WeChat|Weixin)\/(\d[\d.]*)/i,
    Zhihu: /(?:osee2unifiedReleaseVersion|Futureve)\/(\d[\d.]*)/,
    Weibo: /_weibo_{1,2}(\d[\d.]*)/,
    Douyin: /\b(?:aweme_|app_version\/|aweme\/)(\d{1,3}\.\d[\d.]*)/,
    Outlook: /Outlook[\w-]*\/(?:[\d.]+prod\.\w+ \()?(\d[\d.]*)/,
    "Sogou Search": /SogouSearch(?: Android[\d.]+ version|\/)(\d[\d.]*)/,
    Reddit: /Reddit\/(?:Version )?v?(\d[\d.]*)/i,
    Roku: /Roku\/(?:DVP-)?(\d[\d.]*)/,
    TikTok:
      /\b(?:musical_ly|trill|ultralite)_(\d{1,3}\.\d[\d.]*)|\bapp_version\/(\d[\d.]*)|\bTikTok[ /](\d[\d.]*)/i,
  }),
);

/** TikTok's version on Android without points: `musical_ly_2022803040` is 28.3.4. */
export const tiktokNumber =
  /\b(?:musical_ly_|musically\/|(?:trill|ultralite)[_/])20\d(?:0(\d)|(\d\d))(?:0(\d)|(\d\d))(?:0(\d)|(\d\d))\d\b/;

/** Browsers with separate releases on Android, and their names in `browser-releases.txt`. */
export const androidReleases: ReadonlyMap<string, string> = new Map([
  ["Chrome", "Chrome Android"],
  ["Firefox", "Firefox Android"],
  ["Opera", "Opera Android"],
  ["Opera Mobile", "Opera Android"],
]);

/** Name that ends in `browser`: at the end of the string, or in Internet Explorer's comment. */
export const bareBrowser =
  /(?:; |[\d)] )((?:\w{1,20}_)?(?:(?!(?:web|wap|internet|mobile) )[a-z]\w{1,20} |\w{2,20})browser)(?: (\d[\d.]*))?(?:[;)]|$)/i;

/** A name whose first word is a browser's: `Brave Games`, but `Firefox 3.5`, `Dolphin Browser` and `Lynx Mozilla`. */
export const goesOn = /^\p{L}+ (?!browser|mobile|mozilla|opera|version|for\b|v\d)\p{L}{2}/iu;

/**
 * Text between a name and its version: `Twitter for iPhone/10.30`, `[LinkedInApp]/9.29`, `Telegram-Android/10.14`;
 * a number in front of the slash belongs to the name: `Radioline 2/5.11.3`.
 */
export const beforeVersion =
  /^(?: ?\d{1,2}[a-z]{0,8}\/(?=\d+\.\d)|(?:_bot)?[ /_]Version[ /_=]|\((?:alpha|beta|canary|dev|nightly)\)\/| ?\((?=\d+\.\d)|;(?=\d+\.\d+\.)|[ /](?:iOS|Android)(?: (?:Mobile )?App[ /]| v|\/)v?|[ /v:-]{0,2}|[A-Za-z_.\]-][A-Za-z _.\]-]{0,24}\/(?:(?:PHP|Python|Ruby|Java|JS|Go|Node|CLI)\/)?v?| (?:for )?(?:iPhone|iPad|iOS|Android|Mac|Windows|App|Mobile(?=\/\d+\.)|Desktop|MCP)\/v?)(?=\d)/i;
