/** Versions inferred from another product's version. Source: release notes of Apple, Mozilla and LG, 2026-11. */
import type { VersionAt } from "./row.ts";

export const osVersions = {
  /** iOS by Darwin's major version. */
  iosOfDarwin: {
    9: "2",
    10: "4",
    11: "5",
    13: "6",
    14: "8",
    15: "9",
    16: "10",
    17: "11",
    18: "12",
    19: "13",
    20: "14",
    21: "15",
    22: "16",
    23: "17",
    24: "18",
    25: "26",
    26: "27",
    27: "27",
  } as Readonly<Record<number, string>>,
  /**
   * Kernels in strings of CFNetwork that Macs with Apple's processors and phones share: since macOS 11 no part of the
   * string differs. The first kernels of iOS 14 to 16 came before those of macOS.
   */
  sharedDarwin:
    /^(?!.*(?:[Mm]obile|iOS|iPhone|iPad)|[\w.]+\/8[56]\d\d\.).*\bDarwin\/(?:2[0-2]\.(?!0\.0)|2[3-9]\.|[3-9]\d\.)/,
  /** iOS by the first version of CFNetwork, the newest first; distinguishes versions with the same Darwin. */
  iosOfCfnetwork: [
    [700, "8"],
    [670, "7"],
    [602, "6"],
    [548, "5"],
    [485, "4"],
    [440, "3"],
    [300, "2"],
  ] as readonly (readonly [from: number, ios: string])[],
  /** Version of macOS next to Darwin's name, and the major version of Darwin. */
  macNamed: [/(?:Mac OS X|macOS)[ /,]?(\d[\d._]*)/i] as VersionAt,
  darwin: [/Darwin\/(\d+)/i] as VersionAt,
  /** macOS by Darwin's major version. */
  macosOfDarwin: {
    8: "10.4",
    9: "10.5",
    10: "10.6",
    11: "10.7",
    12: "10.8",
    13: "10.9",
    14: "10.10",
    15: "10.11",
    16: "10.12",
    17: "10.13",
    18: "10.14",
    19: "10.15",
    20: "11",
    21: "12",
    22: "13",
    23: "14",
    24: "15",
    25: "26",
    26: "27",
  } as Readonly<Record<number, string>>,
  /** Apple's systems of 2025, by the old numbering, which apps built earlier still receive. */
  renumbered: new Map([
    ["iOS 19", "26"],
    ["iPadOS 19", "26"],
    ["macOS 16", "26"],
    ["tvOS 19", "26"],
    ["watchOS 12", "26"],
    ["visionOS 3", "26"],
  ]) as ReadonlyMap<string, string>,
  /** First public build of Windows 11, whose NT version stayed 10.0. */
  firstBuildOf11: 22_000,
  /** Firefox OS by the version of its Gecko. */
  firefoxOsOfGecko: {
    18: "1.0",
    18.1: "1.1",
    26: "1.2",
    28: "1.3",
    30: "1.4",
    32: "2.0",
    34: "2.1",
    37: "2.2",
    44: "2.5",
  } as Readonly<Record<number, string>>,
  /** Windows Phone by kernel version: NT's, sent in desktop mode, or the one that apps receive. */
  phoneOfNt: new Map([
    ["6.2", "8.0"],
    ["6.3", "8.1"],
    ["10.0", "10"],
    ["7.10", "7.5"],
  ]) as ReadonlyMap<string, string>,
  /** Year and month (https://wiki.ubuntu.com/Releases), with an optional point release. */
  ubuntuRelease: /^\d{1,2}\.(?:04|06|10)(?:\.\d+)?/,
  /** Ubuntu by the first word of the release name: old strings have no number. */
  ubuntuOfName: new Map([
    ["dapper", "6.06"],
    ["edgy", "6.10"],
    ["feisty", "7.04"],
    ["gutsy", "7.10"],
    ["hardy", "8.04"],
    ["intrepid", "8.10"],
    ["jaunty", "9.04"],
    ["karmic", "9.10"],
    ["lucid", "10.04"],
    ["maverick", "10.10"],
    ["natty", "11.04"],
    ["oneiric", "11.10"],
    ["precise", "12.04"],
  ]) as ReadonlyMap<string, string>,
  /** Windows Mobile by the major version of Internet Explorer Mobile. */
  mobileOfExplorer: new Map([
    ["7", "6.1"],
    ["8", "6.5"],
  ]) as ReadonlyMap<string, string>,
  /** webOS TV by the major version of its Chrome. */
  webosOfChrome: {
    38: "3.0",
    53: "4.0",
    68: "5.0",
    79: "6.0",
    87: "22",
    94: "23",
    108: "24",
    120: "25",
    132: "26",
  } as Readonly<Record<number, string>>,
  /** The first versions of webOS TV, by the version of WebKit. */
  webosOfWebkit: new Map([
    ["537.41", "1"],
    ["538.2", "2"],
  ]) as ReadonlyMap<string, string>,
  /**
   * Position of the running version of iOS: in Facebook's apps; inside brackets, since an app named iOS has
   * its own version elsewhere; after a device in brackets: `(iPhone7,2; 12.1.4)`, `(iPhone XR/16.5.1)`,
   * `(iPhone15,3/com.seldom.app/16.6)`.
   */
  iosInFront: [
    /;FBSV\/(\d[\d.]*\d)/,
    /[(;] ?iOS[ /](\d{1,2}(?:[._]\d+)*)[;,)]/,
    /\(iP(?:hone|ad|od)[^()/;]*(?:\/[\w.-]+)?(?:; |\/)(\d{1,2}\.[\d.]*\d)\)/,
  ] as VersionAt,
  /** In strings without a system: after the device, `iPhone/15`, but not in `iPhone14,2`. */
  iosBehindDevice: [/\biP(?:hone|ad|od)[ /;](\d{1,2}(?:[._]\d+)*)(?![\d,])/] as VersionAt,
};

