/** What a program is called, and what it says of its own parts, is not a machine, a system or a robot. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

test.each([
  "git/2.39.3 (Apple Git-145)",
  "Microsoft-WebDAV-MiniRedir/10.0.19045",
  "Swift/5.9 URLSession",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; GoogleT5; InfoPath.1)",
])("no maker and model are read from %s", (agent) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor: "", name: "" });
});

test.each([
  ["Mozilla/5.0 (compatible; YandexImageResizer/2.0; +http://yandex.com/bots)", ""],
  ["SAMSUNG-GT-S5620/S5620XX SHP/VPP/R5 Dolfin/2.0 Qtv/5.3 SMM-MMS/1.2.0 profile/MIDP-2.1", "mobile"],
  ["Nokia6300/2.0 (05.00) Profile/MIDP-2.0 Configuration/CLDC-1.1", "mobile"],
])("the form of %s is %p", (agent, formFactor) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ formFactor });
});

test.each([
  [
    "HONOR_Che2-TL00M_TD/5.0 Android/4.4.2 (Linux; U; Android 4.4.2; zh-cn) Release/09.05.2014 Browser/WAP2.0",
    "Honor",
  ],
  ["Mozilla/5.0 (Linux; U; Android 4.4.4; zh-CN; unknown Build/KTU84P) AppleWebKit/534.30", ""],
  ["Mozilla/5.0 (Linux; Android 4.4.2; ?? Build/KOT49H) AppleWebKit/537.36", ""],
])("a placeholder and a date of release are not a model: %s", (agent, vendor) => {
  expect(lookupUserAgent(agent).device).toMatchObject({
    vendor,
    name: expect.not.stringMatching(/unknown|\?|Release/),
  });
});

test.each([
  [
    "Opera/9.80 (BlackBerry; Opera Mini/6.5.27548/26.1305; U; ja) Presto/2.8.119 Version/10.54",
    "BlackBerry OS",
    "",
  ],
  [
    "Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en) AppleWebKit/534.11+ (KHTML, like Gecko) Version/7.1.0.346 Mobile Safari/534.11+",
    "BlackBerry OS",
    "7.1.0.346",
  ],
  ["Pinterest for Android/11.9 (SM-G991B; 13)", "Android", ""],
  ["Mozilla/5.0 (Linux) mirall/3.13.0git (Nextcloud, ubuntu-6.8.0-35-generic)", "Ubuntu", ""],
  [
    "Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9) Gecko/2008 Ubuntu/8.04.1 (hardy) Firefox/3.0",
    "Ubuntu",
    "8.04.1",
  ],
  [
    "Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9) Gecko/2008 Ubuntu/9.10 (karmic) Firefox/3.5",
    "Ubuntu",
    "9.10",
  ],
])("the number of another program is not the system's: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent).os).toMatchObject({ name, version });
});

test.each([
  ["Python/3.11 aiohttp/3.8.5", "aiohttp", "3.8.5"],
  ["Ruby/3.2.0 excon/0.110.0", "Excon", "0.110.0"],
  ["Python/3.11", "Python", "3.11"],
])("a language is the name only where no library of it is named: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "library" }, browser: { name, version } });
});

test.each([
  [
    "com.zhiliaoapp.musically/2023501030 (Linux; U; Android 14; en_US; Pixel 8; Build/UQ1A.240205.004)",
    "TikTok",
    "35.1.3",
  ],
  ["com.google.GoogleMobile/320.0 iPhone/17.5.1 hw/iPhone14_5", "Google Search App", "320.0"],
  ["Mac+OS+X/10.15.7 (19H2026) CalendarAgent/930.5.1", "Apple Calendar", "930.5.1"],
  ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "Microsoft Office", "16"],
])("a person's app by the id of its package or its daemon: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({
    device: { type: "app" },
    browser: { name, version },
    bot: false,
  });
});

test("the oldest browsers name no family at all", () => {
  expect(lookupUserAgent("Mozilla/3.04 (Win95; I)")).toMatchObject({
    device: { type: "desktop" },
    os: { name: "Windows", version: "95" },
    browser: { name: "Netscape", version: "3.04" },
    bot: false,
  });
});

test("a word for any fetcher is the name only where no other stands", () => {
  const inoreader = "Inoreader/1.0 (+http://www.inoreader.com/feed-fetcher; 2 subscribers; )";
  expect(lookupUserAgent(inoreader).bot).toMatchObject({ name: "Inoreader", category: "feed" });
  expect(lookupUserAgent("Feed-Fetcher/1.0")).toMatchObject({ device: { type: "feed" }, bot: false });
});
