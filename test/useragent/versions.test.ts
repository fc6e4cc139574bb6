import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const systems: readonly (readonly [agent: string, name: string, version: string])[] = [
  ["com.linkedin.android/179800 (Linux; U; Android 14; de_DE; Pixel 6)", "Android", "14"],
  [
    "TwitterAndroid/7.71.1-release.15 (8900196-r-15) TA-1028/8.0.0 (HMD Global;TA-1028;Nokia)",
    "Android",
    "8.0.0",
  ],
  ["iPhone12,3/12.5.4 (16H62)", "iOS", "12.5.4"],
  ["iPhone7,1; Version 12.4.6 (Build 16G183); com.apple.ap.adprivacyd", "iOS", "12.4.6"],
  ["Seldom iOS/3.1 (com.example.Seldom; build:3.1.0.3; iOS 16.3.1) Alamofire/4.8.2", "iOS", "16.3.1"],
  ["com.apple.WebKit.Networking/20621.3.11.11.3 CFNetwork/3826.600.41 Darwin/24.6.0", "macOS", "15"],
  ["com.apple.WebKit.Networking/8621.3.11.11.3 CFNetwork/3826.600.41 Darwin/24.6.0", "iOS", "18"],
  [
    "Mozilla/5.0 (Windows NT 10.0.16299.98; osmeta 10.3.3308) AppleWebKit/602.1.1 (KHTML, like Gecko) Version/9.0 Safari/602.1.1 [FBAN/FBW;FBMD/X;FBSN/Windows;FBSV/10.0.16299.125;FBSS/1]",
    "Windows",
    "10.0.16299.125",
  ],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 8.12; MSIEMobile 6.0)", "Windows Mobile", "6.5"],
  [
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; ARM; Touch; WPDesktop; Lumia 620)",
    "Windows Phone",
    "8.0",
  ],
  [
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/38.0.2125.122 Safari/537.36 HbbTV/1.2.1 (+DRM; LGE; 55UJ6307-ZA; WEBOS3.5 04.70.45)",
    "webOS",
    "3.5",
  ],
  [
    "Mozilla/5.0 (PlayStation 5 3.03/SmartTV) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "PlayStation",
    "3.03",
  ],
  ["Mozilla/4.0 (PS3 (PlayStation 3); 1.00)", "PlayStation", "1.00"],
  [
    "Mozilla/5.0 (Linux; U; Sailfish 3.0; Tablet; rv:38.0) Gecko/38.0 Firefox/38.0 SailfishBrowser/1.0",
    "Sailfish OS",
    "3.0",
  ],
  ["HTC-ST7377/1.59.502.3 (67150) Opera/9.50 (Windows NT 5.1; U; en)", "Windows Mobile", ""],
  ["Mozilla/5.0 (WindowsCE 6.0; rv:2.0.1) Gecko/20100101 Firefox/4.0.1", "Windows CE", "6.0"],
  ["NCSA Mosaic/2.6 (X11;SunOS 5.6 sun4u) libwww/2.12 modified", "Solaris", "2.6"],
  ["Mozilla/5.0 (X11; SunOS 5.11; Solaris) Gecko/20100101 Firefox/52.0", "Solaris", "11"],
  ["Mozilla/4.61 [en] (X11; U; Linux 2.2.12-20 i686)", "Linux", "2.2.12"],
  ["QuickTime/7.6.6 (qtver=7.6.6;cpu=IA32;os=Mac 10.6.8)", "macOS", "10.6.8"],
  [
    "Mozilla/5.0+(iPhone;+CPU+iPhone+OS+9_3_1+like+Mac+OS+X)+AppleWebKit/601.1.46+(KHTML,+like+Gecko)+Version/9.0+Mobile/13E238+Safari/601.1",
    "iOS",
    "9.3.1",
  ],
];

test.each(systems)("the system in %s", (agent, name, version) => {
  expect(lookupUserAgent(agent).os).toMatchObject({ name, version });
});

