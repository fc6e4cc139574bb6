/** The effect of a page's Content-Security-Policy. */

import { describe, expect, test } from "bun:test";
import { checkLoad } from "../../../src/headers/verdicts/policy-loads.ts";
import { readPolicies } from "../../../src/headers/verdicts/policy-parse.ts";
import type { Load } from "../../../src/headers/verdicts/response.ts";
import { judged } from "./judged.ts";

const PAGE = "https://shop.example/";

/** Whether Chromium and Firefox allow a load under these policies. */
function allowed(policies: readonly string[], load: Load, url = PAGE): readonly (boolean | undefined)[] {
  const lines = policies.map((policy) => `Content-Security-Policy: ${policy}`);
  const verdicts = judged(lines, { url }, { loads: [load] });
  const { policy } = verdicts;
  return [policy?.loads?.[0]?.allowed, verdicts.firefox.policy?.loads?.[0]?.allowed];
}

const YES = [true, true] as const;
const NO = [false, false] as const;
const CDN = "https://cdn.example/js/a.js";
const script = (url: string): Load => ({ as: "script", url });
const INLINE: Load = { as: "script", inline: "element" };

describe("sources", () => {
  const cases: readonly (readonly [source: string, url: string, expected: readonly [boolean, boolean]])[] = [
    ["'self'", "/a.js", YES],
    ["self", "/a.js", NO],
    ["'none' 'self'", "/a.js", YES],
    ["*", CDN, YES],
    ["*", "data:text/javascript,1", NO],
    ["data:", "data:text/javascript,1", YES],
    ["http:", CDN, YES],
    ["http://cdn.example", CDN, YES],
    ["https://cdn.example", "http://cdn.example/js/a.js", NO],
    ["*://cdn.example", CDN, NO],
    ["cdn.example", CDN, YES],
    ["*.example", CDN, YES],
    ["*.cdn.example", CDN, NO],
    ["cdn.example:443", CDN, YES],
    ["cdn.example:*", "https://cdn.example:8443/a.js", YES],
    ["cdn.example", "https://cdn.example:8443/a.js", NO],
    ["cdn.example:80", CDN, [false, true]],
    ["http://cdn.example:80", CDN, YES],
    ["cdn.example/js", CDN, NO],
    ["cdn.example/js/", CDN, YES],
    ["cdn.example/js/%61.js", CDN, YES],
    ["https://cdn.example?x", CDN, [false, true]],
    ["https://cdn.example/js/?x", CDN, YES],
    ["cdn_1.example", "https://cdn_1.example/", NO],
    ["\u2018self\u2019", "/a.js", YES],
  ];
  for (const [source, url, expected] of cases)
    test(`${source} for ${url}`, () => {
      expect(allowed([`script-src ${source}`], script(url))).toEqual([...expected]);
    });

  test("connect-src 'self' covers the WebSockets of the page", () => {
    expect(allowed(["connect-src 'self'"], { as: "connect", url: "wss://shop.example/" })).toEqual([...YES]);
    expect(allowed(["connect-src 'self'"], { as: "connect", url: "ws://shop.example/" })).toEqual([...NO]);
  });
});

describe("inline code", () => {
  const hash = "sha256-dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls=";
  const cases: readonly (readonly [policy: string, load: Load, expected: readonly [boolean, boolean]])[] = [
    ["script-src 'unsafe-inline'", INLINE, YES],
    ["script-src 'unsafe-inline' 'nonce-n1'", INLINE, NO],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an unexpanded template, as servers send it
    ["script-src 'unsafe-inline' 'nonce-${n}'", INLINE, YES],
    ["script-src 'nonce-n1'", { ...INLINE, nonce: "n1" }, YES],
    ["script-src 'NONCE-n1'", { ...INLINE, nonce: "n1" }, YES],
    ["script-src 'nonce-N1'", { ...INLINE, nonce: "n1" }, NO],
    [`script-src '${hash}'`, { ...INLINE, hash }, YES],
    [`script-src '${hash.slice(0, -1)}'`, { ...INLINE, hash }, [true, false]],
    [`script-src '${hash}'`, { as: "script", inline: "attribute", hash }, NO],
    [`script-src '${hash}' 'unsafe-hashes'`, { as: "script", inline: "attribute", hash }, YES],
    ["script-src 'strict-dynamic' 'unsafe-inline'", INLINE, NO],
    ["default-src 'strict-dynamic' 'unsafe-inline'", { as: "style", inline: "element" }, [false, true]],
    ["style-src 'strict-dynamic' 'unsafe-inline'", { as: "style", inline: "element" }, YES],
    ["script-src 'unsafe-eval'", { as: "script", inline: "eval" }, YES],
    ["script-src 'self'", { as: "script", inline: "eval" }, NO],
    ["script-src 'wasm-unsafe-eval'", { as: "script", inline: "wasm" }, YES],
    ["script-src 'unsafe-eval'; require-trusted-types-for 'script'", { as: "script", inline: "eval" }, NO],
    [
      "script-src 'trusted-types-eval'; require-trusted-types-for 'script'",
      { as: "script", inline: "eval" },
      [true, false],
    ],
    ["script-src-elem 'none'", { as: "script", inline: "javascript-url" }, NO],
    ["img-src 'none'", INLINE, YES],
    ["sandbox", INLINE, NO],
    ["sandbox Allow-Scripts", INLINE, YES],
  ];
  for (const [policy, load, expected] of cases)
    test(`${policy} for ${load.inline} ${load.nonce ?? ""}`, () => {
      expect(allowed([policy], load)).toEqual([...expected]);
    });
});

