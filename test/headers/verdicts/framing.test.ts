/** Pages that may frame or embed a response, and isolation. */

import { describe, expect, test } from "bun:test";
import { mayEmbed } from "../../../src/headers/verdicts/embedding.ts";
import { mayFrame } from "../../../src/headers/verdicts/framing.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import { judged } from "./judged.ts";

const URL_HERE = "https://shop.example/";
const XFO = (value: string) => `X-Frame-Options: ${value}`;
const CSP = (value: string) => `Content-Security-Policy: ${value}`;

describe("framing", () => {
  const cases: readonly (readonly [lines: readonly string[], by: unknown, from: string])[] = [
    [[], "anyone", "none"],
    [[XFO("deny")], "nobody", "x-frame-options"],
    [[XFO("SAMEORIGIN")], "same-origin", "x-frame-options"],
    [[XFO("SAMEORIGIN,")], "nobody", "x-frame-options"],
    [[XFO("SAMEORIGIN"), XFO("SAMEORIGIN")], "same-origin", "x-frame-options"],
    [[XFO("SAMEORIGIN"), XFO("DENY")], "nobody", "x-frame-options"],
    [[XFO("DENY;")], "anyone", "x-frame-options"],
    [[XFO('"DENY"')], "anyone", "x-frame-options"],
    [[XFO("foo, bar")], "anyone", "x-frame-options"],
    [[XFO("ALLOW-FROM https://a.example")], "anyone", "x-frame-options"],
    [
      [XFO("DENY"), CSP("frame-ancestors https://a.example")],
      ["https://a.example"],
      "content-security-policy",
    ],
    [[CSP("frame-ancestors")], "nobody", "content-security-policy"],
    [[CSP("frame-ancestors 'self'")], "same-origin", "content-security-policy"],
    [[CSP("frame-ancestors *")], "anyone", "content-security-policy"],
    [[XFO("DENY"), "Content-Security-Policy-Report-Only: frame-ancestors *"], "nobody", "x-frame-options"],
  ];
  for (const [lines, by, from] of cases)
    test(lines.join(" | ") || "no field", () => {
      expect(judged(lines, { url: URL_HERE }).framing).toEqual({ by, from } as never);
    });

  test("question: who may frame it", () => {
    const framedBy = ["https://a.example/page", "https://b.example/"];
    const lines = [CSP("frame-ancestors https://a.example")];
    expect(judged(lines, { url: URL_HERE }, { framedBy }).framing?.framedBy).toEqual([
      { url: "https://a.example/page", allowed: true },
      { url: "https://b.example/", allowed: false },
    ]);
  });

  test("every ancestor must be allowed", () => {
    const response = {
      lines: [{ name: "x-frame-options", value: "SAMEORIGIN", index: 0 }],
      url: new URL(URL_HERE),
    };
    expect(mayFrame(response, [URL_HERE], "chromium")).toBe(true);
    expect(mayFrame(response, [URL_HERE, "https://other.example/"], "chromium")).toBe(false);
  });

  test("a path in frame-ancestors matches nothing in Chromium and is ignored in Firefox", () => {
    const lines = [CSP("frame-ancestors https://a.example/page")];
    const questions = { framedBy: ["https://a.example/page"] };
    const verdicts = judged(lines, { url: URL_HERE }, questions);
    expect(verdicts.framing?.framedBy?.[0]?.allowed).toBe(false);
    expect(verdicts.firefox.framing?.framedBy?.[0]?.allowed).toBe(true);
  });
});

