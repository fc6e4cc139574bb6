/** Compressed size of pages in bytes. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { stylesheet } from "../../src/web/assets/assets.ts";

let service: Service;
let target: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }): Response {
      const step = Number(new URL(url).pathname.slice(1));
      if (step < 4)
        return new Response(null, {
          status: 301,
          headers: { location: `/${step + 1}`, server: "nginx", "cache-control": "max-age=3600" },
        });
      const headers = {
        "content-type": "text/html; charset=utf-8",
        server: "nginx",
        "cache-control": "public, max-age=300",
        vary: "Accept-Encoding",
        etag: '"5f2c-18a"',
        "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT",
        "set-cookie": "session=6f1d; Path=/; HttpOnly; SameSite=Lax",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
      };
      return new Response("<p>hello</p>".repeat(500), { headers });
    },
  });
  const flags = { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8" };
  service = await startService(loadConfig(flags, {}).settings, () => {}, []);
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});

/** Size of a response's content, requested with a browser's Accept-Encoding. */
async function bytesOf(path: string): Promise<number> {
  const response = await fetch(`http://${service.address}${path}`, {
    headers: {
      accept: "text/html",
      "accept-encoding": "gzip",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    },
    decompress: false,
  });
  expect([response.status, response.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  return (await response.bytes()).length;
}

const pages: readonly (readonly [name: string, path: () => string, most: number])[] = [
  ["the home page", () => "/", 2560],
  ["a lookup of four steps", () => `/?q=127.0.0.1:${target.port}/1`, 12 * 1024],
  ["the style sheet", () => stylesheet.href, 7000],
];

test.each(pages)("%s weighs little", async (name, path, most) => {
  const bytes = await bytesOf(path());
  console.log(`${name}: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(most);
});