const browsers: readonly (readonly [agent: string, name: string, version: string])[] = [
  ["Seldom 6.0.1 rv:6.0 (iPad; iPhone OS 15.6.1; en_US)", "Seldom", "6.0.1"],
  [
    "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.75 SeldomBrowser/45.0.2454.171 Safari/537.36",
    "SeldomBrowser",
    "45.0.2454.171",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.90 Safari/537.36 2345Explorer/9.2.1.17116",
    "2345 Explorer",
    "9.2.1.17116",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Iron Safari/537.36",
    "Iron",
    "129.0.0.0",
  ],
  [
    "Mozilla/5.0 (Linux; Android 11; SM-T870) AppleWebKit/537.36 (KHTML, like Gecko) Brave Chrome/88.0.4324.96 Safari/537.36",
    "Brave",
    "88.0.4324.96",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_2 like Mac OS X) AppleWebKit/603.2.4 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/3.7.4",
    "Sogou Explorer",
    "3.7.4",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_3 like Mac OS X) AppleWebKit/603.3.8 (KHTML, like Gecko) Mobile/14G60 (Ecosia ios@3.0.1.533)",
    "Ecosia",
    "3.0.1.533",
  ],
  [
    "Mozilla/5.0 (Macintosh; U; PPC Mac OS X; en) AppleWebKit/124 (KHTML, like Gecko) Safari/125.1",
    "Safari",
    "1.2",
  ],
  [
    "Mozilla/5.0 (Macintosh; U; PPC Mac OS X; en) AppleWebKit/419 (KHTML, like Gecko) Safari/420",
    "Safari",
    "",
  ],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11; MSIEMobile 6.0)", "IE Mobile", "7.11"],
  ["Mozilla/4.0 (PSP (PlayStation Portable); 2.71)", "NetFront", ""],
  [
    "Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.5) AppleWebKit/537.36 (KHTML, like Gecko) 69.0.3497.106.1/5.5 TV Safari/537.36",
    "Tizen Browser",
    "5.5",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 4.4.2; xx; LG-D320 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.1599.103 Mobile Safari/537.36",
    "LG Browser",
    "",
  ],
  [
    "Mozilla/5.0 (Linux; Android 4.4.2; LG-D320 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36",
    "Chrome WebView",
    "30.0.0.0",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 4.1.1; zh-tw; A08 Build/JRO03H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30 baidubrowser/061_3.9.5.2_diordna_276_0821/x",
    "Baidu Browser",
    "2.5.9.3",
  ],
  [
    "Mozilla/5.0 (Linux; Android 11; 21061119AG; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/92.0.4515.131 Mobile Safari/537.36 trill_2022109040 JsSdk/1.0 ByteLocale/en",
    "TikTok",
    "21.9.4",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/19H12 Twitter for iPhone/10.34",
    "Twitter",
    "10.34",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SH-M20 Build/TKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/132.0.6834.163 Mobile Safari/537.36 YJApp-ANDROID jp.co.yahoo.android.yjtop/3.187.0",
    "Yahoo! Japan",
    "3.187.0",
  ],
  ["Mozilla/4.0 (compatible; MSIE 5.5; Windows NT 4.0; Crazy Browser 1.0.5)", "Crazy Browser", "1.0.5"],
  ["Mozilla/4.0 (jig browser web; 1.0.4; 830CA)", "Jig Browser", "1.0.4"],
  ["SIE-M65 (Openwave Mobile Browser 7.0.0.1.167a; U) [de]", "Openwave", "7.0.0.1.167a"],
  ["PHILIPS-Ozeo UP/4.1.16r", "Openwave", "4.1.16r"],
  [
    "MOT-A1600/1.0 LinuxOS/2.4.20 Release/8.22.2006 Browser/Opera8.00 Profile/MIDP-2.0",
    "Opera Mobile",
    "8.00",
  ],
  ["SAMSUNG-GT-S3970_TD/1.0 Browser/Dolfin2.1 Profile/MIDP-2.1 Configuration/CLDC-1.1", "Dolfin", "2.1"],
  ["ZTE-F102 H3G/1.0 ACS-NF/3.4 QTV5.1 Profile/MIDP-2.1 Configuration/CLDC-1.1", "NetFront", "3.4"],
  ["Mozilla/5.0 (Nokia500)UC AppleWebkit(like Gecko) Safari/530", "UC Browser", ""],
  ["Mozilla/3.0 (DreamPassport/2.1)", "DreamPassport", "2.1"],
  [
    "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.75 1stBrowser/45.0.2454.171 Safari/537.36",
    "1st Browser",
    "45.0.2454.171",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 2.2; xx; HTC Desire Build/FRF91) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1 DolphinHDCN/6.3.1",
    "Dolphin",
    "6.3.1",
  ],
  // A user agent without parentheses.
  [
    "Mozilla/5.0 Linux; Android 7.1.2; Swift 2 X AppleWebKit/537.36 KHTML, like Gecko Chrome/71.0.3578.99 Mobile Safari/537.36",
    "Chrome",
    "71.0.3578.99",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Avast/120.0.0.0",
    "Avast Secure Browser",
    "120.0.0.0",
  ],
  [
    "Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:56.0; Waterfox) Gecko/20100101 Firefox/56.2.2",
    "Waterfox",
    "56.2.2",
  ],
  ["SmartTV Tbrowser/2.0 Mozilla/5.0 (Linux)", "T-Browser", "2.0"],
  ["Links (2.30; Linux 6.8.0-31-generic x86_64; GNU C 13.2; text)", "Links", "2.30"],
  ["smarttv_AFTMM_Build_535062120_Chromium_59.0.2883.91", "Chromium", "59.0.2883.91"],
  [
    "Mozilla/5.0 (Linux; Android 8.0.0; ru_RU) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/61.0.3163.140 Mobile Safari/537.36 PocketBook/627 (screen 758x1024)",
    "Chrome",
    "61.0.3163.140",
  ],
  [
    "Mozilla/5.0 (Linux like Android; en_US) AppleWebKit/534.34 PocketBook/650 (screen 758x1024)",
    "PocketBook Browser",
    "",
  ],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; FDM; .NET CLR 2.0.40607)", "IE", "6.0"],
  ["Mozilla/4.0 (compatible; MSIE6.0; Windows NT 5.0; .NET CLR 1.1.4322)", "IE", "6.0"],
  // Add-ons precede Firefox, but up to Firefox 19 they may follow it.
  [
    "Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.2) Gecko/20100115 SeldomTb/3.8.0 Firefox/3.6 (.NET CLR 3.5.30729)",
    "Firefox",
    "3.6",
  ],
  ["Mozilla/5.0 (Windows NT 6.1; rv:19.0) Gecko/20100101 Firefox/19.0 Seldom/1.2", "Firefox", "19.0"],
  ["Mozilla/5.0 (Windows NT 6.1; rv:20.0) Gecko/20100101 Firefox/20.0 Seldom/1.2", "Seldom", "1.2"],
  [
    "Mozilla/5.0 (X11; U; Linux i686; rv:1.9.2.3) Gecko/20100406 Firefox/3.6.3 (Swiftfox)",
    "Swiftfox",
    "3.6.3",
  ],
  // Derived browser: Firefox's version is in its version, or its name ends in "Browser".
  ["Mozilla/5.0 (Windows NT 5.1; rv:15.0) Gecko/20100101 Firefox/15.0 Seldomia/15.0.3", "Seldomia", "15.0.3"],
  ["Mozilla/5.0 (X11; rv:1.8.1.6) Gecko/20071115 Firefox/2.0.0.6 SBrowser/1.9", "SBrowser", "1.9"],
  // A name of two words, or with a digit at the start.
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3727.0 Seldom Browser/1.0.0 Safari/537.36",
    "Seldom Browser",
    "1.0.0",
  ],
  [
    "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/45.0.2454.101 7Seldom/1.45.0 Safari/537.36",
    "7Seldom",
    "1.45.0",
  ],
  ["Brave Browser/93.1.31.30 Linux", "Brave", "93.1.31.30"],
  // A browser derived from Firefox for iOS.
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/113.1 Mobile/15E148 Safari/605.1.15 Seldom/2.0.0",
    "Seldom",
    "2.0.0",
  ],
  // The phone HTC Spark has the name of a browser.
  [
    "Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Spark)",
    "IE Mobile",
    "9.0",
  ],
  // Internet Explorer 12 was never released.
  ["Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.3; WOW64; Trident/8.0; .NET4.0C)", "IE", "11.0"],
  ["Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.3; WOW64; Trident/7.0; .NET4.0C)", "IE", "11.0"],
  // Opera before 9.5 had no `Version`; here it belongs to another product.
  ["Opera/9.02 (Linux armv7l; U; ARCHOS; GOGI; G6S; Version 1.1.1 (WMDRMPD: 10.1); en)", "Opera", "9.02"],
  [
    "Mozilla/5.0 Opera/9.5 (KDDI-SN3O; BREW; Opera Mobi; U; ja) Presto/2.4.15 Version/10.00",
    "Opera Mobile",
    "10.00",
  ],
  // Versions written without dots.
  [
    "MQQBrowser/35 Mozilla/5.0 (iPhone 3GS; U; CPU iPhone OS 4_1 like Mac OS X; xx) AppleWebKit/532.9 (KHTML, like Gecko) Mobile/8B117 Safari/7534.48.3",
    "QQ Browser",
    "3.5",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 9.1 like Mac OS X) AppleWebKit/534.46 (KHTML, like Gecko) Version/5.1 Mobile/9A334 Safari/7534.48.3 QHBrowser/238",
    "360 Browser",
    "2.3.8",
  ],
  [
    "UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCMini/10.9.8.1006 (SpeedMode; Proxy; Android 4.4.4; X) U2/1.0.0 Mobile",
    "UC Browser Mini",
    "10.9.8.1006",
  ],
  ["IUC(U;iOS 5.1.1;Zh-cn;320*480;)/UCWEB7.9.0.94/41/997", "UC Browser", "7.9.0.94"],
  [
    "HuaweiU9130/B047 Browser/NetFront/3.5 MMS/Obigo-MMS/Q05A SyncML/HW-SyncML/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1",
    "NetFront",
    "3.5",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; MobiGo2L) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.193 Mobile Safari/537.36 OPR/79.3.4195.76674",
    "Opera",
    "79.3.4195.76674",
  ],
  [
    "Palm680/RC1 Mozilla/4.0 (compatible; MSIE 6.0; Windows 98; PalmSource/Palm-D053; Blazer/4.5) 16;320x320",
    "Blazer",
    "4.5",
  ],
  ["Mozilla/4.76 [en] (PalmOS; U; WebPro/3.0.1b; palm-MT64)", "WebPro", "3.0.1"],
  ["Mozilla/1.22 (compatible; MMEF20; Cellphone; Sony CMD-Z7)", "Microsoft Mobile Explorer", "2.0"],
  ["Mozilla/5.0 (PLAYSTATION 3 4.20) AppleWebKit/531.22.8 (KHTML, like Gecko)", "NetFront NX", ""],
  [
    "HTC_Dream Mozilla/5.0 (Linux; U; Android 1.5; en-ca; Build/CUPCAKE) AppleWebKit/528.5 (KHTML, like Gecko) Version/3.1.2 Mobile Safari/525.20.1",
    "Android Browser",
    "3.1.2",
  ],
  ["Mozilla/5.0 (X11; U; AIX 5.3; en-US; rv:1.7.12) Gecko/20051025", "Mozilla", "1.7.12"],
  [
    "Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Silk/1.0.13.81_10003810) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1 Silk-Accelerated=true",
    "Silk",
    "1.0.13.81",
  ],
  // UP.Link is added by a gateway.
  ["BlackBerry9530/4.7.0.167 Profile/MIDP-2.0 UP.Link/6.3.1.20.0", "BlackBerry Browser", "4.7.0.167"],
  ["MOT-V3i/08.B4.34R MIB/2.2.1 Profile/MIDP-2.0 UP.Link/6.3.0.0.0", "Motorola Internet Browser", "2.2.1"],
  ["Mozilla/5.0 (jig browser core; SH03B)", "Jig Browser", ""],
  ["Mozilla/1.22 (compatible; MSIE 5.01; PalmOS 3.0) EudoraWeb 2.1", "EudoraWeb", "2.1"],
];

test.each(browsers)("the browser in %s", (agent, name, version) => {
  expect(lookupUserAgent(agent).browser).toMatchObject({ name, version });
});

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "2.1"],
  ["SomethingNewBot/0.1", "0.1"],
])("a bot's own version, in %s", (agent, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "bot", version }, browser: false });
});

test("a string that is not a bot has its version in browser only", () => {
  for (const agent of [
    "curl/8.5.0",
    "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0",
    "SomethingNewBot",
  ])
    expect(lookupUserAgent(agent).device).not.toHaveProperty("version");
});

test.each([
  [108, "108.0", "108.0"],
  [109, "109.0", "109.0"],
  [110, "109.0", "110.0"],
  [119, "109.0", "119.0"],
  [120, "120.0", "120.0"],
  [115, "115.0", "115.0"],
])("Firefox %d with rv:%s uses Gecko %s", (firefox, rv, gecko) => {
  const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${rv}) Gecko/20100101 Firefox/${firefox}.0`;
  expect(lookupUserAgent(agent).engine).toEqual({ name: "Gecko", version: gecko });
});
