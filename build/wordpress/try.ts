/**
 * Tests netlens.php with the real plugin Redirection, in Debian's WordPress and Chromium: installs both as an
 * administrator, opens popups and checks, and prints the results and other hosts that were contacted.
 *
 *     bun build/wordpress/try.ts ~/redirection
 */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";
import { logIn, startWordPress, type WordPress } from "../slow/wordpress-site.ts";

/** Hosts that WordPress's own pages use, for avatars and emoji. */
const OF_WORDPRESS = /(?:^|\.)(?:gravatar\.com|w\.org)$/;

/** Visitors of missing pages, with the addresses and user agents that the plugin's log shows. */
const VISITORS = [
  [
    "8.8.8.8",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
  ],
  ["81.2.69.142", "curl/8.5.0"],
  ["192.168.1.1", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  [
    "2001:4860:4860::8888",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
] as const;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: bun build/wordpress/try.ts PLUGIN_DIR");
  process.exit(2);
}
const service = await startService(loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {})
  .settings, () => {}, []);
const wordpress = await startWordPress();
const browser = await launchBrowser("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
try {
  install(folder);
  const page = await logIn(browser, wordpress.origin);
  const others = new Map<string, number>();
  page.context().on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1")
      others.set(hostname, (others.get(hostname) ?? 0) + 1);
  });
  let clicks = await setUp(page);
  await visit(wordpress);
  const rows = [...(await popups(page)), ...(await checks(page))];
  // Two clicks: open the log, open its first popup.
  clicks += 2;
  for (const [what, text] of rows) console.log(`${what}: ${text}`);
  const requested = [...others].filter(([host]) => !OF_WORDPRESS.test(host));
  const version = /Version: (\S+)/.exec(readFileSync(join(folder, "redirection.php"), "utf8"))?.[1];
  console.log(
    `WordPress ${wordpress.php("echo get_bloginfo('version');")}, Redirection ${version}: ${rows.length} answers`,
  );
  console.log(`clicks from the plugin's first page to the first popup: ${clicks}`);
  console.log(
    `requests to other hosts: ${requested.reduce((sum, [, count]) => sum + count, 0)} ${JSON.stringify(requested)}`,
  );
  if (requested.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await wordpress.stop();
  await service.stop();
}

function install(plugin: string): void {
  cpSync(plugin, join(wordpress.folder, "wp-content/plugins/redirection"), { recursive: true });
  wordpress.write(
    "wp-content/mu-plugins/netlens.php",
    readFileSync(join(import.meta.dir, "netlens.php"), "utf8"),
  );
  wordpress.write(
    "wp-content/mu-plugins/0-settings.php",
    `<?php define( 'NETLENS_URL', 'http://${service.address}' );`,
  );
  wordpress.php(
    `require ABSPATH . "wp-admin/includes/plugin.php"; activate_plugin("redirection/redirection.php");`,
  );
}

function pageOf(sub: string): string {
  return `${wordpress.origin}/wp-admin/tools.php?page=redirection.php${sub}`;
}

/** Completes the plugin's setup, with logs enabled. @returns the number of clicks */
async function setUp(page: Page): Promise<number> {
  await page.goto(pageOf(""));
  let clicks = 0;
  for (let step = 0; step < 12; step++) {
    const done = page.locator("#react-ui .page-title-action");
    const next = page.locator("#react-ui .button-primary:enabled").first();
    await done.or(next).first().waitFor();
    if (await done.isVisible()) return clicks;
    for (const box of await page.locator("#react-ui input[type=checkbox]").all()) {
      await box.check();
      clicks++;
    }
    await next.click();
    clicks++;
    // Waits for the next step, or for the site's own requests.
    await page.waitForTimeout(2000);
  }
  throw new Error("the plugin's set-up does not end");
}

/** Requests missing pages, then writes the visitors' addresses into the log. */
async function visit({ origin, php }: WordPress): Promise<void> {
  for (const [at, [ip, agent]] of VISITORS.entries()) {
    await fetch(`${origin}/missing-${at}/`, { headers: { "user-agent": agent } });
    php(
      `global $wpdb; $wpdb->query("UPDATE {$wpdb->prefix}redirection_404 SET ip = '${ip}' WHERE url LIKE '%missing-${at}%'");`,
    );
  }
}

type Row = readonly [what: string, text: string];

/** Popups of the log: each address and each user agent. */
async function popups(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  await page.goto(pageOf("&sub=404s"));
  for (const [at, [ip]] of VISITORS.entries()) {
    const row = page.locator("#react-ui tbody tr").filter({ hasText: `missing-${at}` });
    await row.locator("a", { hasText: ip }).last().click();
    rows.push([`address ${ip}`, await popup(page)]);
    await row.hover();
    await row.locator("a", { hasText: "Agent Info" }).click({ force: true });
    rows.push([`agent ${at}`, await popup(page)]);
  }
  return rows;
}

/** Reads the text of the open popup with its map, then closes the popup. */
async function popup(page: Page): Promise<string> {
  const box = page.locator(".wpl-modal_content, .wpl-modal");
  await box.locator("h2").first().waitFor();
  const map = box.locator("iframe");
  const place =
    (await map.count()) > 0
      ? await map.contentFrame().locator("svg.place").getAttribute("aria-label")
      : undefined;
  const text = (await box.first().allInnerTexts()).join(" ").replace(/\s+/g, " ");
  await page.locator(".wpl-modal_close button, button.wpl-modal_close").first().click();
  await box.first().waitFor({ state: "detached" });
  return place ? `${text} [${place}]` : text;
}

/** Checks of URLs on the support page. */
async function checks(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  await page.goto(pageOf("&sub=support"));
  // The service refuses addresses of this machine, and the page shows its error.
  for (const url of ["http://10.0.0.1/", wordpress.origin]) {
    await page.fill(".http-tester input[type=text]", url);
    await page.click(".http-tester input[type=submit], .http-tester button");
    const done = page.locator(".redirection-httpcheck:not(.wpl-modal_loading)");
    await done.waitFor();
    rows.push([`check of ${url}`, (await done.allInnerTexts()).join(" ").replace(/\s+/g, " ")]);
  }
  return rows;
}
