/** No product is mistaken for another of the same name: properties of the tables, tried with each row. */

import { describe, expect, test } from "bun:test";
import { appVersionForms } from "../../data/agents/browser-forms.ts";
import { frameworks } from "../../data/agents/words.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { rowsOf } from "../../src/useragent/tables/tables.ts";

const typeOf = (agent: string) => {
  const { device } = lookupUserAgent(agent);
  return device ? device.type : "";
};

/** Every tenth name of an app. */
const plainNames = rowsOf("apps")
  .map(([phrase = ""]) => phrase.replace(/^\^|[/$]$/g, ""))
  .filter((name) => /^[a-z]{4,}(?: [a-z]+)?$/.test(name) && !/android|iphone|ipad|ios$/.test(name))
  .filter((_, index) => index % 10 === 0);

/** Whether an app's version follows its name, and other apps do not use it as a framework. */
const isPlain = (name: string) =>
  !appVersionForms.has(name) && ![...frameworks].some((other) => other.toLowerCase() === name.toLowerCase());

const ANDROID = "(Linux; Android 14; Pixel 8)";
const IPHONE = "(iPhone; iOS 18.2; Scale/3.00)";

/**
 * Makers of platforms by the sites of their programs, a system that is not theirs, and programs made for that too.
 * Swift's URLSession runs on all systems.
 */
const MAKERS: readonly (readonly [site: RegExp, system: string, alsoThere: RegExp])[] = [
  [/\/\/[a-z]+\.apple\.com\//, ANDROID, /^Apple (?:Music|TV\+)$/],
  [/\/\/[a-z]+\.apple\.com\//, "(X11; Linux x86_64)", /^(?:Apple (?:Music|TV\+)|NSURLSession)$/],
  [
    /\/\/[a-z]+\.apple\.com\//,
    "(Windows NT 10.0; Win64; x64)",
    /^(?:Apple (?:Music|TV\+)|iTunes|iTunes Store|QuickTime|AppleCoreMedia|CFNetwork|NSURLSession)$/,
  ],
  [/\.(?:samsung|huawei)\.com\//, IPHONE, /^Samsung Health$/],
];

test.each(MAKERS)("no app of %p is listed on %p %s", (site, system, alsoThere) => {
  const rows = rowsOf("apps").filter(
    ([, name = "", url = ""]) => site.test(url) && !url.includes("//apps.") && !alsoThere.test(name),
  );
  expect(rows.length).toBeGreaterThan(5);
  const listed = rows.filter(([phrase = "", name]) => {
    const { browser, evidence } = lookupUserAgent(`${phrase.replace(/^\^|\/$/g, "")}/1.0 ${system}`);
    return browser !== false && browser.name === name && evidence === "listed";
  });
  expect(listed).toEqual([]);
});

describe("Electron", () => {
  const chrome = "Chrome/120.0.0.0 Electron/28.1.0 Safari/537.36";
  const start = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  /** Browsers that are built on it, and tools of robots. */
  const BUILT_ON_IT =
    /^(?:beaker|brave|colibri|dbrowser|headlesschrome|min|phantomjs|szn-prohlizec|wexond)$/i;

  test("a name in front of its product is an app's, even if a browser has it", () => {
    const names = rowsOf("browsers")
      .flatMap(([cell = ""]) => cell.split(",").map((name) => name.trim().replace(/^!/, "")))
      .filter((name) => /^[a-z][\w.-]{2,}$/i.test(name) && !BUILT_ON_IT.test(name));
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name) => typeOf(`${start} ${name}/1.0.0 ${chrome}`) !== "app")).toEqual([]);
  });
});