/** Windows by the number of its NT kernel; 5.2 is Server 2003 and the 64-bit XP. Source: Microsoft, Operating System Version. */
export const windowsByNt: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "16": "3.1",
    me: "ME",
    "9x 4.90": "ME",
    vista: "Vista",
    xp: "XP",
    "4.0": "NT 4.0",
    "5": "2000",
    "5.0": "2000",
    "5.01": "2000",
    "5.1": "XP",
    "5.2": "XP",
    "6.0": "Vista",
    "6.1": "7",
    "6.2": "8",
    "6.3": "8.1",
    "6.4": "10",
    "10.0": "10",
    "10": "10",
    // NT 11 does not exist, and no Windows has this number.
    "11.0": "",
    "2003Server": "Server 2003",
    "2008Server": "Server 2008",
    "2008ServerR2": "Server 2008 R2",
    "2012Server": "Server 2012",
    "2012ServerR2": "Server 2012 R2",
    "2016Server": "Server 2016",
    "2019Server": "Server 2019",
    "2022Server": "Server 2022",
    "2025Server": "Server 2025",
  }),
);

/** Android by its name or its API level. Source: Android developers, platform codenames and API levels. */
export const androidByApi: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Cupcake: "1.5",
    Donut: "1.6",
    Eclair: "2.1",
    Froyo: "2.2",
    Gingerbread: "2.3",
    Honeycomb: "3.0",
    KeyLimePie: "4.4",
    L: "5.0",
    Lollipop: "5.0",
    M: "6.0",
    Marshmallow: "6.0",
    21: "5.0",
    22: "5.1",
    23: "6.0",
    24: "7.0",
    25: "7.1",
    26: "8.0",
    27: "8.1",
    28: "9",
    29: "10",
    30: "11",
    31: "12",
    32: "12.1",
    33: "13",
    34: "14",
    35: "15",
    36: "16",
  }),
);

/** System with a frozen version in strings. Source: announcements of Chromium, Mozilla and WebKit. */
interface Freeze {
  /** Frozen versions, sent for any later version too. */
  readonly at: RegExp;
  /** First major version that sends them, by engine; for WebKit the version of Safari. */
  readonly from: ReadonlyMap<string, number>;
}

export const freezes: ReadonlyMap<string, Freeze> = new Map([
  [
    "macOS",
    {
      at: /^10\.15(?:\.7)?$/,
      from: new Map([
        ["Blink", 90],
        ["WebKit", 14],
        ["Gecko", 87],
      ]),
    },
  ],
  [
    "Windows",
    {
      at: /^10$/,
      from: new Map([
        ["Blink", 94],
        ["Gecko", 93],
      ]),
    },
  ],
  ["Android", { at: /^10$/, from: new Map([["Blink", 110]]) }],
  ["ChromeOS", { at: /^14541\.0\.0$/, from: new Map([["Blink", 107]]) }],
]);

/** Browsers that need the same minimum system as Chromium; on Android all browsers on its engine do. */
export const chromiums: ReadonlySet<string> = new Set([
  "Chrome",
  "Chrome WebView",
  "Chromium",
  "Headless Chrome",
]);

/** Releases of Windows, the oldest first. */
export const windowsAge: ReadonlyMap<string, number> = new Map(
  ["3.1", "95", "NT 4.0", "98", "ME", "2000", "XP", "Vista", "7", "8", "8.1", "10", "11"].map((name, age) => [
    name,
    age,
  ]),
);

/** First Safari whose version is the system's; the version in the system's part is frozen since then. */
export const safariIsSystem = 26;
/** First iOS whose Safari has the same number; earlier ones had Safari 3 to 5. */
export const safariNumbered = 6;
/** Last version of iOS before the freeze; the real version may be any later one. */
export const lastReportedIos = /^18\.[67](?:\.|$)/;
/** `Version/` numbers from here on belong to apps, not to Safari. */
export const highestSafari = 60;
