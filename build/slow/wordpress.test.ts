/**
 * The must-use plugin for WordPress in Chromium: a page that makes the calls and has the elements of the plugin
 * Redirection reaches netlens alone. Every other host is this machine's, where each connection is counted.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";

const plugin = join(import.meta.dir, "../wordpress/netlens.php");

/** What WordPress gives the file, and the hook of the page that the script is for. */
const WORDPRESS = `
function add_action($hook, $function, $priority) { $GLOBALS["hooks"][$hook] = $function; }
function untrailingslashit($text) { return rtrim($text, "/"); }
function wp_json_encode($value, $flags) { return json_encode($value, $flags); }
if ($argv[1] !== "") define("NETLENS_URL", $argv[1]);
require $argv[2];
$hooks["admin_print_scripts-tools_page_redirection"]();
`;

/** What the file prints on the plugin's page. */
function printed(url: string): string {
  if (!Bun.which("php")) throw new Error("php is missing: apt-get install php-cli");
  const { stdout, stderr, exitCode } = Bun.spawnSync(["php", "-r", WORDPRESS, "--", url, plugin]);
  if (exitCode !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout.toString();
}

/** The links of the plugin's log, popups and checks, by what they lead to here. */
const LINKS: readonly (readonly [there: string, here: string])[] = [
  ["https://redirect.li/map/?ip=8.8.8.8", "/map/?ip=8.8.8.8"],
  ["https://redirect.li/agent/?agent=curl%2F8.5.0", "/agent/?agent=curl%2F8.5.0"],
  ["https://redirect.li/http/?url=http%3A%2F%2F10.0.0.1%2F", "/http/?url=http%3A%2F%2F10.0.0.1%2F"],
  ["https://redirect.li/http/status/code/404/", "/http/status/code/404/"],
  ["https://redirect.li", "/"],
];
const CALLS = [
  "https://api.redirect.li/v1/ip/8.8.8.8?locale=en",
  "https://api.redirect.li/v1/useragent/curl%2F8.5.0",
  "https://api.redirect.li/v2/http?url=http%3A%2F%2F10.0.0.1%2F",
];
const FRAME = "https://www.google.com/maps/embed/v1/place?key=abc&q=48.1%2C11.5";

/** Those that the page names; the browser has some of its own. */
const HOSTS = [...LINKS.map(([url]) => url), ...CALLS, FRAME].map((url) => new URL(url).hostname);

let browser: Browser;
let service: Service;
let site: Bun.Server<undefined>;
let elsewhere: Server;
/** The hosts that connections were made to, as TLS names them. */
let reached: string[] = [];
let netlens: string;

async function serve(frameAncestors: string): Promise<Service> {
  const origin = `http://127.0.0.1:${site.port}`;
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", cors: origin, "frame-ancestors": frameAncestors && origin },
    {},
  );
  return startService(settings, () => {}, []);
}

let script = "";
beforeAll(async () => {
  elsewhere = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (hello) => {
      reached.push(...HOSTS.filter((host) => hello.includes(host)));
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", () => resolve()));
  const { port } = elsewhere.address() as { port: number };
  site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(`<!DOCTYPE html><meta charset="utf-8"><title>Redirection</title>${script}<main></main>`, {
        headers: { "content-type": "text/html" },
      }),
  });
  service = await serve("yes");
  netlens = `http://${service.address}`;
  browser = await launchBrowser(`--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.stop(true);
  elsewhere?.close();
});

async function open(plugin: string): Promise<Page> {
  script = plugin;
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${site.port}/wp-admin/tools.php?page=redirection`);
  return page;
}

const ask = (page: Page, given: readonly string[]) =>
  page.evaluate<(string | number)[]>(
    `Promise.all(${JSON.stringify(given)}.map((url, at) => fetch(at % 2 ? new Request(url, { method: "get" }) : url)
      .then((response) => response.json()).then((json) => json.ip ?? json.agent ?? json.url, String)))`,
  );

/** Puts elements into the page as React does: attributes first, then the document; a second frame by its property. */
const build = (page: Page, frame: string) =>
  page.evaluate(
    `for (const [tag, name, value] of ${JSON.stringify([...LINKS.map(([url]) => ["a", "href", url]), ["iframe", "src", frame]])}) {
      const popup = document.createElement("div");
      const element = document.createElement(tag);
      element.setAttribute(name, value);
      popup.appendChild(element);
      document.querySelector("main").appendChild(popup);
    }
    const second = document.createElement("iframe");
    second.src = ${JSON.stringify(frame)};
    document.body.appendChild(second);`,
  );

const hrefs = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("main a")].map((link) => link.href)`);

describe("the must-use plugin", () => {
  test("nothing leaves for another host: calls, links and the map's frame lead to netlens", async () => {
    reached = [];
    const page = await open(printed(`${netlens}/`));
    expect(await ask(page, CALLS)).toEqual(["8.8.8.8", "curl/8.5.0", "http://10.0.0.1/"]);
    await build(page, FRAME);
    await page.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<p><a href="https://redirect.li/map/?ip=1.1.1.1">1.1.1.1</a></p>')`,
    );
    const map = page.frameLocator("main iframe").locator("svg.place");
    await map.waitFor();
    expect(await map.getAttribute("aria-label")).toContain("48.1");
    expect(await hrefs(page)).toEqual([
      ...LINKS.map(([, here]) => netlens + here),
      `${netlens}/map/?ip=1.1.1.1`,
    ]);
    await page.evaluate(`document.querySelector("main a").href = "https://redirect.li/map/?ip=9.9.9.9"`);
    expect((await hrefs(page))[0]).toBe(`${netlens}/map/?ip=9.9.9.9`);
    expect(reached).toEqual([]);
    for (const url of await hrefs(page)) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    await page.context().close();
  });

  test("what is not the service's stays as it is", async () => {
    const page = await open(printed(netlens));
    const others = ["https://example.com/map/?ip=1", "/wp-admin/", "https://notredirect.li/", "http://[bad"];
    await page.evaluate(
      `for (const url of ${JSON.stringify(others)}) {
        const link = document.createElement("a");
        link.setAttribute("href", url);
        document.querySelector("main").appendChild(link);
      }`,
    );
    const given = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"))`,
    );
    expect(given).toEqual(others);
    await page.context().close();
  });

  test("without it every one of them leaves, so that the count would tell", async () => {
    const page = await open("");
    for (const url of [...CALLS, FRAME]) {
      reached = [];
      if (url === FRAME) await build(page, url);
      else await ask(page, [url]);
      for (let tries = 0; reached.length === 0 && tries < 100; tries++) await Bun.sleep(20);
      expect(reached).toContain(new URL(url).hostname);
    }
    await page.context().close();
  });

  test("netlens lets nobody frame its map who is not named", async () => {
    const other = await serve("");
    const page = await open(printed(`http://${other.address}`));
    await build(page, FRAME);
    const frame = await page.locator("main iframe").elementHandle();
    for (let tries = 0; tries < 100; tries++) {
      const url = (await frame?.contentFrame())?.url() ?? "";
      if (url.startsWith("chrome-error:")) break;
      await Bun.sleep(20);
    }
    expect((await frame?.contentFrame())?.url()).toStartWith("chrome-error:");
    await other.stop();
    await page.context().close();
  });

  test("an address cannot end the script, and has a default", () => {
    expect(printed("https://a.example/</script><script>")).not.toContain("/</script><script>");
    expect(printed("")).toContain('"https://netlens.example" );');
  });
});