test.each([
  "% Seldom/1.0 CFNetwork/1410.0.3 Darwin/22.6.0",
  "% Seldom/1.0 (iPhone; iOS 18.2; Scale/3.00)",
  "% Seldom/1.0 (Android 14; Pixel 8)",
  "% Seldom/1.0 (Windows 10)",
])("a browser's name and another word is an app's: %s", (form) => {
  // Names of phones' browsers are recognised anywhere; apps of three others are listed.
  const others =
    /browser|xpress|^(?:opera|ucweb|baiduhd|netfront|obigo|palmscape|bunjalloo|dorado|msiemobile|machblue)$|^(?:ccleaner|contiki|webexplorer)$/i;
  const names = rowsOf("browsers")
    .flatMap(([cell = ""]) => cell.split(",").map((name) => name.trim().replace(/^!/, "")))
    .filter((name) => /^[a-z]{3,}$/i.test(name) && !others.test(name));
  expect(names.length).toBeGreaterThan(300);
  const mistaken = names.filter((name) => {
    const { device, browser } = lookupUserAgent(form.replace("%", name));
    return device && /^(?:unknown|desktop)$/.test(device.type) && browser !== false;
  });
  expect(mistaken).toEqual([]);
});

test.each([
  ["Opera%20GX/416.0.0 CFNetwork/1331.0.7 Darwin/21.4.0", "Opera GX", "416.0.0"],
  ["Opera%20Touch/8 CFNetwork/1121.2.2 Darwin/19.3.0", "Opera Touch", "8"],
  ["Opera/3 CFNetwork/1329 Darwin/21.3.0", "Opera", "3"],
  ["Firefox%20Focus/8.1.1 CFNetwork/1333.0.4 Darwin/21.5.0", "Firefox Focus", "8.1.1"],
])("a browser with Apple's library is a browser: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({ browser: { name, version } });
});

test.each(["Thunder.", "O", "Kinder-Tablet-1.0-", "Seldom-"])("no app is called %sMozilla", (before) => {
  const found = lookupUserAgent(
    `${before}Mozilla/5.0 (Linux; Android 10; SM-G973F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36`,
  );
  expect(found).toMatchObject({ device: { type: "unknown" }, browser: { name: "Chrome" } });
});

test.each([
  ["tv.twitch.android.app/25.3.0/2503006", "Twitch"],
  ["Seldom/25.3.0", "Seldom"],
])("Android's machine in front has not the app's version: %s", (app, name) => {
  const { browser } = lookupUserAgent(
    `Dalvik/2.1.0 (Linux; U; Android 16; SM-S938B Build/BP2A.250605) ${app}`,
  );
  expect(browser).toMatchObject({ name, version: "25.3.0" });
});

test("a number in a browser's name is not its version", () => {
  const versionOf = (agent: string) => lookupUserAgent(agent).browser || { version: "none" };
  expect(versionOf("Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; MyIE2)").version).toBe("");
  expect(versionOf("Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; MyIE2; Maxthon 2.5)").version).toBe(
    "2.5",
  );
});

test("a version alone is no name of an app", () => {
  for (const version of ["2.1.0", "15", "1.0.0.1"])
    expect(lookupUserAgent(`${version} (Linux; U; Android 7.0; ONEPLUS A3003 Build/NRD90M)`)).toMatchObject({
      device: { type: "unknown", vendor: "OnePlus" },
      browser: false,
    });
});

