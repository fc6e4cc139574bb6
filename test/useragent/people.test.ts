import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { everydayAgents } from "./everyday-agents.ts";

test("no phrase of the tables matches browsers of people, whatever their phone's name", () => {
  const agents = everydayAgents();
  expect(agents.length).toBeGreaterThan(3000);
  const caught = agents.filter((agent) => {
    const { device } = lookupUserAgent(agent);
    return !device || (device.type !== "desktop" && device.type !== "unknown");
  });
  expect(caught).toEqual([]);
});

test.each(["M bot 60", "GLX SpiderI", "2K Smart Monitor", "DAZN"])(
  "a phone called %s is no robot and no app, in whatever form its browsers say it",
  (model) => {
    const agents = [
      `Mozilla/5.0 (Linux; U; Android 4.2.2; en-us; ${model} Build/JDQ39) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`,
      `Mozilla/5.0 (Android 9; Mobile; ${model}; rv:124.0) Gecko/124.0 Firefox/124.0`,
      `Opera/9.80 (Android 4.2; Linux; ${model}; Opera Mobi/ADR-1212) Presto/2.11 Version/12.10`,
      `UCWEB/2.0 (Linux; U; Adr 4.0.3; en-US; ${model}) U2/1.0.0 UCBrowser/9.1.1.420 U2/1.0.0 Mobile`,
    ];
    for (const agent of agents) expect(lookupUserAgent(agent).device).toMatchObject({ type: "unknown" });
  },
);

test.each(["SkinChecker", "HomeMonitor", "QRScanner", "PhotoImporter", "MetalDetector"])(
  "%s is an app in an app's web view, where robots do not occur",
  (name) => {
    const agents = [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${name}/2.1.4`,
      `Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 ${name}/2.1.4`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${name}/2.1.4 Chrome/114.0.5735.289 Electron/25.9.7 Safari/537.36`,
      `${name}/2104 CFNetwork/1490.0.4 Darwin/23.2.0`,
    ];
    for (const agent of agents)
      expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "app" }, browser: { name } });
  },
);
