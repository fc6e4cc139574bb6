/** Forms in which programs write their name and version: names that no table lists are read alike in each. */

import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const NAMES = ["Seldom", "SeldomApp", "Zyntra", "MyKapplaApp", "KONTIST"];

const VIEW =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MOBILE = `${VIEW} Mobile/15E148`;
const SAFARI = `${VIEW} Version/18.5 Mobile/15E148 Safari/604.1`;
const PHONE =
  "Mozilla/5.0 (Linux; Android 15; SM-A556B Build/AP3A.240905.015; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const PAGE = "+https://seldom.example/about";

/** `%` is the name; the version is 5.6.7. */
const FORMS: Readonly<Record<"app" | "bot" | "library", readonly string[]>> = {
  app: [
    ...[
      "%/5.6.7",
      "%/5.6.7 (build 1234)",
      "% 5.6.7",
      "[%/5.6.7]",
      "%(5.6.7)",
      "% (5.6.7; de)",
      "%-iOS/5.6.7",
      "% iOS/5.6.7",
      "%/iOS/5.6.7",
      "%/5.6.7 iOS/18.5",
      "%;5.6.7",
      "%_5.6.7",
      "%/5.6.7|iPhone|18.5",
      "% App/5.6.7",
      "% version/5.6.7",
      "Flutter/3.35 %/5.6.7",
      "Capacitor/6.0 %/5.6.7",
    ].flatMap((tail) => [`${MOBILE} ${tail}`, `${PHONE} ${tail.replaceAll("iOS", "Android")}`]),
    `${SAFARI} %/5.6.7`,
    "Mozilla/5.0 (Phone; OpenHarmony 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36  ArkWeb/6.1.0.117 Mobile %/5.6.7",
    "Mozilla/5.0 (Tablet; OpenHarmony 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.1.0.117 %/5.6.7",
    "Mozilla/5.0 (Mobile; Nokia_2780_Flip; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1 %/5.6.7",
    "Mozilla/5.0 (Android 16; Mobile) %/5.6.7",
    `${SAFARI} [%/5.6.7]`,
    `${PHONE.replace("Mobile ", "")} %/5.6.7`,
    "%/5.6.7 CFNetwork/3826.500.131 Darwin/24.5.0",
    "%%202/5.6.7 CFNetwork/3826.500.131 Darwin/24.5.0",
    "%/5.6.7 (com.seldom.app; build:1; iOS 18.5.0) Alamofire/5.9.1",
    "%/5.6.7 (com.seldom.app; build:1; macOS 15.5.0) Alamofire/5.9.1",
    "%/5.6.7 (iPhone; iOS 18.5; Scale/3.00)",
    "%/5.6.7 (iPhone15,2; iOS 18.5)",
    "%/5.6.7 iOS/18.5 (iPhone15,2)",
    "%/5.6.7 (Android 15; SM-A556B) okhttp/4.12.0",
    "%/5.6.7 (Linux; U; Android 15; en_US; SM-A556B) okhttp/4.12.0",
    "%/5.6.7 Android/15 okhttp/4.12.0",
    "% Android 5.6.7",
    "% for Android/5.6.7",
    "%-Android/5.6.7 (35; SM-A556B)",
    "% 5.6.7 (Android 15)",
    "%/5.6.7 Dalvik/2.1.0 (Linux; U; Android 15; SM-A556B Build/AP3A.240905.015)",
    "Dalvik/2.1.0 (Linux; U; Android 15; SM-A556B Build/AP3A.240905.015) %/5.6.7",
    "%/5.6.7 (Linux;Android 15) ExoPlayerLib/2.19.1",
    "%/5.6.7 (Linux;Android 15) AndroidXMedia3/1.7.1",
    "%/5.6.7 (Windows NT 10.0; Win64; x64)",
    "%/5.6.7 (Macintosh; Intel Mac OS X 10_15_7)",
    `${DESKTOP} %/5.6.7 Chrome/138.0.0.0 Electron/36.2.0 Safari/537.36`,
    `${DESKTOP} Chrome/138.0.0.0 Electron/36.2.0 Safari/537.36 %/5.6.7`,
    `${DESKTOP} Chrome/138.0.0.0 %/5.6.7 Electron/36.2.0 Safari/537.36`,
  ],
  bot: [
    `%/5.6.7 (${PAGE})`,
    "%/5.6.7 (ops@seldom.example)",
    "%/5.6.7; https://seldom.example/about",
    `Mozilla/5.0 (compatible; %/5.6.7; ${PAGE})`,
    `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; %/5.6.7; ${PAGE})`,
    `${DESKTOP} Chrome/138.0.0.0 Safari/537.36 (compatible; %/5.6.7; ${PAGE})`,
    `${DESKTOP} Chrome/138.0.0.0 Safari/537.36; compatible; %/5.6.7; ${PAGE}`,
    `${DESKTOP} Chrome/138.0.0.0 Safari/537.36 %/5.6.7 (${PAGE})`,
    "%Bot/5.6.7",
    "% Bot 5.6.7",
    "%-crawler/5.6.7",
  ],
  library: [
    "%-python/5.6.7",
    "%-sdk-js/5.6.7",
    "%/5.6.7 python/3.12",
    "%/5.6.7 (node/22.1.0)",
    "%/5.6.7 (go1.24.1; linux/amd64)",
    "%/PHP/5.6.7",
    "%-cli/5.6.7 (linux; x64)",
    "%-cli/5.6.7 darwin-arm64 node-v22.1.0",
    "@seldom/%/5.6.7",
    "%-mcp-server/5.6.7",
  ],
};

describe.each(["app", "bot", "library"] as const)("%s", (type) => {
  test.each(FORMS[type])("%s", (form) => {
    for (const name of NAMES) {
      const { device, browser } = lookupUserAgent(
        form.replace("%", type === "library" ? name.toLowerCase() : name),
      );
      const found = device && device.type === "bot" ? device : browser;
      expect(device).toMatchObject({ type });
      expect(found).toMatchObject({ version: "5.6.7" });
      const read = found ? found.name.toLowerCase() : "";
      expect(read).toContain(name.toLowerCase());
      // At most a word for the kind or the system besides.
      expect(read.length).toBeLessThan(name.length + " for Android".length + 1);
    }
  });
});
