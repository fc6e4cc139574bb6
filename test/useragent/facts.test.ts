/**
 * Facts for decisions by clients: evidence of each part, model code, processor, release date, and the app
 * around a web view.
 */

import { describe, expect, test } from "bun:test";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { rowsOf, useTables } from "../../src/useragent/tables/tables.ts";

const android = (model: string) =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`;
/** Parts of the result that are not empty. */
function partsOf(agent: string, fields: Record<string, string> = {}) {
  const { os, browser } = lookupUserAgent(agent, readClientHints(fields));
  return { os: os || undefined, browser: browser || undefined };
}
const deviceOf = (agent: string) => lookupUserAgent(agent).device || undefined;

describe("a maker is given if the string contains it", () => {
  test.each([
    ["a code of a list", "SM-S918B", "Samsung", "listed", "SM-S918B"],
    ["the maker's own name", "Lenovo Seldom 5", "Lenovo", "listed", undefined],
    ["a maker's numbering", "SM-Z999Q", "Samsung", "pattern", "SM-Z999Q"],
    ["an unknown name in capitals and apart", "SELDOMA X2", "", "pattern", "SELDOMA X2"],
    ["an unknown name before a hyphen", "SELDO-S20", "", "pattern", "SELDO-S20"],
    ["a marketing name", "Redmi Note 8", "Xiaomi", "listed", undefined],
  ])("%s: %s", (_, model, vendor, evidence, code) => {
    const device = deviceOf(android(model));
    expect([device?.vendor, device?.evidence, device?.code]).toEqual([vendor, evidence, code]);
  });
  test.each([
    ["Spicebird", "Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9.0) Gecko/2008 Spicebird/0.4"],
    ["Motif", "VMS_Mosaic/4.0 (Motif;OpenVMS V8.3)"],
    ["M2E Tools", "M2E Tools/2.0"],
    ["ME-BOXX", "ME-BOXX/1.0 (Linux)"],
    [
      "NEXBOX",
      "Mozilla/5.0 (Linux; Android 6.0.1; NEXBOX-A1) AppleWebKit/537.36 Chrome/74.0.3729.157 Safari/537.36",
    ],
  ])("no part of a word is a maker: %s", (_, agent) => {
    expect(deviceOf(agent)?.vendor).not.toMatch(/Spice|Motorola|Xiaomi|Microsoft/);
  });
  test("a maker's name in a string, separated from the model", () => {
    expect(deviceOf("SIE-C65")?.vendor).toBe("Siemens");
    expect(deviceOf("Opera/9.8 (X11; Linux; moto-mob) Motorola KreaTV")?.vendor).toBe("Motorola");
  });
});

describe("systems and browsers have evidence", () => {
  test.each([
    ["a system by its name", "Mozilla/5.0 (Windows NT 6.1) Gecko/20100101 Firefox/52.0", "listed", "listed"],
    ["Apple's kernel alone", "Seldom/1 CFNetwork/1128.0.1 Darwin/19.6.0", "pattern", "pattern"],
    ["a browser of no table", "Mozilla/5.0 (X11; Linux) Gecko/2008 Seldomfox/4.1", "listed", "pattern"],
  ])("%s", (_, agent, system, name) => {
    const { os, browser } = partsOf(agent);
    expect(`${os?.evidence} ${browser?.evidence}`).toBe(`${system} ${name}`);
  });
});

describe("the processor", () => {
  test.each([
    ["X11; Linux x86_64", "x86", "64"],
    ["X11; Linux aarch64", "arm", "64"],
    ["X11; Linux armv7l", "arm", "32"],
    ["X11; Linux i686", "x86", "32"],
    ["X11; Linux ppc64le", "ppc", "64"],
    ["X11; FreeBSD amd64", "x86", "64"],
    ["Windows NT 6.1; WOW64", "x86", "64"],
    ["Windows NT 6.1; Win64; x64", "x86", "64"],
    ["Windows NT 6.2; ARM; Trident/6.0", "arm", "32"],
    ["Windows NT 6.1", undefined, undefined],
    ["Macintosh; Intel Mac OS X 10_14_6", "x86", undefined],
    ["Macintosh; Intel Mac OS X 10_15_7", undefined, undefined],
    ["Macintosh; PPC Mac OS X 10_4_11", "ppc", "32"],
    ["X11; Linux alarming", undefined, undefined],
  ])("%s", (comment, architecture, bitness) => {
    const { os } = partsOf(`Mozilla/5.0 (${comment}) Gecko/20100101 Firefox/60.0`);
    expect([os?.architecture, os?.bitness]).toEqual([architecture, bitness]);
  });
  test("hints remove uncertainty, and a 32-bit browser does not make the system 32-bit", () => {
    const agent =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
    const at = (fields: Record<string, string>) => {
      const { os } = partsOf(agent, fields);
      return [os?.architecture, os?.bitness];
    };
    expect(at({ "Sec-CH-UA-Arch": '"arm"', "Sec-CH-UA-Bitness": '"64"' })).toEqual(["arm", "64"]);
    expect(at({ "Sec-CH-UA-Arch": '"x86"', "Sec-CH-UA-Bitness": '"32"', "Sec-CH-UA-WoW64": "?1" })).toEqual([
      "x86",
      "64",
    ]);
    expect(at({ "Sec-CH-UA-Arch": '"arm"' })).toEqual(["arm", undefined]);
    expect(at({ "Sec-CH-UA-Arch": '"abacus"', "Sec-CH-UA-Bitness": '"63"' })).toEqual(["x86", "64"]);
  });
});

describe("releases", () => {
  const rows = rowsOf("browser-releases");
  const [, newest = "", out = ""] =
    rows.find(([name, , , support]) => name === "Chrome" && support === "current") ?? [];
  const chrome = (system: string, major: number) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  test.each([
    ["an old Chrome", chrome("X11; Linux x86_64", 124), "2024-04-16", "outdated"],
    ["a Chrome that is not out", chrome("X11; Linux x86_64", 998), undefined, undefined],
    [
      "Chrome for iOS, which counts for itself",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1",
      undefined,
      undefined,
    ],
    [
      "Safari of iOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
      "2022-03-14",
      "outdated",
    ],
  ])("%s", (_, agent, released, support) => {
    const { browser } = partsOf(agent);
    expect([browser?.released, browser?.support]).toEqual([released, support]);
  });
  test("hints decide which version applies", () => {
    const hints = readClientHints({ "Sec-CH-UA": `"Chromium";v="${newest}", "Google Chrome";v="${newest}"` });
    const { browser } = lookupUserAgent(chrome("X11; Linux x86_64", 124), hints, Date.parse(out));
    expect(browser).toMatchObject({ name: "Chrome", version: newest, support: "current" });
  });
  const supportOn = (agent: string, day: string) => {
    const { browser } = lookupUserAgent(agent, undefined, Date.parse(day));
    return browser ? [browser.released, browser.support] : [];
  };
  test("a version is current from its release day on, and the one before it no longer", () => {
    const text = `# documented | a page
