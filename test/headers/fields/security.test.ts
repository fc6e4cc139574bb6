import { describe, expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

const HSTS = "Strict-Transport-Security";
const XFO = "X-Frame-Options";
const CSD = "Clear-Site-Data";
const PP = "Permissions-Policy";

describe("problems of one line", () => {
  test.each([
    [HSTS, "max-age=63072000; includeSubDomains; preload", []],
    [HSTS, "MAX-AGE=63072000 ; INCLUDESUBDOMAINS", []],
    [HSTS, 'max-age="63072000"; includeSubDomains', []],
    [HSTS, "max-age=15768000; includeSubDomains", []],
    [HSTS, "max-age=31536000", ["info hsts-subdomains-missing"]],
    [HSTS, "max-age=0", ["warning hsts-max-age-zero"]],
    [HSTS, "max-age=300; includeSubDomains", ["warning hsts-max-age-short"]],
    [HSTS, "max-age=-1", ["error hsts-max-age-invalid"]],
    [HSTS, "max-age", ["error hsts-max-age-invalid"]],
    [HSTS, "includeSubDomains", ["error hsts-max-age-missing"]],
    [HSTS, "31536000", ["error hsts-max-age-missing", "info hsts-directive-unknown"]],
    [HSTS, "max-age=31536000; includeSubDomains; extension=1", ["info hsts-directive-unknown"]],
    [
      HSTS,
      "max-age=31536000; includeSubDomain",
      ["error hsts-directive-misspelt", "info hsts-subdomains-missing"],
    ],
    [HSTS, "max-age=31536000; preload", ["warning hsts-preload-unsuitable"]],
    [HSTS, "max-age=15552000; includeSubDomains; preload", ["warning hsts-preload-max-age-short"]],
    [
      HSTS,
      "max-age=15551999; includeSubDomains; preload",
      ["warning hsts-max-age-short", "warning hsts-preload-unsuitable"],
    ],
    [HSTS, "max-age=63072000; includeSubDomains=1", ["error hsts-value-not-allowed"]],
    [HSTS, "max-age=63072000 includeSubDomains", ["error hsts-separator"]],
    [HSTS, "max-age=63072000; max-age=1; includeSubDomains", ["error hsts-directive-repeated"]],
    [HSTS, "max-age=63072000; includeSubDomains;", []],
    [HSTS, "", ["warning value-empty"]],
    [XFO, "DENY", []],
    [XFO, "sameorigin", []],
    [XFO, "ALLOWALL", ["error x-frame-options-unknown"]],
    [XFO, "Allow-From https://a.example/", ["error x-frame-options-allow-from"]],
    [XFO, "SAMEORIGIN, SAMEORIGIN", ["warning x-frame-options-repeated"]],
    [XFO, "DENY, SAMEORIGIN", ["error x-frame-options-conflict"]],
    ["X-Content-Type-Options", "NoSniff", []],
    ["X-Content-Type-Options", "nosniff, nosniff", ["info x-content-type-options-repeated"]],
    ["X-Content-Type-Options", "whimsy", ["error x-content-type-options-unknown"]],
    ["X-Content-Type-Options", "", ["warning value-empty"]],
    ["Referrer-Policy", "same-origin", []],
    ["Referrer-Policy", "", ["info referrer-policy-empty"]],
    ["Referrer-Policy", "no-referrer, strict-origin-when-cross-origin", []],
    ["Referrer-Policy", "origin, no-referrer", ["warning referrer-policy-overridden"]],
    ["Referrer-Policy", "strict-origin, brand-new", ["warning referrer-policy-unknown"]],
    ["Referrer-Policy", "whimsy", ["error referrer-policy-none-known"]],
    ["Referrer-Policy", "unsafe-url", ["error referrer-policy-unsafe"]],
    ["Referrer-Policy", "origin-when-cross-origin", ["warning referrer-policy-leaky"]],
    [CSD, '"cache", "cookies", "executionContexts"', []],
    [CSD, '"*"', []],
    [CSD, "cookies", ["error clear-site-data-unquoted"]],
    [CSD, '"cokies"', ["warning clear-site-data-unknown"]],
    [CSD, "", ["warning value-empty"]],
    ["Cross-Origin-Opener-Policy", "same-origin", []],
    ["Cross-Origin-Opener-Policy", "noopener-allow-popups", ["info opener-policy-not-in-firefox"]],
    ["Cross-Origin-Opener-Policy", "unsafe-none", ["warning cross-origin-opener-policy-unsafe-none"]],
    ["Cross-Origin-Opener-Policy", "Same-Origin", ["error cross-origin-opener-policy-unknown"]],
    ["Cross-Origin-Opener-Policy", '"same-origin"', ["error cross-origin-opener-policy-type"]],
    ["Cross-Origin-Opener-Policy", "same-origin same-site", ["error cross-origin-opener-policy-invalid"]],
    ["Cross-Origin-Opener-Policy", "same-origin; report-to=main", ["error cross-origin-opener-policy-type"]],
    ["Cross-Origin-Embedder-Policy", "credentialless", ["info cross-origin-isolation-incomplete"]],
    ["Cross-Origin-Embedder-Policy", "require-cors", ["error cross-origin-embedder-policy-unknown"]],
    [
      "Cross-Origin-Embedder-Policy-Report-Only",
      "foo",
      ["error cross-origin-embedder-policy-report-only-unknown"],
    ],
    ["Cross-Origin-Embedder-Policy-Report-Only", "unsafe-none", []],
    ["Cross-Origin-Resource-Policy", "cross-origin", []],
    ["Cross-Origin-Resource-Policy", "Same-Origin", ["error cross-origin-resource-policy-unknown"]],
    ["Origin-Agent-Cluster", "?1", []],
    ["Origin-Agent-Cluster", "true", ["error origin-agent-cluster-type"]],
    ["Integrity-Policy", "blocked-destinations=(script style), sources=(inline)", []],
    ["Integrity-Policy", "blocked-destinations=script", ["error integrity-policy-type"]],
    [
      "Integrity-Policy",
      "sources=(header)",
      ["error integrity-policy-incomplete", "warning integrity-policy-value"],
    ],
    [PP, 'geolocation=(self "https://*.maps.example"), camera=(), ch-ua-model=*', []],
    [PP, "geolocation=self", []],
    [PP, "camera=*", ["warning permissions-policy-wildcard"]],
    [PP, "camera", ["error permissions-policy-value-invalid"]],
    [PP, "camera=1", ["error permissions-policy-value-invalid"]],
    [PP, "camera=(none)", ["error permissions-policy-value-invalid"]],
    [PP, 'camera=("self")', ["error permissions-policy-keyword-quoted"]],
    [PP, 'camera=("maps.example")', ["error permissions-policy-origin-invalid"]],
    [PP, "camera 'none'", ["error permissions-policy-old-syntax"]],
    [PP, "camera *; geolocation *", ["error permissions-policy-old-syntax"]],
    [PP, "camera=(), camera=*", ["warning parameter-repeated", "warning permissions-policy-wildcard"]],
    [PP, "micropone=()", ["warning permissions-policy-feature-misspelt"]],
    [PP, "interest-cohort=()", ["info permissions-policy-feature-retired"]],
    ["X-XSS-Protection", "0", []],
    ["X-XSS-Protection", "1", ["info x-xss-protection-on"]],
    ["X-Permitted-Cross-Domain-Policies", "none", []],
    ["X-Permitted-Cross-Domain-Policies", "open", ["warning switch-value-unknown"]],
    ["X-DNS-Prefetch-Control", "off", []],
    ["Expect-CT", "max-age=0", ["info expect-ct-obsolete"]],
    ["X-WebKit-CSP", "default-src *", ["warning csp-name-prefixed"]],
    ["Supports-Loading-Mode", "credentialed-prerender", []],
    ["Speculation-Rules", "<script>", ["error speculation-rules-invalid"]],
    ["Speculation-Rules", "rules.json", ["error speculation-rules-type"]],
    ["Document-Policy", "force-load-at-top, js-profiling", []],
  ])("%s: %s", (name, value, expected) => {
    expect(problemsOfLast([`${name}: ${value}`])).toEqual(expected);
  });
});

describe("context of the message", () => {
  test("HSTS and clearing do nothing over HTTP", () => {
    const lines = [`${HSTS}: max-age=63072000; includeSubDomains`];
    expect(problemsOfLast(lines, { url: "http://example.com/" })).toEqual(["error hsts-over-http"]);
    expect(problemsOfLast(lines, { url: "https://example.com/" })).toEqual([]);
    expect(problemsOfLast([`${CSD}: "*"`], { url: "http://localhost/" })).toEqual([]);
  });

  test("a report-only policy next to the same policy", () => {
    const name = "Cross-Origin-Opener-Policy";
    expect(problemsOfLast([`${name}: same-origin`, `${name}-Report-Only: same-origin`])).toEqual([
      "warning isolation-policy-report-only-same",
    ]);
  });
});

test.each([
  [`${HSTS}: max-age=31536000; includeSubDomains`, "HTTPS only for 1 year, including subdomains"],
  [`${HSTS}: max-age=0`, "HTTPS is no longer forced"],
  [`${XFO}: DENY`, "no site may frame it"],
  [`${XFO}: ALLOW-FROM https://a.example`, "ignored: any site may frame it"],
  ["Referrer-Policy: no-referrer, origin", "only the origin, to every site"],
  [`${CSD}: "cache", "*"`, "clears cache and everything"],
  [
    `${PP}: camera=(), microphone=(), autoplay=*`,
    "turned off: camera and microphone; Firefox and Safari ignore the header",
  ],
  ["Integrity-Policy: blocked-destinations=(script)", "script without an integrity hash blocked"],
  ["Cross-Origin-Embedder-Policy: require-corp", "embeds only resources that consent"],
])("%s in words", (line, words) => {
  expect(lastHeader([line]).alternate).toBe(words);
});

test("items show the allowed origins", () => {
  const { details } = lastHeader([`${PP}: geolocation=(self "https://maps.example"), usb=()`]);
  expect(details.items?.map(({ name, value, alternate }) => [name, value, alternate])).toEqual([
    ["geolocation", "self https://maps.example", "for this origin and https://maps.example"],
    ["usb", "", "for no origin"],
  ]);
});
