/** Pages of other origins in a real browser may send any header to the API. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";

let browser: Browser;
let service: Service;
let site: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  const policies = new Map([["/sandboxed", "sandbox allow-scripts"]]);
  site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      const policy = policies.get(new URL(url).pathname) ?? "default-src * 'unsafe-inline'";
      return new Response("", {
        headers: { "content-type": "text/html", "content-security-policy": policy },
      });
    },
  });
  const { settings } = loadConfig({ listen: "127.0.0.1:0", cors: "*" }, {});
  service = await startService(settings, () => {}, []);
  browser = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.stop(true);
});

const CALLS = `(origin) => {
  const fields = { "X-WP-Nonce": "0a1b2c", Authorization: "Bearer 1", "X-Requested-With": "XMLHttpRequest" };
  const json = { ...fields, "Content-Type": "application/json" };
  const ask = (path, init) => fetch(origin + path, init)
    .then(async (response) => response.status + " " + (await response.text()).length, (error) => String(error));
  return Promise.all([
    ask("/v1/ip/8.8.8.8?locale=de", { headers: fields }),
    ask("/v1/useragent/curl%2F8.5.0", { headers: fields }),
    ask("/v2/http?url=http%3A%2F%2F10.0.0.1%2F", { headers: fields }),
    ask("/v1/ip", { method: "POST", headers: json, body: JSON.stringify({ ips: ["8.8.8.8"] }) }),
    ask("/v1/ip/x", { headers: fields }),
  ]);
}`;

/** Statuses of the responses to a page's requests. */
async function call(path: string): Promise<string[]> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${site.port}${path}`);
  const answers = await page.evaluate<string[]>(`(${CALLS})("http://${service.address}")`);
  await page.context().close();
  return answers.map((answer) => answer.replace(/^(\d+) [1-9]\d*$/, "$1"));
}

test("a page of another origin may call the API with fields of its own", async () => {
  expect(await call("/")).toEqual(["200", "200", "200", "200", "400"]);
});

test("a page without an origin of its own may not", async () => {
  expect(await call("/sandboxed")).toEqual(Array(5).fill("TypeError: Failed to fetch"));
});
