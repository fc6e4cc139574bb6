import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const nameOf = (agent: string) => {
  const { device } = lookupUserAgent(agent);
  return device && [device.type, device.vendor, device.name];
};
const android = (model: string) =>
  `Mozilla/5.0 (Linux; Android 4.4.2; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36`;

test("a maker's name is removed before a code, but kept in a well-known name", () => {
  expect(nameOf(android("HUAWEI U9508"))).toEqual(["unknown", "Huawei", "U9508"]);
  expect(nameOf(android("K-Touch_W610"))).toEqual(["unknown", "K-Touch", "W610"]);
  // The exception: a well-known name keeps its capitals.
  expect(nameOf(android("HTC Evo 4G"))).toEqual(["unknown", "HTC", "EVO 4G"]);
});

test("a feature phone's model ends before its browser", () => {
  expect(nameOf("SAMSUNG-SGH-T330G NetFront/3.5 Profile/MIDP-2.0 Configuration/CLDC-1.1")).toEqual([
    "unknown",
    "Samsung",
    "SGH-T330G",
  ]);
  expect(nameOf("PhilipsX622 MAUI/10A1032MP_ASTRO_W1052 Release/31.12.2010 Profile/MIDP-2.0")).toEqual([
    "unknown",
    "Philips",
    "X622",
  ]);
});

test("a television's platform is not a model", () => {
  const lg = (model: string) =>
    `Mozilla/5.0 (Unknown; Linux armv7l) AppleWebKit/537.1+ (KHTML, like Gecko) Safari/537.1+ LG Browser/6.00.00(+mouse+3D+SCREEN+TUNER; LGE; ${model}; 03.07.01; 0x00000001;); LG NetCast.TV-2013/03.17.01 (LG, ${model}, wired)`;
  expect(nameOf(lg("GLOBAL-PLAT5"))).toEqual(["unknown", "LG", ""]);
  expect(nameOf(lg("42LN570V"))).toEqual(["unknown", "LG", "42LN570V"]);
});

test("a robot known only by its site has its own name", () => {
  expect(
    nameOf(
      "Mozilla/5.0 (compatible; special_archiver/3.4.0; +https://www.loc.gov/programs/web-archiving/for-site-owners/)",
    ),
  ).toEqual(["bot", "loc.gov", "special_archiver"]);
});

test("an Internet Explorer string with a contact is not a robot named after the browser", () => {
  for (const agent of [
    "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; Toolbar 4.0; contact@example.org)",
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; +http://www.example.org/about)",
  ])
    expect(nameOf(agent)).toEqual(["bot", "", ""]);
});

test("a fetcher for a language model is an assistant", () => {
  for (const who of ["User-Specified", "Autonomous"])
    expect(
      lookupUserAgent(`ModelContextProtocol/1.0 (${who}; +https://github.com/modelcontextprotocol/servers)`)
        .bot,
    ).toMatchObject({ name: "MCP Fetch", category: "ai-assistant" });
  expect(lookupUserAgent("modelcontextprotocol/1.2.0").bot).toBe(false);
});

test("an API level before the version is ignored", () => {
  const { os } = lookupUserAgent("ICQ_Android/5.0 (Android; 17; 4.2.2; eng.x; Philips W8555; ru-RU)");
  expect(os).toMatchObject({ name: "Android", version: "4.2.2" });
});

test("glasses and headsets have their own form", () => {
  for (const agent of [
    android("Glass Enterprise Edition 2 Build/OPM1.210425.001"),
    android("Glass 1 Build/XRV85B"),
    "Mozilla/5.0 (Apple Vision; CPU OS 1_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
  ])
    expect(lookupUserAgent(agent).device).toMatchObject({ formFactor: "xr" });
});
