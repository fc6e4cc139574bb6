/**
 * The must-use plugin in Debian's WordPress and Chromium. A page with the calls and elements of the plugin
 * Redirection reaches netlens through the site, and no other host: all other names resolve to this machine,
 * which counts connections. `build/wordpress/try.ts` tests the real plugin.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";
import { freePort } from "./proxy-servers.ts";
import { ADMIN, logIn, startWordPress, type WordPress } from "./wordpress-site.ts";

const plugin = readFileSync(join(import.meta.dir, "../wordpress/netlens.php"), "utf8");

/** Admin menu entry of the plugin Redirection, with an empty page. */
const STAND_IN = `<?php
add_action( 'admin_menu', function () {
	add_management_page( 'Redirection', 'Redirection', 'manage_options', 'redirection.php', function () {
		echo '<div class="wrap"><h1>Redirection</h1><div id="react-ui"></div></div>';
	} );
} );
`;

/** Links in the plugin's log, popups and checks, with the path of netlens for each. */
const LINKS: readonly (readonly [there: string, path: string, text: string])[] = [
  ["https://redirect.li/map/?ip=8.8.8.8", "/map/?ip=8.8.8.8", "8.8.8.8"],
  ["https://redirect.li/agent/?agent=curl%2F8.5.0", "/agent/?agent=curl%2F8.5.0", "Agent Info"],
  [
    "https://redirect.li/http/?url=http%3A%2F%2F10.0.0.1%2F",
    "/http/?url=http%3A%2F%2F10.0.0.1%2F",
    "View full redirect.li results.",
  ],
  ["https://redirect.li/http/status/code/404/", "/http/status/code/404/", "404"],
  ["https://redirect.li", "/", "redirect.li"],
];
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
const CALLS = [
  "https://api.redirect.li/v1/ip/8.8.8.8?locale=en",
  `https://api.redirect.li/v1/useragent/${encodeURIComponent(PHONE)}`,
  "https://api.redirect.li/v2/http?url=http%3A%2F%2F10.0.0.1%2F",
];
const FRAME = "https://www.google.com/maps/embed/v1/place?key=abc&q=37.422%2C-122.085";

/** Hosts in the plugin's links; the browser and WordPress contact some hosts on their own. */
const HOSTS = [...LINKS.map(([url]) => url), ...CALLS, FRAME].map((url) => new URL(url).hostname);

let wordpress: WordPress;
let browser: Browser;
let service: Service;
let elsewhere: Server;
/** Hosts of received connections, by TLS server name. */
let reached: string[] = [];
let admin: Page;

async function serve(more: Record<string, string> = {}): Promise<Service> {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off", ...more }, {});
  return startService(settings, () => {}, []);
}

/** Installs netlens.php with constants in wp-config.php and, optionally, code of another must-use plugin. */
function install(settings: Record<string, string>, code = ""): void {
  const defined = Object.entries(settings).map(
    ([name, value]) => `define( '${name}', base64_decode( '${btoa(value)}' ) );\n`,
  );
  wordpress.write("wp-content/mu-plugins/0-settings.php", `<?php\n${defined.join("")}${code}`);
  wordpress.write("wp-content/mu-plugins/netlens.php", plugin);
}

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
  wordpress = await startWordPress();
  wordpress.write("wp-content/mu-plugins/redirection.php", STAND_IN);
  service = await serve();
  browser = await launchBrowser(`--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`);
  admin = await logIn(browser, wordpress.origin);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await wordpress?.stop();
  elsewhere?.close();
});

/** Opens the page of the plugin as the administrator. */
async function open(): Promise<Page> {
  // Waits for connections of the previous page to close.
  await admin.goto("about:blank");
  await Bun.sleep(200);
  reached = [];
  await admin.goto(`${wordpress.origin}/wp-admin/tools.php?page=redirection.php`);
  return admin;
}

const here = () => ({ NETLENS_URL: `http://${service.address}/` });

/** Results of API calls from the page: members of the responses, or the error message. */
const call = (page: Page, given: readonly string[]) =>
  page.evaluate<(string | number)[]>(
    `Promise.all(${JSON.stringify(given)}.map((url, at) => fetch(at % 2 ? new Request(url, { method: "get" }) : url)
      .then((response) => response.json()).then((json) => json.message ?? json.ip ?? json.device?.type ?? json.url, String)))`,
  );

/**
 * Adds elements as React does, with attributes set before insertion. The URL of the second frame is set as a
 * property.
 */
const build = (page: Page) =>
  page.evaluate(
    `for (const [tag, name, value, text] of ${JSON.stringify([...LINKS.map(([url, , text]) => ["a", "href", url, text]), ["iframe", "src", FRAME, ""]])}) {
      const popup = document.createElement("div");
      const element = document.createElement(tag);
      element.setAttribute(name, value);
      element.textContent = text;
      popup.appendChild(element);
      document.querySelector("#react-ui").appendChild(popup);
    }
    const second = document.createElement("iframe");
    second.src = ${JSON.stringify(FRAME)};
    document.querySelector(".wrap").appendChild(second);`,
  );

