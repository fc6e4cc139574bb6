/** The pages in a real browser: every form works, and the console reports no error. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { Judged, Outcome } from "../../src/jobs/redirects/check-redirect.ts";
import { Summary } from "../../src/jobs/redirects/summary.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { viewReport } from "../../src/view/report.ts";
import { reportEnd, reportStart } from "../../src/web/redirects-report.ts";
import { judgedRow, progressRow } from "../../src/web/redirects-view.ts";
import { reportFile } from "../../src/web/report-file.ts";
import { launchBrowser } from "../browser.ts";

let browser: Browser;
let service: Service;
let target: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  target = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answerAsTarget });
  const given = { listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8", cors: "*", site: "on" };
  const { settings } = loadConfig(given, {});
  service = await startService(settings, () => {}, []);
  browser = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await target?.stop(true);
});

/**
 * A redirect to a page with markup in its headers, two pages that send requests, and one that waits for a
 * signal.
 */
async function answerAsTarget(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/held") await waiting.promise;
  if (pathname === "/twenty") {
    const headers = new Headers();
    for (const [name, value] of TWENTY) headers.append(name, value);
    return new Response("<p>hello</p>".repeat(2000), { headers });
  }
  if (pathname === "/hostile") {
    const headers = new Headers({ location: HOSTILE[2] ?? "", "content-type": HOSTILE[1] ?? "" });
    for (const text of HOSTILE.filter((each) => /^[\x20-\x7e]*$/.test(each))) {
      headers.append("x-a", text);
      headers.append("set-cookie", `a=${text.slice(0, 8000)}`);
      headers.append("link", `<${text}>; rel=x`);
    }
    return new Response("x", { headers });
  }
  if (pathname.startsWith("/hop/")) {
    const hop = Number(pathname.slice(5));
    return new Response(null, {
      status: 302,
      headers: { location: hop < 3 ? `/hop/${hop + 1}` : "/sources" },
    });
  }
  if (pathname === "/sources") {
    const sources = Array.from({ length: 150 }, (_, index) => `https://cdn${index}.example`);
    const policy = `script-src ${sources.join(" ")}`;
    return new Response("", { headers: { "content-type": "text/html", "content-security-policy": policy } });
  }
  if (pathname === "/")
    return new Response(null, { status: 301, headers: { location: "/page?a=1&b=%3Ci%3E" } });
  if (pathname === "/plain" || pathname === "/sandboxed") {
    const policy = pathname === "/plain" ? "default-src * 'unsafe-inline'" : "sandbox allow-scripts";
    return new Response("", { headers: { "content-type": "text/html", "content-security-policy": policy } });
  }
  const headers = new Headers({
    "content-type": "text/html",
    "cache-control": "public, max-age=3600",
    "content-security-policy": `default-src 'self'; script-src 'self' 'unsafe-inline' ${"https://cdn.example.com/".padEnd(300, "x")}`,
    "x-hostile": `"><script>document.title="taken"</script><img src=x onerror="document.title='taken'">`,
  });
  headers.append("set-cookie", "session=abc; Path=/; SameSite=None");
  return new Response("<p>hello</p>".repeat(500), { headers });
}

interface Watched {
  readonly page: Page;
  /** Errors of the console and of scripts, and failed requests. */
  readonly complaints: string[];
}

async function open(options: BrowserContextOptions = {}, path = "/forms"): Promise<Watched> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    // Leaving a page cancels its unfinished loads.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://${service.address}/`))
      complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.goto(`http://${service.address}${path}`);
  return { page, complaints };
}

/** Fills in a form and submits it. @returns the text of the resulting page */
async function submit(page: Page, form: string, values: Readonly<Record<string, string>>): Promise<string> {
  const section = page.locator(`#${form}`);
  for (const [name, value] of Object.entries(values)) await section.locator(`[name="${name}"]`).fill(value);
  await Promise.all([page.waitForNavigation(), section.getByRole("button").click()]);
  // biome-ignore lint/performance/useDomNodeTextContent: innerText omits folded and hidden text
  return page.locator("main").innerText();
}

