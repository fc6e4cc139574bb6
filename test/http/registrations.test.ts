/** Requests to registries: their hosts only, within the guard and the limits. */

import { describe, expect, test } from "bun:test";
import { RDAP_BUDGET } from "../../src/api/limits.ts";
import { registrationFetcher } from "../../src/http/serve/registrations.ts";
import { openDomains } from "../../src/ip/rdap.ts";
import { DENIC, VERISIGN } from "../ip/registries.ts";
import { dnsServer } from "./dns-server.ts";
import { defaultSettings, testSettings } from "./servers.ts";

const COM = "shop-example.com";

describe("a registry's server", () => {
  function server(answer: (path: string) => Response) {
    const own = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => answer(new URL(request.url).pathname),
    });
    return { base: own.url.href, [Symbol.dispose]: () => void own.stop(true) };
  }

  test("responds, also after a redirect", async () => {
    using registry = server((path) =>
      path === "/a"
        ? new Response(null, { status: 302, headers: { location: "/b" } })
        : Response.json(VERISIGN),
    );
    const { url, document } = await registrationFetcher(testSettings, registry.base)(`${registry.base}a`);
    expect(url).toBe(`${registry.base}b`);
    expect(document).toEqual(VERISIGN);
  });

  test.each([
    [
      "another host",
      () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/x" } }),
      "is not a registry's server",
    ],
    ["a loop", () => new Response(null, { status: 301, headers: { location: "/a" } }), "limit of 4 requests"],
    ["404", () => new Response("", { status: 404 }), "has no such registration"],
    ["HTML", () => new Response("<html>"), "does not answer with JSON"],
    ["a byte too many", () => new Response("1".repeat(2 ** 18 + 1)), "answers with more than 256 KiB"],
    [
      "a bomb of gzip",
      () => new Response(Bun.gzipSync("1".repeat(2 ** 24)), { headers: { "content-encoding": "gzip" } }),
      "answers with more than 256 KiB",
    ],
  ] as const)("%s is an error", async (_, answer, message) => {
    using registry = server(answer);
    await expect(registrationFetcher(testSettings, registry.base)(`${registry.base}a`)).rejects.toThrow(
      message,
    );
  });

  test("the maximum number of bytes is read", async () => {
    using registry = server(() => new Response(`"${"1".repeat(2 ** 18 - 2)}"`));
    const { document } = await registrationFetcher(testSettings, registry.base)(`${registry.base}a`);
    expect(document).toHaveLength(2 ** 18 - 2);
  });

  test("without a configured server only registries are requested", async () => {
    for (const url of [
      "http://127.0.0.1:1/",
      "https://evil.example/ip/1.1.1.1",
      "https://rdap.arin.net:444/",
      "http://rdap.arin.net/",
    ])
      await expect(registrationFetcher(testSettings, "")(url)).rejects.toThrow("is not a registry's server");
  });
});

