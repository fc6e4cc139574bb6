import { expect, test } from "bun:test";
import { NAMES, openNames } from "../../../src/useragent/names-dns.ts";
import type { Bot } from "../../../src/useragent/schema.ts";
import { verifyBot } from "../../../src/useragent/verify.ts";
import { dnsServer } from "../../http/dns-server.ts";

const bot: Bot = { name: "Googlebot", category: "search", operator: "Google" };
const REAL = "crawl-66-249-66-1.googlebot.com";

/** DNS server with Googlebot's address, and addresses of imitations with a foreign name or a forged name. */
const server = () =>
  dnsServer((type, name) => {
    if (name === "1.66.249.66.in-addr.arpa") return [REAL];
    if (name === "2.66.249.66.in-addr.arpa") return ["host.example.net"];
    if (name === "3.66.249.66.in-addr.arpa") return [REAL];
    if (name === "4.66.249.66.in-addr.arpa") return "silence";
    if (name === REAL) return type === "A" ? ["66.249.66.1"] : [];
    return { code: 3 };
  });

test("reverse and forward names come from a DNS server, and are cached", async () => {
  await using dns = await server();
  let now = 0;
  const settings = { ...NAMES, server: `127.0.0.1:${dns.port}`, keep: 1000, clock: () => now };
  const names = openNames({ ...settings, timeout: 30_000 });
  const verdict = (ip: string, asking = names) => verifyBot(bot, ip, new Map(), asking);
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(await verdict("66.249.66.2")).toBe("failed");
  expect(await verdict("66.249.66.3")).toBe("failed");
  // Without a response (66.249.66.4) the verdict is unknown; without a name (66.249.66.5) verification
  // failed.
  expect(await verdict("66.249.66.4", openNames({ ...settings, timeout: 100 }))).toBe("unknown");
  expect(await verdict("66.249.66.5")).toBe("failed");
  const asked = dns.questions.length;
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(dns.questions.length).toBe(asked);
  now = 1001;
  expect(await verdict("66.249.66.1")).toBe("dns");
  expect(dns.questions.length).toBeGreaterThan(asked);
});

test("cached answers are limited in number", async () => {
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

const FOUR = ["192.0.2.1"];
const SIX = ["2001:db8:0:0:0:0:0:1"];
const REFUSED = { code: 5 };
const NO_NAME = { code: 3 };

test.each([
  [FOUR, SIX, [...FOUR, "2001:db8::1"]],
  [FOUR, [], FOUR],
  [[], SIX, ["2001:db8::1"]],
  [[], [], []],
  [NO_NAME, NO_NAME, []],
  [FOUR, REFUSED, FOUR],
  [REFUSED, SIX, ["2001:db8::1"]],
  [[], REFUSED, undefined],
  [REFUSED, [], undefined],
  [REFUSED, REFUSED, undefined],
])("%j and %j make %j", async (four, six, expected) => {
  await using dns = await dnsServer((type) => (type === "A" ? four : six));
  const names = openNames({ ...NAMES, server: `127.0.0.1:${dns.port}`, clock: () => 0 });
  expect((await names.forward("a.test")) as readonly string[] | undefined).toEqual(expected);
});

test("an answer is cached for its time, and a missing one is not", async () => {
  await using dns = await dnsServer((_, name) => (name.startsWith("1.") ? [REAL] : REFUSED));
  let now = 0;
  const names = openNames({ ...NAMES, server: `127.0.0.1:${dns.port}`, keep: 1000, clock: () => now });
  const asks = async (ip: string) => {
    const before = dns.questions.length;
    await names.reverse(ip);
    return dns.questions.length > before;
  };
  expect([await asks("192.0.2.1"), await asks("192.0.2.1")]).toEqual([true, false]);
  now = 999;
  expect(await asks("192.0.2.1")).toBe(false);
  now = 1000;
  expect(await asks("192.0.2.1")).toBe(true);
  expect([await asks("192.0.2.2"), await asks("192.0.2.2")]).toEqual([true, true]);
});

test.each([
  ["192.0.2.17", "17.2.0.192.in-addr.arpa"],
  ["::ffff:192.0.2.17", "17.2.0.192.in-addr.arpa"],
  ["2001:db8::ab:cd", "d.c.0.0.b.a.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa"],
])("the names of %s are at %s", async (ip, name) => {
  await using dns = await dnsServer((type, asked) => (type === "PTR" && asked === name ? [REAL] : NO_NAME));
  const names = openNames({ ...NAMES, server: `127.0.0.1:${dns.port}`, clock: () => 0 });
  expect(await names.reverse(ip)).toEqual([REAL]);
  expect(await names.reverse("nonsense")).toEqual([]);
  expect(dns.questions).toEqual([`PTR ${name}`]);
});

test("a robot is not a forgery if a DNS server fails", async () => {
  for (const [code, verdict] of [
    [2, "unknown"],
    [5, "unknown"],
    [3, "failed"],
  ] as const) {
    await using dns = await dnsServer(() => ({ code }));
    const names = openNames({ ...NAMES, server: `127.0.0.1:${dns.port}`, clock: () => 0 });
    expect([code, await verifyBot(bot, "66.249.66.1", new Map(), names)]).toEqual([code, verdict]);
  }
});
