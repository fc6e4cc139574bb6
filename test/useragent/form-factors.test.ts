import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const android = (model: string, mobile = "Mobile Safari") =>
  `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 ${mobile}/537.36`;

const rows: readonly (readonly [agent: string, form: string])[] = [
  // Builds of Android for televisions, whatever the browser says.
  [android("Seldom X1 Build/PTT1.190515.001"), "tv"],
  [android("Seldom X1 Build/STTE.230615.004"), "tv"],
  ["Dalvik/2.1.0 (Linux; U; Android 10; WZONE Build/QTT8.201201.002)", "tv"],
  [android("Seldom X1 Build/PKQ1.190515.001"), "mobile"],
  [android("Seldom X1 Build/TP1A.220624.014"), "mobile"],
  // Codes of tablets beside phones' words.
  [android("602LV"), "tablet"],
  [android("LGT32"), "tablet"],
  [android("BTV-DL09"), "tablet"],
  [android("iQM801"), "tablet"],
  [android("iQ1502a"), "mobile"],
  [android("KT5512"), "mobile"],
  [android("Element P5500"), "mobile"],
  // A space is missing.
  [
    "Mozilla/5.0(Linux; Android 6.0; Seldom XO)AppleWebKit/537.36(KHTML, like Gecko)Chrome/59.0.3071.125MobileSafari/537.36",
    "mobile",
  ],
  // Telephones of Japan.
  ["portalmmm/2.0 N500iS(c20;TB)", "mobile"],
  ["PDXGW/1.0 (TX=8;TY=6;GX=96;GY=64;C=G2;G=B2;GI=0)", "mobile"],
  ["Mozilla/3.0(DDIPOCKET;JRC/AH-J3001V,AH-J3002V/1.0/0100/c50)CNF/2.0", "mobile"],
  ["emobile/1.0.0 (H11T; like Gecko; Wireless) NetFront/3.4", "mobile"],
  // Steam's client on a computer, and on its own console.
  [
    "Mozilla/5.0 (Windows; U; Windows NT 10.0; en-US; Valve Steam Client/default/1665786434; ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/85.0.4183.121 Safari/537.36",
    "desktop",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; Valve Steam Client/Steam Deck [Steam Deck Beta]/default/0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.183 Safari/537.36",
    "console",
  ],
  ["Mozilla/3.0 (DreamPassport/2.1)", "console"],
  ["AlexaWebMediaPlayer/1.0.200641.0 (Linux;Android 5.1.1)", "embedded"],
];

test.each(rows)("%s", (agent, form) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ formFactor: form });
});
