import { expect, test } from "bun:test";
import type { Bot } from "../../../src/useragent/schema.ts";
import { NAMES, openNames } from "../../../src/useragent/verify/names-dns.ts";
import { verifyBot } from "../../../src/useragent/verify/verify.ts";
import { dnsServer } from "../../http/dns-server.ts";

const bot: Bot = { name: "Googlebot", category: "search", operator: "Google" };
const REAL = "crawl-66-249-66-1.googlebot.com";

/** A DNS server that knows one real robot, one forgery with somebody else's name, and one that borrows a name. */
const server = () =>
  dnsServer((type, name) => {
    if (name === "1.66.249.66.in-addr.arpa") return [REAL];
    if (name === "2.66.249.66.in-addr.arpa") return ["host.example.net"];
    if (name === "3.66.249.66.in-addr.arpa") return [REAL];
    if (name === "4.66.249.66.in-addr.arpa") return "silence";
    if (name === REAL) return type === "A" ? ["66.249.66.1"] : [];
    return { code: 3 };
  });

test("reverse and forward names are asked of a DNS server, and remembered", async () => {
  await using dns = await server();
  let now = 0;
  const settings = { ...NAMES, server: `127.0.0.1:${dns.port}`, keep: 1000, clock: () => now };
  const names = openNames({ ...settings, timeout: 30_000 });
  const verdict = (ip: string, asking = names) => verifyBot(bot, ip, new Map(), asking);
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(await verdict("66.249.66.2")).toBe("failed");
  expect(await verdict("66.249.66.3")).toBe("failed");
  // Silence is waited for; no answer is.
  expect(await verdict("66.249.66.4", openNames({ ...settings, timeout: 100 }))).toBe("unknown");
  expect(await verdict("66.249.66.5")).toBe("failed");
  const asked = dns.questions.length;
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(dns.questions.length).toBe(asked);
  now = 1001;
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(dns.questions.length).toBeGreaterThan(asked);
});

test("no more answers are kept than allowed", async () => {
  await using dns = await server();
  const names = openNames({ ...NAMES, server: `127.0.0.1:${dns.port}`, most: 1, clock: () => 0 });
  await names.reverse("66.249.66.1");
  await names.reverse("66.249.66.2");
  const asked = dns.questions.length;
  await names.reverse("66.249.66.2");
  expect(dns.questions.length).toBe(asked);
  await names.reverse("66.249.66.1");
  expect(dns.questions.length).toBe(asked + 1);
});