Chrome | 156 | 2026-10-20 | outdated\nChrome | 157 | 2026-11-03 | current\nChrome | 158 | 2026-11-17 | current
Firefox | 140 | 2025-06-24 | supported\nFirefox | 160 | 2026-11-10 | current\nFirefox | 161 | 2026-11-24 | current
`;
    useTables(new Map([["browser-releases", text]]));
    const on = (day: string) =>
      [156, 157, 158].map((major) => supportOn(chrome("X11; Linux x86_64", major), day)[1]);
    expect(on("2026-11-16T23:59:59Z")).toEqual(["outdated", "current", undefined]);
    expect(on("2026-11-17T00:00:00Z")).toEqual(["outdated", "outdated", "current"]);
    expect(on("2026-11-16T23:59:59Z")).toEqual(["outdated", "current", undefined]);
    const firefox = (major: number) =>
      `Mozilla/5.0 (X11; Linux; rv:${major}.0) Gecko/20100101 Firefox/${major}.0`;
    expect(supportOn(firefox(140), "2026-11-24")[1]).toBe("supported");
    useTables();
  });
  test("Safari's minor versions have their own days", () => {
    const safari = (version: string) =>
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
    const days = ["18.0", "18.0.1", "18.1", "18.1.1", "18.99"].map((version) =>
      supportOn(safari(version), "2026-11-28"),
    );
    expect(days).toEqual(
      ["2024-09-16", "2024-09-16", "2024-10-28", "2024-10-28", "2024-09-16"].map((day) => [day, "outdated"]),
    );
  });
  test("a version that its vendor still supports", () => {
    const firefox = rows.find(([name, , , support]) => name === "Firefox" && support === "supported")?.[1];
    const { browser } = lookupUserAgent(
      `Mozilla/5.0 (X11; Linux; rv:${firefox}.0) Gecko/20100101 Firefox/${firefox}.0`,
    );
    expect(browser).toMatchObject({ name: "Firefox", support: "supported" });
  });
  test("an unknown word for support is refused", () => {
    const text = "# documented | a page\nChrome | 1 | 2008-12-11 | asleep\n";
    expect(() => useTables(new Map([["browser-releases", text]]))).toThrow("asleep");
  });
});

test("the app of a web view", () => {
  const view =
    "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36";
  const appOf = (agent: string, fields = {}) => partsOf(agent, fields).browser?.inApp;
  expect(appOf(`${view} Instagram 312.0.0.0.0`)).toBe("Instagram");
  expect(appOf(view, { "X-Requested-With": "com.instagram.android" })).toBe("Instagram");
  expect(appOf(view)).toBeUndefined();
  expect(appOf("Instagram 312.0.0 (iPhone14,2; iOS 17_4)")).toBeUndefined();
});
