import { describe, expect, test } from "bun:test";
import { RDAP_BUDGET } from "../../src/api/limits.ts";
import { openDomains, readDomain } from "../../src/ip/rdap.ts";
import { domainServer, fetchRegistrations, registryHosts } from "../../src/ip/registrations.ts";
import { DENIC, IDENTITY_DIGITAL, NOMINET, VERISIGN } from "./registries.ts";

const COM = "shop-example.com";

describe("the registration of a domain", () => {
  test.each([
    [
      "Verisign",
      VERISIGN,
      COM,
      {
        expires: "2099-09-14T04:00:00.000Z",
        registrar: "Example Registrar, Inc.",
        status: ["client delete prohibited", "client transfer prohibited"],
      },
    ],
    [
      "Identity Digital",
      IDENTITY_DIGITAL,
      "shop-example.info",
      { expires: "2099-01-02T03:04:05.678Z", registrar: "Other Registrar, LLC", status: ["active"] },
    ],
    ["DENIC", DENIC, "shop-example.de", { status: ["active"] }],
    [
      "Nominet",
      NOMINET,
      "xn--mnchen-example-gsb.uk",
      {
        expires: expect.stringMatching(/^2099-05-0[56]T/),
        registrar: "Example Ltd [Tag = EX]",
        status: ["active", "server update prohibited"],
      },
    ],
  ])("of %s is read", (_, document, name, expected) =>
    expect(readDomain(document, name)).toEqual({ name, ...expected }),
  );

  test.each([
    [null],
    [[]],
    ["x"],
    [{}],
    [{ ldhName: 7 }],
    [{ ldhName: "other-example.com" }],
    [{ ldhName: "www.shop-example.com" }],
    [{ errorCode: 404, title: "Not Found" }],
  ])("%j is ignored", (document) => expect(readDomain(document, COM)).toBeUndefined());

  test("matches by its Unicode name alone", () => {
    const { ldhName: _, ...document } = NOMINET;
    expect(readDomain(document, "xn--mnchen-example-gsb.uk")?.registrar).toBe("Example Ltd [Tag = EX]");
  });

  test("invalid members are omitted", () => {
    const of = (events: unknown) => readDomain({ ldhName: COM, events }, COM);
    for (const eventDate of [7, "", "soon", "1", "2099-99-99", null])
      expect(of([{ eventAction: "expiration", eventDate }])).toEqual({ name: COM, status: [] });
    expect(of({ length: 1e9 })).toEqual({ name: COM, status: [] });
    expect(of([null, { eventAction: "expiration", eventDate: "2099-01-02" }])?.expires).toBe(
      "2099-01-02T00:00:00.000Z",
    );
    const status = [7, "\u001b]52;c;x\u0007locked", "", ...Array<string>(30).fill("active")];
    expect(readDomain({ ldhName: COM, status }, COM)?.status).toEqual([
      "]52;c;x locked",
      ...Array<string>(19).fill("active"),
    ]);
  });
});

describe("the server of a domain", () => {
  test.each([
    ["example.com", "https://rdap.verisign.com/com/v1/"],
    ["example.co.uk", "https://rdap.nominet.uk/uk/"],
    ["example.dev", "https://pubapi.registry.google/rdap/"],
    ["example.xn--3ds443g", "https://rdap.teleinfo.cn/xn--3ds443g/"],
    ["example.kg", undefined],
    ["example.constructor", undefined],
  ])("of %s is %s", (name, server) => expect(domainServer(name)).toBe(server));

  test("is a host that redirects may lead to", () => {
    expect(registryHosts().has("rdap.nic.fr")).toBe(true);
    expect(registryHosts().has("rdap.arin.net")).toBe(true);
    expect(registryHosts().has("rdap.registrar.example")).toBe(false);
  });
});

/** Registry on loopback. */
function registry(answer: (path: string) => Response | Promise<Response>, limits = RDAP_BUDGET) {
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
  const domainOf = openDomains({
    fetchRegistration: fetchRegistrations(server.url.href, limits),
    urlOf: (name) => (name.endsWith(".kg") ? undefined : `${server.url.href}domain/${name}`),
    clock: () => state.now,
  });
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
    ["a huge answer", () => new Response(`"${"1".repeat(2 ** 18)}"`), "limit of 0.3 MiB"],
    [
      "a redirect to the registrar",
      () => Response.redirect("https://rdap.registrar.example/domain/x"),
      "rdap.registrar.example is not a registry's server",
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
    await expect(fetchRegistrations(base)(`${base}domain/x`)).rejects.toThrow("127.0.0.1 does not answer");
  });

  test("without a server is named", async () => {
    using com = registry(() => Response.json(VERISIGN));
    await expect(com.domainOf("example.kg")).rejects.toThrow("no RDAP server is known for .kg");
    expect(com.asked).toEqual([]);
  });

  test("gets at most 16 requests at once", async () => {
    const gate = Promise.withResolvers<void>();
    using com = registry(() => gate.promise.then(() => Response.json({})));
    const all = Array.from({ length: 17 }, (_, index) => com.domainOf(`shop-${index}.com`));
    await expect(all[16]).rejects.toThrow("too many registrations are being requested");
    gate.resolve();
    const results = await Promise.allSettled(all);
    expect(results.map(({ status }) => status)).toEqual(Array(17).fill("rejected"));
    expect(com.asked).toHaveLength(16);
  });
});
