/** All URLs that the service writes start with `--base-url`. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const BASE = "https://tools.example/netlens";

const start = (settings: Readonly<Record<string, string>>) =>
  startService(loadConfig({ listen: "127.0.0.1:0", ...settings }, {}).settings, () => {}, []);

const PAGES = [
  "/",
  "/?q=8.8.8.8",
  "/?q=curl%2F8.5.0",
  "/?q=404",
  "/forms",
  "/headers",
  "/compare",
  "/redirects",
  "/problems",
  "/differences?kind=csp",
  "/problems/age-invalid",
  "/guide?q=proxy",
  "/guide/redirects",
  "/api",
  "/settings",
  "/nowhere",
  "/place?at=48.1,11.5",
  "/?q=HTTP%2F1.1%20200%0AAge%3A%20soon%0ALocation%3A%20%2Fb",
];

describe("below a path", () => {
  let service: Service;
  let origin: string;
  beforeAll(async () => {
    service = await start({ "base-url": `${BASE}/` });
    origin = `http://${service.address}`;
  });
  afterAll(() => service.stop());

  for (const path of PAGES)
    test(`each link of ${path}`, async () => {
      const page = await (await fetch(origin + path, { headers: { accept: "text/html" } })).text();
      const links = [...page.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)].map(
        ([, link = ""]) => link,
      );
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((link) => !/^(?:https?:\/\/|#|data:|mailto:)/.test(link))).toEqual([]);
      expect(links.some((link) => link.startsWith(`${BASE}/`))).toBe(true);
    });
  test("curl lines", async () => {
    const page = await (await fetch(`${origin}/api`)).text();
    expect(page).toContain(`curl &#39;${BASE}/v1/ip/`);
    expect(page).not.toContain(origin);
  });
  test("the server of the API's description", async () => {
    expect(await (await fetch(`${origin}/openapi.json`)).json()).toMatchObject({ servers: [{ url: BASE }] });
  });
  test.each([
    ["/map/?ip=8.8.8.8", "/?ip=8.8.8.8"],
    ["/agent/?agent=a", "/?useragent=a"],
    ["/http/", "/"],
    ["/http/status/code/404/", "/v1/status/404"],
  ])("the redirect from %s", async (path, location) => {
    const { headers } = await fetch(origin + path, { redirect: "manual" });
    expect(headers.get("location")).toBe(BASE + location);
  });
  test.each(["/v1/ip/x", "/v1/none", "/v1/http?url="])("the type of the error of %s", async (path) => {
    const { type } = (await (await fetch(origin + path)).json()) as { type: string };
    expect(type).toStartWith(`${BASE}/api#`);
  });
});

describe("without it", () => {
  const curlLines = async (settings: Readonly<Record<string, string>>, headers: Record<string, string>) => {
    const service = await start(settings);
    try {
      return await (await fetch(`http://${service.address}/api`, { headers })).text();
    } finally {
      await service.stop();
    }
  };
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "tools.example" };
  test("a trusted proxy sets scheme and host", async () => {
    expect(await curlLines({ "trusted-proxies": "127.0.0.1" }, forwarded)).toContain(
      "curl &#39;https://tools.example/v1/ip/",
    );
  });
  test("an untrusted one does not", async () => {
    for (const proxies of ["", "192.0.2.1"]) {
      const page = await curlLines({ "trusted-proxies": proxies }, forwarded);
      expect(page).toContain("curl &#39;http://127.0.0.1:");
      expect(page).not.toContain("tools.example");
    }
  });
});
