/** Facts derived from the format of unlisted user agents: both examples of each rule. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const desktop = (middle: string, end = "") =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0${middle} Safari/537.36${end}`;
const typeOf = (agent: string) => {
  const { device } = lookupUserAgent(agent);
  return device ? device.type : "nothing";
};
const engineOf = (agent: string) => {
  const { engine } = lookupUserAgent(agent);
  return engine ? engine.name : "";
};

test.each([
  ["a product between Chrome and Safari", desktop(" AcmeBoard/3.1"), "app"],
  ["one that calls itself a browser", desktop(" AcmeBrowser/3.1"), "desktop"],
  ["one that counts as Chrome does", desktop(" Acmeland/122.0.0.0"), "desktop"],
  ["a program's word behind the end", desktop("", " AcmeMail/3.1"), "app"],
  ["no program's word behind the end", desktop("", " Acmevil/3.1"), "desktop"],
  ["a listed browser in the middle", desktop(" Whale/3.26"), "desktop"],
])("desktop: %s", (_, agent, type) => {
  expect(typeOf(agent)).toBe(type);
});

test.each([
  ["a site and a phone's code", "Acme/1.0 (SM-G960F; https://acme.example/)", "app"],
  ["a site alone", "Acme/1.0 (+https://acme.example/about)", "bot"],
  ["a site and a robot's word", "AcmeBot/1.0 (SM-G960F; https://acme.example/)", "bot"],
  ["an identifier of Apple's with its system", "Acme/1 (iPhone13,4; 16.1.2)", "app"],
  ["a word that begins as one of Apple's does", "Acme/1 (iPhoney)", "bot"],
])("%s", (_, agent, type) => {
  expect(typeOf(agent)).toBe(type);
});

test.each([
  [
    "a random token",
    "Mozilla/5.0 (Windows NT 6.1; WOW64; qZbBOt; Trident/7.0; rv:11.0) like Gecko",
    "desktop",
  ],
  ["a robot's word", "Mozilla/5.0 (Windows NT 6.1; WOW64; qZbBot; Trident/7.0; rv:11.0) like Gecko", "bot"],
  ["a robot's word in capitals", "SELDOMBOT/1.0", "bot"],
  ["a name that ends in capitals", "seldomBOT/1.0", "bot"],
])("%s", (_, agent, type) => {
  expect(typeOf(agent)).toBe(type);
});

test.each([
  ["zzz qq", "nothing"],
  ["lorem ipsum dolor", "nothing"],
  ["hello world", "nothing"],
  ["Seldom Fetch Tool", "bot"],
  ["Mac OS X", "desktop"],
  ["gzip", "nothing"],
])("noise: %s is %s", (agent, type) => {
  expect(typeOf(agent)).toBe(type);
  if (type === "nothing")
    expect(lookupUserAgent(agent)).toEqual({
      agent,
      device: false,
      os: false,
      engine: false,
      browser: false,
      url: false,
      bot: false,
    });
});

test.each([
  "AntennaPod/3.2.0",
  "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "Pocket Casts",
  "Castro 2023.1/1",
  "Podcasts/1630.1 CFNetwork/1410.1 Darwin/22.6.0",
  "PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)",
  "Podbean/Android App 7.4.5",
  "Downcast/2.9.57 (iPhone; iOS 12.1; Scale/2.0)",
  "SeldomPodcasts/2.1 (iPhone; iOS 17.1)",
])("a podcast client: %s", (agent) => {
  expect(typeOf(agent)).toBe("feed");
});

test.each(["Spotify/8.9.0 Android/33", "Seldom Radio", "SeldomPods/2.1 (iPhone; iOS 17.1)"])(
  "what plays other things too is an app: %s",
  (agent) => {
    expect(["app", "feed"]).toContain(typeOf(agent));
  },
);

test.each([
  [
    "Opera on Gecko's string",
    "Mozilla/5.0 (X11; Linux; rv:12.3) Gecko/20000 Ubuntu/8.10 Opera 9.64",
    "Presto",
  ],
  ["Opera before 7", "Mozilla/4.0 (compatible; MSIE 5.0; Windows 98) Opera 6.05 [en]", "Elektra"],
  [
    "Opera of today",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0",
    "Blink",
  ],
  ["Galeon without engine", "Galeon/1.3.9 Mozilla/1.4 HTML/4.01 XHTML/1.0", "Gecko"],
  ["Konqueror without engine", "Mozilla/5.0 (compatible; Konqueror/3.3; Linux) (KHTML, like Gecko)", "KHTML"],
  [
    "Konqueror on WebKit",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) Konqueror/5.0 Safari/538.1",
    "WebKit",
  ],
  ["NetFront without engine", "Mozilla/4.0 (PSP (PlayStation Portable); 2.00)", "NetFront"],
  [
    "NetFront's later family",
    "Mozilla/5.0 (Linux; U; Android 2.3.3; en_us; GT-S6102 Build/GINGERBREAD) AppleWebKit/530.17 (KHTML, like Gecko) Version/4.0 NetFrontLifeBrowser/2.3 Mobile (Dragonfruit)",
    "WebKit",
  ],
  [
    "Dolfin",
    "SAMSUNG-GT-S5230/S5230XEIL1 SHP/VPP/R5 Dolfin/1.5 Qtv5.3 SMM-MMS/1.2.0 profile/MIDP-2.1 configuration/CLDC-1.1",
    "WebKit",
  ],
  ["Ladybird", "Mozilla/5.0 (Linux; x86_64) Ladybird/1.0", "LibWeb"],
  ["Gecko without a day", "Mozilla/5.0 (Windows; U; Win98; en-US; rv:1.4) Gecko Netscape/7.1 (ax)", "Gecko"],
  [
    "a robot like Gecko",
    "Mozilla/5.0 (compatible; Seldom Sitemaps; seldom-sitemaps.com) Gecko Seldom-Sitemaps/1.0",
    "",
  ],
  ["Amazon's player", "smarttv_AFTMM_Build_535062120_Chromium_59.0.2883.91", "Blink"],
  ["Opera's app over Apple's library", "Opera%20Coast/5.03.102982 CFNetwork/808.1.4 Darwin/16.1.0", ""],
])("the engine of %s", (_, agent, engine) => {
  expect(engineOf(agent)).toBe(engine);
});

test("a package's version is not the distribution's", () => {
  const versionOf = (debian: string) => {
    const { os } = lookupUserAgent(
      `Mozilla/5.0 (X11; U; Linux i686; rv:1.8) Gecko/2006 ${debian} Galeon/2.0.6`,
    );
    return os ? `${os.name} ${os.version}` : "";
  };
  expect(versionOf("Debian/2.0.6-2.1")).toBe("Debian ");
  expect(versionOf("Debian/7.0")).toBe("Debian 7.0");
});

test("a version is not a page", () => {
  expect(lookupUserAgent("AcmePod/1.5 (http://acmepod.com/v1.5.x)").url).not.toBe(
    "http://acmepod.com/v1.5.x",
  );
});

test.each([
  [
    "one made of SeaMonkey",
    "Mozilla/5.0 (Windows; U; Windows ME; en-US; rv:1.8.1.24) Gecko/20180708 RetroZilla/2.2 SeaMonkey/1.1.19 Firefox/2.0.20",
    "RetroZilla 2.2",
  ],
  [
    "a bare word in front of Safari's end",
    "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/538.1 (KHTML, like Gecko) WahOO Safari/538.1",
    "Wahoo Browser ",
  ],
  [
    "a tool that hides the string, and its number",
    "Mozilla/5.0 (Windows NT 5.1; rv:38.0.5) Gecko/20100101 Firefox/38.0.5 anonymized by Abelssoft 56062259",
    "Firefox 38.0.5",
  ],
  [
    "a listed browser in Chrome's place",
    "Mozilla/5.0 (Windows NT 6.3) AppleWebKit/537.36 (KHTML, like Gecko) Chedot/43.0.2357.400 Safari/537.36",
    "Chedot 43.0.2357.400",
  ],
])("the browser of %s", (_, agent, expected) => {
  const { browser } = lookupUserAgent(agent);
  expect([typeOf(agent), browser && `${browser.name} ${browser.version}`]).toEqual(["desktop", expected]);
});

test("a robot whose name ends like a system's is not a browser", () => {
  expect(typeOf("Mozilla/5.0 (compatible; ThinkChaos/0.3.0; +In_the_test_phase)")).toBe("bot");
  expect(typeOf("Mozilla/5.0 (compatible; SeldomOS; +In_the_test_phase)")).not.toBe("bot");
});
