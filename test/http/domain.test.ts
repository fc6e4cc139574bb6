/** Registrations in lookups. */

import { afterAll, describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { registered } from "../../src/http/problem-kinds.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { domainServer } from "../../src/ip/registrations.ts";
import { DENIC, VERISIGN } from "../ip/registries.ts";
import { testSettings } from "./servers.ts";

const COM = "shop-example.com";
const ended = { ...VERISIGN, events: [{ eventAction: "expiration", eventDate: "2020-01-01T00:00:00Z" }] };
const ANSWERS: Readonly<Record<string, () => Response | Promise<Response>>> = {
  [`/good/domain/${COM}`]: () => Response.json(VERISIGN),
  [`/ended/domain/${COM}`]: () => Response.json(ended),
  "/de/domain/shop-example.de": () => Response.json(DENIC),
  [`/silent/domain/${COM}`]: () => new Promise<Response>(() => {}),
};
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => ANSWERS[new URL(request.url).pathname]?.() ?? new Response("page"),
});
afterAll(() => server.stop(true));

/** Lookup of a host that is the loopback server. */
function looked(host: string, registry: string, options: object = { domain: true }, timeout = 20_000) {
  const to = { host: "127.0.0.1", port: server.port ?? 0 };
  return lookupHttp(`http://${host}/`, options, {
    ...testSettings,
    timeout,
    rdap: `${server.url.href}${registry}/`,
    detours: [{ host, port: 80, to }],
  });
}

const names = ({ problems }: Pick<HttpReport, "problems">) =>
  problems.map(({ name }) => name).filter((name) => name.startsWith("domain-"));

describe("a lookup with its domain", () => {
  test("has the registration of the registrable name", async () => {
    const report = await looked(`www.${COM}`, "good");
    expect(report.domain).toEqual({
      name: COM,
      expires: "2099-09-14T04:00:00.000Z",
      daysLeft: expect.any(Number),
      registrar: "Example Registrar, Inc.",
      status: ["client delete prohibited", "client transfer prohibited"],
      source: `${server.url.href}good/domain/${COM}`,
      at: expect.any(String),
    });
    expect(report.unchecked).toBeUndefined();
    expect(names(report)).toEqual([]);
  });

  test("reports one that is over", async () => {
    const report = await looked(COM, "ended");
    expect(report.problems.find(({ name }) => name === "domain-expired")?.title).toBe(
      "The registration of shop-example.com ended on 2020-01-01.",
    );
  });

  test("without an end says so", async () => {
    const report = await looked("shop-example.de", "de");
    expect(report.domain).toMatchObject({ name: "shop-example.de", status: ["active"] });
    expect(report.domain).not.toHaveProperty("daysLeft");
    expect(report.unchecked).toEqual([
      { what: "domain registration", count: 1, reason: "the registry does not publish its end" },
    ]);
  });

  test.each([
    [COM, "none", 20_000, "127.0.0.1 does not answer with JSON"],
    [COM, "silent", 400, "the time limit of the lookup was reached"],
    ["localhost", "good", 20_000, "localhost is not a name that can be registered"],
    ["co.uk", "good", 20_000, "co.uk is not a name that can be registered"],
  ])("of %s at the registry %s is answered without it", async (host, registry, timeout, reason) => {
    const report = await looked(host, registry, { domain: true }, timeout);
    expect(report.status).toBe(200);
    expect(report).not.toHaveProperty("domain");
    expect(report.unchecked).toEqual([{ what: "domain registration", count: 1, reason }]);
  });

  test("sends no request where RDAP is off or no server is known", async () => {
    const reasonWith = async (rdap: string | undefined) => {
      const url = `http://shop-example.kg:${server.port}/`;
      const to = { host: "127.0.0.1", port: server.port ?? 0 };
      const settings = { ...testSettings, rdap, detours: [{ host: "shop-example.kg", port: to.port, to }] };
      return (await lookupHttp(url, { domain: true }, settings)).unchecked?.[0]?.reason;
    };
    expect(domainServer("shop-example.kg")).toBeUndefined();
    expect(await reasonWith("")).toBe("IANA lists no https RDAP server for .kg");
    expect(await reasonWith(undefined)).toBe("RDAP is off");
  });

  test("is the option's", async () => {
    const report = await looked(COM, "good", {});
    expect(report).not.toHaveProperty("domain");
    expect(report.unchecked).toBeUndefined();
  });

  test("fails without waiting for the registry", async () => {
    const aborted = AbortSignal.abort(new Error("left"));
    const settings = { ...testSettings, rdap: `${server.url.href}silent/` };
    await expect(lookupHttp(`http://${COM}/`, { domain: true }, settings, aborted)).rejects.toThrow("left");
  });
});

test.each([
  [-1, ["domain-expired"]],
  [0, ["domain-expires-soon"]],
  [29, ["domain-expires-soon"]],
  [30, []],
])("with %d days left, the findings are %j", (days, expected) => {
  const now = Date.UTC(2026, 10, 20);
  const expires = new Date(now + days * 86_400_000).toISOString();
  const found = registered({ name: COM, expires, status: [], source: "", at: "" }, now);
  expect(names(found)).toEqual(expected);
  expect(found.domain.daysLeft).toBe(days);
  expect(registered({ name: COM, expires, status: [], source: "", at: "" }, now + 1).domain.daysLeft).toBe(
    days - 1,
  );
});