describe("directive that applies", () => {
  const cases: readonly (readonly [policies: readonly string[], load: Load, allowed: boolean, by: string])[] =
    [
      [["default-src 'none'"], { as: "image", url: "/a.png" }, false, "default-src"],
      [["default-src 'none'; img-src 'self'"], { as: "image", url: "/a.png" }, true, "img-src"],
      [["script-src 'self'"], { as: "worker", url: "/w.js" }, true, "script-src"],
      [["child-src 'none'; script-src 'self'"], { as: "worker", url: "/w.js" }, false, "child-src"],
      [["default-src 'none'"], { as: "form", url: "/f" }, true, "none"],
      [["img-src 'self'", "img-src 'none'"], { as: "image", url: "/a.png" }, false, "img-src"],
      [["img-src 'self', img-src 'none'"], { as: "image", url: "/a.png" }, false, "img-src"],
      [["img-src 'self'; img-src 'none'"], { as: "image", url: "/a.png" }, true, "img-src"],
      [["default-src='self'"], { as: "image", url: CDN }, true, "none"],
      [["frame-src 'none'"], { as: "object", url: "/o" }, false, "frame-src"],
      [["script-src 'strict-dynamic' 'nonce-n1' https:"], { ...script(CDN) }, false, "script-src"],
      [["script-src 'strict-dynamic' 'nonce-n1'"], { ...script(CDN), parser: false }, true, "script-src"],
      [["sandbox allow-scripts"], { as: "form", url: "/f" }, false, "sandbox"],
    ];
  for (const [policies, load, allowedThere, by] of cases)
    test(`${policies.join(" | ")} for ${load.as}`, () => {
      const lines = policies.map((policy) => `Content-Security-Policy: ${policy}`);
      const { policy } = judged(lines, { url: PAGE }, { loads: [load] });
      expect(policy?.loads?.[0]).toMatchObject({ allowed: allowedThere, by });
    });

  test("a non-ASCII byte makes its directive invalid; Firefox uses a later one", () => {
    expect(allowed(["img-src \u00e9; img-src 'none'"], { as: "image", url: "/a.png" })).toEqual([
      true,
      false,
    ]);
  });

  test("report-only blocks nothing", () => {
    expect(judged(["Content-Security-Policy-Report-Only: default-src 'none'"]).policy).toBeUndefined();
  });

  test("upgrades happen before the policy check", () => {
    const load: Load = { as: "image", url: "http://img.example/a.png" };
    expect(allowed(["img-src https:; upgrade-insecure-requests"], load)).toEqual([...YES]);
    expect(allowed(["img-src https:"], load)).toEqual([...NO]);
  });
});

test("the effective policy has the origin and the sources of each directive", () => {
  const { policy } = judged(
    ["Content-Security-Policy: default-src 'self'; script-src 'unsafe-inline' cdn.example"],
    { url: PAGE },
  );
  expect(policy?.directives["script-src-elem"]).toEqual({
    from: "script-src",
    inline: true,
    eval: false,
    strictDynamic: false,
    nonces: [],
    hashes: [],
    sources: [["cdn.example"]],
  });
  expect(policy?.directives["img-src"]).toEqual({ from: "default-src", sources: [["https://shop.example"]] });
  expect(policy?.directives["form-action"]).toBeUndefined();
});