/** Registry on loopback. */
function registry(
  answer: (path: string) => Response | Promise<Response>,
  limits = RDAP_BUDGET,
  wait?: number,
) {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return answer(pathname);
    },
  });
  const state = { now: 0 };
  const domains = openDomains({
    urlOf: (name) => (name.endsWith(".kg") ? undefined : `${server.url.href}domain/${name}`),
    clock: () => state.now,
  });
  const fetcher = registrationFetcher(defaultSettings, server.url.href, limits, wait);
  const domainOf = (name: string) => domains(name, fetcher);
  return { domainOf, asked, state, base: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

describe("a registry of domains", () => {
  test("is requested once a day for a domain", async () => {
    using com = registry(() => Response.json(VERISIGN));
    const [first, second] = await Promise.all([com.domainOf(COM), com.domainOf(COM)]);
    expect(first).toEqual({
      name: COM,
      expires: "2099-09-14T04:00:00.000Z",
      registrar: "Example Registrar, Inc.",
      status: ["client delete prohibited", "client transfer prohibited"],
      source: `${com.base}domain/${COM}`,
      at: "1970-01-01T00:00:00.000Z",
    });
    expect(second).toBe(first as never);
    com.state.now = 24 * 3_600_000 - 1;
    await com.domainOf(COM);
    expect(com.asked).toEqual([`/domain/${COM}`]);
    com.state.now += 1;
    await com.domainOf(COM);
    expect(com.asked).toHaveLength(2);
  });

  test.each([
    ["wrong JSON", () => new Response("{"), "127.0.0.1 does not answer with JSON"],
    ["another object", () => Response.json(DENIC), "127.0.0.1 does not answer with its registration"],
    [
      "an unregistered name",
      () => Response.json({ errorCode: 404 }, { status: 404 }),
      "has no such registration",
    ],
    ["429", () => new Response(null, { status: 429 }), "127.0.0.1 refuses further requests for now"],
    ["503", () => new Response(null, { status: 503 }), "127.0.0.1 answers 503"],
    ["a huge answer", () => new Response(`"${"1".repeat(2 ** 18)}"`), "answers with more than 256 KiB"],
    [
      "a redirect to the registrar",
      () => Response.redirect("https://rdap.registrar.example/domain/x"),
      "rdap.registrar.example is not a registry's server",
    ],
    [
      "a redirect to a file",
      () => new Response(null, { status: 302, headers: { location: "file:///etc/hostname" } }),
      "file: is not a registry's server",
    ],
    [
      "a redirect to no URL",
      () => new Response(null, { status: 302, headers: { location: "http://[x" } }),
      "127.0.0.1 redirects to an invalid URL",
    ],
    [
      "a redirect to a private address",
      () => Response.redirect("http://10.0.0.1/domain/x"),
      "10.0.0.1 is not a registry's server",
    ],
  ])("%s is a failure, for a minute", async (_, answer, message) => {
    using com = registry(answer);
    await expect(com.domainOf(COM)).rejects.toThrow(message);
    com.state.now = 59_999;
    await expect(com.domainOf(COM)).rejects.toThrow(message);
    expect(com.asked).toHaveLength(1);
    com.state.now = 60_000;
    await expect(com.domainOf(COM)).rejects.toThrow(message);
    expect(com.asked).toHaveLength(2);
  });

  test.each([
    ["before the answer", () => new Promise<Response>(() => {})],
    ["within the answer", () => new Response(new ReadableStream({ start: (to) => to.enqueue("{") }))],
  ])("a stop %s ends at the time limit", async (_, answer) => {
    using com = registry(answer, { ...RDAP_BUDGET, time: 20 });
    await expect(com.domainOf(COM)).rejects.toThrow("127.0.0.1 takes too long");
  });

  test("that does not listen is named", async () => {
    let base = "";
    {
      using gone = registry(() => Response.json({}));
      ({ base } = gone);
    }
    await expect(registrationFetcher(testSettings, base)(`${base}domain/x`)).rejects.toThrow(
      "No server listens on 127.0.0.1",
    );
  });

  test("without a server is named", async () => {
    using com = registry(() => Response.json(VERISIGN));
    await expect(com.domainOf("example.kg")).rejects.toThrow("IANA lists no https RDAP server for .kg");
    expect(com.asked).toEqual([]);
  });

  test.each([429, 503])("that answers %d with Retry-After gets no request of any domain", async (status) => {
    using com = registry(() => new Response(null, { status, headers: { "retry-after": "3600" } }));
    const reason = /^127\.0\.0\.1:\d+ refuses requests until \d{4}-/;
    await expect(com.domainOf(COM)).rejects.toThrow(reason);
    await expect(com.domainOf("other-example.com")).rejects.toThrow(reason);
    com.state.now = 60_000;
    await expect(com.domainOf(COM)).rejects.toThrow(reason);
    expect(com.asked).toEqual([`/domain/${COM}`]);
  });

  test("gets at most 4 requests at once; the others wait", async () => {
    const gate = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    using com = registry((path) => {
      if (path.endsWith("-3.com")) full.resolve();
      return gate.promise.then(() => Response.json({ ...VERISIGN, ldhName: path.slice("/domain/".length) }));
    });
    const all = Array.from({ length: 17 }, (_, index) => com.domainOf(`shop-${index}.com`));
    await full.promise;
    expect(com.asked).toHaveLength(4);
    gate.resolve();
    expect((await Promise.all(all)).map(({ name }) => name)).toEqual(all.map((_, n) => `shop-${n}.com`));
  });

  test("that is busy leaves no failure behind", async () => {
    const gate = Promise.withResolvers<void>();
    using com = registry(
      (path) =>
        gate.promise.then(() => Response.json({ ...VERISIGN, ldhName: path.slice("/domain/".length) })),
      RDAP_BUDGET,
      20,
    );
    const running = Array.from({ length: 4 }, (_, index) => com.domainOf(`shop-${index}.com`));
    await expect(com.domainOf(COM)).rejects.toThrow("too many registrations are being requested");
    gate.resolve();
    await Promise.all(running);
    expect((await com.domainOf(COM)).name).toBe(COM);
  });
});

describe("the guard", () => {
  const BASE = "https://rdap.verisign.com/com/v1/domain/";

  test.each(["10.0.0.1", "127.0.0.1", "169.254.169.254"])("refuses a registry at %s", async (address) => {
    await using dns = await dnsServer((type) => (type === "A" ? [address] : []));
    const resolver = { host: "127.0.0.1", port: dns.port };
    await expect(registrationFetcher({ ...defaultSettings, resolver }, "")(`${BASE}${COM}`)).rejects.toThrow(
      `The address ${address} cannot be looked up here`,
    );
    expect(dns.questions).toContain("A rdap.verisign.com");
  });

  test("does not apply to the operator's own server; detours of the target's host do not apply", async () => {
    using com = registry(() => Response.json(VERISIGN));
    expect((await com.domainOf(COM)).name).toBe(COM);
    const { hostname, port } = new URL(com.base);
    const detours = [{ host: "rdap.verisign.com", port: 443, to: { host: hostname, port: Number(port) } }];
    await using dns = await dnsServer((type) => (type === "A" ? ["10.0.0.1"] : []));
    const resolver = { host: "127.0.0.1", port: dns.port };
    const fetcher = registrationFetcher({ ...testSettings, detours, resolver }, "");
    await expect(fetcher(`${BASE}${COM}`)).rejects.toThrow("10.0.0.1");
    expect(com.asked).toHaveLength(1);
  });
});
