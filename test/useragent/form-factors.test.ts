import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const android = (model: string, mobile = "Mobile Safari") =>
  `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 ${mobile}/537.36`;

const rows: readonly (readonly [agent: string, form: string])[] = [
  // Build ids of Android TV, with any browser.
  [android("Seldom X1 Build/PTT1.190515.001"), "tv"],
  [android("Seldom X1 Build/STTE.230615.004"), "tv"],
  ["Dalvik/2.1.0 (Linux; U; Android 10; WZONE Build/QTT8.201201.002)", "tv"],
  [android("Seldom X1 Build/PKQ1.190515.001"), "mobile"],
  [android("Seldom X1 Build/TP1A.220624.014"), "mobile"],
  // Model codes of tablets, next to similar ones of phones.
  [android("602LV"), "tablet"],
  [android("LGT32"), "tablet"],
  [android("BTV-DL09"), "tablet"],
  [android("iQM801"), "tablet"],
  [android("iQ1502a"), "mobile"],
  [android("KT5512"), "mobile"],
  [android("Element P5500"), "mobile"],
  [android("Eagle_805"), "tablet"],
  [android("Lenovo A3500-FL"), "tablet"],
  [android("Lenovo A3010-a"), "mobile"],
  [android("ME173Z"), "tablet"],
  [android("ME525", "Safari"), "mobile"],
  [android("QS8509A"), "tablet"],
  [android("QS5510A"), "mobile"],
  // A known phone model takes precedence over the app's format, which televisions use.
  [`${android("SM-A326U")} Platform/Android11 Model/SM-A326U`, "mobile"],
  [`${android("Seldom X1")} Platform/Android11 Model/X1`, "tv"],
  [android("V32TPHDE1S", "Safari"), "tv"],
  [android("DL5003QL"), "mobile"],
  [android("DL703QR"), "tablet"],
  [android("Fossil Gen 6"), "wearable"],
  [android("Suunto 7"), "wearable"],
  [android("2509ARPBDG"), "tablet"],
  [android("HEY3-N20"), "tablet"],
  [android("TCL NXTPAPER 14"), "tablet"],
  [android("TCL 50 NXTPAPER"), "mobile"],
  [android("Switch OLED"), "console"],
  [android("SHIELD Build/LMY47N"), "console"],
  [android("ARCHOS GAMEPAD"), "console"],
  [android("AFTLFT962X3"), "car"],
  [android("AFTJULI1"), "tv"],
  [
    "Mozilla/5.0 (Linux; U; en-us; EBRD1101; EXT) AppleWebKit/533.1 Version/4.0 Mobile Safari/533.1",
    "tablet",
  ],
  [
    "Mozilla/5.0 (Linux; Tizen 3.0; SAMSUNG Family Hub 3.0) AppleWebKit/537.36 Mobile Safari/537.36",
    "embedded",
  ],
  [android("TECNO KM5"), "mobile"],
  [android("TECNO DP8D", "Safari"), "tablet"],
  [android("Nokia T20"), "tablet"],
  [android("Nokia 7.2"), "mobile"],
  [android("ET45"), "tablet"],
  [android("TC75"), "mobile"],
  [android("FZ-A3"), "tablet"],
  [android("FZ-N1"), "mobile"],
  [android("KC-T304C"), "tablet"],
  [android("KC-S302"), "mobile"],
  [android("Infinix X1101B"), "tablet"],
  [android("Infinix X6711"), "mobile"],
  [android("2405CPCFBG"), "tablet"],
  [android("T20Ultra"), "tablet"],
  [android("Bigme B751C"), "tablet"],
  [android("AYANEO Pocket S"), "console"],
  [android("GR0006"), "console"],
  [android("Odin2"), "console"],
  [
    "Mozilla/5.0 (QtEmbedded; U; Linux; C) AppleWebKit/533.3 (KHTML, like Gecko) MAG200 stbapp ver: 4 rev: 2721 Mobile Safari/533.3",
    "tv",
  ],
  // Build ids that box makers copy. Known brands of phones are excluded.
  [android("Seldom X1 Build/TP1A.220905.004.A2"), "tv"],
  [android("POCO C99 Build/RD2A.211001.002"), "mobile"],
  [android("Seldom X1 Build/PI; wv"), "tv"],
  [android("Seldom X1 Build/PIX1"), "mobile"],
  // Names of television chips, and phone models that look similar.
  [android("Seldom S905X3", "Safari"), "tv"],
  [android("SM-S928W"), "mobile"],
  [android("SELDOM BB4k"), "mobile"],
  [android("SELDOM 4K", "Safari"), "tv"],
  [android("Turbox S3"), "mobile"],
  [android("Seldom TVBox S3"), "tv"],
  [android("Sharp Aquos S2"), "mobile"],
  // `MOBILE` in the model name does not count as the browser's `Mobile`.
  [android("SELDOM MOBILE 703", "Safari"), "tablet"],
  // The build id contains "Tablet".
  [android("U7 Build/HCL ME Tablet U7"), "tablet"],
  // A model name with the screen's size in pixels is a car's.
  [android("hy_1920x720"), "car"],
  [
    "Mozilla/5.0 (iPad; U; CPU OS 5_0 like Mac OS X; en-us) AppleWebKit/534.46 (KHTML, like Gecko) Version/5.0.2 Mobile/9A5248d Safari/6533.18.5#2.0#TCL/TCL-ME-MS68-S1/22/tclwebkit1.0.2/1920*1080(1,null;000,000)",
    "tv",
  ],
  ["Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; ARM; Trident/6.0; Touch)", "tablet"],
  ["Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Touch)", "desktop"],
  ["Opera/9.80 (Mac OS X; Opera Tablet/35779; U; en) Presto/2.10.254 Version/12.00", "tablet"],
  [
    "Mozilla/5.0 (X11; U; Linux i686; en-gb) AppleWebKit/534.35 (KHTML, like Gecko) Chrome/11.0.696.65 Safari/534.35 Puffin/2.0.5603M",
    "mobile",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Silk/1.0.13.81_10003810) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1 Silk-Accelerated=true",
    "tablet",
  ],
  ["Mozilla/5.0 (Ubuntu; Mobile) WebKit/537.36", "mobile"],
  // No space before "Mobile".
  [
    "Mozilla/5.0(Linux; Android 6.0; Seldom XO)AppleWebKit/537.36(KHTML, like Gecko)Chrome/59.0.3071.125MobileSafari/537.36",
    "mobile",
  ],
  // Japanese mobile phones.
  ["portalmmm/2.0 N500iS(c20;TB)", "mobile"],
  ["PDXGW/1.0 (TX=8;TY=6;GX=96;GY=64;C=G2;G=B2;GI=0)", "mobile"],
  ["Mozilla/3.0(DDIPOCKET;JRC/AH-J3001V,AH-J3002V/1.0/0100/c50)CNF/2.0", "mobile"],
  ["emobile/1.0.0 (H11T; like Gecko; Wireless) NetFront/3.4", "mobile"],
  // Steam's client on a desktop, and on a Steam Deck.
  [
    "Mozilla/5.0 (Windows; U; Windows NT 10.0; en-US; Valve Steam Client/default/1665786434; ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/85.0.4183.121 Safari/537.36",
    "desktop",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; Valve Steam Client/Steam Deck [Steam Deck Beta]/default/0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.183 Safari/537.36",
    "console",
  ],
  ["Mozilla/3.0 (DreamPassport/2.1)", "console"],
  // Browsers for phones only that request desktop pages; Samsung's also exists for Windows.
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36",
    "tablet",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/71.0.3578.141 Safari/534.24 XiaoMi/MiuiBrowser/12.6.6-gn",
    "mobile",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36",
    "desktop",
  ],
  ["AlexaWebMediaPlayer/1.0.200641.0 (Linux;Android 5.1.1)", "embedded"],
];

test.each(rows)("%s", (agent, form) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ formFactor: form });
});
