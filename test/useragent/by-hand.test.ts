/** User agents of well-known products, written from knowledge of their format: type, name and system. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/113.1 Mobile/15E148 Safari/605.1.15 Freespoke/2.0.0",
    "app",
    "Freespoke",
  ],
  ["Mozilla/5.0 (compatible; Freespoke/2.0; +https://crawler.freespoke.com)", "bot", "Freespoke"],
  [
    "Mozilla/5.0 (Windows; U; Windows NT 6.1; ru; rv:1.9.2) Gecko/20100115 Firefox/3.6 WebMoney Advisor",
    "desktop",
    "Firefox",
  ],
  ["Microsoft-WebDAV-MiniRedir/10.0.26100", "library", "Microsoft WebDAV"],
  ["Microsoft Data Access Internet Publishing Provider DAV", "library", "Microsoft WebDAV"],
  ["DavClnt", "library", "Microsoft WebDAV"],
  ["ureq", "library", "ureq"],
  ["Microsoft Office Protocol Discovery", "library", "Microsoft WebDAV"],
  ["Dolphin http client/11.3.4(405) (Android)", "library", "Dolphin"],
  ["Seldom::Agent", "library", "Seldom::Agent"],
  ["Wapalizer/1.0", "unknown", "Wapalizer"],
  ["POST /seldom HTTP/1.1", "bot", "POST"],
  ["seldom.example cralwer v1.01", "bot", "seldom.example cralwer"],
  [
    "Mozilla/5.0 (compatible; seldom-thumbnails/1.0; FreeBSD) KHTML/4.3.2 (like Gecko)",
    "bot",
    "seldom-thumbnails",
  ],
  [
    "Anonymous, Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/76.0.3809.111 Mobile Safari/537.36",
    "bot",
    "Anonymous",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; M6 Note Build/N2G47H; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/105.0.0.0MQQBrowser/6.2 TBS/045223 Mobile Safari/537.36",
    "bot",
    "TBS",
  ],
  ["GitHubCopilotChat/0.35.0", "library", "GitHub Copilot Chat"],
  ["OTT-play-FOSS/1.0", "app", "OTT-play-FOSS"],
  ["Mozilla/5.0 AppleWebKit/537.36 Electron/39.2.3 Safari/537.36", "unknown", "Electron"],
  ["Construct/0.9.578 (IRCd b=master,0624b6924)", "bot", "Construct"],
  ["Mozilla/5.0 (compatible; Modat/1.0; +https://modat.io/)", "bot", "Modat"],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.0; http://basicstate.com/)", "bot", "BasicState"],
  ["Windows Phone Search (Windows Phone OS 7.10;NOKIA;Lumia 710;7.10;8862)", "app", "Bing"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 SeaTalk/3.60.0",
    "app",
    "SeaTalk",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 VKClient/8.32",
    "app",
    "VK",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile MySudo Browser",
    "app",
    "MySudo",
  ],
  [
    "Mozilla/5.0 (Linux; Android 11; CHL-AN00 Build/HONORCHL-AN00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/83.0.4103.106 Mobile Safari/537.36 iThunder;thirdChannel_SEARCH/7.38.0.7846 xl_cloud",
    "app",
    "Thunder",
  ],
  [
    "Mozilla/5.0 (Linux; Android 4.4.2; HUAWEI G750-T01 Build/HuaweiG750-T01) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36 MApi 1.0 (com.dianping.v1 7.0.0)",
    "app",
    "Dianping",
  ],
  [
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; FunWebProducts-AskJeevesJapan; GTB6) Sleipnir/2.8.4",
    "desktop",
    "Sleipnir",
  ],
  [
    "Mozilla/2.0 (compatible; Ask Jeeves/Teoma; +http://about.ask.com/en/docs/webmasters.shtml)",
    "bot",
    "Ask Jeeves",
  ],
  ["xChaos_Arachne/4.1.71;UE01 (DOS x86;WATTCP/1.05; 640x480,16c; www.arachne.cz)", "desktop", "Arachne"],
  [
    "Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.8.1) Gecko/20061010 Firefox/2.0 Me.dium/1.0 (http://me.dium.com)",
    "desktop",
    "Firefox",
  ],
  ["Mozilla/3.0 (WorldGate Gazelle 3.5.1 build 11; FreeBSD2.2.8-STABLE)", "desktop", "WorldGate"],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; Voyager II)", "desktop", "IE"],
  [
    "Mozilla/5.0 (Windows Phone 8.1; ARM; Trident/7.0; Touch; rv:11; IEMobile/11.0) like Android 4.1.2; compatible) like iPhone OS 7_0_3 MacWebKit/537.36 (KHTML, like Gecko) Chrome/32.0.1700.99 Mobile Safari /537.36",
    "unknown",
    "IE Mobile",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; 24122RKC7C Build/BP2A.250605.031.A3; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36 BiliDroid/9110400 (bbcallen@gmail.com) os/android",
    "app",
    "Bilibili",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0 SeldomHelper/3.19.5",
    "app",
    "SeldomHelper",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1 ArcSearch/1.45.0",
    "unknown",
    "Arc Search",
  ],
  ["Mozilla/5.0 (compatible; SeldomBot/1.0; RSS reader)", "bot", "SeldomBot"],
  [
    "Mozilla/5.0 (DTV; Media-Highway Evolution/CI.0220(08.02.03); like Gecko; TV) NetFront/4.2",
    "unknown",
    "NetFront",
  ],
  ["Evolution/3.46.0", "app", "Evolution"],
  ["Quora 9.9.1 rv:2774 env:prod (iPhone14,2; iOS 17.2; en_US) AppleWebKit", "app", "Quora"],
  ["facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/", "bot", "kakaotalk-scrap"],
  ["Mollie.nl HTTP client/1.0", "bot", "Mollie"],
  ["Atlassian HttpClient 1.1.0 / JIRA-1001.0.0-SNAPSHOT (100269) / Default", "bot", "Atlassian Webhooks"],
  ["Adyen", "bot", "Adyen"],
  ["com.tinyspeck.chatlyio/24.11.40 (iPhone; iOS 18.1; Scale/3.00)", "app", "Slack"],
  ["VSCode 1.95.3 (Microsoft Visual Studio Code)", "app", "Visual Studio Code"],
  [
    "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.5938.132 Safari/537.36 EA Desktop/13.350",
    "app",
    "EA app",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 seldom_2go_2.91.0",
    "app",
    "seldom_2go",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) SLD48_101/1.58.0",
    "app",
    "SLD48_101",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-F946N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 SELDOM_AOS",
    "app",
    "SELDOM_AOS",
  ],
  [
    "SafariBookmarksSyncAgent/8619.2.8 CFNetwork/1568.200.51 Darwin/24.1.0",
    "app",
    "SafariBookmarksSyncAgent",
  ],
  [
    "Mozilla/5.0 (Linux; Android 6.0.1; SM-G920F Build/MMB29K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/48.0.2564.116 Crosswalk/18.48.477.13 Mobile Safari/537.36",
    "app",
    "Crosswalk",
  ],
  ["Tumblr/iPhone/33.5/335010/18.1/tumblr", "app", "Tumblr"],
  ["Tumblr/14.0.835.186", "bot", "Tumblr"],
  ["OWLer/0.1 (built with StormCrawler; https://ows.eu/owler; owl@ow-s.eu)", "bot", "OWLer"],
  ["rnps-action-cards/6.0.3+57287 RNPS/6.50 (PlayStation 5)", "app", "RNPS Action Cards"],
  ["SeldomTV/1.0", "app", "SeldomTV"],
  ["httpx - Open-source project (github.com/projectdiscovery/httpx)", "bot", "httpx"],
  ["Seldom Studio Player", "app", "Seldom Studio Player"],
  ["Thorium Reader", "app", "Thorium Reader"],
  ["SLD250", false, false],
  ["netlify-cli/17.38", "library", "netlify-cli"],
  ["CPAN::HTTP::Client/1.0", "library", "CPAN::HTTP::Client"],
  ["Seldom::HTTP::Tool/1.0", "library", "Seldom::HTTP::Tool"],
  ["FeedlyBot/1.0 (http://feedly.com)", "bot", "Feedly"],
  ["Universal Feed Parser/4.1 +http://feedparser.org/", "feed", "Feedparser"],
  ["WordPress.com; http://blog.example.com", "bot", "WordPress.com"],
  ["seldom-java/1.2.3", "library", "seldom-java"],
  ["python-seldom/1.2.3", "library", "python-seldom"],
  ["Python-urllib/3.12", "library", "Python urllib"],
  ["Seldombot/2.1 (iPhone; iOS 17.2; Scale/3.00)", "app", "Seldombot"],
  ["AISeldomBot/5 CFNetwork/1568.200.51 Darwin/24.1.0", "app", "AISeldomBot"],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; SeldomBot/1.0; +https://seldom.example/bot)",
    "bot",
    "SeldomBot",
  ],
  ["GoogleUpdate/1.3.36.352;winhttp;cup-ecdsa", "app", "Google Update"],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 PayPal/8.73",
    "app",
    "PayPal",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Bluesky/1.94",
    "app",
    "Bluesky",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Html5Plus/1.0 (Immersed/47) uni-app",
    "app",
    "uni-app",
  ],
  ["PayPal/AUHR-214.0-56347342", "bot", "PayPal"],
  ["Mozilla/5.0 (compatible; Seldom Crawler 2.0; +http://seldom.example/crawler)", "bot", "Seldom Crawler"],
  ["seldom-healthcheck/1.0", "bot", "seldom-healthcheck"],
  ["SeldomProbe/1.2", "bot", "SeldomProbe"],
  ["SeldomHttpClient/1.0", "library", "SeldomHttpClient"],
  ["SeldomWatch/1.1 (watchOS 10.4; Watch6,7)", "app", "SeldomWatch"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 SeldomAI",
    "bot",
    "SeldomAI",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 SeldomSearch/0.9",
    "bot",
    "SeldomSearch",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 seldom.io",
    "bot",
    "seldom.io",
  ],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Seldom/1.0", "bot", "Seldom"],
  ["Mozilla/5.0 (Seldom Shell Spider)", "bot", "Seldom Shell Spider"],
  ["Opera/9.80 (Windows NT 6.1; SeldomBot) Presto/2.12.388 Version/12.16", "bot", "SeldomBot"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/6.5.0 Chrome/108.0.5359.220 Safari/537.36 SeldomClient/3.1",
    "app",
    "SeldomClient",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36 Seldom Marketing Grader",
    "bot",
    "Seldom",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:52.0.2) Gecko/20100101 Firefox/52.0.2 Seldom Inspector",
    "bot",
    "Seldom",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0 Ubuntu", "desktop", "Firefox"],
  [
    "Mozilla/5.0 (seldomTower; Windows NT 10.0; Win64; x64; rv:84.0) Gecko/20100101 Firefox/84.0",
    "bot",
    "seldomTower",
  ],
  ["SeldomSite Explorer (www.seldom.example)", "bot", "SeldomSite Explorer"],
  ["Microsoft Seldom Service", "bot", "Microsoft Seldom Service"],
  ["SeldomProxy/1.1", "bot", "SeldomProxy"],
  ["Headless Seldom 131 on GNU/Linux", "bot", "Headless Seldom 131 on GNU"],
  ["Mozilla/5.0 Gecko/20100101 Firefox/51.0.1 SeldomSearch", "bot", "SeldomSearch"],
  ["seldom-runner 17.8.3 (17-8-stable; go1.23.2; linux/arm64)", "library", "seldom-runner"],
  ["SeldomStack .NET Client 5.90", "library", "SeldomStack .NET Client"],
  ["Seldom26/3.120 (iPhone; iOS 18.1)", "app", "Seldom26"],
  ["NordApp windows (main/7.30.1.0) windows/10.0.22631", "app", "NordVPN"],
  ["Mozilla/5.0 QNetworkAccessManager", "library", "Qt Network"],
  ["Mozilla/4.0 (compatible; MSXML2.XMLHTTP)", "library", "MSXML"],
  ["com.apple.seldomd/1.0", "app", "com.apple.seldomd"],
  ["python-telegram-bot/21.9", "library", "python-telegram-bot"],
] as const)("%s", (agent, type, name) => {
  const { device, browser, bot } = lookupUserAgent(agent);
  expect({
    type: device ? device.type : false,
    name: bot ? bot.name : browser ? browser.name : false,
  }).toEqual({
    type,
    name,
  });
});

test.each(["Tesla/feature-2020.4-5aa8b1c", "Tesla/DEV-BUILD-4d1a3f465b3a", "Tesla/2024.44.3-1d2c3b4"])(
  "a car's browser ends in %s, its maker's app is a phone's",
  (end) => {
    const agent = `Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36 ${end}`;
    expect(lookupUserAgent(agent).device).toMatchObject({ vendor: "Tesla", formFactor: "car" });
    const app = "Tesla/4.39.5 (com.teslamotors.TeslaApp; build:3085; iOS 18.1.0) Alamofire/5.2.1";
    expect(lookupUserAgent(app).device).toMatchObject({ vendor: "Apple", formFactor: "mobile" });
  },
);

test("a word after an app's slash is not a version", () => {
  const agent =
    "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 [Pinterest/Android]";
  expect(lookupUserAgent(agent).browser).toMatchObject({ name: "Pinterest", version: "" });
});

test.each([
  ["Magic Leap 2", "xr", "Magic Leap"],
  ["Echo Show 15", "embedded", "Amazon"],
  ["Lenovo Smart Clock", "embedded", "Lenovo"],
  ["gm_gminfo37", "car", ""],
  ["BYD AUTO", "car", "BYD"],
])("%s has the form %s", (model, formFactor, vendor) => {
  const agent = `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/113.0.0.0 Safari/537.36`;
  expect(lookupUserAgent(agent).device).toMatchObject({ formFactor, vendor });
});

test("a robot with several words has the version after them, and the operator of its name", () => {
  const agent = "Mozilla/5.0 (compatible; Seldom Crawler 2.0; +http://seldom.com/crawler)";
  expect(lookupUserAgent(agent)).toMatchObject({ device: { version: "2.0" }, bot: { operator: "Seldom" } });
});

test.each([
  ["SeldomWallet/1.0", "app"],
  ["SeldomVPN/1.0", "app"],
  ["SeldomWeather/1.0", "app"],
  ["SeldomFetch/2.3", "library"],
  ["SeldomCLI/2.3", "library"],
  ["SeldomGRPC/2.3", "library"],
  ["SeldomNewsReader/2.3", "feed"],
  ["SeldomCMS/4.2", "bot"],
  ["SeldomWorker/1.0", "bot"],
] as const)("%s without a system is %s by its word", (agent, type) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type });
});

test("a robot without a name has no version, which would be Mozilla's", () => {
  const { device } = lookupUserAgent("Mozilla/4.0 (www.seldom.example)");
  expect(device).toMatchObject({ type: "bot", name: "" });
  expect(device).not.toHaveProperty("version");
});

test("a page in place of the engine is not the name of a robot", () => {
  const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) https://seldom.example/html/draft-1";
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "bot", name: "" } });
});

test.each(["CriOS/142", "FxiOS/145", "EdgiOS/142 Version/26.0"])(
  "%s of a Mac is a phone or a tablet that requests desktop pages",
  (product) => {
    const agent = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${product} Safari/605.1.15`;
    expect(lookupUserAgent(agent)).toMatchObject({
      device: { vendor: "Apple", name: "", formFactor: "" },
      os: { name: "iOS" },
    });
  },
);

test.each([
  [
    "Snapchat/13.12.0.37 (Pixel 6 Pro; Android 12#8353555#32; gzip) V/SELDOM (android; cronet_http)",
    "Google",
    "Pixel 6 Pro",
  ],
  ["SeldomApp/5.6.7 (SM-S938B; Android 16; 36)", "Samsung", "Galaxy S25 Ultra"],
  [
    "Android-Finsky/47.3.29-31 (api=3,device=mustang,model=Pixel%2010%20Pro%20XL,buildId=BD3A.251105.010)",
    "Google",
    "Pixel 10 Pro XL",
  ],
  ["SeldomApp/5.6.7 (gzip; Android 16)", "", ""],
])("%s has its model before or without the system", (agent, vendor, name) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ type: "app", vendor, name });
});

test.each([
  ["Mozilla/5.0 (Windows NT 6.3; ARM; Trident/7.0;Touch;rv: 11.0) like Gecko", "IE", "11.0"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) SparkDesktop(Beta)/3.16.6 Chrome/116.0.5845.190 Electron/26.2.2 Safari/537.36",
    "Spark",
    "3.16.6",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; V2329A Build/BP2A.250605.031.A3; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.179 Mobile Safari/537.36 SeldomApp Version=4.0.9.215",
    "SeldomApp",
    "4.0.9.215",
  ],
  ["iBrowser/26 Mozilla/5.0 (Linux; U; Android 2.2.1; xx; GT-S5670 Build/FROYO)", "iBrowser", "2.6"],
])("%s has the version after a space, a channel or a word", (agent, name, version) => {
  expect(lookupUserAgent(agent).browser).toMatchObject({ name, version });
});

test("a robot in front of a browser's string does not have Mozilla's version", () => {
  const agent = "Seldom Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  const { device } = lookupUserAgent(agent);
  expect(device).toMatchObject({ type: "bot", name: "Seldom Bot" });
  expect(device).not.toHaveProperty("version");
});

test("Google's TV app has the version of Android, not the name of the earlier system", () => {
  const agent = "GoogleTV/4.39.2850 (Linux; Android 14; Google TV Streamer)";
  expect(lookupUserAgent(agent).os).toMatchObject({ name: "Android", version: "14" });
});