/** Links of the page that lead to netlens: paths and texts. */
const links = (page: Page) =>
  page.evaluate<[string, string, string][]>(
    `[...document.querySelectorAll("#react-ui a")].map((link) => {
      const { pathname, searchParams } = new URL(link.href);
      return [pathname, searchParams.get("path") ?? link.getAttribute("href"), link.textContent];
    })`,
  );

const hrefs = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("#react-ui a")].map((link) => link.href)`);

const notice = (page: Page) =>
  page.evaluate<string>(`document.querySelector(".notice-error")?.textContent.trim() ?? ""`);

describe("the must-use plugin", () => {
  test("no other host is contacted: calls, links and the map's frame reach netlens through the site", async () => {
    install(here());
    const page = await open();
    expect(await notice(page)).toBe("");
    expect(await call(page, CALLS)).toEqual(["8.8.8.8", "mobile", "http://10.0.0.1/"]);
    await build(page);
    const map = page.frameLocator("#react-ui iframe").locator("svg.place");
    await map.waitFor();
    expect(await map.getAttribute("aria-label")).toContain("Mountain View, United States, 37.422");
    const heights = async () => {
      const [inside, frame] = [await map.boundingBox(), await page.locator("#react-ui iframe").boundingBox()];
      return Math.abs((inside?.height ?? 0) - (frame?.height ?? 0));
    };
    // The frame has a border, and the map's style sheet loads after the map.
    for (let tries = 0; (await heights()) > 4 && tries < 50; tries++) await Bun.sleep(50);
    expect(await heights()).toBeLessThanOrEqual(4);
    expect(await links(page)).toEqual(
      LINKS.map(([, path, text]) => [
        "/wp-admin/admin-post.php",
        path,
        text.replace("redirect.li", "netlens"),
      ]),
    );
    await page.evaluate(`document.querySelector("#react-ui a").href = "https://redirect.li/map/?ip=9.9.9.9"`);
    expect((await links(page))[0]?.[1]).toBe("/map/?ip=9.9.9.9");
    expect(reached).toEqual([]);
  }, 60_000);

  test("linked pages are styled, have working links, and run no script below the site's address", async () => {
    install(here());
    const page = await open();
    await build(page);
    for (const url of await hrefs(page)) {
      const response = await page.goto(url);
      expect([url, response?.status()]).toEqual([url, 200]);
      expect(await page.evaluate<string>(`getComputedStyle(document.body).margin`)).toBe("0px");
    }
    await page.fill('[name="q"]', "1.1.1.1 & more");
    await page.press('[name="q"]', "Enter");
    await page.waitForLoadState();
    expect(new URL(page.url()).pathname).toBe("/wp-admin/admin-post.php");
    expect(await page.inputValue('[name="q"]')).toBe("1.1.1.1 & more");
    const policy = (await page.reload())?.headers()["content-security-policy"];
    expect(policy).toMatch(/^default-src 'none'; (?!.*script).*; sandbox (?!.*allow-scripts)/);
    expect(reached).toEqual([]);
  }, 60_000);

  test("other links are unchanged", async () => {
    install(here());
    const page = await open();
    const others = ["https://example.com/map/?ip=1", "/wp-admin/", "https://notredirect.li/", "http://[bad"];
    await page.evaluate(
      `for (const url of ${JSON.stringify(others)}) {
        const link = document.createElement("a");
        link.setAttribute("href", url);
        document.querySelector("#react-ui").appendChild(link);
      }`,
    );
    const given = await page.evaluate<string[]>(
      `[...document.querySelectorAll("#react-ui a")].map((link) => link.getAttribute("href"))`,
    );
    expect(given).toEqual(others);
  }, 60_000);

  test("without it each of them contacts another host, so the count would show it", async () => {
    wordpress.write("wp-content/mu-plugins/netlens.php", "");
    const page = await open();
    for (const url of [...CALLS, FRAME]) {
      reached = [];
      if (url === FRAME) await build(page);
      else await call(page, [url]);
      for (let tries = 0; reached.length === 0 && tries < 100; tries++) await Bun.sleep(20);
      expect(reached).toContain(new URL(url).hostname);
    }
  }, 60_000);

  test("if a policy blocks its script no other host is contacted either, and with the policy's nonce everything works", async () => {
    const policy = `add_action( 'admin_init', function () { header( "Content-Security-Policy: script-src 'nonce-abc'" ); } );\n`;
    install(here(), policy);
    const stopped = await open();
    expect(await call(stopped, CALLS)).toEqual(CALLS.map(() => "TypeError: Failed to fetch"));
    expect(reached).toEqual([]);
    // The map is added only after a response: Chromium would open a connection for it even without a request.
    const requested: string[] = [];
    stopped.on("request", (request) => requested.push(new URL(request.url()).hostname));
    await build(stopped);
    await Bun.sleep(500);
    stopped.removeAllListeners("request");
    expect(requested.filter((host) => HOSTS.includes(host))).toEqual([]);
    const nonce = `add_filter( 'wp_inline_script_attributes', function ( $given ) { return $given + array( 'nonce' => 'abc' ); } );\n`;
    install(here(), policy + nonce);
    const page = await open();
    expect((await call(page, CALLS))[0]).toBe("8.8.8.8");
    reached = [];
    await build(page);
    await page.frameLocator("#react-ui iframe").locator("svg.place").waitFor();
    expect(reached).toEqual([]);
  }, 60_000);

  test("anonymous visitors, users without rights and old pages are refused", async () => {
    install(here());
    const address = `${wordpress.origin}/wp-admin/admin-post.php?action=netlens&path=%2Fv1%2Fip%2F8.8.8.8`;
    expect((await fetch(address)).status).toBe(400);
    expect((await admin.goto(`${address}&_wpnonce=abc`))?.status()).toBe(403);
    expect((await admin.goto(address))?.status()).toBe(403);
    await open();
    await build(admin);
    const [link = ""] = await hrefs(admin);
    expect((await admin.goto(link.replace(/path=.*/, "path=v1%2Fip%2F8.8.8.8")))?.status()).toBe(400);
    wordpress.php(`(new WP_User(1))->set_role("editor");`);
    try {
      expect((await admin.goto(link))?.status()).toBe(403);
    } finally {
      wordpress.php(`(new WP_User(1))->set_role("administrator");`);
    }
    expect((await admin.goto(link))?.status()).toBe(200);
  }, 60_000);

  describe("a wrong configuration is reported on the page and in the popup, with its setting", () => {
    let other: Bun.Server<undefined>;
    let locked: Service;
    const closed = freePort();
    beforeAll(async () => {
      other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("<p>It works!") });
      const tokens = join(wordpress.folder, "tokens");
      const hash = new Bun.CryptoHasher("sha256").update("secretsecretsecretsecret").digest("hex");
      writeFileSync(tokens, `mona sha256:${hash} off all\n`);
      locked = await serve({ tokens });
    });
    afterAll(async () => {
      await other?.stop(true);
      await locked?.stop();
    });

    test("no netlens", async () => {
      install({ NETLENS_URL: `http://127.0.0.1:${closed}` });
      const page = await open();
      const reported = `netlens does not answer at 127.0.0.1:${closed} (NETLENS_URL): `;
      expect(await notice(page)).toStartWith(reported);
      expect((await call(page, CALLS))[0]).toStartWith(reported);
    }, 60_000);

    test("another server", async () => {
      install({ NETLENS_URL: `http://127.0.0.1:${other.port}/` });
      const page = await open();
      const reported = `The server at 127.0.0.1:${other.port} is not netlens (NETLENS_URL).`;
      expect(await notice(page)).toBe(reported);
      expect((await call(page, CALLS))[0]).toBe(reported);
    }, 60_000);

    test.each(["https://127.0.0.1:PORT", "127.0.0.1:PORT", "http://nowhere.invalid", ""])(
      "the address %j",
      async (url) => {
        install({ NETLENS_URL: url.replace("PORT", service.address.split(":")[1] ?? "") });
        const page = await open();
        expect(await notice(page)).toMatch(/^netlens does not answer at .*\(NETLENS_URL\): \S/);
        expect((await call(page, CALLS))[0]).toMatch(/^netlens does not answer at .*\(NETLENS_URL\): \S/);
      },
      60_000,
    );

    test("a token is required, and stays in PHP", async () => {
      install({ NETLENS_URL: `http://${locked.address}` });
      expect(await notice(await open())).toContain("NETLENS_TOKEN");
      install({ NETLENS_URL: `http://${locked.address}`, NETLENS_TOKEN: "secretsecretsecretsecret" });
      const page = await open();
      expect(await notice(page)).toBe("");
      expect((await call(page, CALLS))[0]).toBe("8.8.8.8");
      expect(await page.content()).not.toContain("secretsecret");
    }, 60_000);
  });

  test("an address cannot close the script element, and has a default", async () => {
    install({ NETLENS_URL: "http://a.example/</script><script>" });
    expect(await (await open()).content()).not.toContain("/</script><script>");
    install({});
    expect(await notice(await open())).toMatch(/^$|^netlens does not answer at 127\.0\.0\.1:8080 /);
  }, 60_000);

  test("no answer contains the administrator's name", async () => {
    install(here());
    const page = await open();
    await build(page);
    const [link = ""] = await hrefs(page);
    await page.goto(link);
    expect(await page.content()).not.toContain(ADMIN.name);
  }, 60_000);
});
