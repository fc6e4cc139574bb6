import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import type { Hop } from "../../src/http/chain/hop.ts";
import { variantOf, variantProblems, variantUrls } from "../../src/http/chain/variants.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { Variant } from "../../src/http/schema.ts";
import { dnsServer } from "./dns-server.ts";
import { networks, send, tcpServer, testSettings } from "./servers.ts";

describe("variants of a site's address", () => {
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

describe("one canonical URL", () => {
  const home = "https://a.test/";
  test("all four end at it", () =>
    expect(ids(variant("http://a.test/", home), variant(home, home))).toEqual([]));
  test("two different ends", () =>
    expect(ids(variant("https://www.a.test/", "https://www.a.test/"), variant(home, home))).toEqual([
      "variants-disagree",
    ]));
  test("a failed variant", () =>
    expect(ids(variant("https://www.a.test/", "https://www.a.test/", "error"), variant(home, home))).toEqual([
      "variant-fails",
    ]));
  test("http without a redirect", () =>
    expect(ids(variant("http://a.test/", "http://a.test/"), variant(home, home))).toEqual([
      "variants-disagree",
      "variant-stays-http",
    ]));
});

describe("problems of variants", () => {
  const titles = (...variants: Variant[]) => variantProblems(variants).map(({ title }) => title);
  const [plain, home, www] = ["http://a.test/", "https://a.test/", "https://www.a.test/"] as const;
  test.each<[string, Variant[], string[]]>([
    ["all plain", [variant(plain, plain)], []],
    ["all fail", [variant(home, home, "error")], ["https://a.test/ does not answer."]],
    [
      "two ends, one of them plain",
      [variant(plain, plain), variant(home, home), variant(www, home)],
      [
        "The variants of this site's address end at 2 URLs (http://a.test/, https://a.test/) instead of one.",
        "http://a.test/ does not redirect to HTTPS, although HTTPS answers.",
      ],
    ],
    [
      "three ends",
      [variant(plain, "https://c.test/"), variant(home, home), variant(www, www)],
      [
        "The variants of this site's address end at 3 URLs (https://c.test/, https://a.test/, https://www.a.test/) instead of one.",
      ],
    ],
  ])("%s", (_name, variants, told) => {
    expect(titles(...variants)).toEqual(told);
  });
});

describe("target of a variant", () => {
  const hop = (url: string, status: number, ...lines: string[]): Hop => ({
    url: new URL(url),
    method: "GET",
    status,
    lines: readFieldLines(lines),
  });
  const HSTS = "Strict-Transport-Security: max-age=1";
  const arrived = (hops: readonly Hop[], stop: "done" | "error" = "done", end = hops.at(-1)?.url) => {
    const url = hops[0]?.url ?? new URL("http://a.test/");
    const { problems: _, ...variant } = variantOf({ url, hops, end: end ?? url, stop, problems: [] });
    return variant;
  };

  test.each([
    [
      "one answer",
      [hop("https://a.test/", 200, HSTS)],
      { url: "https://a.test/", status: 200, final: "https://a.test/", redirects: 0, hsts: true },
    ],
    [
      "two redirects; HSTS over plain http counts for nothing",
      [hop("http://a.test/", 301, HSTS), hop("https://a.test/", 302), hop("https://b.test/", 404)],
      { url: "http://a.test/", status: 404, final: "https://b.test/", redirects: 2, hsts: false },
    ],
    [
      "a redirect that is not followed",
      [hop("http://a.test/", 301)],
      { url: "http://a.test/", status: 301, final: "http://a.test/", redirects: 0, hsts: false },
    ],
  ])("%s", (_name, hops, variant) => {
    expect(arrived(hops)).toEqual(variant as never);
  });

  test("a failed target", () => {
    const hops = [hop("http://a.test/", 301)];
    const end = new URL("https://a.test/");
    expect(arrived(hops, "error", end)).toMatchObject({
      status: "error",
      final: "https://a.test/",
      redirects: 1,
    });
    expect(arrived(hops, "error")).toMatchObject({ status: "error" });
    expect(arrived([])).toMatchObject({ status: "error", redirects: 0 });
  });

  test("findings of the chain are separate", () => {
    const hops = [hop("https://a.test/", 301), hop("http://a.test/", 200)];
    const problem = { name: "x", title: "x", severity: "info" as const };
    const [{ url: end } = { url: new URL("http://a.test/") }] = hops.slice(-1);
    const { problems } = variantOf({ url: end, hops, end, stop: "done", problems: [problem] });
    expect(problems.map(({ name }) => name)).toEqual(["x", "redirect-downgrade"]);
  });
});

test("variants=true requests all of them in one lookup", async () => {
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

describe("variants with as=browser, requested by fetch", () => {
  /** Path and cookies of each request to `www.site.test`. */
  async function look(serve: (path: string, cookie: string) => string, as: "browser" | "client") {
    await using server = await tcpServer((socket, request) => {
      const cookie = /^cookie: (.*)\r$/im.exec(request)?.[1] ?? "";
      send(socket, serve(request.split(" ")[1] ?? "", cookie));
    });
    await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
    const settings = {
      ...testSettings,
      allow: networks("127.0.0.0/8"),
      resolver: { host: "127.0.0.1", port: dns.port },
    };
    const { variants = [] } = await lookupHttp(
      `http://site.test:${server.port}/`,
      { variants: true, as },
      settings,
    );
    const ends = variants
      .filter(({ url }) => url.startsWith("http:"))
      .map(({ status, final, redirects }) => [new URL(final).pathname, status, redirects]);
    const www = server.received
      .filter((request) => /^host: www\.site\.test/im.test(request))
      .map((request) => `${request.split(" ")[1]} ${/^cookie: (.*)\r$/im.exec(request)?.[1] ?? ""}`);
    return { ends, www };
  }
  const answer = (status: number, lines: string[], body = "") =>
    [`HTTP/1.1 ${status} X`, ...lines, `Content-Length: ${body.length}`, "", body].join("\r\n");
  const gate = (_: string, cookie: string) =>
    cookie.includes("g=1") && cookie.includes("h=2")
      ? answer(200, [])
      : answer(302, ["Location: /", "Set-Cookie: g=1", "Set-Cookie: h=2; HttpOnly"]);

  test("a cookie gate ends with its page", async () => {
    const { ends, www } = await look(gate, "browser");
    expect(ends).toEqual([
      ["/", 200, 1],
      ["/", 200, 1],
    ]);
    expect(www).toEqual(["/ ", "/ g=1; h=2"]);
  });
  test("for a client it is a loop", async () => {
    const { ends, www } = await look(gate, "client");
    expect(ends.map(([, status]) => status)).toEqual([302, 302]);
    expect(www).toEqual(["/ "]);
  });
  test("a meta refresh is followed, but not by a client", async () => {
    const page = '<meta http-equiv="refresh" content="0; url=/b">';
    const serve = (path: string) =>
      path === "/" ? answer(200, ["Content-Type: text/html"], page) : answer(204, []);
    const asBrowser = await look(serve, "browser");
    expect(asBrowser.ends).toEqual([
      ["/b", 204, 0],
      ["/b", 204, 0],
    ]);
    expect(asBrowser.www).toEqual(["/ ", "/b "]);
    expect((await look(serve, "client")).www).toEqual(["/ "]);
  });
});
