import { describe, expect, test } from "bun:test";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import type { System, UserAgentResult } from "../../src/useragent/schema.ts";

const chrome = (system: string, major: number, mobile = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${mobile}Safari/537.36`;
const safari = (system: string, version: string, mobile = "Mobile/15E148 ") =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} ${mobile}Safari/604.1`;

const firefox = (system: string, major: number) =>
  `Mozilla/5.0 (${system}; rv:${major}.0) Gecko/20100101 Firefox/${major}.0`;

const MAC = "Macintosh; Intel Mac OS X 10_15_7";
const WINDOWS = "Windows NT 10.0; Win64; x64";
const PHONE = "iPhone; CPU iPhone OS 18_7 like Mac OS X";

type Row = readonly [what: string, agent: string, os: UserAgentResult["os"]];

const frozen = (name: string, version: string, atLeast?: string) => ({
  name,
  version,
  frozen: true as const,
  ...(atLeast === undefined ? {} : { atLeast }),
});

const rows: readonly Row[] = [
  ["Chrome 89 says its Mac", chrome(MAC, 89), { name: "macOS", version: "10.15.7" }],
  ["Chrome 90 does not", chrome(MAC, 90), frozen("macOS", "10.15.7", "10.11")],
  ["Chrome 138 runs on macOS 11", chrome(MAC, 138), frozen("macOS", "10.15.7", "11")],
  ["Chrome 139 needs macOS 12", chrome(MAC, 139), frozen("macOS", "10.15.7", "12")],
  [
    "Safari of iOS 5 had another number than its system",
    safari("iPod; U; CPU iPhone OS 5_1_1 like Mac OS X; en-us", "6.0"),
    { name: "iOS", version: "5.1.1" },
  ],
  [
    "an iOS older than its Safari",
    safari("iPhone; CPU iPhone OS 6_1 like Mac OS X", "7.0"),
    frozen("iOS", "6.1", "7.0"),
  ],
  ["Safari 13 is told", safari(MAC, "13.1", ""), { name: "macOS", version: "10.15.7" }],
  ["Safari 26 needs macOS 14", safari(MAC, "26.0", ""), frozen("macOS", "10.15.7", "14")],
  [
    "Firefox on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:156.0) Gecko/20100101 Firefox/156.0",
    frozen("macOS", "10.15", "10.15"),
  ],
  [
    "an older Mac that Chrome still ran on",
    chrome("Macintosh; Intel Mac OS X 10_13_6", 116),
    { name: "macOS", version: "10.13.6" },
  ],
  [
    "an older Mac that Chrome no longer ran on",
    chrome("Macintosh; Intel Mac OS X 10_13_6", 117),
    frozen("macOS", "10.13.6", "10.15"),
  ],
  ["Windows before 11", chrome(WINDOWS, 93), { name: "Windows", version: "10" }],
  ["Windows 7 to 11", chrome(WINDOWS, 109), frozen("Windows", "10", "7")],
  ["Windows 10 or 11", chrome(WINDOWS, 110), frozen("Windows", "10", "10")],
  ["Windows 7 says so", chrome("Windows NT 6.1; Win64; x64", 109), { name: "Windows", version: "7" }],
  ["Android 10; K", chrome("Linux; Android 10; K", 138, "Mobile "), frozen("Android", "10", "8.0")],
  ["Android 10; K and later", chrome("Linux; Android 10; K", 139, "Mobile "), frozen("Android", "10", "10")],
  [
    "Android with its model",
    chrome("Linux; Android 14; Pixel 8", 139, "Mobile "),
    { name: "Android", version: "14" },
  ],
  ["iOS 26 by Safari", safari(PHONE, "26.6.1"), { name: "iOS", version: "26.6.1" }],
  ["iOS 18.7 by Safari 18", safari(PHONE, "18.7.5"), { name: "iOS", version: "18.7" }],
  [
    "Safari 13 on what calls itself iOS 12",
    safari("iPhone; CPU iPhone OS 12_0 like Mac OS X", "13.1"),
    frozen("iOS", "12.0", "13.1"),
  ],
  [
    "an app's web view",
    `Mozilla/5.0 (${PHONE}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`,
    frozen("iOS", "18.7", "18.7"),
  ],
  [
    "Chrome for iOS says the system",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1`,
    { name: "iOS", version: "26.6.2" },
  ],
  ["Safari 14 is not", safari(MAC, "14.0", ""), frozen("macOS", "10.15.7", "10.14")],
  [
    "Firefox 86 says its Mac",
    firefox("Macintosh; Intel Mac OS X 10.15", 86),
    { name: "macOS", version: "10.15" },
  ],
  ["Firefox 87 does not", firefox("Macintosh; Intel Mac OS X 10.15", 87), frozen("macOS", "10.15", "10.12")],
  ["Firefox 92 says its Windows", firefox(WINDOWS, 92), { name: "Windows", version: "10" }],
  ["Firefox 93 does not", firefox(WINDOWS, 93), frozen("Windows", "10", "7")],
  ["Chrome 93 says its Windows", chrome(WINDOWS, 93), { name: "Windows", version: "10" }],
  ["Chrome 94 does not", chrome(WINDOWS, 94), frozen("Windows", "10", "7")],
  ["Chrome 109 has no K", chrome("Linux; Android 10; K", 109, "Mobile "), { name: "Android", version: "10" }],
  ["Chrome 110 has", chrome("Linux; Android 10; K", 110, "Mobile "), frozen("Android", "10", "7.0")],
  [
    "Chrome 106 says its ChromeOS",
    chrome("X11; CrOS x86_64 14541.0.0", 106),
    { name: "ChromeOS", version: "14541.0.0" },
  ],
  [
    "Windows 8.1 is older than Chrome 110 needs",
    chrome("Windows NT 6.3", 110),
    frozen("Windows", "8.1", "10"),
  ],
  ["Vista is older than Chrome 50 needs", chrome("Windows NT 6.0", 50), frozen("Windows", "Vista", "7")],
  [
    "Android 9 is older than Chrome 139 needs",
    chrome("Linux; Android 9; Pixel 3", 139, "Mobile "),
    frozen("Android", "9", "10"),
  ],
  [
    "Android 8 is what Chrome 138 needs",
    chrome("Linux; Android 8.0; Pixel 2", 138, "Mobile "),
    { name: "Android", version: "8.0" },
  ],
  [
    "Android 7.1 is not",
    chrome("Linux; Android 7.1; Pixel", 138, "Mobile "),
    frozen("Android", "7.1", "8.0"),
  ],
  ["Safari 59 is its system", safari(PHONE, "59.0"), { name: "iOS", version: "59.0" }],
  ["a version of 60 is an app's own", safari(PHONE, "60.0"), frozen("iOS", "18.7", "18.7")],
  ["Safari 25 is not its system", safari(PHONE, "25.0"), frozen("iOS", "18.7", "25.0")],
  [
    "an app of its own on iOS 18.5",
    `Mozilla/5.0 (${PHONE.replace("18_7", "18_5")}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`,
    { name: "iOS", version: "18.5" },
  ],
  ["ChromeOS", chrome("X11; CrOS x86_64 14541.0.0", 107), frozen("ChromeOS", "14541.0.0")],
];

/** System without its processor and evidence. */
function versionOf({ os }: UserAgentResult): System | false {
  if (!os) return os;
  const { architecture: _, bitness: __, evidence: ___, ...version } = os;
  return version;
}

describe("reliability of a system's version", () => {
  for (const [what, agent, os] of rows)
    test(what, () => expect(versionOf(lookupUserAgent(agent))).toEqual(os));

  test("hints remove uncertainty", () => {
    const hints = readClientHints({
      "Sec-CH-UA-Platform": '"macOS"',
      "Sec-CH-UA-Platform-Version": '"26.1.0"',
    });
    expect(versionOf(lookupUserAgent(chrome(MAC, 150), hints))).toEqual({ name: "macOS", version: "26.1.0" });
  });
  test("hints without a version do not", () => {
    const hints = readClientHints({ "Sec-CH-UA-Platform": '"macOS"' });
    expect(versionOf(lookupUserAgent(chrome(MAC, 150), hints))).toEqual(frozen("macOS", "10.15.7", "12"));
  });
  test("K is not a model", () => {
    const { device } = lookupUserAgent(chrome("Linux; Android 10; K", 139, "Mobile "));
    expect(device).toEqual({ vendor: "", name: "", type: "unknown", formFactor: "mobile" });
  });
});

describe("evidence", () => {
  const known: readonly (readonly [agent: string, evidence: string | undefined])[] = [
    [chrome(WINDOWS, 150), "listed"],
    ["curl/8.5.0", "listed"],
    ["SomethingNewBot/0.1", "pattern"],
    ["MyCompanySync/1.2", "guess"],
    ["zzz", undefined],
  ];
  for (const [agent, evidence] of known)
    test(`${agent}: ${evidence}`, () =>
      expect(lookupUserAgent(agent).evidence as string).toBe(evidence as string));
});
