import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const rows: readonly (readonly [agent: string, os: string, device: string])[] = [
  ["Instagram 300.0.0 (iPhone14,2; iOS 17_4; en_US; scale=3.00)", "iOS 17.4", "iPhone 13 Pro"],
  ["Apple/iPhone8,4 iOS/15.7.1", "iOS 15.7.1", "iPhone SE"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0;FBDV/iPhone14,2;FBMD/iPhone;FBSN/iOS;FBSV/17.4]",
    "iOS 17.4",
    "iPhone 13 Pro",
  ],
  ["Snapchat/12.70.0 (iPhone15,3; iOS 17.2; gzip)", "iOS 17.2", "iPhone 14 Pro Max"],
  ["Podcasts/1630.36 (iPhone13,2; iOS 16.1)", "iOS 16.1", "iPhone 12"],
  ["Overcast/3.0 (iPhone14,5)", "iOS ", "iPhone 13"],
  [
    "[FBAN/FB4A;FBAV/73.0.0.18.66;FBMF/samsung;FBBD/samsung;FBPN/com.facebook.katana;FBDV/SM-S938B;FBSV/15;FBOP/1]",
    "Android 15",
    "Galaxy S25 Ultra",
  ],
  ["[FBAN/FBIOS;FBAV/50.0;FBDV/iPhone9,3;FBSN/iOS;FBSV/14.2]", "iOS 14.2", "iPhone 7"],
  ["Signal-Android/6.1", "Android ", ""],
  ["StudioDisplay/0.5 (Darwin; 21.4.0; x86_64)", "macOS 12", ""],
  ["Mozilla/5.0 (compatible; Konqueror/3.2; Darwin) (KHTML, like Gecko)", "macOS ", ""],
  ["Seldom-iOS/1.7", "iOS ", ""],
  [
    "Mozilla/5.0 (Linux; Android 9; Fire) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0 Mobile Safari/537.36",
    "Android 9",
    "Fire",
  ],
  ["Seldom/1.0 Android/34", "Android 14", ""],
  ["Seldom/1.0 Android/16", "Android 16", ""],
  ["DuckDuckGo/5 (com.duckduckgo.mobile.android; Android API 30)", "Android 11", ""],
  ["myTuneriOS/55 CFNetwork/1496.0.1 Darwin/23.5.0", "iOS 17", ""],
  ["Listenwell/1.4 iPhone/15", "iOS 15", "iPhone"],
  ["Seldom FM/iOS 4.7.11 (iPhone 12 Pro/16.5.1) SeldomApp/120", "iOS 16.5.1", "iPhone"],
  ["Seldom/iOS/9.124.2 (iPhone15,3/com.seldom.app/16.6.0) - Build 1184", "iOS 16.6.0", "iPhone 14 Pro Max"],
  ["MSAL.iOS/1.5.1", "iOS ", ""],
  ["Xcode/15.0 CFNetwork/1410 Darwin/22.6.0", "macOS 13", ""],
  ["Windows-Update-Agent/7.9.9600.18094 Client-Protocol/1.21", "Windows ", ""],
  ["Windows-Update-Agent/10.0.10011.16384 Client-Protocol/2.32", "Windows 10", ""],
  ["App/1 CFNetwork/342.1 Darwin/9.4.1", "iOS 2", ""],
  ["App/1 CFNetwork/459 Darwin/10.0.0d3", "iOS 3", ""],
  ["App/1 CFNetwork/485.12.7 Darwin/10.4.0", "iOS 4", ""],
  ["App/1 CFNetwork/485.13.9 Darwin/11.0.0", "iOS 4", ""],
  ["App/1 CFNetwork/548.0.4 Darwin/11.0.0", "iOS 5", ""],
  ["App/1 CFNetwork/672.1.13 Darwin/14.0.0", "iOS 7", ""],
  ["App/1 CFNetwork/711.1.16 Darwin/14.0.0", "iOS 8", ""],
  ["AppMobile/1 CFNetwork/3900 Darwin/26.0.0", "iOS 27", ""],
  ["App/1 CFNetwork/3900 Darwin/26.0.0 (Mac16,5)", "macOS 27", 'MacBook Pro 16" (2024)'],
  [
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 WebAppManager",
    "webOS 26",
    "",
  ],
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.2; Trident/4.0)", "Windows Server 2003", ""],
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.2; Win64; x64; Trident/4.0)", "Windows XP", ""],
  [
    "Mozilla/5.0 (Windows NT 11.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36",
    "Windows ",
    "",
  ],
  [
    "com.google.ios.youtube/1.02 (RealityDevice17,1; U; CPU visionOS 26_5 like Mac OS X)",
    "visionOS 26.5",
    "Vision Pro (M5)",
  ],
  [
    "Mozilla/5.0 (New Nintendo 3DS like iPhone) AppleWebKit/536.30 (KHTML, like Gecko) NX/3.0.0.5.24 Mobile NintendoBrowser/1.12.10178.EU",
    "Nintendo 3DS OS ",
    "New 3DS",
  ],
  [
    "Mozilla/5.0 (Nintendo Switch 2; WebApplet) AppleWebKit/613.0 (KHTML, like Gecko) NF/6.0.3.26.3 NintendoBrowser/5.1.0.40393",
    "Nintendo Switch OS ",
    "Switch 2",
  ],
  [
    "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Mobile Safari/537.36 Edge/13.10586",
    "Xbox ",
    "Xbox One",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; ARM64; RM-1096) AppleWebKit/537.36 (KHTML like Gecko) Chrome/46.0.2486.0 Safari/537.36 Edge/12.10572",
    "Windows Phone 10",
    "RM-1096",
  ],
  [
    "Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S5250/S5250XEKJ3; U; Bada/1.0; ru-ru) AppleWebKit/533.1",
    "Bada 1.0",
    "Wave 525",
  ],
  ["AppleTV11,1/11.1", "tvOS 11.1", "Apple TV 4K 2"],
  ["Watch4,3/5.3.8 (16U680)", "watchOS 5.3.8", "Watch Series 4"],
  ["iPad5,3/14.8 (18H17)", "iOS 14.8", "iPad Air 2"],
  ["Mozilla/4.0 (compatible; MSIE 5.5; Windows 98; Win 9x 4.90)", "Windows ME", ""],
  ["Mozilla/5.0 (Windows; U; WinNT4.0; en-US; rv:1.7.5) Gecko/20041107 Firefox/1.0", "Windows NT 4.0", ""],
  ["Mozilla/4.0 (compatible; MSIE 4.01; Windows NT)", "Windows NT", ""],
  ["Mozilla/3.01 (Win16; I)", "Windows 3.1", ""],
  ["Seldom Update (Windows; U; 64bit; OS: 10.0.19042 SP 0.0 NT)", "Windows 10", ""],
  ["SeldomClient/2.0.20 (win10 x64)", "Windows 10", ""],
  [
    "Mozilla/5.0 (Windows Server 2012 R2 Standard; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36",
    "Windows Server 2012 R2",
    "",
  ],
  [
    "Mozilla/5.0 (Windows NT 6.2; ARM; Trident/7.0; Touch; rv:11.0; WPDesktop; Lumia 730) like Gecko",
    "Windows Phone 8.0",
    "Lumia 730",
  ],
  ["Opera/9.5 (Microsoft Windows; PPC; Opera Mobi; U; en)", "Windows Mobile ", ""],
  ["WhatsApp/2.24.1.78 A", "Android ", "WhatsApp"],
  ["WhatsApp/2.24.1.78 i", "iOS ", "WhatsApp"],
  ["WhatsApp/2.2402.7 W", "Windows ", "WhatsApp"],
  ["SeldomMail/1.0 (Android Mail; 1.4.0) (2.3.4/GRJ22)", "Android 2.3.4", ""],
  ["Seldom for iOS/7.11 (iPhone7,2; 12.1.4)", "iOS 12.1.4", "iPhone 6"],
  [
    "Nokia6730c/031.023 (SymbianOS/9.3; U; Series60/3.2 Mozilla/5.0; Profile/MIDP-2.1 Configuration/CLDC-1.1)",
    "Series60 3.2",
    "6730c",
  ],
  ["Nokia6600/1.0 (5.27.0) SymbianOS/7.0s Profile/MIDP-2.0 Configuration/CLDC-1.0", "Symbian OS 7.0", "6600"],
  ["Mozilla/5.0 (PLAYSTATION 3; 3.55)", "PlayStation 3.55", "PlayStation 3"],
  [
    "Mozilla/5.0 (PlayStation 4 8.52) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "PlayStation 8.52",
    "PlayStation 4",
  ],
  ["Mozilla/4.0 (PSP (PlayStation Portable); 2.71)", "PlayStation 2.71", "PlayStation Portable"],
  ["Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple2012) AppleWebKit/534.7", "Orsay ", "Smart TV"],
  ["curl/7.64.1 (x86_64-apple-darwin19.0) libcurl/7.64.1", "macOS 10.15", ""],
  ["Seldom/1.2 (go1.19.8; darwin; arm64)", "macOS ", ""],
  ["Seldom/1.2 Python/3.13.0 (macOS-13.4-arm64-arm-64bit)", "macOS 13.4", ""],
  [
    "Mozilla/5.0 (X11; U; Linux x86_64; en; rv:1.9.0.1) Gecko/2008071222 Ubuntu/hardy Firefox/3.0.1",
    "Ubuntu 8.04",
    "",
  ],
  [
    "Mozilla/5.0 (Linux x86_64; Mint 21.3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
    "Linux Mint 21.3",
    "",
  ],
  ["Mozilla/4.77 [en] (X11; I; IRIX;64 6.5 IP30)", "IRIX 6.5", ""],
  ["SeldomTool/1.2 (Microsoft Windows NT 10.0.19045.0)", "Windows 10", ""],
  ["SeldomTool/1.2 (Microsoft Windows NT 10.0.22631.0)", "Windows 11", ""],
  ["SeldomTool/1.2 (Microsoft Windows NT 6.1.7601.65536)", "Windows 7", ""],
  ["Seldom/7.0.3(Windows;Microsoft Windows (6.1.7601.1);pt;type:default)", "Windows 7", ""],
  [
    "Mozilla/5.0 (Windows; U; NT 5.1; en-US) AppleWebKit/533.17.8 (KHTML, like Gecko) Version/5.0.1 Safari/533.17.8",
    "Windows XP",
    "",
  ],
  ["Seldom/0.5 (Windows; 10; AMD64; 64bit)", "Windows 10", ""],
  [
    "SeldomWindows/1.1.3.0 Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "Windows 10",
    "",
  ],
  ["SeldomTool/2 (iOS 19.0; iPhone17,1)", "iOS 26.0", "iPhone 16 Pro"],
  ["SeldomTool/2 (macOS 16.0)", "macOS 26.0", ""],
  ["Seldom News Android 4.7.1.29/107998 (android_os/4.4.4)", "Android 4.4.4", ""],
  ["Seldom Mobile/Android/9.129.0 (Build 33470 with API 31 on OPPO CPH2223)", "Android 12", "CPH2223"],
  ["MSFT-WP/7.10.8860", "Windows Phone 7.5", ""],
  ["seldom-sdk/1.34 ua/2.0 os/linux#6.1.82-99.168.amzn2023.x86_64", "Amazon Linux 2023", ""],
  ["Seldom Android 1.2.3 (Android 14)", "Android 14", ""],
  ["Seldom/1.2 (Windows; 10.0.22631)", "Windows 11", ""],
  ["Seldom/1.2 (win32; x64; 10.0.22631)", "Windows 11", ""],
  ["seldom-sdk/3.6 ua/2.0 os/win32#10.0.19045 lang/js", "Windows 10", ""],
  ["seldom-sdk/3.6 ua/2.0 os/darwin#23.5.0 lang/js", "macOS 14", ""],
  ["seldom-sdk/3.6 ua/2.0 os/macos#22.4.0 md/arch#arm64", "macOS 13", ""],
  ["Seldom/1.2 (macOS; 14.5)", "macOS 14.5", ""],
  ["Seldom/1.2 (Darwin 23.5.0; arm64)", "macOS 14", ""],
  ["Seldom/1.2 (Darwin; 21.4.0; x86_64)", "macOS 12", ""],
  ["Seldom/1.2 (Ubuntu; 22.04)", "Ubuntu 22.04", ""],
  ["Seldom/1.2 (Fedora Linux 40)", "Fedora 40", ""],
  ["Seldom/1.2 (Roku; RokuOS 12.5.0)", "Roku OS 12.5.0", ""],
  ["Microsoft-CryptoAPI/6.3", "Windows 8.1", ""],
  ["Microsoft BITS/7.8", "Windows ", ""],
  ["Mozilla/5.0 (Mobile; rv:78.0) Gecko/78.0 Firefox/78.0 SailfishBrowser/1.0", "Sailfish OS ", ""],
  [
    "Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.3945.79 Safari/537.36 SmartTV/10.0 Colt/2.0",
    "webOS 22",
    "",
  ],
  [
    "Linux UPnP/1.0 Sonos/29.3-87071 (ICRU_iPhone7,1); iOS/Version 8.2 (Build 12D508)",
    "iOS 8.2",
    "iPhone 6 Plus",
  ],
  [
    "Mozilla/5.0 (Macintosh; ARM Mac OS X) AppleWebKit/538.15 (KHTML, like Gecko) Safari/538.15 Version/6.0 Debian/7.8 (3.8.2.0-0rpi18rpi1) Epiphany/3.8.2",
    "Debian 7.8",
    "",
  ],
  [
    "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_5_7; en) AppleWebKit/530.17 (KHTML, like Gecko) Version/4.0 Safari/530.17 Skyfire/2.0",
    "Android ",
    "",
  ],
];

describe("systems, and numbers of devices", () => {
  for (const [agent, os, device] of rows)
    test(agent, () => {
      const result = lookupUserAgent(agent);
      expect(result.os ? `${result.os.name} ${result.os.version}` : "").toBe(os);
      expect(result.device ? result.device.name : false).toBe(device);
    });
  test("a visitor in a headset", () =>
    expect(lookupUserAgent("YouTube/1 (RealityDevice14,1; visionOS 2.1)").device).toMatchObject({
      formFactor: "xr",
    }));
});

test("Apple's system has neither browser nor app", () => {
  for (const agent of [
    "AppleTV11,1/11.1",
    "AppleTV6,2/11.1",
    "Watch4,3/5.3.8 (16U680)",
    "iPhone12,3/12.5.4 (16H62)",
  ])
    expect(lookupUserAgent(agent)).toMatchObject({
      device: { vendor: "Apple", type: "unknown" },
      browser: false,
    });
});
