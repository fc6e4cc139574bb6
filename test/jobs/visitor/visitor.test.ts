import { describe, expect, test } from "bun:test";
import { networkDatabase } from "../../../src/ip/connection/network-database.ts";
import { type GeoDatabases, lookupSource } from "../../../src/ip/mmdb/lookup-source.ts";
import type { Connection } from "../../../src/ip/schema.ts";
import { timeIn } from "../../../src/jobs/visitor/seen.ts";
import { agentOf, visitorOf } from "../../../src/jobs/visitor/visitor.ts";
import { parseNetwork } from "../../../src/syntax/ip-address.ts";
import { mmdbOf } from "../../ip/mmdb-writer.ts";
import { CITY } from "../../ip/sample-databases.ts";

const TIME = Date.UTC(2026, 10, 24, 14, 3);
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const TABLET =
  "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0";

function geoWith(kind?: Connection["kind"]): GeoDatabases {
  const by = (bytes: Buffer) => ({ 4: [lookupSource(mmdbOf(bytes))], 6: [] });
  const network = parseNetwork("5.0.0.0/8");
  if (!network) throw new Error("no network");
  const connection = {
    kind: kind ?? "mobile",
    service: "S",
    source: "https://list.example/",
    since: "2026-11-24",
  };
  return {
    places: by(CITY()),
    asns: { 4: [], 6: [] },
    ...(kind && { connections: by(networkDatabase([{ network, connection }], 1)) }),
  };
}

const seen = { ip: "5.0.1.2", agent: "", time: TIME, timeZone: "", language: "", url: "" };
const names = (more: object, kind?: Connection["kind"]) =>
  visitorOf({ ...seen, ...more }, geoWith(kind)).contradictions.map(({ name, sure }) => `${name} ${sure}`);

describe("contradictions", () => {
  const { ip } = visitorOf(seen, geoWith());
  const zone = ip?.timeZone ?? "";

  test.each([
    ["nothing is known", {}, undefined, []],
    ["a phone in a data centre", { agent: PHONE }, "hosting", ["data-centre-phone likely"]],
    ["a phone in a mobile network", { agent: PHONE }, "mobile", []],
    ["a desktop in a mobile network", { agent: DESKTOP }, "mobile", ["mobile-network-desktop hint"]],
    ["a desktop in a data centre", { agent: DESKTOP }, "hosting", []],
    ["a person from a crawler's address", { agent: DESKTOP }, "crawler", ["crawler-person likely"]],
    ["another time zone", { timeZone: "Asia/Tokyo" }, undefined, ["time-zone likely"]],
    ["another time zone behind Tor", { timeZone: "Asia/Tokyo" }, "tor", ["time-zone hint"]],
    ["the same time zone", { timeZone: zone }, undefined, []],
    ["a time zone that is none", { timeZone: "Mars/Olympus" }, undefined, []],
    ["another country's language", { language: "ja-JP,ja;q=0.9" }, undefined, ["language hint"]],
    ["a language without a country", { language: "ja" }, undefined, []],
    ["a language of several countries, one of them this", { language: "en-US,de-DE;q=0.7" }, undefined, []],
    ["any language", { language: "*" }, undefined, []],
    [
      "a language with a script and another country",
      { language: "zh-Hant-TW" },
      undefined,
      ["language hint"],
    ],
    ["a language of a continent", { language: "es-419" }, undefined, []],
    ["a time zone an hour away", { timeZone: "Europe/Athens" }, undefined, []],
    ["a time zone two hours away", { timeZone: "Europe/Moscow" }, undefined, ["time-zone likely"]],
    ["a phone behind Tor", { agent: PHONE }, "tor", []],
    ["a tablet in a data centre", { agent: TABLET }, "hosting", ["data-centre-phone likely"]],
    [
      "a crawler from its address",
      { agent: "Googlebot/2.1 (+http://www.google.com/bot.html)" },
      "crawler",
      [],
    ],
  ] as const)("%s", (_, more, kind, expected) => expect(names(more, kind)).toEqual([...expected]));
});

