/** The first minute on the web in a real browser: home, verdict, owner's steps, page audit, kept and printed results. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";

let browser: Browser;
let service: Service;
let target: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  target = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answerAsTarget });
  const { settings } = loadConfig({ listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8" }, {});
  service = await startService(settings, () => {}, []);
  browser = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await target?.stop(true);
});

/** A WordPress page on outdated PHP, with a blocked script. */
function answerAsTarget(request: Request): Response {
  if (new URL(request.url).pathname !== "/") return new Response("<p>no", { status: 404 });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "script-src 'self'",
    link: '<http://127.0.0.1/wp-json/>; rel="https://api.w.org/"',
    "set-cookie": "PHPSESSID=u1k2j3; path=/",
    "x-powered-by": "PHP/7.4.3",
  };
  return new Response("<!doctype html><title>Shop</title><script>show()</script><img src=/gone.png>", {
    headers,
  });
}

function site(): string {
  return `http://127.0.0.1:${target.port}/`;
}
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ bypassCSP: true, ...options })).newPage();
  await page.goto(`http://${service.address}${path}`);
  return page;
}
function lookup(): string {
  return `/?url=${encodeURIComponent(site())}`;
}
function audit(): string {
  return `/page?url=${encodeURIComponent(site())}`;
}

async function faultsByAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>("axe.run()");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const PLACES: readonly (readonly [name: string, path: () => string, parts: string])[] = [
  ["the home page", () => "/", "h1, #example"],
  ["a lookup", lookup, ".verdict, #finding-1 .better"],
  ["a page audit", audit, ".verdict, .counts, .findings li"],
];

describe.each([
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)("%i px wide, %s", (width, colorScheme) => {
  test.each(PLACES)("%s is whole, and its answer is above the fold", async (_, path, parts) => {
    const page = await open(path(), { viewport: { width, height: 844 }, colorScheme });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await faultsByAxe(page)).toEqual([]);
    for (const part of parts.split(", ")) {
      const box = await page.locator(part).first().boundingBox();
      expect({ part, isAbove: box !== null && box.y + box.height <= 844 }).toEqual({ part, isAbove: true });
    }
    await page.context().close();
  });
});

test("the home page leads to each job by keyboard, and its example opens", async () => {
  const page = await open("/", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Open this example" }).focus();
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  expect(await page.locator(".verdict").textContent()).toBe("Works, 4 problems");
  for (const [name, heading] of [
    ["Page", "What a page loads"],
    ["Redirects", "Check redirects"],
    ["Site", "Check a site"],
    ["Headers", "Explain headers"],
    ["Compare", "Compare two responses"],
  ] as const) {
    await page.goto(`http://${service.address}/`);
    await page.locator(".jobs").getByRole("link", { name }).focus();
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
  }
  await page.context().close();
});

test("the menu has five entries; problems, differences, API and settings are in the guide", async () => {
  const page = await open("/guide");
  const menu = page.getByRole("navigation", { name: "Pages" });
  expect(await menu.getByRole("link").allTextContents()).toEqual([
    "Look up",
    "Page",
    "Redirects",
    "Compare",
    "Guide",
  ]);
  for (const name of ["Problems", "Differences", "API", "Settings"])
    expect(await page.getByRole("link", { name, exact: true }).count()).toBe(1);
  await page.context().close();
});

test("the owner reads the verdict, opens the file, and where it goes, how to test and to undo it", async () => {
  const page = await open(lookup(), { javaScriptEnabled: false });
  expect(await page.locator(".verdict").textContent()).toMatch(
    /^Your site works, but has \d security problems$/,
  );
  const owner = page.locator(".owner");
  expect(await owner.textContent()).toMatch(
    /^One file fixes \d+ of \d+ findings: save it as wp-content\/mu-plugins\/response-headers\.php\. To undo, delete it\. Ask your host about the rest: .*PHP 7\.4\.3 is out of support/,
  );
  await owner.getByRole("link", { name: "Show the fix" }).click();
  await page.locator(".blocks summary").first().click();
  expect(
    await page
      .locator(".blocks .tabs input:checked + pre, .blocks .tabs label:has(:checked) + div")
      .first()
      .textContent(),
  ).toContain(
    "Where: save it as wp-content/mu-plugins/response-headers.php. Test: open your site and log in to WordPress. Undo: delete it.",
  );
  // The worst finding is open and has its fix.
  expect(await page.locator("#finding-1 details").first().getAttribute("open")).toBe("");
  expect(await page.locator("#finding-1 .better").textContent()).toContain("HttpOnly");
  await page.context().close();
});

test("tabs lead from the response to the page and back, without script", async () => {
  const page = await open(lookup(), { javaScriptEnabled: false });
  const views = page.getByRole("navigation", { name: "Views" });
  await Promise.all([page.waitForNavigation(), views.getByRole("link", { name: "Page" }).click()]);
  expect(await page.locator(".verdict").textContent()).toMatch(/parts? of the page do(es)? not load/);
  expect(await page.locator(".counts li").count()).toBe(4);
  expect(await page.locator(".policy > span").first().textContent()).toContain("default-src");
  expect(await page.locator(".tabs input:checked").first().locator("..").textContent()).toContain(
    "WordPress",
  );
  expect(await page.locator("#q").inputValue()).toBe(site());
  await Promise.all([page.waitForNavigation(), views.getByRole("link", { name: "Response" }).click()]);
  expect(await page.locator("#q").inputValue()).toBe(site());
  await page.context().close();
});

test("print and kept results have the URL, the date and the version", async () => {
  const page = await open(lookup());
  await page.emulateMedia({ media: "print" });
  const printed = page.locator(".printed");
  expect(await printed.isVisible()).toBe(true);
  const about = new RegExp(`^${site().replaceAll(".", "\\.")} · \\w{3}, .* GMT · netlens \\d`);
  expect(await printed.textContent()).toMatch(about);
  await page.emulateMedia({ media: "screen" });
  expect(await printed.isVisible()).toBe(false);
  await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Keep" }).click()]);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(site());
  expect(await page.locator("main > p.json").first().textContent()).toMatch(
    /by netlens \S+; this link lives until .* GMT/,
  );
  await page.context().close();
});
