/** Registrations of domains from a running service: its guard stays on. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { HttpReport } from "../../src/http/schema.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { type DnsServer, dnsServer } from "../http/dns-server.ts";
import { VERISIGN } from "../ip/registries.ts";

const asked: string[] = [];
const site = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/domain/")) return new Response("page");
    asked.push(pathname);
    return pathname.endsWith("/shop-example.com")
      ? Response.json(VERISIGN)
      : Response.redirect("http://10.0.0.1/domain/x");
  },
});
let dns: DnsServer;
let service: Service;
beforeAll(async () => {
  dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
  const { settings } = loadConfig(
    {
      listen: "127.0.0.1:0",
      rdap: site.url.href,
      "http-allow": "127.0.0.0/8",
      "http-cache": "60s",
      dns: `127.0.0.1:${dns.port}`,
      "rate-limit": "100/1h",
    },
    {},
  );
  service = await startService(settings, () => {}, []);
});
afterAll(async () => {
  await service.stop();
  await dns[Symbol.asyncDispose]();
  await site.stop(true);
});

async function looked(host: string, query: string) {
  const url = encodeURIComponent(`http://${host}:${site.port}/`);
  const response = await fetch(`http://${service.address}/v1/http?url=${url}${query}`);
  const [, left = ""] = /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
  const status = response.headers.get("cache-status") ?? "";
  return { left: Number(left), status, report: (await response.json()) as HttpReport };
}

test("domain=true costs as much as a second lookup, and is cached apart from the lookup without it", async () => {
  const plain = await looked("www.shop-example.com", "");
  expect(plain.left).toBe(90);
  expect(plain.report).not.toHaveProperty("domain");
  const first = await looked("www.shop-example.com", "&domain=true");
  expect(first.left).toBe(70);
  expect(first.report.status).toBe(200);
  expect(first.status).toContain("stored");
  expect(first.report.domain).toMatchObject({
    name: "shop-example.com",
    registrar: "Example Registrar, Inc.",
    source: `${site.url.href}domain/shop-example.com`,
  });
  const second = await looked("www.shop-example.com", "&domain=true");
  expect(second.status).toContain("hit");
  expect(second.report.domain).toEqual(first.report.domain);
  expect(asked).toEqual(["/domain/shop-example.com"]);
});

test("a registry that redirects to a private address is not followed", async () => {
  const { report } = await looked("moved-example.com", "&domain=true");
  expect(report.status).toBe(200);
  expect(report).not.toHaveProperty("domain");
  expect(report.unchecked).toEqual([
    { what: "domain registration", count: 1, reason: "10.0.0.1 is not a registry's server" },
  ]);
});
