/** Keywords match at the start of a product or comment part, not within a model. */

import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const androids = (model: string, end = "Mobile Safari/537.36") =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 ${end}`;
const onDesktop = (end: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 ${end}`;

/** Type, class of machine, system, browser or client, model. */
function brief(agent: string): string {
  const { device, os, browser, bot } = lookupUserAgent(agent);
  const system = os ? `${os.name} ${os.version}`.trim() : "-";
  const name = bot ? bot.name : browser ? browser.name : "-";
  return device
    ? [device.type, device.formFactor, system, name, bot ? "" : device.name].join(" | ").trim()
    : "-";
}

const cases: readonly (readonly [agent: string, answer: string])[] = [
  [androids("UM-A13 Build/UP1A"), "unknown | mobile | Android 14 | Chrome | UM-A13"],
  ["Mozilla/5.0 (compatible; um-LN/1.0; Windows NT 6.1)", "bot | desktop | Windows 7 | uMBot |"],
  [
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; PeoplePal 3.0)",
    "desktop | desktop | Windows XP | IE |",
  ],
  ["EricssonR380/1.0 WAP1.1", "unknown | mobile | - | - | EricssonR380"],
  [androids("NEXBOX", "Safari/537.36"), "unknown | tv | Android 14 | Chrome | NEXBOX"],
  [androids("BlackBerry Key2"), "unknown | mobile | Android 14 | Chrome | Key2"],
  [androids("compatible iPhone; X5"), "unknown | mobile | Android 14 | Chrome | X5"],
  [androids("HTV33"), "unknown | mobile | Android 14 | Chrome | U11"],
  [androids("S915"), "unknown | mobile | Android 14 | Chrome | S915"],
  [androids("S905", "Safari/537.36"), "unknown | tv | Android 14 | Chrome | S905"],
  [androids("moto g(8)", "Safari/537.36"), "unknown | mobile | Android 14 | Chrome | moto g(8)"],
  [androids("SM-I610", "Safari/537.36"), "unknown | xr | Android 14 | Chrome | Galaxy XR"],
  [
    "Dalvik/2.1.0 (Linux## U## Android 6.0.1## P01T_1 Build/MMB29P)",
    "app | tablet | Android 6.0.1 | Dalvik | ZenPad 10 (Z300CL)",
  ],
  [onDesktop("Wire/3.20"), "app | desktop | Windows 10 | Wire |"],
  [onDesktop("AlliAI/1.0"), "bot | desktop | Windows 10 | AlliAI |"],
  [onDesktop("Webstatus247"), "bot | desktop | Windows 10 | WebStatus247 |"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X) Seldom/14.64.0", "app | desktop | macOS | Seldom | Macintosh"],
  ["Paddle", "bot |  | - | Paddle |"],
  ["Akismet/5.0", "bot |  | - | Akismet |"],
  ["Paddleboat", "-"],
  ["Roku4640X/DVP-7.70 (297.70E04154A); tpapi", "app | tv | Roku OS 7.70 | TuneIn Radio | 4640X"],
  ["Amazon;Echo;27d4dfe4;;tpapi;3.199.422", "app | embedded | Fire OS | Alexa |"],
  ["microsoft;xbox_series_x;1fc2d01a;;tpapi", "app | console | - | TuneIn Radio | Xbox Series X"],
  ["Xbox Series X", "unknown | console | Xbox | - | Xbox Series X"],
  [
    "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; Xbox)",
    "unknown | console | Xbox | IE | Xbox 360",
  ],
  ["Ya.Music/5.10 (iPhone; iOS 15.0)", "app | mobile | iOS 15.0 | Yandex Music | iPhone"],
  [
    "[FBAN/FBIOS;FBAV/400.0;FBDV/iPhone13,4;FBSV/16.1.2]",
    "app | mobile | iOS 16.1.2 | Facebook | iPhone 12 Pro Max",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23A5 [FBAN/FBIOS;FBDV/iPhone13,4;FBSN/iOS;FBSV/26.0.1]",
    "app | mobile | iOS 26.0.1 | Facebook | iPhone 12 Pro Max",
  ],
  [
    "Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Tesla/terminal-das-rel-2023.44",
    "unknown | car | Linux | Chrome |",
  ],
];

describe("keywords in place", () => {
  for (const [agent, answer] of cases) test(agent, () => expect(brief(agent)).toBe(answer));

  test("a split link is read as one", () => {
    const { url, bot } = lookupUserAgent("Mozilla/5.0 (compatible; Seldom/1.0; ht tp://seldom.example/bot)");
    expect(url).toBe("http://seldom.example/bot");
    expect(bot).toMatchObject({ name: "Seldom" });
  });
});