describe("a version of an app", () => {
  test.each([
    ["% v7.4.8 IOS iPhoneXSMax CA en", "7.4.8"],
    ["% 1.2 build 36 (iPhone; iOS 16.5.1; en_US)", "1.2"],
    ["%-iOS-2.20.3-116", "2.20.3"],
    ["%-android-4.1.0-20250824", "4.1.0"],
    ["% 3.0.1-2-11-111 (iPhone; iOS 17.0)", "3.0.1"],
    ["%-cli 6.46.0+29d6257f1.2025-07-09 / windows", "6.46.0"],
    ["% 2/5.11.3 (iPhone; iOS 17.0)", "5.11.3"],
    ["%/PHP/3.1.2", "3.1.2"],
  ])("is the first, and ends the name: %s", (form, version) => {
    for (const name of ["Seldom", "Seldomware"]) {
      const { browser } = lookupUserAgent(form.replace("%", name));
      expect(browser).toMatchObject({
        name: expect.stringMatching(new RegExp(`^${name}(?:-cli| 2)?$`)),
        version,
      });
    }
  });

  test.each([
    [" 2/5.11.3 (iPhone; iOS 18.2; Scale/3.00)", "5.11.3"],
    ["2Plus/5.11.3 (iPhone; iOS 18.2; Scale/3.00)", "5.11.3"],
    [" App/5.11.3 (iPhone; iOS 18.2; Scale/3.00)", "5.11.3"],
    ["/Android Mobile App/5.11.3", "5.11.3"],
  ])("is behind the slash, not in a listed name: %s", (form, version) => {
    const found = plainNames
      .map((name) => ({ name, listed: lookupUserAgent(name + form) }))
      .filter(
        ({ listed: { browser, evidence } }) => browser && evidence === "listed" && isPlain(browser.name),
      );
    expect(found.length).toBeGreaterThan(50);
    const mistaken = found.filter(({ listed: { browser } }) => browser && browser.version !== version);
    expect(mistaken.map(({ name }) => name)).toEqual([]);
  });

  const FORMS = [
    "/android-2.2",
    "/Android/2.2",
    "-android/2.2",
    "Android/2.2",
    " for Android/2.2",
    "/2.2-android",
    "/ios-3.1.2",
    "/iOS/3.1.2",
    "-iOS/3.1.2",
    "iOS/3.1.2",
    " for iOS/3.1.2",
    "/3.1.2-ios",
    "/tvos-3.1.2",
    "/watchOS-3.1.2",
    "/iPadOS-3.1.2",
  ];
  test.each(FORMS)("is never the system's: %s", (form) => {
    const mistaken = plainNames.filter((name) => {
      const { os } = lookupUserAgent(name + form);
      return os && os.version !== "";
    });
    expect(mistaken).toEqual([]);
  });
});

describe("a parameter", () => {
  test.each(["CERTVER=0", "lang=en", "x=12", "build=A34", "model_id=SMX", "Locale=de_DE"])(
    "is no name of a device: %s",
    (parameter) => {
      for (const agent of [
        `Seldom/1.0 (Linux; Android 9; ${parameter})`,
        `Mozilla/5.0 (Linux; Android 9; ${parameter}) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36`,
        `Gibbon/2018.2: Netflix/2018.2 (DEVTYPE=NFANDROID1-PRV-SELDOM; ${parameter})`,
        `Seldom/1.0 (${parameter}; Android 9)`,
      ])
        expect([agent, lookupUserAgent(agent).device]).not.toEqual([
          agent,
          expect.objectContaining({ name: expect.stringContaining("=") }),
        ]);
    },
  );

  test.each([
    ["NFANDROID2-PRV-FIRETVSTICK2018", "Amazon", "tv"],
    ["NFANDROID1-PRV-SHIELDANDROIDTV", "NVIDIA", "tv"],
    ["RKU-41XXX-", "Roku", "tv"],
    ["LGE-60002", "LG", "tv"],
    ["SAMSUNG-TIZEN-2018", "Samsung", "tv"],
    ["SONY-BRAVIA-AFX-2019", "Sony", "tv"],
    ["NFXBONE-", "Microsoft", "console"],
    ["NFPS3-001-", "Sony", "console"],
  ])("DEVTYPE of Netflix names the device: %s", (type, vendor, formFactor) => {
    expect(
      lookupUserAgent(`Gibbon/2018.2: Netflix/2018.2 (DEVTYPE=${type}; CERTVER=0)`).device,
    ).toMatchObject({ vendor, formFactor });
  });
});

test("a name that ends in a plus keeps its version", () => {
  const versionOf = (name: string) => {
    const { browser } = lookupUserAgent(`${name}/2.9.0 (iPhone; iOS 18.2; Scale/3.00)`);
    return browser ? browser.version : "";
  };
  const names = plainNames.filter((name) => versionOf(name) === "2.9.0");
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => versionOf(`${name}+`) !== "2.9.0")).toEqual([]);
});

