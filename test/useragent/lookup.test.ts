import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

type Row = readonly [agent: string, type: string, form: string, os: string, browser: string, engine: string];

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
const MOBILE = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";

const browsers: readonly Row[] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`,
    "desktop",
    "desktop",
    "Windows 10",
    "Chrome 124.0.0.0",
    "Blink 124.0.0.0",
  ],
  [
    `Mozilla/5.0 (Windows NT 6.1; WOW64) ${CHROME} Edg/124.0.2478.51`,
    "desktop",
    "desktop",
    "Windows 7",
    "Edge 124.0.2478.51",
    "Blink 124.0.0.0",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/109.0.5097.45`,
    "desktop",
    "desktop",
    "macOS 10.15.7",
    "Opera 109.0.5097.45",
    "Blink 124.0.0.0",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`,
    "desktop",
    "desktop",
    "ChromeOS 14541.0.0",
    "Chrome 124.0.0.0",
    "Blink 124.0.0.0",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Vivaldi/6.7.3329.17`,
    "desktop",
    "desktop",
    "Linux ",
    "Vivaldi 6.7.3329.17",
    "Blink 124.0.0.0",
  ],
  [
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0",
    "desktop",
    "desktop",
    "Ubuntu ",
    "Firefox 125.0",
    "Gecko 125.0",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15",
    "desktop",
    "desktop",
    "macOS 10.15.7",
    "Safari 17.4.1",
    "WebKit 605.1.15",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
    "desktop",
    "desktop",
    "Windows 10",
    "IE 11.0",
    "Trident 7.0",
  ],
  [
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)",
    "desktop",
    "desktop",
    "Windows XP",
    "IE 6.0",
    "Trident ",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763",
    "desktop",
    "desktop",
    "Windows 10",
    "Edge 18.17763",
    "EdgeHTML 18.17763",
  ],
  [
    "Opera/9.80 (Windows NT 6.1; U; en) Presto/2.12.388 Version/12.16",
    "desktop",
    "desktop",
    "Windows 7",
    "Opera 12.16",
    "Presto 2.12.388",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1",
    "unknown",
    "mobile",
    "iOS 17.4.1",
    "Safari 17.4.1",
    "WebKit 605.1.15",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1",
    "unknown",
    "tablet",
    "iOS 16.6",
    "Chrome 124.0.6367.88",
    "WebKit 605.1.15",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${MOBILE}`,
    "unknown",
    "mobile",
    "Android 14",
    "Chrome 124.0.0.0",
    "Blink 124.0.0.0",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Safari/537.36",
    "unknown",
    "tablet",
    "Android 13",
    "Samsung Internet 24.0",
    "Blink 117.0.0.0",
  ],
  [
    "Mozilla/5.0 (Linux; Android 11; Pixel 4a Build/RQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36",
    "unknown",
    "mobile",
    "Android 11",
    "Chrome WebView 124.0.0.0",
    "Blink 124.0.0.0",
  ],
  [
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 WebAppManager",
    "unknown",
    "tv",
    "webOS 22",
    "Chrome 87.0.4280.88",
    "Blink 87.0.4280.88",
  ],
  [
    "Mozilla/5.0 (PlayStation 5 3.11) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0 Safari/605.1.15",
    "unknown",
    "console",
    "PlayStation 3.11",
    "PlayStation Browser ",
    "WebKit 605.1.15",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/33.0.0 Chrome/124.0.0.0 VR Safari/537.36",
    "unknown",
    "xr",
    "Linux ",
    "Oculus Browser 33.0.0",
    "Blink 124.0.0.0",
  ],
];

const both = (part: { name: string; version: string } | false) =>
  part ? `${part.name} ${part.version}` : "";

describe("browsers", () => {
  for (const [agent, type, form, os, browser, engine] of browsers) {
    test(agent, () => {
      const result = lookupUserAgent(agent);
      const device = result.device || { type: "", formFactor: "" };
      expect([
        device.type,
        device.formFactor,
        both(result.os),
        both(result.browser),
        both(result.engine),
      ]).toEqual([type, form, os, browser, engine]);
      expect(result.agent).toBe(agent);
      expect(result.bot).toBe(false);
    });
  }
});

test.each(["this is not a user agent at all", "The quick brown fox jumps over the lazy dog"])(
  "%s: a sentence does not name a browser",
  (agent) => {
    expect(lookupUserAgent(agent)).toMatchObject({ device: false, bot: false, browser: false, os: false });
  },
);
test("one short word is part of a name, and so is a second one at the end", () => {
  expect(lookupUserAgent("Bank of the West Checker").bot).toMatchObject({ name: "Bank of the West Checker" });
  expect(lookupUserAgent("What Kvsh Is").bot).toMatchObject({ name: "What Kvsh Is" });
  expect(lookupUserAgent("What Kvsh Is This").device).toBe(false);
});

type Client = readonly [agent: string, type: string, name: string, site: string];

const clients: readonly Client[] = [
  ["curl/8.5.0", "library", "curl", "curl.se"],
  ["python-requests/2.31.0", "library", "Python Requests", "readthedocs.io"],
  ["python-asks/3.0.0", "library", "asks", "readthedocs.io"],
  ["Go-http-client/2.0", "library", "Go-http-client", "pkg.go.dev"],
  ["okhttp/4.12.0", "library", "OkHttp", "square.github.io"],
  ["Wget/1.21.4", "library", "Wget", "gnu.org"],
  ["FreshRSS/1.23.1 (Linux; https://freshrss.org)", "feed", "FreshRSS", "freshrss.org"],
  ["Overcast/3.0 (+http://overcast.fm/; iOS podcast app)", "feed", "Overcast", "overcast.fm"],
  ["AntennaPod/3.2.0", "feed", "AntennaPod", "antennapod.org"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21C62 Instagram 312.0.0.22.114 (iPhone14,5; iOS 17_2; en_US)",
    "app",
    "Instagram",
    "instagram.com",
  ],
];

describe("clients that are not browsers", () => {
  for (const [agent, type, name, site] of clients) {
    test(agent, () => {
      const { device, browser, url } = lookupUserAgent(agent);
      expect(device).toMatchObject({ type });
      expect(browser).toMatchObject({ name });
      expect(url).toContain(site);
    });
  }
});

type BotRow = readonly [agent: string, name: string, category: string, page: string];

const bots: readonly BotRow[] = [
  [
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Googlebot",
    "search",
    "http://www.google.com/bot.html",
  ],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "GPTBot",
    "ai-training",
    "https://openai.com/gptbot",
  ],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "ClaudeBot",
    "ai-training",
    "https://support.claude.com/en/articles/8896518",
  ],
  [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "FacebookExternalHit",
    "social-preview",
    "http://www.facebook.com/externalhit_uatext.php",
  ],
  [
    "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
    "UptimeRobot",
    "monitoring",
    "http://www.uptimerobot.com/",
  ],
  [
    "Mozilla/5.0 (compatible; SomethingNewBot/0.1; +https://example.org/about-our-bot)",
    "SomethingNewBot",
    "unknown",
    "https://example.org/about-our-bot",
  ],
];

describe("bots", () => {
  for (const [agent, name, category, page] of bots) {
    test(agent, () => {
      const { device, bot, url } = lookupUserAgent(agent);
      expect(device).toMatchObject({ type: "bot" });
      expect(bot && [bot.name, bot.category]).toEqual([name, category] as never);
      expect(url).toBe(page);
    });
  }

  test("a bot that imitates a phone is a bot with that browser inside", () => {
    const result = lookupUserAgent(
      "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.201 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    );
    expect(result.device).toMatchObject({ type: "bot" });
    expect(both(result.browser)).toBe("Chrome 124.0.6367.201");
    expect(both(result.os)).toBe("Android 6.0.1");
  });
});

type Machine = readonly [agent: string, vendor: string, name: string];

const machines: readonly Machine[] = [
  [`Mozilla/5.0 (Linux; Android 10; SM-G973F) ${MOBILE}`, "Samsung", "Galaxy S10"],
  [`Mozilla/5.0 (Linux; Android 9; CLT-L29 Build/HUAWEICLT-L29) ${MOBILE}`, "Huawei", "P20 Pro"],
  [`Mozilla/5.0 (Linux; Android 12; DEXP Ixion X145) ${MOBILE}`, "DEXP", "Ixion X145"],
  [`Mozilla/5.0 (Linux; Android 15; RMX9999) ${MOBILE}`, "Realme", "RMX9999"],
  ["Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1", "Nokia", "6300"],
  [
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 920)",
    "Nokia",
    "Lumia 920",
  ],
  [
    "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36 HbbTV/1.5.1 (+DRM; Philips; 50PUS7906; 1.0; ; )",
    "Philips",
    "50PUS7906",
  ],
];

describe("makers and models", () => {
  for (const [agent, vendor, name] of machines) {
    test(`${vendor} ${name}`, () => {
      const { device } = lookupUserAgent(agent);
      expect(device && [device.vendor, device.name]).toEqual([vendor, name]);
    });
  }
});

describe("nothing recognised", () => {
  for (const agent of [
    "",
    " ",
    "-",
    "()",
    "%%%",
    "123456",
    "a",
    "x!",
    "null",
    "undefined",
    "Test",
    "zzz",
    "Antoine",
  ]) {
    test(JSON.stringify(agent), () => {
      const { device, os, engine, browser, url, bot } = lookupUserAgent(agent);
      expect([device, os, engine, browser, url, bot]).toEqual([false, false, false, false, false, false]);
    });
  }
});

test("the same string has the same result, with and without the cache", () => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`;
  const first = structuredClone(lookupUserAgent(agent));
  for (let index = 0; index < 5000; index++) lookupUserAgent(`other/${index}`);
  for (let times = 0; times < 3; times++) expect(lookupUserAgent(agent)).toEqual(first);
});