describe("embedding", () => {
  const cases: readonly (readonly [value: string, sameSite: boolean, crossSite: boolean])[] = [
    ["same-origin", false, false],
    ["same-site", true, false],
    ["cross-origin", true, true],
    ["Same-Origin", true, true],
    ["same-origin, same-origin", true, true],
  ];
  for (const [value, sameSite, crossSite] of cases)
    test(value, () => {
      const lines = [`Cross-Origin-Resource-Policy: ${value}`];
      expect(judged(lines).embedding).toEqual({ sameOrigin: true, sameSite, crossSite });
    });

  /**
   * Whether a page with `Cross-Origin-Embedder-Policy: require-corp` may embed a response with this policy,
   * in Chromium and in Firefox.
   */
  const pages: readonly (readonly [
    page: string,
    url: string,
    value: string | undefined,
    chromium: boolean,
    firefox: boolean,
  ])[] = [
    ["https://a.example/", "https://a.example/x", "same-site", true, true],
    ["https://a.example/", "https://a.example/x", undefined, true, true],
    ["https://a.example/", "https://cdn.example/", undefined, false, false],
    ["https://a.example/", "https://cdn.example/", "", false, false],
    ["https://a.example/", "https://cdn.example/", "yes", false, true],
    ["https://a.example/", "https://cdn.example/", "cross-origin", true, true],
    ["https://a.example/", "https://cdn.example/", "same-site", false, false],
    ["https://a.example/", "https://cdn.a.example/", "same-site", true, true],
    ["https://a.example/", "https://cdn.a.example/", "same-origin", false, false],
    ["http://a.example/", "https://cdn.a.example/", "same-site", false, false],
    ["https://a.example/", "http://cdn.a.example/", "same-site", true, true],
    ["https://a.example/", "http://cdn.example/", "same-site", false, false],
    ["http://localhost/", "https://x.localhost/", "same-site", false, false],
  ];
  for (const [page, url, value, chromium, firefox] of pages)
    test(`${page} embeds ${url} with ${value}`, () => {
      const lines = value === undefined ? [] : [{ name: "cross-origin-resource-policy", value, index: 0 }];
      const ask = (engine: Engine) =>
        mayEmbed({ lines, url: new URL(url) }, new URL(page), "require-corp", engine);
      expect([ask("chromium"), ask("firefox")]).toEqual([chromium, firefox]);
    });

  test("without an embedder policy only explicit values block, and nothing without a URL", () => {
    const lines = [{ name: "cross-origin-resource-policy", value: "yes", index: 0 }];
    const page = new URL("https://a.example/");
    expect(mayEmbed({ lines, url: new URL("https://cdn.example/") }, page, "unsafe-none", "chromium")).toBe(
      true,
    );
    expect(mayEmbed({ lines }, page, "require-corp", "chromium")).toBe(true);
  });
});

describe("isolation", () => {
  const COOP = "Cross-Origin-Opener-Policy: same-origin";
  const COEP = "Cross-Origin-Embedder-Policy: require-corp";
  const cases: readonly (readonly [lines: readonly string[], url: string, isolated: boolean])[] = [
    [[COOP, COEP], URL_HERE, true],
    [[COOP, COEP], "http://shop.example/", false],
    [[COOP, COEP], "http://localhost:8080/", true],
    [[COOP], URL_HERE, false],
    [[`${COOP},`, COEP], URL_HERE, false],
    [[COOP, COOP, COEP], URL_HERE, false],
    [[`${COOP}; report-to="x"`, `${COEP}; x`], URL_HERE, true],
    [[`${COOP};`, COEP], URL_HERE, false],
    [["Cross-Origin-Opener-Policy: Same-Origin", COEP], URL_HERE, false],
    [[COOP, "Cross-Origin-Embedder-Policy: credentialless"], URL_HERE, true],
    [[COOP, COEP, "Permissions-Policy: cross-origin-isolated=()"], URL_HERE, false],
  ];
  for (const [lines, url, isolated] of cases)
    test(`${lines.join(" | ")} at ${url}`, () => {
      expect(judged(lines, { url }).security?.crossOriginIsolated).toBe(isolated);
    });

  test("Document-Isolation-Policy exists only in Chromium", () => {
    const verdicts = judged(["Document-Isolation-Policy: isolate-and-require-corp"], { url: URL_HERE });
    expect(verdicts.security?.crossOriginIsolated).toBe(true);
    expect(verdicts.firefox.security?.crossOriginIsolated).toBe(false);
  });
});

