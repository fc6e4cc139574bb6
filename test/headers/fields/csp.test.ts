import { describe, expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { lastHeader, problemsOfLast } from "../explained.ts";

const NONCE = "'nonce-pV3kq9XcT1u0yB7mZr4sLw'";
const HASH = "'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='";

describe("policies", () => {
  test.each([
    ["default-src 'self'", []],
    ["", ["warning value-empty"]],
    [" ; ;", ["error csp-empty"]],
    ["DEFAULT-SRC 'SELF'", []],
    ["default-src 'none';;; ;;;img-src 'self'", []],
    ["frame-ancestors 'none'", []],
    ["upgrade-insecure-requests", []],
    ["sandbox", []],
    ["sandbox allow-scripts allow-forms", []],
    ["sandbox allow-script", ["error csp-token-unknown"]],
    ["trusted-types default 'allow-duplicates'; require-trusted-types-for 'script'", []],
    ["require-trusted-types-for script", ["error csp-token-unknown"]],
    ["default-src 'self'; report-to a b", ["warning csp-value-ignored", "warning report-group-undefined"]],
    ["default-src 'self'; block-all-mixed-content", ["info csp-directive-removed"]],
    ["img-src https:; default-scr 'self'", ["error csp-directive-misspelt"]],
    ["script-src: 'self'", ["error csp-directive-misspelt"]],
    ["default-src 'self', default-src 'self'", []],
    ["default-src 'self'; default-src 'self'", ["warning csp-directive-repeated-identically"]],
    ["default-src 'self'; default-src 'none'", ["error csp-directive-repeated"]],
  ])("%s", (policy, expected) => {
    expect(problemsOfLast([`Content-Security-Policy: ${policy}`])).toEqual(expected);
  });
});

describe("sources", () => {
  test.each([
    ["img-src 'self' data: blob: https: https://*.example.com:8443/a/ wss://example.com", []],
    ["img-src *", ["warning csp-source-wildcard"]],
    ["img-src http://*", ["warning csp-source-wildcard"]],
    ["connect-src ws://example.com", ["warning csp-source-insecure"]],
    ["img-src http://localhost:3000", ["info csp-source-address"]],
    ["img-src 'self' self", ["error csp-keyword-unquoted"]],
    ["img-src \u2018self\u2019", ["error csp-byte-invalid", "warning field-value-non-ascii"]],
    ["img-src 'slef'", ["error csp-keyword-unknown"]],
    ["img-src 'self", ["error csp-keyword-unknown"]],
    ["img-src //example.com", ["error csp-source-invalid"]],
    ["img-src 'none' https:", ["warning csp-none-combined"]],
    ["img-src 'none'", []],
    ["frame-ancestors https:", ["warning csp-source-wildcard"]],
    ["form-action *", ["warning csp-source-wildcard"]],
    ["style-src 'self' 'unsafe-inline'", ["warning csp-style-unsafe-inline"]],
    [`style-src 'unsafe-inline' ${HASH}`, ["info csp-style-inline-ignored"]],
    [`img-src ${NONCE}`, ["info csp-keyword-misplaced"]],
    ["font-src *.cloudfront.net", []],
    ["form-action *.cloudfront.net", ["warning csp-source-public-suffix"]],
    ["script-src *.vercel.app", ["warning csp-source-public-suffix"]],
    [`script-src ${HASH}${HASH}`, ["error csp-scripts-blocked", "warning csp-sources-joined"]],
  ])("%s", (policy, expected) => {
    expect(problemsOfLast([`Content-Security-Policy: ${policy}`])).toEqual(expected);
  });
});

describe("scripts", () => {
  test.each([
    ["script-src 'self' https://cdn.example", []],
    ["script-src 'UNSAFE-INLINE'", ["error csp-script-unsafe-inline"]],
    ["default-src 'unsafe-inline'", ["error csp-script-unsafe-inline", "warning csp-style-unsafe-inline"]],
    ["default-src 'unsafe-inline'; script-src 'self'", ["warning csp-style-unsafe-inline"]],
    [`script-src 'unsafe-inline' ${NONCE}`, []],
    [`script-src 'unsafe-inline' ${HASH}`, []],
    [`script-src 'strict-dynamic' ${NONCE} https: 'unsafe-inline'`, []],
    ["script-src 'strict-dynamic'", ["error csp-strict-dynamic-alone"]],
    ["script-src https: data:", ["error csp-script-anywhere"]],
    ["default-src *", ["error csp-script-anywhere"]],
    ["default-src *; script-src 'self'", ["warning csp-source-wildcard"]],
    ["script-src http://cdn.example", ["error csp-script-insecure"]],
    ["script-src https://accounts.google.com", ["error csp-script-bypass"]],
    ["script-src https://www.googletagmanager.com", []],
    [
      "script-src https://www.googletagmanager.com 'unsafe-eval'",
      ["error csp-script-bypass", "error csp-script-unsafe-eval"],
    ],
    ["script-src https://accounts.google.com/other/path", []],
    ["script-src-attr 'unsafe-inline'", ["error csp-script-unsafe-inline"]],
    ["script-src 'nonce-aaaaaaaaaaaaaaaaaaaaaaaa'", ["warning csp-nonce-weak"]],
    ["script-src 'nonce-<%= nonce %>' 'self'", ["error csp-nonce-invalid"]],
    ["script-src 'nonce-{{ nonce }}' 'self'", ["error csp-nonce-invalid"]],
    ["script-src 'nonce-abc 'self'", ["error csp-nonce-invalid"]],
    ["script-src 'self' %>", ["error csp-source-invalid"]],
    ["script-src 'nonce-REPLACE_ME'", ["error csp-nonce-weak"]],
    ["script-src 'nonce-__CSP_NONCE__'", ["error csp-nonce-weak"]],
    ["script-src 'nonce-'", ["error csp-nonce-invalid", "error csp-scripts-blocked"]],
    ["script-src 'nonce-' 'self'", ["error csp-nonce-invalid"]],
    ["script-src 'nonce-' *", ["error csp-nonce-invalid", "error csp-script-anywhere"]],
    [
      "script-src 'nonce-{{nonce}}' 'strict-dynamic' 'self'",
      ["error csp-nonce-invalid", "error csp-strict-dynamic-alone"],
    ],
    ["script-src 'none'", []],
    ["script-src-attr 'nonce-'; script-src 'self'", ["error csp-nonce-invalid"]],
    ["script-src 'sha256-abc='", ["error csp-hash-invalid", "error csp-scripts-blocked"]],
    ["sandbox allow-forms; script-src 'self'", ["error csp-scripts-blocked"]],
    ["sandbox; script-src 'unsafe-inline'", ["error csp-scripts-blocked"]],
    ["sandbox; script-src 'strict-dynamic'", ["error csp-strict-dynamic-alone"]],
    ["sandbox Allow-Scripts; script-src 'self'", []],
    ["sandbox; script-src 'none'", []],
    ["sandbox; default-src 'self'", []],
  ])("%s", (policy, expected) => {
    expect(problemsOfLast([`Content-Security-Policy: ${policy}`])).toEqual(expected);
  });

  test("a weakness needs all policies to have it", () => {
    const strict = "Content-Security-Policy: script-src 'self'";
    const weak = "Content-Security-Policy: script-src 'self' 'unsafe-inline'";
    expect(problemsOfLast([strict, weak])).toEqual([]);
    expect(problemsOfLast([weak, weak])).toEqual(["error csp-script-unsafe-inline"]);
    expect(problemsOfLast(["Content-Security-Policy: sandbox", weak])).toEqual([]);
    expect(problemsOfLast(["Content-Security-Policy: img-src 'self'", weak])).toEqual([
      "error csp-script-unsafe-inline",
    ]);
  });
});

const STRICT =
  "script-src 'nonce-4AEemGb0xJptoIGFP3Nd7w' 'strict-dynamic'; object-src 'none'; base-uri 'none'";

describe("missing directives are reported for documents only", () => {
  test.each([
    [
      "text/html",
      "default-src 'self'; base-uri 'none'; form-action 'self'",
      ["info csp-trusted-types-missing"],
    ],
    ["text/html", "default-src 'self'", ["info csp-trusted-types-missing", "warning csp-directives-missing"]],
    ["text/html", "default-src 'none'; base-uri 'none'; form-action 'none'", []],
    // A strict policy blocks injected code.
    ["text/html", STRICT, ["info csp-trusted-types-missing"]],
    [
      "text/html",
      STRICT.replace("; base-uri 'none'", ""),
      ["info csp-trusted-types-missing", "warning csp-directives-missing"],
    ],
    [
      "text/html",
      STRICT.replace(" 'strict-dynamic'", ""),
      ["info csp-trusted-types-missing", "warning csp-directives-missing"],
    ],
    [
      "text/html",
      "default-src 'none'; script-src 'self' assets.example; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
      ["info csp-script-hosts"],
    ],
    [
      "text/html",
      "default-src 'none'; script-src 'unsafe-inline' assets.example; base-uri 'none'; form-action 'none'",
      ["error csp-script-unsafe-inline"],
    ],
    ["text/html", "upgrade-insecure-requests; frame-ancestors 'none'", ["warning csp-scripts-unrestricted"]],
    [
      "text/html",
      "frame-ancestors 'self'; base-uri 'self'; form-action 'self'",
      ["warning csp-scripts-unrestricted"],
    ],
    [
      "text/html",
      "script-src 'self'; base-uri 'self'; form-action 'self'",
      ["info csp-trusted-types-missing", "warning csp-objects-unrestricted"],
    ],
    ["application/json", "frame-ancestors 'none'", []],
    ["image/svg+xml", "script-src 'none'", []],
  ])("%s %s", (type, policy, expected) => {
    const lines = [`Content-Type: ${type}`, `Content-Security-Policy: ${policy}`];
    expect(problemsOfLast(lines, { status: 200 })).toEqual(expected);
  });
});

test("redirects need no policy", () => {
  const lines = ["Content-Type: text/html", "Content-Security-Policy: default-src 'self'"];
  expect(problemsOfLast(lines, { status: 301 })).toEqual([]);
  expect(problemsOfLast(lines, { status: 404 })).toEqual(["info csp-trusted-types-missing"]);
  expect(problemsOfLast(lines, { status: 399 })).toEqual([]);
});

test("policies of other content are not checked", () => {
  const policy = "Content-Security-Policy: script-src * 'unsafe-inline'; imgsrc 'self'";
  const count = (type: string, known: Known = {}) => problemsOfLast([type, policy], known).length;
  for (const type of ["application/json", "text/plain", "image/png", "text/css", "application/pdf"])
    expect([type, count(`Content-Type: ${type}`)]).toEqual([type, 0]);
  for (const type of ["text/html", "application/xhtml+xml", "image/svg+xml", "application/xml"])
    expect(count(`Content-Type: ${type}`)).toBeGreaterThan(1);
  expect(count("X-Unknown: a")).toBeGreaterThan(1);
  // A worker's script may have a policy of its own.
  const script = "Content-Type: text/javascript";
  expect(count(script)).toBe(0);
  expect(count(script, { requestHeaders: ["Sec-Fetch-Dest: worker"] })).toBeGreaterThan(1);
  expect(count(script, { requestHeaders: ["Service-Worker: script"] })).toBeGreaterThan(1);
  expect(count("Location: /a", { status: 302 })).toBe(0);
  expect(count("Location: /a", { status: 201 })).toBeGreaterThan(1);
});

describe("report-only", () => {
  test.each([
    ["default-src 'self'; report-uri /csp", ["info csp-report-uri-deprecated"]],
    ["default-src 'self'", ["info csp-report-only-silent"]],
    [
      "default-src 'self' script-src 'self'; report-uri /csp",
      ["error csp-semicolon-missing", "info csp-report-uri-deprecated", "info csp-source-repeated"],
    ],
    [
      "upgrade-insecure-requests; report-uri /csp",
      ["info csp-report-uri-deprecated", "warning csp-report-only-ignored"],
    ],
    [
      "script-src 'unsafe-inline'; report-uri /csp",
      ["info csp-report-uri-deprecated", "warning csp-trial-weak"],
    ],
  ])("%s", (policy, expected) => {
    const lines = ["Content-Type: text/html", `Content-Security-Policy-Report-Only: ${policy}`];
    expect(problemsOfLast(lines)).toEqual(expected);
  });
});

test("reports over HTTP, also by a relative URL", () => {
  const lines = ["Content-Security-Policy: default-src 'self'; report-uri /csp"];
  expect(problemsOfLast(lines, { url: "http://example.com/" })).toContain("warning csp-report-insecure");
  expect(problemsOfLast(lines, { url: "https://example.com/" })).not.toContain("warning csp-report-insecure");
});

test("items: directives in order, then their words", () => {
  const { details, alternate, type } = lastHeader([
    `Content-Security-Policy: script-src 'self' 'unsafe-inline' ${NONCE} https://cdn.example; style-src 'self'; frame-ancestors 'none'`,
  ]);
  expect(type).toBe("policy");
  expect(alternate).toBe(
    "scripts: the page's own origin, code with the nonce and https://cdn.example; framed by: nobody",
  );
  expect(details.items?.map(({ name, value }) => [name, value])).toEqual([
    ["script-src", `'self' 'unsafe-inline' ${NONCE} https://cdn.example`],
    ["style-src", "'self'"],
    ["frame-ancestors", "'none'"],
    ["'self'", "script-src, style-src"],
    ["'unsafe-inline'", "script-src"],
    [NONCE, "script-src"],
    ["'none'", "frame-ancestors"],
  ]);
  for (const { description } of details.items ?? []) expect(description).not.toBe("");
});
