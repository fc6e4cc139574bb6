import { describe, expect, test } from "bun:test";
import { readDomain } from "../../src/ip/rdap.ts";
import { domainServer, registryHosts } from "../../src/ip/registrations.ts";
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
        expires: "2099-05-06T00:00:00.000Z",
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
    for (const eventDate of [
      7,
      "",
      "soon",
      "1",
      "2099-99-99",
      "0001-01-01T00:00:00Z",
      "1985-03-14T23:59:59Z",
      null,
    ])
      expect(of([{ eventAction: "expiration", eventDate }])).toEqual({ name: COM, status: [] });
    expect(of([{ eventAction: "expiration", eventDate: "1985-03-15T00:00:00Z" }])?.expires).toStartWith(
      "1985",
    );
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
