/**
 * `bun build/readme-picture.ts`: the picture of the README, build/picture.png, of a real lookup. Everything in it is
 * on this machine: the web server, and the name server that makes it shop.example.
 */

import { chromium } from "playwright-core";
import { loadConfig } from "../src/config.ts";
import { startService } from "../src/server/service.ts";
import { dnsServer } from "../test/http/dns-server.ts";

const WIDTH = 1040;
const HEIGHT = 1180;
const root = new URL("..", import.meta.url).pathname;

const target = serveTarget();
await using names = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
const { settings } = loadConfig(
  {
    listen: "127.0.0.1:0",
    "http-allow": "127.0.0.0/8",
    "http-ports": String(target.port),
    resolver: `127.0.0.1:${names.port}`,
  },
  {},
);
const service = await startService(settings, () => {}, []);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: "light" });
await page.goto(`http://${service.address}/`);
await page
  .getByLabel("URL", { exact: true })
  .fill(target.port === 80 ? "shop.example" : `shop.example:${target.port}`);
await page.keyboard.press("Enter");
await page.getByText("After 2 redirects").waitFor();
await page.screenshot({ path: `${root}build/picture.png` });
await browser.close();
await service.stop();
await target.stop(true);

/** A shop as there are many. Port 80, so that the URLs look like it, where that is permitted. */
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

/** Content in `parts` pieces with pauses of `pause` milliseconds. */
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
