/** The service below a path of nginx and of Caddy: all pages, resources and links work. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { caddy, freePort, nginx, type ProxyServer } from "./proxy-servers.ts";

const PATH = "/tools/netlens";

const proxies: Readonly<Record<string, (upstream: string) => Promise<ProxyServer>>> = {
  nginx: (upstream) =>
    nginx(`server { listen 127.0.0.1:PORT; location ${PATH}/ { proxy_pass http://${upstream}/; } }`),
  caddy: (upstream) =>
    caddy(`http://127.0.0.1:PORT {\n  handle_path ${PATH}/* {\n    reverse_proxy ${upstream}\n  }\n}`),
};

describe.each(Object.keys(proxies))("below a path of %s", (name) => {
  let service: Service;
  let proxy: ProxyServer;
  let base: string;
  beforeAll(async () => {
    // Proxy and service need each other's port, so the service's is chosen first.
    const address = `127.0.0.1:${freePort()}`;
    proxy = await (proxies[name] as (upstream: string) => Promise<ProxyServer>)(address);
    base = `http://127.0.0.1:${proxy.port}${PATH}`;
    const settings = { listen: address, "base-url": base, "trusted-proxies": "127.0.0.1" };
    service = await startService(loadConfig(settings, {}).settings, () => {}, []);
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });

  test("all links of all pages work", async () => {
    const seen = new Set<string>();
    const queue = [`${base}/`];
    for (let link = queue.pop(); link !== undefined; link = queue.pop()) {
      const url = link.replace(/#.*/, "").replaceAll("&amp;", "&");
      if (seen.has(url)) continue;
      seen.add(url);
      const response = await fetch(url, { headers: { accept: "text/html,*/*;q=0.1" } });
      expect([url, response.status]).toEqual([url, 200]);
      // Verifies that the URL is below the path, and that the page is not the proxy's error page.
      expect(response.url).toStartWith(base);
      if (!response.headers.get("content-type")?.startsWith("text/html") || /\/problems\/./.test(url))
        continue;
      for (const [, found = ""] of (await response.text()).matchAll(/\s(?:href|src|action)="([^"]*)"/g))
        if (
          !/^(?:#|data:)/.test(found) &&
          !(/^https?:/.test(found) && !found.startsWith("http://127.0.0.1"))
        ) {
          expect(found).toStartWith(base);
          queue.push(found);
        }
    }
    expect(seen.size).toBeGreaterThan(500);
  }, 120_000);
  test("a form works, and an old link redirects", async () => {
    const pasted = await fetch(`${base}/headers`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "headers=Age%3A+soon",
    });
    expect(await pasted.text()).toContain("age-invalid");
    const { url } = await fetch(`${base}/map/?ip=10.0.0.1`, { headers: { accept: "text/html" } });
    expect(url).toBe(`${base}/?ip=10.0.0.1`);
  });
  test("the server of the description answers", async () => {
    const { servers } = (await (await fetch(`${base}/openapi.json`)).json()) as {
      servers: { url: string }[];
    };
    const answer = await fetch(`${servers[0]?.url}/v1/ip/10.0.0.1`);
    expect(await answer.json()).toMatchObject({ code: "private" });
  });
});