describe("permissions", () => {
  const OWN = "https://shop.example";
  const cases: readonly (readonly [value: string, expected: unknown])[] = [
    ["geolocation=(self)", { geolocation: { self: true, allowlist: [OWN] } }],
    ["geolocation=()", { geolocation: { self: false, allowlist: [] } }],
    ["geolocation", { geolocation: { self: false, allowlist: [] } }],
    ["geolocation=none", { geolocation: { self: false, allowlist: [] } }],
    ["geolocation=*", { geolocation: { self: true, allowlist: ["*"] } }],
    [
      'geolocation=("https://a.example/x")',
      { geolocation: { self: false, allowlist: ["https://a.example"] } },
    ],
    ['geolocation=("https:")', { geolocation: { self: true, allowlist: ["https:"] } }],
    ['geolocation=("https://*")', { geolocation: { self: true, allowlist: ["https://*"] } }],
    [
      'geolocation=("https://127.1" "https://A.example:8443" "https://*.b.example:*")',
      {
        geolocation: {
          self: false,
          allowlist: ["https://127.1", "https://a.example:8443", "https://*.b.example:*"],
        },
      },
    ],
    [
      'geolocation=("https://a.example?x" "https://u@a.example" "https://*.*" "https://[::1]" "blob:https://a.example/1")',
      { geolocation: { self: false, allowlist: [] } },
    ],
    ["geolocation=@1", undefined],
    ["geolocation=();a=@1", undefined],
    ["geolocation=(), geolocation=*", { geolocation: { self: true, allowlist: ["*"] } }],
    ["geolocation=(), camera='none'", undefined],
    ["geolocation=(),", undefined],
    ["geolocation=();", undefined],
    ["GEOLOCATION=()", undefined],
    ["foo=()", undefined],
  ];
  for (const [value, expected] of cases)
    test(value, () => {
      const verdicts = judged([`Permissions-Policy: ${value}`], { url: URL_HERE });
      expect(verdicts.permissions as unknown).toEqual(expected);
      expect(verdicts.firefox.permissions).toBeUndefined();
    });

  const old: readonly (readonly [lines: readonly string[], expected: unknown])[] = [
    [["Feature-Policy: geolocation 'none'"], { geolocation: { self: false, allowlist: [] } }],
    [["Feature-Policy: geolocation"], { geolocation: { self: true, allowlist: [OWN] } }],
    [["Feature-Policy: geolocation none 'src'"], { geolocation: { self: false, allowlist: [] } }],
    [
      ["Feature-Policy: geolocation 'SELF' https://b.example/x, usb *;; foo 'none'"],
      {
        geolocation: { self: true, allowlist: [OWN, "https://b.example"] },
        usb: { self: true, allowlist: ["*"] },
      },
    ],
    [
      ["Feature-Policy: geolocation https://*.b.example https: b.example https://b.example?x"],
      { geolocation: { self: false, allowlist: [] } },
    ],
    [
      ["Feature-Policy: geolocation *", "Feature-Policy: geolocation 'none'"],
      { geolocation: { self: true, allowlist: ["*"] } },
    ],
    [["Feature-Policy: GEOLOCATION 'none'; camera=()"], undefined],
    [
      ["Feature-Policy: geolocation 'none'; camera 'none'", "Permissions-Policy: geolocation=*"],
      { geolocation: { self: true, allowlist: ["*"] }, camera: { self: false, allowlist: [] } },
    ],
    [
      ["Feature-Policy: geolocation 'none'", "Permissions-Policy: geolocation=(self"],
      { geolocation: { self: false, allowlist: [] } },
    ],
  ];
  for (const [lines, expected] of old)
    test(lines.join(" | "), () => {
      const verdicts = judged(lines, { url: URL_HERE });
      expect(verdicts.permissions as unknown).toEqual(expected);
      expect(verdicts.firefox.permissions).toBeUndefined();
      expect(verdicts.webkit.permissions).toBeUndefined();
    });
});