describe("a browser and its system", () => {
  const chrome = (system: string, major: number) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  test.each([
    ["Windows 7 and its last Chrome", chrome("Windows NT 6.1; Win64; x64", 109), []],
    [
      "Windows 7 and the next",
      chrome("Windows NT 6.1; Win64; x64", 110),
      ["browser-newer-than-system likely"],
    ],
    ["Windows 10", chrome("Windows NT 10.0; Win64; x64", 140), []],
    ["macOS 10.13 and its last Chrome", chrome("Macintosh; Intel Mac OS X 10_13_6", 116), []],
    [
      "macOS 10.13 and the next",
      chrome("Macintosh; Intel Mac OS X 10_13_6", 117),
      ["browser-newer-than-system likely"],
    ],
    ["macOS as browsers froze it", chrome("Macintosh; Intel Mac OS X 10_15_7", 151), []],
    ["Android 9 and its last Chrome", chrome("Linux; Android 9; SM-G960F", 138), []],
    [
      "Android 9 and the next",
      chrome("Linux; Android 9; SM-G960F", 139),
      ["browser-newer-than-system likely"],
    ],
    ["Android as browsers froze it", chrome("Linux; Android 10; K", 151), []],
    ["iOS and its own Safari", PHONE, []],
    [
      "iOS and the next Safari",
      PHONE.replace("Version/16.6", "Version/17.0"),
      ["browser-newer-than-system likely"],
    ],
    ["iOS as Safari 26 froze it", PHONE.replace("16_6", "18_6").replace("Version/16.6", "Version/26.0"), []],
  ])("%s", (_, agent, expected) => expect(names({ ip: "", agent })).toEqual(expected));
});

describe("client hints compared with the string", () => {
  const hints = (more: object = {}) => ({
    "sec-ch-ua": '"Chromium";v="140", "Google Chrome";v="140", "Not?A_Brand";v="99"',
    "sec-ch-ua-platform": '"Windows"',
    "sec-ch-ua-mobile": "?0",
    ...more,
  });
  const phone =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
  const edge = `${DESKTOP} Edg/140.0.0.0`;
  const brands = (name: string) => ({ "sec-ch-ua": `"Chromium";v="140", "${name}";v="140"` });
  test.each([
    ["both of one browser", DESKTOP, hints(), undefined],
    ["another system", DESKTOP, hints({ "sec-ch-ua-platform": '"macOS"' }), ["Windows", "macOS"]],
    [
      "Android, which a desktop mode calls Linux",
      DESKTOP.replace(/Windows[^)]*/, "X11; Linux x86_64"),
      hints({ "sec-ch-ua-platform": '"Android"' }),
      undefined,
    ],
    [
      "a distribution of Linux",
      DESKTOP.replace(/Windows[^)]*/, "X11; Ubuntu; Linux x86_64"),
      hints({ "sec-ch-ua-platform": '"Linux"' }),
      undefined,
    ],
    ["an unknown system", DESKTOP, hints({ "sec-ch-ua-platform": '"BeOS"' }), undefined],
    [
      "another version",
      DESKTOP,
      hints({ "sec-ch-ua": '"Chromium";v="141"' }),
      ["Chromium 140", "Chromium 141"],
    ],
    ["a browser that takes Chrome's name in its string", DESKTOP, hints(brands("Brave")), undefined],
    ["Edge", edge, hints(brands("Microsoft Edge")), undefined],
    ["Edge in the string alone", edge, hints(), ["Edge", "Chromium 140, Google Chrome 140"]],
    ["a phone", phone, hints({ "sec-ch-ua-platform": '"Android"', "sec-ch-ua-mobile": "?1" }), undefined],
    [
      "a phone in the string alone",
      phone,
      hints({ "sec-ch-ua-platform": '"Android"' }),
      ["a phone", "no phone"],
    ],
    ["a phone in the hints alone", DESKTOP, hints({ "sec-ch-ua-mobile": "?1" }), ["no phone", "a phone"]],
    ["hints of a browser that sends none", FIREFOX, hints(), ["Firefox", "Chromium 140, Google Chrome 140"]],
    ["an iPhone with the hints of Windows", PHONE, hints(), ["iOS", "Windows"]],
    [
      "the object of JavaScript",
      DESKTOP,
      { brands: [{ brand: "Chromium", version: "139" }], mobile: false, platform: "Windows" },
      ["Chromium 140", "Chromium 139"],
    ],
    ["no hints among what is given", DESKTOP, { accept: "*/*" }, undefined],
  ] as const)("%s", (_, agent, given, expected) => {
    const [found] = visitorOf({ ...seen, ip: "", agent, hints: given }, geoWith()).contradictions;
    expect(found?.title).toBe(
      expected && `The user agent string has ${expected[0]}, the client hints have ${expected[1]}.`,
    );
    expect([found?.name, found?.sure]).toEqual(
      expected ? ["hints-against-string", "likely"] : [undefined, undefined],
    );
  });
});