const lookups: readonly (readonly [form: string, values: () => Record<string, string>, parts: string[]])[] = [
  [
    "http",
    () => ({ url: `127.0.0.1:${target.port}` }),
    [
      "2 requests in",
      "301",
      "One redirect leads to",
      "'unsafe-inline'",
      "<script>",
      "Which cookies do browsers keep?",
      "cacheable for 1 hour",
    ],
  ],
  ["http", () => ({ url: "http://10.0.0.1/" }), ["failed", "What to do next"]],
  ["address", () => ({ ip: "8.8.8.8" }), ["United States (US)", "America/"]],
  ["address", () => ({ ip: "fe80::1" }), ["for use within one network only"]],
  ["useragent", () => ({ useragent: "curl/8.5.0" }), ["HTTP library or command-line tool"]],
  [
    "headers",
    () => ({
      headers: "HTTP/1.1 200 OK\nAge: 60\nX-A: </td><script>1</script>",
      url: "https://example.com/",
    }),
    ["200", "1 minute", "</td><script>1</script>"],
  ],
];

describe("forms", () => {
  test.each(lookups)("%s", async (form, values, parts) => {
    const { page, complaints } = await open();
    const text = await submit(page, form, values());
    for (const part of parts) expect(text).toContain(part);
    expect(await page.title()).toContain("netlens");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("bad input comes back with its message, ready to be corrected", async () => {
    const { page } = await open();
    await submit(page, "address", { ip: "1.2.3" });
    expect(await page.getByRole("alert").textContent()).toContain("1.2.3");
    expect(await page.getByLabel("IPv4 or IPv6 address").inputValue()).toBe("1.2.3");
    expect(await submit(page, "address", { ip: "10.0.0.1" })).toContain("private-use");
    await page.context().close();
  });
});

describe("a lookup by keyboard alone, without script", () => {
  test("the box is reached, filled in and sent; a finding leads to its line and a line to its finding", async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false }, "/");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    for (let count = 0; count < 12 && (await page.locator("#q:focus").count()) === 0; count++)
      await page.keyboard.press("Tab");
    await page.keyboard.type(`127.0.0.1:${target.port}/page`);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(await page.locator("#q").inputValue()).toBe(`127.0.0.1:${target.port}/page`);
    const finding = page.locator(".findings li", { hasText: "unsafe-inline" }).first();
    await finding.locator("summary").focus();
    await page.keyboard.press("Enter");
    await finding.locator("a").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#step-1-line-\d+$/);
    const line = page.locator("tr:target");
    expect(await line.locator("> th").textContent()).toMatch(/content-security-policy/i);
    await line.locator("a.mark").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#finding-\d+$/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a value expands, and filters hide other rows", async () => {
    const { page } = await open({ javaScriptEnabled: false }, lookup());
    const line = page.locator("tr", { has: page.locator("th", { hasText: /^cache-control$/i }) });
    expect(await line.locator(".more").isVisible()).toBe(false);
    await line.locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await line.locator(".more").isVisible()).toBe(true);
    await page.locator(".section input[value=cookies]").focus();
    await page.keyboard.press("Space");
    expect(await line.isVisible()).toBe(false);
    expect(await page.locator("tr.g-cookies").first().isVisible()).toBe(true);
    expect(await page.locator(".findings li.info").first().isVisible()).toBe(false);
    await page.locator(".findings input[value=all]").focus();
    await page.keyboard.press("Space");
    expect(await page.locator(".findings li.info").first().isVisible()).toBe(true);
    await page.context().close();
  });

  test("header lines pasted into the box are recognised", async () => {
    const { page } = await open({}, "/");
    await page.locator("#q").focus();
    // Inserts lines into a single-line control, as pasting does.
    await page.keyboard.insertText("HTTP/1.1 200 OK\nCache-Control: max-age=3600\nX-Frame-Options: DENY");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(await page.locator(".lines > tbody > tr").count()).toBe(2);
    await page.context().close();
  });
});

