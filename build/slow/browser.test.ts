/** The pages in a real browser: every form is filled in, and nothing is complained of. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { loadConfig } from "../../src/config.ts";
import { type Service, startService } from "../../src/server/service.ts";

let browser: Browser;
let service: Service;
let target: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  target = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answerAsTarget });
  const { settings } = loadConfig({ listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8", cors: "*" }, {});
  service = await startService(settings, () => {}, []);
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await target?.stop(true);
});

/** A redirect to a page whose fields try to be markup; two pages that make calls of their own. */
function answerAsTarget(request: Request): Response {
  const { pathname } = new URL(request.url);
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
  /** Console messages of errors, script errors, and requests that failed. */
  readonly complaints: string[];
}

async function open(options: BrowserContextOptions = {}): Promise<Watched> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    // Leaving a page gives up what it still loads.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://${service.address}/`))
      complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.goto(`http://${service.address}/`);
  return { page, complaints };
}

/** Fills in a form, sends it, and gives what the page then shows. */
async function ask(page: Page, form: string, values: Readonly<Record<string, string>>): Promise<string> {
  const section = page.locator(`#${form}`);
  for (const [name, value] of Object.entries(values)) await section.locator(`[name="${name}"]`).fill(value);
  await Promise.all([page.waitForNavigation(), section.getByRole("button").click()]);
  // biome-ignore lint/performance/useDomNodeTextContent: what is folded or hidden is not shown
  return page.locator("main").innerText();
}

const lookups: readonly (readonly [form: string, values: () => Record<string, string>, parts: string[]])[] = [
  [
    "http",
    () => ({ url: `127.0.0.1:${target.port}` }),
    [
      "2 requests in",
      "301",
      "After one redirect",
      "'unsafe-inline'",
      "<script>",
      "session cookie",
      "fresh for 1 hour",
    ],
  ],
  ["http", () => ({ url: "http://10.0.0.1/" }), ["error", "What to do next"]],
  ["address", () => ({ ip: "8.8.8.8" }), ["United States (US)", "America/"]],
  ["address", () => ({ ip: "fe80::1" }), ["only inside its own network"]],
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
    const text = await ask(page, form, values());
    for (const part of parts) expect(text).toContain(part);
    expect(await page.title()).toContain("netlens");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("bad input comes back with its message, ready to be corrected", async () => {
    const { page } = await open();
    await ask(page, "address", { ip: "1.2.3" });
    expect(await page.getByRole("alert").textContent()).toContain("1.2.3");
    expect(await page.getByLabel("IPv4 or IPv6 address").inputValue()).toBe("1.2.3");
    expect(await ask(page, "address", { ip: "10.0.0.1" })).toContain("private-use");
    await page.context().close();
  });

  test("a finding leads to its field, also where the field is folded", async () => {
    const { page } = await open();
    await ask(page, "http", { url: `127.0.0.1:${target.port}` });
    const field = page.locator("#step-1-field-1");
    expect(await field.isVisible()).toBe(false);
    await page.goto(`${page.url()}#step-1-field-1`);
    await page.evaluate("location.hash = ''; location.hash = 'step-1-field-1'");
    expect(await field.isVisible()).toBe(true);
    await page.context().close();
  });

  test("all can be reached with the keyboard, the skip link first", async () => {
    const { page } = await open();
    const focused = () =>
      page.evaluate<string>("document.activeElement.textContent.trim() || document.activeElement.name");
    const seen: string[] = [];
    for (let count = 0; count < 24; count++) {
      await page.keyboard.press("Tab");
      seen.push(await focused());
    }
    expect(seen[0]).toBe("Skip to the content");
    expect(seen).toEqual(expect.arrayContaining(["url", "headers", "ip", "useragent", "Explain"]));
    await page.context().close();
  });
});

describe("a page of another origin", () => {
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
  const call = async (path: string) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${target.port}${path}`);
    const answers = await page.evaluate<string[]>(`(${CALLS})("http://${service.address}")`);
    await page.context().close();
    return answers.map((answer) => answer.replace(/^(\d+) [1-9]\d*$/, "$1"));
  };
  test("may send the fields that it likes", async () => {
    expect(await call("/plain")).toEqual(["200", "200", "200", "200", "400"]);
  });
  test("without an origin of its own it may not", async () => {
    expect(await call("/sandboxed")).toEqual(Array(5).fill("TypeError: Failed to fetch"));
  });
});

const paths = [
  "/",
  "/problems",
  "/?ip=8.8.8.8",
  `/?useragent=${"Mozilla/5.0".padEnd(900, "x")}`,
  "/?url=http://10.0.0.1/",
];

describe("looks", () => {
  for (const colorScheme of ["light", "dark"] as const)
    test.each([360, 1280])(`${colorScheme}, %i px wide`, async (width) => {
      const { page, complaints } = await open({ colorScheme, viewport: { width, height: 800 } });
      const chain = `/?url=127.0.0.1:${target.port}`;
      for (const path of [...paths, chain]) {
        await page.goto(`http://${service.address}${path}`);
        const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        expect({ path, over }).toEqual({ path, over: 0 });
        expect(await page.evaluate<string[]>(LOW_CONTRAST)).toEqual([]);
      }
      const ground = await page.evaluate<number>(
        `${LUMINANCE} luminance(rgb(getComputedStyle(document.body).backgroundColor))`,
      );
      expect(ground < 0.5).toBe(colorScheme === "dark");
      expect(complaints).toEqual([]);
      await page.context().close();
    });

  test("paper carries no forms, and nothing stays folded", async () => {
    const { page } = await open({ colorScheme: "dark" });
    await ask(page, "http", { url: `127.0.0.1:${target.port}` });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate<string[]>(LOW_CONTRAST)).toEqual([]);
    expect(await page.locator("#http").isVisible()).toBe(false);
    expect(await page.locator("#step-1-field-1").isVisible()).toBe(true);
    await page.context().close();
  });
});

/** Relative luminance and contrast as WCAG 2.2 defines them, for the browser. */
const LUMINANCE = `
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b]
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);`;

/** Texts whose contrast is below 4.5, the least of level AA. */
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