describe("a name that other products have too", () => {
  const seldom = (text: string) => {
    const { device, os, browser } = lookupUserAgent(text);
    return {
      name: browser ? browser.name : "",
      version: browser ? browser.version : "",
      system: os && `${os.name} ${os.version}`.trim(),
      form: device ? device.formFactor : "",
      type: device ? device.type : "",
    };
  };
  const AGENT = "AppleWebKit/537.36 (KHTML, like Gecko)";
  test.each([
    ["Podcaster/3.1 (Linux; Android 13)", { name: "Podcaster", system: "Android 13" }],
    ["Balados/1575.1 CFNetwork/1240.0.4 Darwin/20.6.0", { name: "Apple Podcasts" }],
    [
      "Mozilla/5.0 (webOS/2.1.0; U; de-DE) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2",
      { form: "mobile" },
    ],
    [
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${AGENT} Chrome/79.0.3945.79 Safari/537.36 WebAppManager`,
      { form: "tv" },
    ],
    ["Seldom/android-2.2", { name: "Seldom", version: "2.2", system: "Android" }],
    ["Seldom/ios-3.1.4", { name: "Seldom", version: "3.1.4", system: "iOS" }],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${AGENT} app/1.0.0 Chrome/114.0.0.0 Electron/25.0 Safari/537.36`,
      { type: "app" },
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${AGENT} electron/2.0.0 Chrome/114.0.0.0 Electron/25.0 Safari/537.36`,
      { type: "app", name: "Electron" },
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${AGENT} Seldom+/2.9.0 Chrome/114.0.0.0 Electron/25.0 Safari/537.36`,
      { name: "Seldom", version: "2.9.0" },
    ],
    ["Gibbon/2019.1/2019.1: Netflix/2019.1 (DEVTYPE=LGE-60002; CERTVER=0)", { name: "Netflix", form: "tv" }],
  ])("%s", (text, expected) => expect(seldom(text)).toMatchObject(expected));

  test("Netflix names the device", () =>
    expect(
      lookupUserAgent(
        "Gibbon/2019.1/2019.1: Netflix/2019.1 (DEVTYPE=NFANDROID2-PRV-FIRETVSTICK2019; CERTVER=0)",
      ).device,
    ).toMatchObject({ vendor: "Amazon", name: "Fire TV Stick (2019)" }));
});
