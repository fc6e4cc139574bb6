/** User agents from makers' pages and programs, absent from the collections; each tests another case. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Stripe/1.0 (+https://stripe.com/docs/webhooks)", "Stripe", "1.0"],
  ["Akamai Identity Cloud Webhooks/3.0", "Akamai Identity Cloud Webhooks", "3.0"],
  ["CircleCI-Webhook/1.0", "CircleCI-Webhook", "1.0"],
  ["MailChimp.com WebHook Delivery", "MailChimp.com", undefined],
  ["WooCommerce/8.5.1 Hookshot (WordPress/6.4.2)", "WooCommerce", "8.5.1"],
  ["Exit1-Website-Monitor/1.0", "Exit1", "1.0"],
  [
    "Mozilla/5.0 (Linux) AppleWebKit/537.36 (KHTML, like Gecko) SolarWindsTransactionBot/1.0 Safari/537.36 Chrome/134.0.0.0",
    "SolarWindsTransactionBot",
    "1.0",
  ],
  ["Mozilla/5.0 (compatible; Seldomware/1.0; Linux x86_64)", "Seldomware", "1.0"],
  [
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 Seldomware (+https://seldom.example)",
    "Seldomware",
    undefined,
  ],
])("a bot: %s", (agent, name, version) => {
  const { device } = lookupUserAgent(agent);
  expect(device).toMatchObject({ type: "bot", name });
  expect(device && "version" in device ? device.version : undefined).toBe(version);
});

test.each([
  ["Vector/0.35.0 (x86_64-unknown-linux-gnu e57c0c0)", "library", "Vector", "0.35.0"],
  ["curl/8.4.0 Nix/2.19.2", "library", "Nix", "2.19.2"],
  ["Ruby, RubyGems/3.5.4 x86_64-linux Ruby/3.3.0 (2023-12-25)", "library", "RubyGems", "3.5.4"],
  ["SVN/1.14.2 (x86_64-pc-linux-gnu) serf/1.3.9", "library", "Subversion", "1.14.2"],
  ["jdapp;iPhone;12.3.5;;;M/5.0;appBuild/168960", "app", "JD", "12.3.5"],
  ["Reddit/Version 2024.02.0/Build 613814/iOS Version 17.2 (Build 21C62)", "app", "Reddit", "2024.02.0"],
  [
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)",
    "app",
    "Microsoft Outlook",
    "16.0.17126",
  ],
  ["Acast/1.46.0 (CarPlay; iOS 12.0.0, iPhone10,3)", "app", "Acast", "1.46.0"],
  ["Mozilla/5.0 (ZOOM.Win 10.0 x64)", "app", "Zoom", "10.0"],
  [IPHONE, "app", "Apple Mail", ""],
  [`${IPHONE} Mobile/21C62 xhsdiscover/8.20 NetType/WiFi`, "app", "Xiaohongshu", "8.20"],
  [`${IPHONE} Version/Seldom 18.6.28 18.6.28 15.0 Mobile Safari/605.1.15`, "unknown", "Seldom", "18.6.28"],
  [
    "User-Agent: Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; .NET CLR 1.1.4322)",
    "desktop",
    "IE",
    "7.0",
  ],
  [
    "SE7TAB Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.34 Safari/534.24",
    "unknown",
    "Chrome",
    "11.0.696.34",
  ],
])("not a bot: %s", (agent, type, name, version) => {
  const { device, browser } = lookupUserAgent(agent);
  expect(device).toMatchObject({ type });
  expect(browser).toMatchObject({ name, version });
});
