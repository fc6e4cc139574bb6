import { describe, expect, test } from "bun:test";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const PHONE = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";
const WIDE = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";

describe("form factor by the maker's ranges", () => {
  const rows: readonly (readonly [model: string, tail: string, form: string])[] = [
    ["KRJ2-W09", PHONE, "tablet"],
    ["9032T", PHONE, "tablet"],
    ["K92", PHONE, "tablet"],
    ["23073RPBFG", PHONE, "tablet"],
    ["SM-X910", PHONE, "tablet"],
    ["SM-F946B", WIDE, "mobile"],
    ["ASUS PadFone 2", PHONE, "mobile"],
    ["STV100-1", PHONE, "mobile"],
    ["RG750", PHONE, "mobile"],
    ["SUPERBOX S3", WIDE, "tv"],
    ["Smart ATV", WIDE, "tv"],
    ["Letv X501", PHONE, "mobile"],
    // Recognised by the table only, not by a word or a pattern.
    ["MW0733", PHONE, "tablet"],
    ["M83w", PHONE, "tablet"],
    ["YQ601", WIDE, "mobile"],
    ["SHIELD Tablet", PHONE, "tablet"],
    ["CITI 555 4G CS5052ML", WIDE, "tablet"],
    ["CITI 555 4G CS5052ML", PHONE, "mobile"],
    ["CITI 8531 4G CS8141ML", PHONE, "tablet"],
    ["Lark Cirrus 6", PHONE, "mobile"],
    ["Lark Evolution X3", WIDE, "tablet"],
    ["FCP-AN20", WIDE, "mobile"],
    ["AGS6-AL00", WIDE, "tablet"],
    ["PJT110", WIDE, "mobile"],
    ["SDSTB05", WIDE, "tv"],
    ["POLAR_K_P43L21T2SC", WIDE, "tv"],
    ["ATV1960", PHONE, "tv"],
    ["SEI800XY", WIDE, "tv"],
    ["HEGE-550", PHONE, "tv"],
  ];
  for (const [model, tail, form] of rows)
    test(`${model} is ${form}`, () => {
      const { device } = lookupUserAgent(`Mozilla/5.0 (Linux; Android 11; ${model}) ${tail}`);
      expect(device).toMatchObject({ formFactor: form });
    });
});

describe("the client", () => {
  const rows: readonly (readonly [agent: string, type: string])[] = [
    ["{{user_agent}}", "bot"],
    [
      "Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9.1.3) Gecko/20091020 Linux Mint/8 (Helena) Firefox/3.5.3",
      "desktop",
    ],
    ["Spotify/1.0.9 (Windows; U; Windows NT 6.1)", "app"],
    ["Spotify/1.0", "bot"],
    ["chocolatey command line", "library"],
    ["Netty/4.1.90", "library"],
    ["httprs/0.1.0", "library"],
    ["geoipupdate/4.9.0", "library"],
    ["Linkthing-on-behalf-of-12ab34", "bot"],
    ["FeedLookout Parser/2.0", "bot"],
    ["Seldomheard/2.1", "app"],
    ["SeldomheardSync/2.1", "app"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Seldomheard",
      "bot",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Seldomheard",
      "desktop",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/525.1+ (KHTML, like Gecko, Safari/525.1+) midori",
      "desktop",
    ],
    ["seldom.ai/about Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0.0.0 Safari/537.36", "bot"],
    [
      "com.seldom.group/2.2.0 Mozilla/5.0 (Linux; U; Android 4.1.1; MI 2A) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
      "app",
    ],
    ["Mozilla/5.0 (Mobile; LYF/F271i; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5 Seldomheard/1.3", "app"],
    ["seldomheard/2.1", "library"],
    ["Seldomheard/1.0", "bot"],
    ["Mozilla/5.0 (compatible; Positronic/1.0)", "bot"],
    ["Listenwell/1.4 iPhone/15 +https://listenwell.example", "app"],
    ["PodDownloader/12 CFNetwork/1335.0.3 Darwin/21.6.0", "app"],
    ["Seldomcrawler/12 CFNetwork/1335.0.3 Darwin/21.6.0", "bot"],
    ["munin/2.0.49-1 (libwww-perl/6.36)", "bot"],
    ["ExoPlayerPlugin/1.0.30 (Linux;Android 13) AndroidXMedia3/1.1.1", "library"],
    ["audiobookshelf (+https://audiobookshelf.org)", "feed"],
    ["Opera/9.80 (Windows NT 6.1; U; Edition Labs HTML5 Parser; en) Presto/2.9.181 Version/12.00", "desktop"],
  ];
  for (const [agent, type] of rows)
    test(`${agent} is ${type}`, () => expect(lookupUserAgent(agent).device).toMatchObject({ type }));
});

