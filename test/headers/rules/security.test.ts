import { describe, expect, test } from "bun:test";
import { lastHeader, problemsOf, problemsOfLast, problemsOfMessage } from "../explained.ts";

const HTML = "Content-Type: text/html; charset=utf-8";
const HTTPS = { status: 200, url: "https://example.com/" };
const WHOLE = [
  "Content-Security-Policy: default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  "X-Content-Type-Options: nosniff",
  "Strict-Transport-Security: max-age=63072000; includeSubDomains",
  "Referrer-Policy: strict-origin-when-cross-origin",
  "Permissions-Policy: geolocation=()",
];

/** Problems with security headers. */
function missing(lines: readonly string[], known?: Parameters<typeof problemsOfMessage>[1]): string[] {
  return problemsOfMessage(lines, known).filter(
    (id) => /-missing$|over-http/.test(id) && /security|frame|policy|options|document/.test(id),
  );
}

describe("missing security headers", () => {
  test("a page with all of them", () => {
    expect(missing([HTML, ...WHOLE], HTTPS)).toEqual([]);
  });

  test("a page with none", () => {
    expect(missing([HTML], HTTPS)).toEqual([
      "warning content-security-policy-missing",
      "warning strict-transport-security-missing",
      "warning x-content-type-options-missing",
      "warning x-frame-options-missing",
    ]);
  });

  test("Permissions-Policy is missed only if there is a CSP", () => {
    const name = "info permissions-policy-missing";
    expect(missing([HTML, "Content-Security-Policy: default-src 'self'"], HTTPS)).toContain(name);
    expect(missing([HTML], HTTPS)).not.toContain(name);
  });

  test("a picture needs two headers", () => {
    expect(missing(["Content-Type: image/png"], HTTPS)).toEqual([
      "warning strict-transport-security-missing",
      "warning x-content-type-options-missing",
    ]);
  });

  test.each([
    ["no browser reads gRPC", ["Content-Type: application/grpc+proto"], HTTPS],
    ["the status is unknown", [HTML], {}],
    ["it redirects", [HTML], { status: 302, url: HTTPS.url }],
    ["there is no content", [], { status: 204, url: HTTPS.url }],
    ["the type is unknown and the URL too", [], { status: 200 }],
  ])("no finding: %s", (_why, lines, known) => {
    expect(missing(lines, known)).toEqual([]);
  });

  test("HSTS needs a host name and https", () => {
    const ids = (url: string) =>
      missing([HTML, ...WHOLE.filter((line) => !line.startsWith("Strict"))], { status: 200, url });
    expect(ids("https://192.0.2.1/")).toEqual([]);
    expect(ids("https://localhost/")).toEqual([]);
    expect(ids("http://example.com/")).toEqual(["error document-over-http"]);
    expect(ids("http://127.0.0.1/")).toEqual([]);
  });

  test("a report-only policy is not a policy", () => {
    const lines = [HTML, "Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"];
    expect(missing(lines, { status: 200 })).toContain("warning content-security-policy-missing");
  });
});

test.each([
  ["frame-ancestors 'self'", "SAMEORIGIN", []],
  ["frame-ancestors 'none'", "DENY", []],
  ["frame-ancestors 'self'", "DENY", ["info x-frame-options-overridden"]],
  ["frame-ancestors 'self' https://a.example", "SAMEORIGIN", ["info x-frame-options-overridden"]],
  ["default-src 'self'", "DENY", []],
  ["frame-ancestors 'self'", "ALLOWALL", ["info x-frame-options-unneeded"]],
  ["default-src 'self'", "ALLOWALL", ["error x-frame-options-unknown"]],
])("%s and X-Frame-Options: %s", (policy, options, expected) => {
  expect(problemsOfLast([`Content-Security-Policy: ${policy}`, `X-Frame-Options: ${options}`])).toEqual(
    expected,
  );
});

test("isolation requires both policies", () => {
  const coep = "Cross-Origin-Embedder-Policy: credentialless";
  expect(problemsOfLast(["Cross-Origin-Opener-Policy: same-origin", coep])).toEqual([]);
  expect(problemsOfLast([coep])).toEqual(["info cross-origin-isolation-incomplete"]);
  expect(problemsOfLast(["Cross-Origin-Opener-Policy: same-origin-allow-popups", coep])).toEqual([
    "info cross-origin-isolation-incomplete",
  ]);
});

describe("disclosure", () => {
  test.each([
    ["X-Backend: 10.0.3.17:8080", ["info internal-address"]],
    ["Content-Location: http://192.168.1.5/default.htm", ["info internal-address"]],
    ["Via: 1.1 172.16.0.9", ["info internal-address"]],
    ["X-Build: app/10.0.3.17", []],
    ["X-Version: 110.0.3.17", []],
    ["X-Backend: 172.32.0.1", []],
    ["X-Backend: web-1.prod.internal", ["info internal-host-name"]],
    ["X-Backend: api.default.svc.cluster.local:80", ["info internal-host-name"]],
    ["X-Backend: internal", []],
    ["X-Backend: shop.local.example", []],
    ["X-Debug-Info: 1", ["warning debug-field"]],
    ["X-ChromeLogger-Data: e30=", ["warning debug-field"]],
    ["X-Debugger: 1", []],
    ["Set-Cookie: BIGipServerweb=1677787402.36895.0000; path=/", ["info internal-address"]],
    ["Set-Cookie: a=10.0.0.1", []],
  ])("%s", (line, expected) => {
    const found = problemsOf(lastHeader([line])).filter((id) => /internal-|debug-/.test(id));
    expect(found).toEqual(expected);
  });

  test("internal addresses are not reported on an internal host", () => {
    expect(problemsOfLast(["X-Backend: 10.0.3.17"], { url: "http://10.0.0.2/" })).toEqual([]);
  });
});

test("contents of a load balancer's cookie", () => {
  const { problems } = lastHeader(["Set-Cookie: BIGipServerweb=1677787402.36895.0000; path=/"]);
  expect(problems.map(({ title }) => title)).toContain(
    "Set-Cookie: BIGipServerweb discloses the internal address 10.1.1.100:8080.",
  );
});

describe("http URLs on an https page", () => {
  test.each([
    ["http://example.com/", 301, "https://example.com/", []],
    ["http://example.com/", 301, "/other", ["warning redirect-keeps-http"]],
    ["http://example.com/", 302, "http://www.example.com/", ["warning redirect-keeps-http"]],
    ["http://example.com/", 308, "https://www.example.com/", ["warning redirect-skips-own-https"]],
    ["http://localhost/", 301, "http://localhost/a", []],
    ["https://example.com/", 301, "https://www.example.com/", []],
    ["http://example.com/", 201, "http://example.com/1", []],
  ])("%s %d to %s", (url, status, location, expected) => {
    const found = problemsOfLast([`Location: ${location}`], { url, status });
    expect(found.filter((id) => /keeps-http|own-https/.test(id))).toEqual(expected);
  });
});
