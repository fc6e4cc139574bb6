/** Names of programs and their components are not mistaken for a device, system or bot. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

test.each([
  "git/2.39.3 (Apple Git-145)",
  "Microsoft-WebDAV-MiniRedir/10.0.19045",
  "Swift/5.9 URLSession",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; GoogleT5; InfoPath.1)",
])("no maker or model in %s", (agent) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor: "", name: "" });
});

test.each([
  ["Mozilla/5.0 (compatible; YandexImageResizer/2.0; +http://yandex.com/bots)", ""],
  ["SAMSUNG-GT-S5620/S5620XX SHP/VPP/R5 Dolfin/2.0 Qtv/5.3 SMM-MMS/1.2.0 profile/MIDP-2.1", "mobile"],
  ["Nokia6300/2.0 (05.00) Profile/MIDP-2.0 Configuration/CLDC-1.1", "mobile"],
  ["Amazon-Route53-Health-Check-Service (ref 12; report http://amzn.to/1vsZADi)", ""],
  ["SAMSUNG-SGH-E250/1.0 UP.Browser/6.2.3 (compatible; Googlebot-Mobile/2.1)", "mobile"],
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
  ["Pinterest for Android/11.9 (SM-G991B; 13)", "Android", "13"],
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
])("the version of another program is not the system's: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent).os).toMatchObject({ name, version });
});

test.each([
  ["Python/3.11 aiohttp/3.8.5", "aiohttp", "3.8.5"],
  ["Ruby/3.2.0 excon/0.110.0", "Excon", "0.110.0"],
  ["Python/3.11", "Python", "3.11"],
])("a programming language is the name only without one of its libraries: %s", (agent, name, version) => {
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
])("an app, by the id of its package or its daemon: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({
    device: { type: "app" },
    browser: { name, version },
    bot: false,
  });
});

test("the oldest browsers have no name of a family", () => {
  expect(lookupUserAgent("Mozilla/3.04 (Win95; I)")).toMatchObject({
    device: { type: "desktop" },
    os: { name: "Windows", version: "95" },
    browser: { name: "Netscape", version: "3.04" },
    bot: false,
  });
});

test("a generic word for fetchers is the name only without another one", () => {
  const inoreader = "Inoreader/1.0 (+http://www.inoreader.com/feed-fetcher; 2 subscribers; )";
  expect(lookupUserAgent(inoreader).bot).toMatchObject({ name: "Inoreader", category: "feed" });
  expect(lookupUserAgent("Feed-Fetcher/1.0")).toMatchObject({ device: { type: "feed" }, bot: false });
});

test.each([
  ["Mozilla/5.0 (compatible; Amzn-SearchBot/0.1)", false],
  ["yum/4.2 (Amazon; amzn2.x86_64)", { name: "Amazon Linux" }],
  ["mint/1.6.0", false],
  [
    "Mozilla/5.0 (X11; U; Linux i686; rv:1.9) Gecko/20080528 Linux Mint/8 (Helena) Firefox/3.5",
    { name: "Linux Mint" },
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0 LibreWolf/115", { name: "Linux" }],
  ["Foo/1.0 BREW/3.1.5 (BREW; U; en-us)", { name: "Brew", version: "3.1.5" }],
])("a name like a system's is not that system: %s", (agent, os) => {
  expect({ os: lookupUserAgent(agent).os }).toMatchObject({ os });
});

test.each([
  ["Nokia5310XpressMusic/2.0 (09.42) Profile/MIDP-2.1 Configuration/CLDC-1.1", "unknown", ""],
  ["HotJava/1.1.2", "unknown", "HotJava"],
  ["SeldomPodcasts/261 CFNetwork/758.0.2 Darwin/15.0.0", "app", "SeldomPodcasts"],
  ["PlayStation/11.50", "app", "PlayStation"],
])("names of apps and languages match at the start of a word: %s", (agent, type, name) => {
  const { device, browser } = lookupUserAgent(agent);
  expect([device ? device.type : "", browser ? browser.name : ""]).toEqual([type, name]);
});

test.each([
  ["Banshee/2.6.2 (http://banshee-project.org/)", "app"],
  ["Notion/1.0 (https://notion.so; team@makenotion.com)", "bot"],
  ["Notion/3.2 (https://notion.so)", "app"],
  ["Notion/3.2 (+https://notion.so)", "bot"],
])("the page of an app alone does not mean its server: %s", (agent, type) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type });
});

test.each([
  ["HTC Desire", { vendor: "HTC", name: "Desire", type: "unknown" }],
  ["HTC_Polaris", { vendor: "HTC", name: "Polaris", type: "unknown" }],
  ["Samsung Magician", { type: "app" }],
  ["SeldomAPI/Python 1.2.3", { type: "library" }],
  ["SeldomReader/2.6 (Android; +https://example.org/somebody/Seldom)", { vendor: "", name: "" }],
])("a maker's device is not a robot, nor is its program, and a page is not a model: %s", (agent, device) => {
  expect(lookupUserAgent(agent).device).toMatchObject(device);
});

test.each([
  ["cloudflare-go/v2.4.0", "cloudflare-go"],
  ["Cloudflare/Python 3.0.0", "Cloudflare"],
  ["jira-python/3.8.0", "jira-python"],
  ["Seldom PHP Client/1.2", "Seldom PHP Client"],
  ["seldom-python", "seldom-python"],
  ["seldom.js (https://example.org/)", "seldom.js"],
  ["Seldom/2.67 PHP/8.3 Other/7", "Seldom"],
])("a language after a name makes it a library: %s", (agent, name) => {
  const { device, browser } = lookupUserAgent(agent);
  expect([device ? device.type : "", browser ? browser.name : ""]).toEqual(["library", name]);
});

test.each([
  [
    "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1",
    "PhantomJS",
  ],
  ["Headless Chrome 131.0.6778.87 on GNU/Linux", "HeadlessChrome"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltoimage Safari/534.34",
    "wkhtmltoimage",
  ],
  ["SeldomShots/1.0 PhantomJS/2.1.1", "SeldomShots"],
])("a headless browser is a tool of robots: %s", (agent, name) => {
  const { device, bot } = lookupUserAgent(agent);
  expect([device ? device.type : "", bot ? bot.name : ""]).toEqual(["bot", name]);
});

test("an app's feed parser is a feed fetcher, and the app's page next to it does not mean a robot", () => {
  const { device, bot } = lookupUserAgent(
    "PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)",
  );
  expect([device ? device.type : "", bot]).toEqual(["feed", false]);
});

test.each([
  [
    "Mozilla/5.0 (Apple Vision Pro; CPU OS 2_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "visionOS 2.0",
    "xr",
  ],
  [
    "AppleCoreMedia/1.0.0.21R356 (Apple Watch; U; CPU OS 10_0 like Mac OS X; en_us)",
    "watchOS 10.0",
    "wearable",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-I610) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile VR Safari/537.36",
    "Android 14",
    "xr",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; RayNeo X2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
    "Android 10",
    "xr",
  ],
])("watches and glasses: %s", (agent, system, form) => {
  const { os, device } = lookupUserAgent(agent);
  expect([os ? `${os.name} ${os.version}` : "", device ? device.formFactor : ""]).toEqual([system, form]);
});

test.each([
  ["SeldomBot-python/1.0", "bot"],
  ["seldom-python/0.1 (https://example.org; support@example.org)", "bot"],
  ["Java Quest/1.2 (iPhone; iOS 17.1)", "app"],
  ["WE USE PHP! BUY NOW - http://example.org/", "bot"],
])("but not in a robot, an app or a sentence: %s", (agent, type) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type });
});

test.each([
  ["Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0) Ponder by Seldom.com", "bot"],
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)", "desktop"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.0 Safari/537.36 Seldom.com/2.0.0",
    "bot",
  ],
  [
    "Mozilla/5.0 (Linux; Android 12; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.84 Mobile Safari/537.36 seldom.app/1.1.0",
    "unknown",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Electron/28.0 Safari/537.36 Seldom.com/1.2",
    "app",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Seldom.com/1.0",
    "app",
  ],
  ["Mozilla/5.0 seldomgrab/0.x", "bot"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Pond/1.0; +seldom.ai",
    "bot",
  ],
])("a site after a browser's string means a robot: %s", (agent, type) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type });
});

test.each([
  [
    "seldom.com/scan Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0.0.0 Safari/537.36",
    "http://seldom.com/scan",
  ],
  ["Mozilla/5.0 (compatible; Pond/1.0; ponds.party/about)", "http://ponds.party/about"],
  ["GPTBot/1.0; bit.ly/3eZNDnO", "https://developers.openai.com/api/docs/bots"],
  ["Pond/1.0; bit.ly/3eZNDnO", "http://bit.ly/3eZNDnO"],
  ["Pondworks/1.0 (com.example.news/Main)", false],
])("the page of %s is %p", (agent, url) => {
  expect<string | boolean>(lookupUserAgent(agent).url).toBe(url);
});

test.each([
  ["HTC Desire 601; 4.2.2; JDQ39; cs-cz", { vendor: "HTC", name: "Desire 601" }],
  ["Alcatel-BH4/1.0", { vendor: "Alcatel", name: "BH4", type: "unknown" }],
  ["Samsung Galaxy S23 Ultra", { vendor: "Samsung", name: "Galaxy S23 Ultra", type: "unknown" }],
  ["Samsung Magician 7.1", { type: "app" }],
  ["LG ThinQ/4.1 (iPhone; iOS 16.0)", { vendor: "Apple", type: "app" }],
  ["GooglePodcasts feed", { vendor: "", name: "", type: "feed" }],
])("a maker's model is distinguished from its program: %s", (agent, device) => {
  expect(lookupUserAgent(agent).device).toMatchObject(device);
});

test.each([
  ["SeldomBot/1.0 (+https://www.seldom.co.uk/bot)", "Seldom"],
  ["SeldomLinkPreview/1.0 (+https://seldom.com)", "Seldom"],
  ["Seldom Ponds Crawler (https://help.seldom-ponds.com.br/)", "Seldom Ponds"],
  ["Pond.it-crawler/2 (+http://www.pond.it/bot)", "Pond.it"],
  ["Seldomly/1.0 (+https://seldom.com)", "seldom.com"],
  ["Seldomly/1.0 (bot@post.seldom.co.uk)", "seldom.co.uk"],
  ["Pon/1.0 (+https://pon.com)", "pon.com"],
  // Hosting sites and example domains do not identify an operator.
  ["Seldom/1.0 (+https://seldom.example.org)", ""],
  ["Ponds/1.0 (+https://github.com/ponds/ponds)", ""],
  ["Seldombot/1.0 (+https://www.pond.edu/~seldom/bot)", ""],
  ["Pondbot/1.0 (pond.seldom@gmail.com)", ""],
  ["www.seldom.com scanner", "seldom.com"],
  ["Mozilla/5.0 (compatible; Pon.RU/2.0c)", ""],
  // The first address counts; the second is another robot's.
  ["Googlebot v2.1 (+http://www.google.com/bot.html) (http://www.openwebspider.org/)", "Google"],
  // An unlisted robot on the domain of a known operator.
  ["Seldombot/1.0 (+https://developers.google.com/seldom)", "Google"],
  ["Seldombot/1.0 (+https://sites.google.com/seldom)", ""],
  // A self-hosted program names its operator; the makers' page does not.
  ["Mastodon/4.3.9 (http.rb/5.2.0; +https://ponds.seldom.net/)", "seldom.net"],
  ["larbin_2.6.3 (http://larbin.sourceforge.net/)", ""],
  ["Uptime-Kuma/1.23.15 (https://uptime.kuma.pet/)", ""],
])("the robot's operator: %s", (agent, operator) => {
  expect(lookupUserAgent(agent).bot).toMatchObject({ operator });
});

test.each([
  [
    "SeldomCrawler/Nutch-1.7 (+https://www.seldom.example/)",
    "SeldomCrawler",
    "Seldom",
    "https://www.seldom.example/",
  ],
  ["my seldom spider/Nutch-1.7", "my seldom spider", "", "https://nutch.apache.org/"],
  ["Apache-Nutch/1.19", "Apache Nutch", "Apache", "https://nutch.apache.org/"],
])("a program made with a tool has its own name: %s", (agent, name, operator, url) => {
  const result = lookupUserAgent(agent);
  expect(result).toMatchObject({ url, bot: { name, operator } });
});

test.each([
  ["seldom.com/3.2.1", "bot"],
  ["Seldom.fm/3.2.1", "app"],
  ["SeldomExtractor/3.2.1", "bot"],
  [
    "Mozila/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.212 Safari/537.36",
    "bot",
  ],
  [
    "Mozzila/5.0(Linux; U; Android 2.3.5; ru-ru; Fly IQ239 Build/JZ054K) AppleWebKit/533.1(KHTML, like Gecko) Version/4.0 Mobile Safari/533.1",
    "unknown",
  ],
])("names like sites, with removed parts, or with misspelt browsers: %s", (agent, type) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type });
});
