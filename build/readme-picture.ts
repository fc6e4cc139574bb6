/**
 * `bun build/readme-picture.ts`: makes the pictures of the README from a real lookup: build/picture.png (a
 * page) and build/terminal.png (a terminal). The web server and the DNS server for shop.example run on this
 * machine.
 */

import type { Browser } from "playwright-core";
import { startService } from "../src/server/service.ts";
import { loadConfig } from "../src/settings/load.ts";
import { cli } from "../test/cli/fake-io.ts";
import { dnsServer } from "../test/http/dns-server.ts";
import { launchBrowser } from "./browser.ts";

const WIDTH = 1100;
const COLUMNS = 100;
const root = new URL("..", import.meta.url).pathname;

const target = serveTarget();
await using names = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
const flags = {
  "http-allow": "127.0.0.0/8",
  "http-ports": String(target.port),
  resolver: `127.0.0.1:${names.port}`,
};
const requested = target.port === 80 ? "shop.example" : `shop.example:${target.port}`;
const service = await startService(loadConfig({ ...flags, listen: "127.0.0.1:0" }, {})
  .settings, () => {}, []);
const browser = await launchBrowser();
await drawPage(browser);
await drawTerminal(browser);
await browser.close();
await service.stop();
await target.stop(true);

async function drawPage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 }, colorScheme: "light" });
  await page.goto(`http://${service.address}/`);
  await page.locator("#q").fill(requested);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.screenshot({ path: `${root}build/picture.png`, fullPage: true });
}

/** Output of the command on a terminal of this width, drawn like a terminal. */
async function drawTerminal(browser: Browser): Promise<void> {
  const settings = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const screen = { colour: true, outIsTerminal: true, columns: COLUMNS, clock: Date.now };
  const { out } = await cli(["http", ...settings, requested], screen);
  const page = await browser.newPage({ viewport: { width: 900, height: 600 }, deviceScaleFactor: 1.25 });
  await page.setContent(`<!DOCTYPE html><style>
body { margin: 0; background: #16181d; color: #d8dbe0 }
pre { display: inline-block; margin: 0; padding: 18px 22px; font: 13px/1.38 "DejaVu Sans Mono", monospace; white-space: pre }
b { font-weight: 700; color: #fff } .s2 { color: #8b919c } .s31 { color: #ff7b72 } .s32 { color: #7ee08f }
.s33 { color: #f0c05c } .s34 { color: #6cb6ff } .s35 { color: #d2a8ff } .s36 { color: #5fd7d7 }
</style><pre><span class="s32">$</span> netlens http ${requested}\n${marked(out)}</pre>`);
  await page.locator("pre").screenshot({ path: `${root}build/terminal.png` });
}

/** Converts SGR codes to HTML elements. */
function marked(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\u001b\[(\d+)m/g, (_, code: string) =>
      code === "0"
        ? "</span>"
        : `<span class="s${code}"${code === "1" ? ' style="font-weight:700;color:#fff"' : ""}>`,
    );
}

/** Serves a typical shop, on port 80 if permitted, for realistic URLs. */
function serveTarget() {
  const options = { hostname: "127.0.0.1", fetch: answer };
  try {
    return Bun.serve({ ...options, port: 80 });
  } catch {
    return Bun.serve({ ...options, port: 0 });
  }
}

async function answer(request: Request): Promise<Response> {
  const { hostname, pathname, port } = new URL(request.url);
  const host = `www.shop.example${port === "" ? "" : `:${port}`}`;
  if (hostname === "shop.example") {
    await Bun.sleep(18);
    return new Response(null, { status: 301, headers: { location: `http://${host}/`, server: "nginx" } });
  }
  if (pathname === "/") {
    await Bun.sleep(41);
    return new Response(null, { status: 302, headers: { location: "/en/", "cache-control": "no-store" } });
  }
  await Bun.sleep(64);
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=300, stale-while-revalidate=60",
    "content-security-policy":
      "default-src 'self'; script-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    etag: '"5f2c"',
    server: "nginx",
  });
  headers.append("set-cookie", "session=6f1d; Path=/; SameSite=Lax");
  return new Response(slowly("<!doctype html><title>Shop</title>".padEnd(6000, " "), 3, 9), { headers });
}

/** Content in `parts` pieces, with pauses of `pause` ms. */
function slowly(text: string, parts: number, pause: number): ReadableStream<Uint8Array> {
  const size = Math.ceil(text.length / parts);
  return new ReadableStream({
    async start(controller) {
      for (let at = 0; at < text.length; at += size) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + size)));
        await Bun.sleep(pause);
      }
      controller.close();
    },
  });
}
