import { describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { type Variant, variantProblems, variantUrls } from "../../src/http/variants.ts";
import { dnsServer } from "./dns-server.ts";
import { networks, send, tcpServer, testSettings } from "./servers.ts";

describe("the addresses of a site", () => {
  const rows: [url: string, variants: string[]][] = [
    [
      "https://example.com/a?b",
      [
        "http://example.com/a?b",
        "https://example.com/a?b",
        "http://www.example.com/a?b",
        "https://www.example.com/a?b",
      ],
    ],
    [
      "http://www.example.co.uk/",
      [
        "http://example.co.uk/",
        "https://example.co.uk/",
        "http://www.example.co.uk/",
        "https://www.example.co.uk/",
      ],
    ],
    ["https://blog.example.com/", ["http://blog.example.com/", "https://blog.example.com/"]],
    ["http://192.0.2.1:8080/", ["http://192.0.2.1:8080/", "https://192.0.2.1/"]],
  ];
  for (const [url, variants] of rows)
    test(url, () => expect(variantUrls(new URL(url)).map(({ href }) => href)).toEqual(variants));
});

const variant = (url: string, final: string, status: Variant["status"] = 200): Variant => ({
  url,
  status,
  final,
  redirects: 0,
  hsts: false,
  problems: [],
});
const ids = (...variants: Variant[]) => variantProblems(variants).map(({ name }) => name);

describe("one canonical end", () => {
  const home = "https://a.test/";
  test("all four end at one", () =>
    expect(ids(variant("http://a.test/", home), variant(home, home))).toEqual([]));
  test("two ends", () =>
    expect(ids(variant("https://www.a.test/", "https://www.a.test/"), variant(home, home))).toEqual([
      "variants-disagree",
    ]));
  test("one fails", () =>
    expect(ids(variant("https://www.a.test/", "https://www.a.test/", "error"), variant(home, home))).toEqual([
      "variant-fails",
    ]));
  test("http stays http", () =>
    expect(ids(variant("http://a.test/", "http://a.test/"), variant(home, home))).toEqual([
      "variants-disagree",
      "variant-stays-http",
    ]));
});

test("variants=true looks at all of them in one lookup", async () => {
  await using server = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
  );
  await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
  const settings = {
    ...testSettings,
    allow: networks("127.0.0.0/8"),
    resolver: { host: "127.0.0.1", port: dns.port },
  };
  const report = await lookupHttp(`http://site.test:${server.port}/`, { variants: true }, settings);
  expect(report.status).toBe(200);
  expect(report.variants?.map(({ url, status }) => [new URL(url).protocol, status])).toEqual([
    ["http:", 200],
    ["https:", "error"],
    ["http:", 200],
    ["https:", "error"],
  ]);
  expect(report.problems.map(({ name }) => name)).toContain("variant-fails");
});