describe("systems and engines", () => {
  const rows: readonly (readonly [agent: string, os: string, engine: string | false])[] = [
    [`Mozilla/5.0 (Linux; 6.0.1; Nexus 6 Build/MMB29K) ${PHONE}`, "Android", "Blink"],
    ["python-requests/2.31.0 CPython/3.11.4 Darwin/22.5.0", "macOS", false],
    ["Wget/1.21 (darwin20.6.0)", "macOS", false],
    ["HTC_Touch_HD2_T8585 Opera/9.7 (Windows NT 5.1; U; en)", "Windows Mobile", "Presto"],
    [
      "UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokia6300) U2/1.0.0 UCBrowser/9.4.1 U2/1.0.0 Mobile",
      "Series40",
      "Gecko",
    ],
    ["Mozilla/4.0 (compatible; MSIE 5.0; Windows 98) Opera 5.11 [en]", "Windows", "Elektra"],
  ];
  for (const [agent, os, engine] of rows)
    test(agent, () => {
      const result = lookupUserAgent(agent);
      expect(result.os).toMatchObject({ name: os });
      if (engine === false) expect(result.engine).toBe(false);
      else expect(result.engine).toMatchObject({ name: engine });
    });
});

describe("hints of browsers that hide, and of packages", () => {
  const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WIDE}`;
  const VIEW = `Mozilla/5.0 (Linux; Android 11; Pixel 4a Build/RQ3A; wv) ${PHONE.replace("Chrome", "Version/4.0 Chrome")}`;
  const look = (agent: string, headers: Record<string, string>) =>
    lookupUserAgent(agent, readClientHints(headers)).browser;

  test("Iridium has the year as its version", () =>
    expect(look(WINDOWS, { "Sec-CH-UA": '"Chromium";v="2023.09"' })).toMatchObject({
      name: "Iridium",
      version: "2023.09",
    }));
  test("360 has an old Chromium version", () =>
    expect(look(WINDOWS, { "Sec-CH-UA": '"Chromium";v="14.1.1016.0"' })).toMatchObject({
      name: "360 Secure Browser",
    }));
  test("Chromium alone is Chromium", () =>
    expect(look(WINDOWS, { "Sec-CH-UA": '"Chromium";v="124"' })).toMatchObject({ name: "Chromium" }));
  test("WebView2 is not Edge, in any order", () => {
    const brands = ['"Microsoft Edge";v="124"', '"Microsoft Edge WebView2";v="124"', '"Chromium";v="124"'];
    for (const order of [brands, brands.toReversed()])
      expect(look(WINDOWS, { "Sec-CH-UA": order.join(", ") })).toMatchObject({ name: "Edge WebView2" });
  });
  for (const grease of [
    "Not;A=Brand",
    "(Not(A:Brand",
    " Not A;Brand",
    "Not_A Brand",
    "Not/A)Brand",
    "NotABrand",
    "Not.Brand",
  ])
    test(`GREASE: ${grease}`, () =>
      expect(look(WINDOWS, { "Sec-CH-UA": `"${grease}";v="999", "Google Chrome";v="124"` })).toMatchObject({
        name: "Chrome",
      }));
  test("a known brand has precedence over an unknown one", () =>
    expect(
      look(WINDOWS, { "Sec-CH-UA": '"Seldom";v="9", "Vivaldi";v="6.7", "Chromium";v="124"' }),
    ).toMatchObject({
      name: "Vivaldi",
    }));
  test("an unknown brand has precedence over Chromium", () =>
    expect(look(WINDOWS, { "Sec-CH-UA": '"Seldom";v="9", "Chromium";v="124"' })).toMatchObject({
      name: "Seldom",
      version: "9",
    }));
  test("a headless browser is a bot", () =>
    expect(
      lookupUserAgent(
        WINDOWS,
        readClientHints({ "Sec-CH-UA": '"HeadlessChrome";v="124", "Chromium";v="124"' }),
      ).device,
    ).toMatchObject({ type: "bot" }));
  test("hints of another browser are not mixed in", () => {
    const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0";
    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
    const hints = { "Sec-CH-UA": '"Google Chrome";v="124"', "Sec-CH-UA-Platform": '"Android"' };
    for (const agent of [firefox, iphone])
      expect(lookupUserAgent(agent, readClientHints(hints))).toEqual(lookupUserAgent(agent));
  });
  test("a known package", () =>
    expect(look(VIEW, { "X-Requested-With": "us.spotco.mulch" })).toMatchObject({ name: "Mulch" }));
  test("the id of an unknown package is not its name", () =>
    expect(look(VIEW, { "X-Requested-With": "com.seldom.private.browser" })).toMatchObject({
      name: "com.seldom.private.browser",
    }));
  test("an app's own version stays", () =>
    expect(look(`${VIEW} Hago/5.1.2`, { "X-Requested-With": "com.yy.hiyo" })).toMatchObject({
      name: "Hago",
      version: "5.1.2",
    }));
});

describe("pages", () => {
  test.each<readonly [agent: string, page: string | false]>([
    ["Seldombot/1.0 ( https//www.seldom.example)", "https://www.seldom.example"],
    ["Seldom Crawler | seldom.a.example-site.eu", "http://seldom.a.example-site.eu"],
    ["Seldom.ai Crawler", "https://seldom.ai/"],
    // Page of the shorter name, since the longer name has none.
    ["LightspeedSystemsCrawler/1.0", "https://www.lightspeedsystems.com/"],
    ["Cloudflare-Validator/1.0", "https://www.cloudflare.com/"],
    // The site of a service is also that of its app; a page about its robot is not.
    ["IFTTT/551 CFNetwork/758.5.3 Darwin/15.6.0", "https://ifttt.com/"],
    ["Turnitin/551 CFNetwork/758.5.3 Darwin/15.6.0", false],
    ["kasts LibVLC", "https://apps.kde.org/kasts/"],
    [
      "yourApplicationName/2.21.9 (Linux;Android 11) ExoPlayerLib/2.14.0",
      "https://github.com/google/ExoPlayer",
    ],
    // Names of several words written as one, and names with encoded spaces.
    ["InsightTimer/12 CFNetwork/1568.200.51 Darwin/24.1.0", "https://insighttimer.com/"],
    ["Podcast%20Parrot/49 CFNetwork/1568.200.51 Darwin/24.1.0", "https://podcastparrot.com/"],
    ["Podcast Parrot", false],
    ["Audirv%C4%81na/49 CFNetwork/1568.200.51 Darwin/24.1.0", "https://audirvana.com/"],
    ["Python/3.11 aiohttp/3.9.3", "https://docs.aiohttp.org/"],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:80.0) Gecko/20100101 Firefox/80.0",
      "https://www.mozilla.org/firefox/",
    ],
  ])("%s", (agent, url) => {
    expect(lookupUserAgent(agent).url).toBe(url);
  });
});

test("a robot whose name ends like another's is not the other", () => {
  const bots = ["SeldomGPTBot/1.0", "Seldom GPTBot/1.0"].map((agent) => lookupUserAgent(agent).bot);
  expect(bots).toMatchObject([
    { name: "SeldomGPTBot", operator: "", category: "unknown" },
    { name: "GPTBot", operator: "OpenAI", category: "ai-training" },
  ]);
});

test("a bot whose name starts like another's has its operator; version and page distinguish two with one name", () => {
  const bots = [
    "Cloudflare-Validator/1.0",
    "ExaBot/1.0",
    "Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)",
  ];
  expect(bots.map((agent) => lookupUserAgent(agent).bot)).toMatchObject([
    { operator: "Cloudflare" },
    { operator: "Exa", category: "ai-search" },
    { operator: "Exalead", category: "search", state: "retired" },
  ]);
});

test.each([
  ["SeldomBot/1.0 (+https://www.seldom.example/bot)", "Seldom"],
  ["Sel-dom-crawler/1.0 (+https://bots.sel-dom.example/)", "Sel-dom"],
  ["Seldom/1.0 (+https://seldom.example/)", "Seldom"],
  // Neither a site with another name nor a hosting site identifies the operator.
  ["SeldomBot/1.0 (+https://oftener.example/bot)", ""],
  ["Seldom/1.0 (+https://github.com/seldom/seldom)", ""],
  ["SelBot/1.0 (+https://sel.example/)", ""],
])("%s: the operator has the name of the site", (agent, operator) => {
  expect(lookupUserAgent(agent).bot).toMatchObject({ operator });
});

test.each([
  [
    "Mozilla/5.0 (compatible; YaDirectFetcher/1.0; Dyatel; +http://yandex.com/bots)",
    "YaDirectFetcher",
    "advertising",
    "Yandex",
  ],
  [
    "Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/faq/15/4118.html?faqId=28966)",
    "Daum",
    "search",
    "Kakao",
  ],
  ["Mozilla/5.0 (compatible; ModatScanner/1.0; +https://modat.io/)", "ModatScanner", "security", "Modat"],
  ["Mozilla/5.0 (compatible; LinkpadBot/1.06; +http://www.linkpad.ru)", "LinkpadBot", "seo", "Linkpad"],
  [
    "Mozilla/5.0 (compatible; DVbot/1.0; +http://www.doubleverify.com)",
    "DVbot",
    "advertising",
    "DoubleVerify",
  ],
  [
    "DigitalOcean Uptime Probe 0.22.0 (https://do.co/uptime)",
    "DigitalOcean Uptime",
    "monitoring",
    "DigitalOcean",
  ],
  ["Webhooks/1.0 (https://fb.me/webhooks)", "Meta Webhooks", "tool", "Meta"],
  ["AmazonAPIGateway_a1b2c3d4e5", "Amazon API Gateway", "tool", "Amazon"],
  ["vercel-cron/1.0", "vercel-cron", "tool", "Vercel"],
  ["Chrome Privacy Preserving Prefetch Proxy", "Chrome Privacy Preserving Prefetch Proxy", "tool", "Google"],
  ["Discourse/2.6.0.beta3", "Discourse", "tool", "Discourse"],
  ["AWS Security Scanner", "AWS Security Scanner", "security", "Amazon"],
  ["PagerDuty-Webhook/V3.0", "PagerDuty Webhooks", "tool", "PagerDuty"],
  ["htmltest/0.17.0", "htmltest", "tool", ""],
  ["lscache_runner", "LiteSpeed Cache Crawler", "tool", "LiteSpeed"],
  ["Grafana", "Grafana", "monitoring", "Grafana Labs"],
  ["Grafana k6/1.0.0", "Grafana k6", "tool", "Grafana Labs"],
  ["imgix/1.0", "imgix", "tool", "imgix"],
  ["SpamAssassin/4.0.0", "SpamAssassin", "security", "Apache"],
  ["Seldom-Healthcheck", "Seldom-Healthcheck", "monitoring", ""],
])("%s is %s, for %s, of %s", (agent, name, category, operator) => {
  expect(lookupUserAgent(agent)).toMatchObject({
    device: { type: "bot" },
    bot: { name, category, operator },
  });
});

test.each([
  ["@seldom:web-api/7.6.0 node/20.18.0 linux/6.5.0", "@seldom:web-api", "7.6.0"],
  ["@seldom/rest/20.1", "@seldom/rest", "20.1"],
  ["@seldom/client 2.1.0", "@seldom/client", "2.1.0"],
  ["seldom 39.1.1 node-v20.18.0 linux (x64)", "seldom", "39.1.1"],
  ["Wrangler/3.84.0", "Wrangler", "3.84.0"],
])("%s is the library %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "library" }, browser: { name, version } });
});

test("a script name in Reddit's format is a robot", () => {
  const { bot } = lookupUserAgent("linux:com.seldom.reader:v1.2.3 (by /u/seldom)");
  expect(bot).toMatchObject({ name: "linux:com.seldom.reader" });
});

test("the version identifies a Ruby library with a generic name", () => {
  expect(lookupUserAgent("HTTPClient/1.0 (2.8.3, ruby 3.2.2 (2023-03-30))")).toMatchObject({
    device: { type: "library" },
    url: "https://github.com/nahi/httpclient",
  });
});

test.each([
  "SeldomBot/5.2.1 (com.seldom.bot; build:52; iOS 17.6.1) Alamofire/5.9.1",
  "SeldomBot/5.2.1 (Android 14; Pixel 8)",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) SeldomBot/1.4.0 Chrome/126.0.6478.127 Electron/31.2.0 Safari/537.36",
  "SpiderOak/7.5.0 (iPhone; iOS 17.6.1; Scale/3.00)",
])("a bot in name that talks with a person is an app: %s", (agent) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type: "app" });
});

test.each([
  ["Seldom Uptime Bot/1.0", "monitoring"],
  ["SeldomSearchBot/1.0", "search"],
  ["SeldomResearchBot/1.0", "unknown"],
  ["SeldomVulnScanner/1.0", "security"],
  ["SeldomLinkPreview/1.0 (+https://seldom.example/)", "social-preview"],
  ["SeldomBacklinkCrawler/1.0", "seo"],
  ["SeldomBot/1.0", "unknown"],
])("%s: the name states the purpose", (agent, category) => {
  expect(lookupUserAgent(agent).bot).toMatchObject({ category });
});

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0.0.0 Safari/537.36",
    "HeadlessChrome",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0.0.0 Safari/537.36 (YextBot/Java)",
    "YextBot",
  ],
  ["Mozilla/5.0 (compatible; heritrix/3.4.0 +https://seldom.example)", "Heritrix"],
])("%s: the robot's library is not the robot", (agent, name) => {
  expect(lookupUserAgent(agent).bot).toMatchObject({ name });
});

describe("robots, and names like theirs", () => {
  const rows: readonly (readonly [agent: string, type: string])[] = [
    [
      "Mozilla/5.0 (Linux; Android 9; CriteoBot X2 Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.91 Mobile Safari/537.36",
      "unknown",
    ],
    [
      "Mozilla/5.0 (Linux; U; Android 4.0.2; en-us; Catchpoint) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
      "bot",
    ],
    ["Mozilla/5.0 (Seldomnode) AppleWebKit/537.36 (KHTML, like Gecko)", "bot"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Seldomstudio/0.1 Safari/537.36",
      "bot",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
      "desktop",
    ],
    ["Google-HTTP-Java-Client/1.42.3 (gzip)", "library"],
    ["Google-Something/1.0", "bot"],
    ["Seldomcast/1.0 (iOS; +https://seldom.example)", "app"],
    ["Seldombot/1.0 (iOS; +https://seldom.example)", "bot"],
    ["Sraf/3.0 (Linux i686 ; U; HbbTV/1.1.1 (+PVR+DL;NEXUS; TV44; sw1.0) CE-HTML/1.0)", "unknown"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_3) AppleWebKit/537.36 (KHTML, like Gecko) Seldom.io/5.2.0 Chrome/82.0.4048.0 Electron/9.0.0 Safari/537.36",
      "app",
    ],
    ["SeldomLeadGen/2.2", "bot"],
    ["Bidtellect/0.0.701.0", "bot"],
    [
      "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Spotify/1.1.32.618 Safari/537.36",
      "app",
    ],
    ["IFTTT/551 CFNetwork/758.5.3 Darwin/15.6.0", "app"],
    ["Shadowrocket/1858 CFNetwork/1331.0.7 Darwin/21.4.0", "app"],
    ["Alamofire/5.6.4 CFNetwork/1331.0.7 Darwin/21.4.0", "library"],
    ["nscurl/3870 CFNetwork/3870.100.1 Darwin/26.0.0", "library"],
    ["Acast/4.2.1 (Linux;Android 14) ExoPlayerLib/2.18.1", "feed"],
    ["Acast/1.0", "bot"],
    ["just_audio/3.6.2 (Linux;Android 9) ExoPlayerLib/2.13.1", "library"],
    ["IFTTT-Protocol/v1", "bot"],
    [
      "LG-GT506/V10e Browser/Teleca-Q7.1 MMS/LG-MMS-V1.0/1.2 Java/ASVM/1.1 Profile/MIDP-2.1 Configuration/CLDC-1.1",
      "unknown",
    ],
    ["Seldom/2.1 Java/21.0.2", "library"],
    ["Seldom/2.1 (PHP 8.1)", "library"],
    [
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Seldomware)",
      "bot",
    ],
    [
      "Mozilla/5.0 (iPad; CPU OS 5_1_1 like Mac OS X) AppleWebKit/534.46.0 (KHTML, like Gecko) CriOS/19.0.1084.60 Mobile/9B206 Safari/7534.48.3 (3B62CF00)",
      "unknown",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36; Seldomware/1.0",
      "bot",
    ],
    [
      "Mozilla/5.0 (Linux; Android 5.0.2; MI 2 Build/LRX22G) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/37.0.0.0 Mobile Safari/537.36; 360 Aphone Browser (6.9.8)",
      "unknown",
    ],
    ["Seldomwatch/1.0 (varies)", "app"],
    ["Seldomware/1.0 (varies)", "bot"],
    ["Seldomware/1.7 (varies)", "app"],
    ["Seldomware app/1.0 (varies)", "app"],
    ["Seldomware/1.0 (Windows 10)", "app"],
    ["seldom.app/2.0 (varies)", "bot"],
    ["org.seldom.http.client/4.1", "library"],
    ["com.seldom.reader/4.1", "app"],
    ["Seldom-Updater/1", "app"],
    ["SeldomNewsAndroid", "app"],
    ["SeldomNewsAndroidFeeds", "bot"],
    ["Audacious/3.6.2 neon/0.30.1", "app"],
    ["Seldom/1.5.1 (AppleTv Apple TV 4; tvOS16.2) libcurl/7.58.0", "app"],
    [
      "Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7681; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.248 Mobile Safari/537.36/8.5.0 (Linux;Android 9) ExoPlayerLib/2.6.1",
      "app",
    ],
    ["SeldomClient/PHP/3.1.2", "library"],
    ["seldom-registry-client", "library"],
    ["RSStT/2.2.1 RSS Reader", "bot"],
    ["Seldom RSS Reader/2.2", "feed"],
    ["seldomfeedfetcher libfetch/2.0", "bot"],
    ["seldomware libfetch/2.0", "library"],
    ["seldom.js", "library"],
    ["SeldomClient", "bot"],
    [
      "Mozilla/5.0 (Macintosh; PPC Mac OS X; en) AppleWebKit/537.75.14 (KHTML, like Gecko) Seldomware/1.9",
      "app",
    ],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)", "app"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_5) AppleWebKit/537.78.2 (KHTML, like Gecko) Maxthon/4.4.0",
      "desktop",
    ],
    ["Mozilla/5.0 (Linux; Android 10; Seldom X1 Build/QP1A.191105.004) Seldom Pro/6.0.8", "app"],
    [
      "Mozilla/5.0 (Linux; U; Android 8.1.0; en-us; PBBT30 Build/JSS15J) Version/4.0 Mobile Safari/534.30",
      "unknown",
    ],
    ["SeldomLinks/1.7", "bot"],
    ["Blink/1.7", "app"],
    ["SeldomLinkedUp/1.7", "app"],
    ["SeldomSearch 1.7 (Windows NT)", "app"],
    ["SeldomSearch Radio/1.7", "app"],
    ["Webview/1.7", "app"],
    ["jsSeldomRSS/3.15 (x)", "feed"],
    ["FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot", "feed"],
    ["SeldomPodcastDL/1.0 (+https://seldom.example)", "bot"],
    ["SeldomPodcasts/1.0 (+https://seldom.example)", "feed"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 SeldomScan/3.0",
      "bot",
    ],
  ];
  test.each(rows)("%s is %p", (agent, type) => {
    expect(lookupUserAgent(agent).device).toMatchObject({ type });
  });
});