test.each([
  ["failed", ["bot-unverified sure"]],
  ["ip", []],
  ["unknown", []],
] as const)("a bot whose verification is %s", (verified, expected) => {
  const agent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  const found = agentOf({ agent });
  if (!found?.bot) throw new Error("no bot");
  const { contradictions, text } = visitorOf({ ...seen, agent }, geoWith(), {
    ...found,
    bot: { ...found.bot, verified },
  });
  expect(contradictions.map(({ name, sure }) => `${name} ${sure}`)).toEqual([...expected]);
  expect(text).toContain("The user agent is the bot Googlebot");
});

describe("support", () => {
  const at = (agent: string, time = TIME) => visitorOf({ ...seen, ip: "", agent, time }, geoWith());
  const old = (system: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.112 Safari/537.36`;
  test.each([
    ["Windows NT 5.1", "outdated", "2014-04-08"],
    ["Windows NT 6.0", "outdated", "2017-04-11"],
    ["Windows NT 6.1", "outdated", "2020-01-14"],
    ["Windows NT 6.3", "outdated", "2023-01-10"],
    ["Linux; Android 4.2.2; GT-I9505", "outdated", undefined],
    ["Linux; Android 8.1.0; Nexus 5X", "outdated", "2021-01-10"],
    ["Linux; Android 8; Nexus 5X", "outdated", "2021-01-10"],
    ["Linux; Android 14; Pixel 8", "supported", undefined],
    ["Macintosh; Intel Mac OS X 10_11_6", "outdated", "2018-12-01"],
    ["X11; Linux x86_64", undefined, undefined],
  ])("of %s is %s since %s", (system, os, osEnded) => {
    const { support } = at(old(system));
    expect([support.os, support.osEnded]).toEqual([os, osEnded]);
  });

  test("of a system ends after its last day", () => {
    const windows8 = old("Windows NT 6.2");
    const on = (day: string) => at(windows8, Date.parse(`${day}T12:00:00Z`)).support.os;
    expect([on("2016-01-12"), on("2016-01-13")]).toEqual(["supported", "outdated"]);
  });

  test("of a frozen system is unknown", () => {
    expect(at(DESKTOP).support).toEqual({
      browser: "outdated",
      engine: "outdated",
      engineReleased: "2025-09-02",
    });
  });

  test("of a web view is that of its engine, with its age", () => {
    const facebook =
      "Mozilla/5.0 (Linux; Android 9; SM-G960F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/400.0.0.1]";
    expect(at(facebook).support).toEqual({
      ...{ engine: "outdated", engineReleased: "2018-09-04", os: "outdated", osEnded: "2022-01-01" },
    });
    expect(at(facebook).text).toContain(
      "The user agent is Facebook 400.0.0.1 on Android 9; its web view is Blink 69.0.3497.100 of 2018-09-04, out of support; Android 9 gets no more fixes (since 2022-01-01).",
    );
    const instagram =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 14_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/18H17 Instagram 299.0.0.0";
    expect(at(instagram).support).toEqual({
      ...{ engine: "outdated", engineReleased: "2020-09-16", os: "outdated", osEnded: "2021-10-26" },
    });
    expect(at(FIREFOX).support.engine).toBe("outdated");
  });
});

test("each part is optional", () => {
  const none = visitorOf({ ...seen, ip: "" }, geoWith());
  expect(none).toEqual({
    time: "2026-11-24T14:03:00.000Z",
    support: {},
    contradictions: [],
    text: "Seen 14:03 UTC on 2026-11-24.",
  });
  expect(visitorOf({ ...seen, ip: "", agent: DESKTOP }, geoWith()).text).toContain(
    "The user agent is Chrome 140",
  );
});

test("the text names the subject of the place", () => {
  const { text } = visitorOf({ ...seen, ip: "[5.0.1.2]:443", url: "https://shop.example/" }, geoWith("tor"));
  expect(text).toContain("from 5.0.1.2 at https://shop.example/.");
  expect(text).toContain("The location is that of the exit, not of the user.");
});

test.each([
  ["Europe/Berlin", "2026-11-24T15:03:00+01:00"],
  ["America/St_Johns", "2026-11-24T10:33:00-03:30"],
  ["Asia/Kathmandu", "2026-11-24T19:48:00+05:45"],
  ["UTC", "2026-11-24T14:03:00+00:00"],
  ["Mars/Olympus", undefined],
])("the time in %s", (zone, expected) => expect(timeIn(zone, TIME)).toBe(expected));