test.each([
  "Outlook",
  "Word",
  "Excel",
  "PowerPoint",
  "OneNote",
  "Access",
  "Publisher",
  "Visio",
  "Project",
  "Lync",
])("Office says which of its programs it is: %s", (program) => {
  const agent = `Microsoft Office/16.0 (Windows NT 10.0; Microsoft ${program} 16.0.19127; Pro)`;
  expect(lookupUserAgent(agent).browser).toMatchObject({
    name: expect.stringContaining(program),
    version: "16.0.19127",
  });
});

test.each([
  "Podcasts",
  "Podcasty",
  "Podcast’ler",
  "Podcaster",
  "Podcastit",
  "Podcastok",
  "Podcasturi",
  "Podcasten",
  "Подкасты",
  "Подкасти",
  "Подкасттар",
  "播客",
  "ポッドキャスト",
  "팟캐스트",
  "פודקאסטים",
  "البودكاست",
  "पॉडकास्ट",
])("Apple's Podcasts in each language: %s", (name) => {
  for (const written of [name, encodeURIComponent(name)])
    expect(lookupUserAgent(`${written}/4026.100.5 CFNetwork/3860.100.1 Darwin/25.0.0`)).toMatchObject({
      browser: { name: "Apple Podcasts", version: "4026.100.5" },
      device: { vendor: "Apple" },
    });
});

test.each([
  ["Mozilla/5.0 (Macintosh; Darwin 24.6.0 Darwin Kernel Version 24.6.0; en-US) PowerShell/7.5.3", "macOS"],
  ["seldom/1.0 (darwin arm64)", "macOS"],
  ["seldom/1.0 (darwin/arm64) seldom", "macOS"],
  ["seldom/1.0 node/v22.20.0 darwin x64", "macOS"],
  ["seldom-tui/0.1.0 (Mac OS 13.7.8; arm64)", "macOS"],
  ["seldom-tui/0.1.0 (Mac OS 26.0.1; arm64)", "macOS"],
  ["seldom/1.0 (Mac OS 9.2; PPC)", "Mac OS"],
])("a Mac as programs write it: %s", (agent, name) => {
  expect(lookupUserAgent(agent).os).toMatchObject({ name });
});

describe("a kernel that Macs and phones share gives no system alone", () => {
  test.each([
    ["Seldom/1 CFNetwork/1128.0.1 Darwin/19.6.0", "iOS"],
    ["Seldom/1 CFNetwork/1197 Darwin/20.0.0", "iOS"],
    ["Seldom/1 CFNetwork/1206 Darwin/20.1.0", ""],
    ["Podcasts/1660.5 CFNetwork/1335.0.3 Darwin/21.6.0", ""],
    ["Seldom/1 CFNetwork/1399 Darwin/22.0.0", "iOS"],
    ["Seldom/1 CFNetwork/1410.0.3 Darwin/22.6.0", ""],
    ["Seldom/1 CFNetwork/1474 Darwin/23.0.0", ""],
    ["Seldom/1 CFNetwork/3860.500.83 Darwin/25.4.0", ""],
    ["Seldom/1 CFNetwork/1240.0.4 Darwin/20.6.0 (x86_64)", "macOS"],
    ["SeldomMobile/1 CFNetwork/1410.0.3 Darwin/22.6.0", "iOS"],
    ["Seldom/1 (iPhone; iOS 16.6) CFNetwork/1410.0.3 Darwin/22.6.0", "iOS"],
    ["com.apple.WebKit.Networking/8615.7.1 CFNetwork/1410.1 Darwin/22.6.0", "iOS"],
    ["com.apple.WebKit.Networking/18615.7.1 CFNetwork/1410.1 Darwin/22.6.0", "macOS"],
  ])("%s", (agent, system) => {
    const { os, device } = lookupUserAgent(agent);
    expect(os ? os.name : "").toBe(system);
    const formFactor = { iOS: "mobile", macOS: "desktop" }[system] ?? "";
    expect(device).toMatchObject({ vendor: "Apple", formFactor });
  });
});