describe("the text of inline code", () => {
  const text = "window.ran=1;void 0";
  const digest = (algorithm: string, of = text) =>
    `${algorithm}-${new Bun.CryptoHasher(algorithm as "sha256").update(of).digest("base64")}`;
  const ask = (policy: string, load: Partial<Load>) => {
    const loads = [{ as: "script", inline: "element", ...load }];
    return judged([`Content-Security-Policy: ${policy}`], { url: PAGE }, { loads }).policy?.loads?.[0];
  };

  for (const algorithm of ["sha256", "sha384", "sha512"])
    test(`is allowed by its ${algorithm}`, () => {
      const policy = `script-src 'nonce-a' '${digest(algorithm)}'`;
      expect(ask(policy, { text })?.allowed).toBe(true);
      expect(ask(policy, { text: `${text} ` })?.allowed).toBe(false);
      expect(ask(policy, { text, inline: "attribute" })?.allowed).toBe(false);
      expect(ask(`${policy} 'unsafe-hashes'`, { text, inline: "attribute" })?.allowed).toBe(true);
    });
  test("of a javascript: URL is hashed with its scheme", () => {
    const policy = (of: string) => `script-src 'unsafe-hashes' '${digest("sha256", of)}'`;
    for (const given of [text, `javascript:${text}`]) {
      const load = { text: given, inline: "javascript-url" };
      expect(ask(policy(`javascript:${text}`), load)?.allowed).toBe(true);
      expect(ask(policy(text), load)?.allowed).toBe(false);
    }
  });
  test("of a javascript: URL is hashed as parsed, in Chromium without percent-encoding", () => {
    const load = { text: " JavaScript:%76oid(\n'é')", inline: "javascript-url" };
    const policy = (of: string) => `script-src 'unsafe-hashes' '${digest("sha256", of)}'`;
    const [decoded, encoded] = ["javascript:void('é')", "javascript:%76oid('%C3%A9')"];
    expect([decoded, encoded].map((of) => ask(policy(of), load)?.allowed)).toEqual([true, false]);
    for (const engine of ["firefox", "webkit"] as const) {
      const allowed = (of: string) => {
        const policies = readPolicies({ name: "", value: policy(of), index: 0 }, engine);
        return checkLoad({ ...load, as: "script" }, policies, new URL(PAGE), engine).allowed;
      };
      expect([decoded, encoded].map(allowed)).toEqual([false, true]);
    }
    const asked = { as: "script", text: 'javascript:a("?é")', inline: "javascript-url" } as const;
    const inFirefox = readPolicies(
      { name: "", value: policy('javascript:a("?%C3%A9")'), index: 0 },
      "firefox",
    );
    expect(checkLoad(asked, inFirefox, new URL(PAGE), "firefox").allowed).toBe(true);
    const odd = { text: "javascript:%", inline: "javascript-url" };
    expect(ask(policy("javascript:%"), odd)?.allowed).toBe(true);
  });
  test("is hashed as UTF-8", () =>
    expect(ask(`script-src '${digest("sha384", "é")}'`, { text: "é" })?.allowed).toBe(true));
  test("the result is absent if one digest cannot decide", () => {
    const hash = digest("sha256");
    const open = ask(`script-src '${digest("sha384")}'`, { hash });
    expect(open).toEqual({ as: "script", inline: "element", by: "script-src" });
    expect(ask(`script-src '${digest("sha256", "other")}'`, { hash })?.allowed).toBe(false);
    expect(ask("script-src 'self'", { hash })?.allowed).toBe(false);
    expect(ask(`script-src '${digest("sha384")}'`, { hash, inline: "attribute" })?.allowed).toBe(false);
    const both = `script-src '${digest("sha384")}'`;
    expect(ask(`${both}, script-src 'self'`, { hash })?.allowed).toBe(false);
    expect(ask(`${both}, ${both}`, { hash, nonce: "x" })).not.toHaveProperty("allowed");
  });
});

describe("'strict-dynamic' in default-src", () => {
  const sources = (policy: string, engine: "firefox" | "webkit") =>
    judged([`Content-Security-Policy: ${policy}`], { url: PAGE })[engine].policy?.directives["img-src"]
      ?.sources;
  test("WebKit allows no URL by a directive that falls back to it", () => {
    const policy = "default-src https: 'nonce-n' 'strict-dynamic'";
    expect(sources(policy, "webkit")).toEqual([[]]);
    expect(sources(policy, "firefox")).toEqual([["https:"]]);
  });
  test("it changes nothing alone, in script-src, or with a separate list", () => {
    expect(sources("default-src https: 'strict-dynamic'", "webkit")).toEqual([["https:"]]);
    expect(sources("default-src https:; script-src 'nonce-n' 'strict-dynamic'", "webkit")).toEqual([
      ["https:"],
    ]);
    expect(sources("default-src 'nonce-n' 'strict-dynamic'; img-src https:", "webkit")).toEqual([["https:"]]);
  });
});