describe("a list", () => {
  test("is pasted into the box, gives a table without script, and a link puts the worst first", async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false }, "/");
    await page.locator("#q").focus();
    await page.keyboard.insertText(
      `8.8.8.8\n127.0.0.1:${target.port}/hop/1\n127.0.0.1:${target.port}/page\n`,
    );
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    const lines = () => page.locator(".judged tbody tr:visible td.number").allTextContents();
    expect(await lines()).toEqual(["1", "2", "3"]);
    await page.getByRole("link", { name: "Worst first" }).click();
    expect((await lines()).at(-1)).toBe("1");
    await page.getByRole("link", { name: "As listed" }).click();
    expect(await lines()).toEqual(["1", "2", "3"]);
    // The box now has one item per line.
    await page.fill("#q", `127.0.0.1:${target.port}/page\n1.1.1.1`);
    await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Look up" }).click()]);
    expect(await lines()).toEqual(["1", "2"]);
    await page.getByRole("link", { name: "1.1.1.1" }).first().click();
    await page.waitForURL(/q=1\.1\.1\.1/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("is sent by its own form", async () => {
    const { page, complaints } = await open();
    const text = await submit(page, "list", { q: `8.8.8.8\nslip\n127.0.0.1:${target.port}/page` });
    expect(text).toContain("3 lookups: 1 failed");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const siteCheck = () => `/site?url=127.0.0.1:${target.port}/twenty`;
const lookup = () => `/?url=127.0.0.1:${target.port}/page`;

/** Twenty header lines of a typical shop, with faults. */
const TWENTY: readonly (readonly [name: string, value: string])[] = [
  ["Content-Type", "text/html; charset=utf-8"],
  ["Server", "nginx/1.24.0"],
  ["X-Powered-By", "PHP/8.2.7"],
  ["Cache-Control", "public, max-age=300, stale-while-revalidate=60"],
  ["Vary", "Accept-Encoding, Cookie"],
  ["ETag", 'W/"5f2c-18a"'],
  // The page shows the age of this date, and a longer age takes another line.
  ["Last-Modified", new Date(Date.now() - 518_400_000).toUTCString()],
  ["Age", "120"],
  ["X-Cache", "HIT"],
  ["CF-Ray", "8e5a1b2c3d4e5f60-FRA"],
  ["CF-Cache-Status", "HIT"],
  ["Set-Cookie", "session=6f1d; Path=/; SameSite=Lax"],
  ["Set-Cookie", "__Host-id=7f2c; Path=/app; Secure; HttpOnly"],
  ["Strict-Transport-Security", "max-age=15552000"],
  [
    "Content-Security-Policy",
    "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example.com; img-src * data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
  ],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Link", '<https://shop.example/wp-json/>; rel="https://api.w.org/"'],
];

describe("twenty header lines fit on two screens", () => {
  test.each([
    // The worst finding shows its fix.
    [1280, 1550],
    [360, 3100],
  ])("%i px wide: at most %i px high", async (width, most) => {
    const { page } = await open(
      { viewport: { width, height: 800 } },
      `/?url=127.0.0.1:${target.port}/twenty`,
    );
    expect(await page.locator(".section > .lines > tbody > tr").count()).toBe(20);
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    console.log(`20 header lines, ${width} px wide: ${height} px high`);
    expect(height).toBeLessThanOrEqual(most);
    await page.context().close();
  });
});

/** Texts for every input of every form, and for values sent by a target. */
const HOSTILE = [
  `"><script>document.title="taken"</script>`,
  `<img src=x onerror="document.title='taken'">`,
  `javascript:document.title='taken'`,
  `</textarea></title><svg onload="document.title='taken'">`,
  "\u202eabc\u2066def\u0000\u001b[31m",
  "x".repeat(100_000),
];

describe("hostile input", () => {
  const fields = ["q", "url", "ip", "useragent", "agent", "locale", "method", "version"];
  test.each(fields)(
    "as %s runs nothing and breaks nothing",
    async (field) => {
      const { page, complaints } = await open({ viewport: { width: 360, height: 800 } }, "/");
      for (const text of HOSTILE) {
        const short = text.slice(0, 4000);
        const also =
          field === "url" || field === "q" || field === "ip" || field === "useragent"
            ? ""
            : "url=http://10.0.0.1/&";
        const response = await page.goto(
          `http://${service.address}/?${also}${field}=${encodeURIComponent(short)}`,
        );
        expect(response?.status()).toBeLessThan(500);
        await expectUnharmed(page, `${field}=${short.slice(0, 40)}`);
      }
      expect(complaints.filter((complaint) => !complaint.includes("status of 400"))).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  test("as pasted lines neither runs nor breaks the page", async () => {
    const { page } = await open({ viewport: { width: 360, height: 800 } }, "/headers");
    for (const text of HOSTILE) {
      await page.goto(`http://${service.address}/headers`);
      await submit(page, "headers", {
        headers: `X-A: ${text}\n${text}: b\nSet-Cookie: ${text}`,
        url: "https://a.example/",
      });
      await expectUnharmed(page, text.slice(0, 40));
    }
    await page.context().close();
  }, 60_000);

  test("as fields of a target neither runs nor breaks the page", async () => {
    const { page, complaints } = await open(
      { viewport: { width: 360, height: 800 } },
      `/?url=127.0.0.1:${target.port}/hostile`,
    );
    expect(await page.locator(".lines > tbody > tr").count()).toBeGreaterThan(3);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await expectUnharmed(page, "a target");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function expectUnharmed(page: Page, what: string): Promise<void> {
  expect(await page.title()).not.toContain("taken");
  const [scripts, over] = await page.evaluate<[number, number]>(
    "[[...document.scripts].filter(({ src }) => new URL(src || origin, origin).pathname !== '/assets/script.js').length, document.documentElement.scrollWidth - innerWidth]",
  );
  expect({ what, scripts, over }).toEqual({ what, scripts: 0, over: 0 });
}

test("a report saved as a file looks the same, and loads nothing", async () => {
  const report = decodeHeaders({ headers: TWENTY.map(([name, value]) => `${name}: ${value}`) }, Date.now());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) complaints.push(request.url());
  });
  const file = join(mkdtempSync(join(tmpdir(), "netlens-")), "report.html");
  writeFileSync(file, reportFile(viewReport(report), { made: Date.now(), version: "1" }));
  await page.goto(`file://${file}`);
  const ground = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  expect(ground).toBe("rgb(247, 246, 243)");
  expect(await page.locator(".lines > tbody > tr").count()).toBe(TWENTY.length);
  expect(complaints).toEqual([]);
  await context.close();
});

/**
 * Violations found by axe on the current page. The test injects axe; the pages themselves allow no such
 * script.
 */
async function faultsByAxe(page: Page, path: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>("axe.run()");
  return found.violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`);
}

/** Fills in the redirect map form. */
async function submitMap(page: Page, map: string, click = true): Promise<void> {
  await page.goto(`http://${service.address}/redirects`);
  await page.fill("#map", map);
  await page.fill("#base", `http://127.0.0.1:${target.port}`);
  const button = page.getByRole("button", { name: "Check" });
  if (click) await Promise.all([page.waitForNavigation(), button.click()]);
  else await button.click({ noWaitAfter: true });
}

describe("axe finds no violation", () => {
  for (const colorScheme of ["light", "dark"] as const)
    test(colorScheme, async () => {
      const { page } = await open({ colorScheme, bypassCSP: true }, "/");
      for (const path of [...paths, ...results()]) {
        await page.goto(`http://${service.address}${path}`);
        expect(await faultsByAxe(page, path)).toEqual([]);
      }
      await submitMap(page, MAP);
      expect(await faultsByAxe(page, "a map")).toEqual([]);
      await page.goto(`http://${service.address}${lookup()}`);
      await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Keep" }).click()]);
      expect(await faultsByAxe(page, "a kept result")).toEqual([]);
      await page.context().close();
    }, 600_000);

  test("while a page is sent", async () => {
    const { page } = await open({ bypassCSP: true }, "/");
    const held = holdTarget();
    await page.goto(`http://${service.address}/?url=127.0.0.1:${target.port}/held`, { waitUntil: "commit" });
    await page.locator(".steps").waitFor();
    expect(await faultsByAxe(page, "a lookup")).toEqual([]);
    held.release();
    await page.locator("#lead").waitFor();
    const second = holdTarget();
    await submitMap(page, "/hop/1 /sources 301\n/held /sources 301", false);
    await page.locator(".judged tbody tr").first().waitFor();
    expect(await page.locator(".judged tbody tr").count()).toBe(1);
    expect(await faultsByAxe(page, "a map")).toEqual([]);
    second.release();
    await page.locator("#judged").waitFor();
    const third = holdTarget();
    const list = `/?q=8.8.8.8+127.0.0.1:${target.port}/page+127.0.0.1:${target.port}/held`;
    await page.goto(`http://${service.address}${list}#worst-first`, { waitUntil: "commit" });
    await page.locator(".judged tbody tr").nth(1).waitFor();
    expect(await faultsByAxe(page, "a list")).toEqual([]);
    third.release();
    await page.locator("#worst-first").waitFor();
    expect(await faultsByAxe(page, "a list, the worst first")).toEqual([]);
    await page.context().close();
  }, 60_000);
});

test("a running map shows its newest progress row and a filter, then the summary in their place", async () => {
  const row = {
    row: 1,
    line: 1,
    from: "/a",
    to: "/b",
    status: 301,
    final: "/b",
    finalStatus: 200,
    redirects: 1,
  };
  const judged = (line: number, outcome: Outcome): Judged => ({
    ...{ ...row, line, outcome, chainType: "301", hops: [], ms: 1, reason: "" },
  });
  const rows = [judged(1, "as-wanted"), judged(2, "loop")];
  const summary = new Summary();
  for (const each of rows) summary.add(each);
  const running = `${reportStart("map.csv", { made: 0, version: "1" })}${rows.map((each) => judgedRow(each).markup).join("")}${progressRow(1, 4, 1000).markup}${progressRow(2, 4, 2000).markup}`;
  const file = join(mkdtempSync(join(tmpdir(), "netlens-")), "map.html");
  const { page } = await open({ viewport: { width: 390, height: 800 } }, "/");
  writeFileSync(file, running);
  await page.goto(`file://${file}`);
  const shown = (selector: string) => page.locator(`${selector}:visible`).allInnerTexts();
  expect(await shown(".now td")).toEqual(["2 of 4 checked, about 2 seconds left"]);
  await page.getByText("Wrong").click();
  expect(await shown(".judged tr:not(.now) .number")).toEqual(["2"]);
  writeFileSync(file, `${running}${reportEnd(summary, undefined)}`);
  await page.goto(`file://${file}`);
  expect(await shown(".now td")).toEqual([]);
  expect(await shown(".filter")).toHaveLength(1);
  expect(await shown("h2")).toEqual(["1 of 2 redirects is wrong"]);
  await page.context().close();
}, 60_000);

/** Signal for which the target delays its response. */
let waiting = Promise.withResolvers<void>();
function holdTarget(): { readonly release: () => void } {
  waiting = Promise.withResolvers<void>();
  return { release: waiting.resolve };
}

const MAP = "/hop/1 /sources 302\n/ /page 301\n/plain /x 301\n/nothing /y 301";

/** URLs of result pages, one of each kind. */
const results = () => [
  lookup(),
  `/?url=127.0.0.1:${target.port}`,
  `/compare?a=127.0.0.1:${target.port}/page&b=127.0.0.1:${target.port}/plain`,
  `/page?url=127.0.0.1:${target.port}/page`,
  siteCheck(),
  `/?q=8.8.8.8+127.0.0.1:${target.port}/page+127.0.0.1:${target.port}/hop/1`,
  `/?q=${encodeURIComponent("8.8.8.8 Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")}`,
  "/?q=421",
  "/place?at=48.1,11.5",
];

describe("the result of the box", () => {
  test("a slash leads to the box, and its answer has the focus, without scrolling the box away", async () => {
    const { page } = await open({}, "/problems");
    await page.goto(`http://${service.address}/?q=421`);
    await page.keyboard.press("/");
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("q");
    await page.keyboard.type("8.8.8.8");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    await page.locator("#result").waitFor();
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("result");
    expect(await page.evaluate<number>("scrollY")).toBe(0);
    await page.context().close();
  });

  test("has the focus if it arrives late, and without script", async () => {
    const { page } = await open({ javaScriptEnabled: false }, "/");
    const held = holdTarget();
    await page.fill("#q", `127.0.0.1:${target.port}/held`);
    await page.getByRole("button").click({ noWaitAfter: true });
    await page.locator(".steps").waitFor();
    held.release();
    await page.locator("#lead").waitFor();
    await page.locator("#result:focus").waitFor();
    await page.context().close();
  });

  test("is announced once per section by screen readers", async () => {
    const { page } = await open({}, lookup());
    const texts = page.locator("body > p[role=status]");
    await page.waitForFunction("document.querySelector('body > p[role=status]')?.textContent !== ''");
    const headings = await page.locator("#result h2").allTextContents();
    expect(headings.length).toBeGreaterThan(2);
    expect(await texts.textContent()).toBe(headings.map((heading) => heading.trim()).join(". "));
    await page.context().close();
  });

  test("takes at most three sheets of paper, of each kind", async () => {
    const { page } = await open({}, "/");
    const sheets = async () =>
      (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    const counts: [string, number][] = [];
    for (const path of [
      ...results(),
      `/?url=127.0.0.1:${target.port}/hop/1`,
      `/?url=127.0.0.1:${target.port}/twenty`,
    ]) {
      await page.goto(`http://${service.address}${path}`);
      counts.push([path, await sheets()]);
    }
    await submitMap(page, MAP);
    counts.push(["a map", await sheets()]);
    expect(counts.filter(([, count]) => count < 1 || count > 3)).toEqual([]);
    await page.context().close();
  }, 60_000);

  test("on a phone the menu is one line", async () => {
    const { page } = await open({ viewport: { width: 390, height: 800 } }, "/");
    const [height, line] = await page.evaluate<[number, number]>(
      "[document.querySelector('nav').clientHeight, document.querySelector('nav a').offsetHeight]",
    );
    expect(height).toBeLessThan(line * 1.5);
    await page.context().close();
  });
});

const paths = [
  "/",
  "/api",
  "/settings",
  "/forms",
  "/compare",
  "/redirects",
  "/site",
  "/compare?a=http://10.0.0.1/&b=http://10.0.0.2/",
  "/headers",
  "/problems",
  "/differences",
  "/guide",
  "/guide?q=proxy",
  "/guide/redirects",
  "/guide/proxies",
  "/problems/cookie-prefix-unmet",
  "/nothing",
  "/?ip=8.8.8.8",
  `/?useragent=${"Mozilla/5.0".padEnd(900, "x")}`,
  "/?url=http://10.0.0.1/",
];

test("a site is checked without script, and the report is printed without the form", async () => {
  const { page, complaints } = await open({ javaScriptEnabled: false }, "/site");
  await page.fill("#site-url", `127.0.0.1:${target.port}/twenty`);
  await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Check" }).click()]);
  await page.getByText(/1 URL looked up/).waitFor();
  expect(await page.locator(".findings li").count()).toBeGreaterThan(2);
  await page.locator(".findings summary").first().click();
  expect(await page.locator(".findings details[open] dd").first().isVisible()).toBe(true);
  await page.getByText("Errors", { exact: false }).first().click();
  expect(await page.locator(".findings li.warning").first().isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("form.box").isVisible()).toBe(false);
  expect(await page.locator(".findings li.warning").first().isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the list of problems is short, and a link to an id opens its group", async () => {
  const { page } = await open({ viewport: { width: 360, height: 800 } });
  await page.goto(`http://${service.address}/problems`);
  // The page shows the twenty most common problems, and the groups.
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThan(2300);
  expect(await page.locator("#common + ul > li").count()).toBe(20);
  await page.goto(`http://${service.address}/problems#hsts-over-http`);
  await page.locator("#hsts-over-http").waitFor({ state: "visible" });
  expect(await page.locator("#cookie-prefix-unmet").isVisible()).toBe(false);
  await page.context().close();
});

describe("looks", () => {
  for (const colorScheme of ["light", "dark"] as const)
    test.each([360, 1280])(`${colorScheme}, %i px wide`, async (width) => {
      const { page, complaints } = await open({ colorScheme, viewport: { width, height: 800 } });
      const chain = `/?url=127.0.0.1:${target.port}`;
      for (const path of [...paths, chain, siteCheck()]) {
        await page.goto(`http://${service.address}${path}`);
        const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        expect({ path, over }).toEqual({ path, over: 0 });
        expect(await page.evaluate<string[]>(LOW_CONTRAST)).toEqual([]);
      }
      const ground = await page.evaluate<number>(
        `${LUMINANCE} luminance(rgb(getComputedStyle(document.body).backgroundColor))`,
      );
      expect(ground < 0.5).toBe(colorScheme === "dark");
      expect(complaints.filter((complaint) => !complaint.includes("status of 404"))).toEqual([]);
      await page.context().close();
    });

  test("print has no forms and no folded step; four steps take two sheets", async () => {
    const { page } = await open({ colorScheme: "dark" });
    await submit(page, "http", { url: `127.0.0.1:${target.port}` });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate<string[]>(LOW_CONTRAST)).toEqual([]);
    expect(await page.locator("form").first().isVisible()).toBe(false);
    expect(await page.locator("#step-1-line-1").isVisible()).toBe(true);
    expect(await page.locator(".findings li.info").first().isVisible()).toBe(true);
    await page.goto(`http://${service.address}/?url=127.0.0.1:${target.port}/hop/1`);
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g);
    expect(pages?.length).toBeLessThanOrEqual(2);
    await page.context().close();
  });
});

describe("accessibility", () => {
  test("each stop of the Tab key has a name, and no two in a row have the same", async () => {
    const { page } = await open({}, "/");
    const session = await page.context().newCDPSession(page);
    for (const path of [
      `/?url=127.0.0.1:${target.port}/twenty`,
      `/?url=127.0.0.1:${target.port}`,
      siteCheck(),
    ]) {
      await page.goto(`http://${service.address}${path}`);
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      const names: string[] = [];
      for (;;) {
        await page.keyboard.press("Tab");
        const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement" });
        const { nodes } = await session.send("Accessibility.getPartialAXTree", {
          objectId: result.objectId ?? "",
          fetchRelatives: false,
        });
        if (result.description === "body") break;
        names.push(String(nodes[0]?.name?.value ?? ""));
      }
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name, at) => name.trim() === "" || name === names[at - 1])).toEqual([]);
      if (path.endsWith("/twenty") && path.startsWith("/?"))
        expect(names).toEqual(
          expect.arrayContaining([
            "Content-Type: text/html; charset=utf-8",
            "Server: 127.0.0.1",
            "Server: nginx",
            expect.stringMatching(/^(?:warning|error|info) of [A-Z]/),
          ]),
        );
    }
    await page.context().close();
  }, 60_000);

  test("the keyboard reaches everything in page order with a visible focus", async () => {
    const { page } = await open({}, lookup());
    const count = await page.evaluate<number>(`(() => {
      const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, pre[tabindex]")];
      const shown = all.filter((each) => each.checkVisibility({ visibilityProperty: true }));
      shown.forEach((each, index) => { each.dataset.order = index; });
      return shown.length;
    })()`);
    const seen: number[] = [];
    for (let at = 0; at < count + 2; at++) {
      await page.keyboard.press("Tab");
      const [order, isMarked] = await page.evaluate<[string, boolean]>(`(() => {
        const now = document.activeElement;
        const marked = now.closest("label") ?? now;
        const ring = (each) => getComputedStyle(each).outlineStyle !== "none";
        return [now.dataset.order ?? "", now === document.body || ring(now) || ring(marked)];
      })()`);
      if (order === "") break;
      expect({ order, isMarked }).toEqual({ order, isMarked: true });
      seen.push(Number(order));
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    // The Tab key stops once for each group of radio buttons.
    expect(seen.length).toBeGreaterThan(count / 2);
    await page.context().close();
  });

  test("at 200 % zoom nothing is cut off", async () => {
    const { page } = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, "/");
    for (const path of [...paths, lookup(), `/?url=127.0.0.1:${target.port}/twenty`]) {
      await page.goto(`http://${service.address}${path}`);
      const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      expect({ path, over }).toEqual({ path, over: 0 });
    }
    await page.context().close();
  });

  test("right-to-left text does not change the direction of other text", async () => {
    const { page } = await open({}, "/headers");
    await submit(page, "headers", { headers: "X-A: \u05e9\u05dc\u05d5\u05dd (1) \u202e abc\nX-B: b" });
    const kinds = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.value, .url')].map((each) => getComputedStyle(each).unicodeBidi)",
    );
    expect(kinds.length).toBeGreaterThan(1);
    expect(kinds.filter((kind) => kind !== "isolate")).toEqual([]);
    await page.context().close();
  });

  test("landmarks and headings lead through the page", async () => {
    const { page } = await open({}, lookup());
    for (const role of ["banner", "main", "contentinfo"] as const)
      expect({ role, count: await page.getByRole(role).count() }).toEqual({ role, count: 1 });
    const navigations = await page.getByRole("navigation").all();
    const names = navigations.map((each) => each.getAttribute("aria-label"));
    expect(await Promise.all(names)).toEqual(["Pages", "Views"]);
    const headings = await page.evaluate<string[]>(
      "[...document.querySelectorAll('h1, h2, h3, h4')].map((each) => each.tagName)",
    );
    expect(headings[0]).toBe("H1");
    headings.reduce((before, now) => {
      expect(Number(now.slice(1))).toBeLessThanOrEqual(Number(before.slice(1)) + 1);
      return now;
    }, "H0");
    await page.context().close();
  });
});

describe("with scripts", () => {
  test("a recipe is copied without violating a policy", async () => {
    const { page, complaints } = await open({ permissions: ["clipboard-read", "clipboard-write"] }, lookup());
    const how = page.locator(".findings ol details", { has: page.locator(".tabs") }).first();
    await how.locator("> summary").click();
    await how.getByRole("button", { name: "Copy" }).first().click();
    await how.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(text).toBe((await how.locator(".recipe").first().textContent()) ?? "");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the list of problems is filtered while typing", async () => {
    const { page, complaints } = await open({}, "/problems");
    await page.getByLabel("Filter").fill("hsts http");
    expect(await page.locator("#hsts-over-http").isVisible()).toBe(true);
    expect(await page.locator("#cookie-prefix-unmet").isVisible()).toBe(false);
    expect(await page.getByRole("status").textContent()).toMatch(/^\d+ found$/);
    await page.getByLabel("Filter").fill("");
    expect(await page.locator("#hsts-over-http").isVisible()).toBe(false);
    expect(await page.locator("details.group").count()).toBe(
      await page.locator("details.group:visible").count(),
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the bookmarklet leads from any page to its lookup", async () => {
    const { page } = await open({}, "/");
    const code = await page.locator(".bookmarklet a").getAttribute("href");
    const from = `http://127.0.0.1:${target.port}/page?a=1&b=2`;
    await page.goto(from);
    await Promise.all([page.waitForNavigation(), page.evaluate(code?.replace(/^javascript:/, "") ?? "")]);
    expect(await page.locator("#q").inputValue()).toBe(from);
    await page.context().close();
  });

  test("the timing can be saved as a picture", async () => {
    const { page } = await open({}, `/?url=127.0.0.1:${target.port}`);
    const link = page.getByRole("link", { name: "Times as a picture" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe("waterfall.svg");
    await page.context().close();
  });
});

/** Relative luminance and contrast as in WCAG 2.2, evaluated in the browser. */
const LUMINANCE = `
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? [])
    .map((part, index) => Number(part) * (text.startsWith("color(") && index < 3 ? 255 : 1));
  const luminance = ([r, g, b]) => [r, g, b]
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);`;

/** Texts with a contrast below 4.5, the minimum of level AA. */
const LOW_CONTRAST = `(() => {${LUMINANCE}
  const groundOf = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const [r, g, b, alpha = 1] = rgb(getComputedStyle(each).backgroundColor);
      if (alpha > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const lights = [luminance(rgb(getComputedStyle(element).color)), luminance(groundOf(element))].sort((a, b) => b - a);
    const contrast = (lights[0] + 0.05) / (lights[1] + 0.05);
    if (contrast < 4.5) found.add(element.tagName + "." + element.className + " " + contrast.toFixed(2));
  }
  return [...found];
})()`;
