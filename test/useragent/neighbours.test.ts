/** No product is mistaken for another of the same name: properties of the tables, tried with each row. */

import { describe, expect, test } from "bun:test";
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

describe("a version of an app", () => {
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
