/** Findings that need both request and response, or several headers, and similar correct messages. */

import { expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { explain, findingsOf } from "../explained.ts";

const STREAM = "Content-Type: text/event-stream";
const JSON_TYPE = "Content-Type: application/json";
const WEBP = "Content-Type: image/webp";
const SHARED = "Cache-Control: public, max-age=300";
const CORP = "Cross-Origin-Resource-Policy";
const OK = { status: 200, method: "GET", url: "https://shop.example/a" };
const PHOTO = { ...OK, url: "https://shop.example/photo.jpg" };
const LOGGED_IN = { ...OK, requestHeaders: ["Cookie: theme=dark; PHPSESSID=k3v4q2"] };
const asked = (site: string, mode: string, dest = "image"): Known => ({
  ...OK,
  requestHeaders: [`Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${dest}`],
});
const SCRIPT = ["Content-Type: application/octet-stream", "Content-Length: 524288"];
const file = (name: string): Known => ({
  ...OK,
  url: `https://shop.example/${name}`,
  requestHeaders: ["Accept-Encoding: gzip, br"],
});

const FOREVER = ["Content-Type: text/html", "Cache-Control: public, max-age=29030400, immutable"] as const;
const SCRIPT_LOAD = { ...asked("same-origin", "no-cors", "script"), url: "https://shop.example/app.js" };
const HSTS = "Strict-Transport-Security: max-age=31536000; includeSubDomains";
const ALLOW = "Access-Control-Allow-Origin";
const ANYONE = `${ALLOW}: *`;
const EXPOSE = "Access-Control-Expose-Headers";
const FETCHED = { ...OK, requestHeaders: ["Origin: https://a.example", "Sec-Fetch-Mode: cors"] };
const PAGE = "Content-Type: text/html; charset=utf-8";
const NONCED = "Content-Security-Policy: script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'";
const WANTS_JSON = { ...OK, requestHeaders: ["Accept: application/json"] };
const WORKER = { ...file("sw.js"), requestHeaders: ["Service-Worker: script"] };
const page = (path: string): Known => ({ ...OK, url: `https://gateway.example/${path}` });

const CASES: readonly (readonly [
  id: string,
  lines: readonly string[],
  known: Known,
  found: "error" | "warning" | "info" | undefined,
])[] = [
  ["event-stream-lifetime", [STREAM, "Cache-Control: max-age=3600"], OK, "warning"],
  ["event-stream-lifetime", [STREAM, "Cache-Control: no-store, max-age=3600"], OK, undefined],
  ["event-stream-lifetime", [STREAM], OK, undefined],
  ["event-stream-lifetime", [JSON_TYPE, "Cache-Control: max-age=3600"], OK, undefined],

  ["freshness-page-long", FOREVER, page("ipfs/about.html"), "warning"],
  ["freshness-page-long", FOREVER, page("about-0badcafe.html"), undefined],
  ["freshness-page-long", FOREVER, page(`${"0badcafe".repeat(4)}/about.html`), undefined],
  ["freshness-page-long", FOREVER, page(`${"0badcafe".repeat(4).slice(1)}/about.html`), "warning"],
  ["freshness-page-long", FOREVER, page(`ipfs/bafy${"a2".repeat(27)}b/about.html`), undefined],
  ["freshness-page-long", FOREVER, page(`ipfs/Qm${"Wf".repeat(22)}`), undefined],

  ["personal-in-shared-cache", [JSON_TYPE, SHARED, "Vary: Accept-Encoding"], LOGGED_IN, "warning"],
  ["personal-in-shared-cache", [JSON_TYPE, SHARED, "Vary: Cookie"], LOGGED_IN, undefined],
  ["personal-in-shared-cache", [JSON_TYPE, "Cache-Control: private, max-age=300"], LOGGED_IN, undefined],
  ["personal-in-shared-cache", ["Content-Type: text/css", SHARED], LOGGED_IN, undefined],
  [
    "personal-in-shared-cache",
    [JSON_TYPE, SHARED],
    { ...OK, requestHeaders: ["Cookie: theme=dark; _ga=GA1.2"] },
    undefined,
  ],
  ["personal-in-shared-cache", [JSON_TYPE, SHARED], OK, undefined],

  [
    "cross-origin-resource-policy-refused",
    [`${CORP}: same-origin`],
    asked("cross-site", "no-cors"),
    "warning",
  ],
  [
    "cross-origin-resource-policy-refused",
    [`${CORP}: same-origin`],
    asked("same-site", "no-cors"),
    "warning",
  ],
  ["cross-origin-resource-policy-refused", [`${CORP}: same-site`], asked("cross-site", "no-cors"), "warning"],
  ["cross-origin-resource-policy-refused", [`${CORP}: same-site`], asked("same-site", "no-cors"), undefined],
  ["cross-origin-resource-policy-refused", [`${CORP}: same-origin`], asked("cross-site", "cors"), undefined],
  [
    "cross-origin-resource-policy-refused",
    [`${CORP}: same-origin`],
    asked("cross-site", "navigate", "document"),
    undefined,
  ],
  [
    "cross-origin-resource-policy-refused",
    [`${CORP}: same-orgin`],
    asked("cross-site", "no-cors"),
    undefined,
  ],

  ["vary-accept-missing", [WEBP, SHARED], PHOTO, "warning"],
  ["vary-accept-missing", [WEBP, SHARED, "Vary: accept"], PHOTO, undefined],
  ["vary-accept-missing", [WEBP, "Cache-Control: private"], PHOTO, undefined],
  ["vary-accept-missing", ["Content-Type: image/png", SHARED], PHOTO, undefined],
  ["vary-accept-missing", [WEBP, SHARED], file("photo.webp"), undefined],

  ["compressed-twice", ["Content-Encoding: br", "Transfer-Encoding: gzip, chunked"], OK, "warning"],
  ["compressed-twice", ["Content-Encoding: br", "Transfer-Encoding: chunked"], OK, undefined],
  ["compressed-twice", ["Content-Encoding: identity", "Transfer-Encoding: gzip, chunked"], OK, undefined],

  ["accept-patch-missing", [], { ...OK, status: 415, method: "PATCH" }, "warning"],
  ["accept-patch-missing", [], { ...OK, status: 415, method: "POST" }, undefined],
  ["accept-patch-missing", [], { ...OK, status: 400, method: "PATCH" }, undefined],

  ["content-not-compressed", SCRIPT, file("app.js"), "warning"],
  ["content-not-compressed", SCRIPT, file("setup.exe"), undefined],
  ["content-not-compressed", ["Content-Type: text/css", "Content-Length: 10000"], file("a"), "warning"],
  ["content-not-compressed", ["Content-Type: text/css", "Content-Length: 9999"], file("a"), "info"],
  ["content-not-compressed", [...SCRIPT, "Cache-Control: no-store"], file("app.js"), "info"],
  ["content-not-compressed", [...SCRIPT, "Content-Encoding: br"], file("app.js"), undefined],

  ["frame-refused", ["X-Frame-Options: DENY"], asked("cross-site", "navigate", "iframe"), "warning"],
  ["frame-refused", ["X-Frame-Options: SAMEORIGIN"], asked("cross-site", "navigate", "iframe"), "warning"],
  ["frame-refused", ["X-Frame-Options: SAMEORIGIN"], asked("same-site", "navigate", "iframe"), "warning"],
  ["frame-refused", ["X-Frame-Options: SAMEORIGIN"], asked("same-origin", "navigate", "iframe"), undefined],
  ["frame-refused", ["X-Frame-Options: DENY"], asked("none", "navigate", "iframe"), undefined],
  ["frame-refused", ["X-Frame-Options: DENY"], asked("cross-site", "navigate", "document"), undefined],
  ["frame-refused", [PAGE], asked("cross-site", "navigate", "iframe"), undefined],

  [
    "load-refused",
    ["Content-Type: text/plain"],
    asked("same-origin", "same-origin", "serviceworker"),
    "error",
  ],
  [
    "load-refused",
    ["Content-Type: text/javascript"],
    asked("same-origin", "same-origin", "serviceworker"),
    undefined,
  ],
  ["media-type-against-url", ["Content-Type: text/csv"], SCRIPT_LOAD, "info"],
  ["media-type-against-url", ["Content-Type: application/json"], file("app.js"), "warning"],

  ["cookies-in-shared-cache", [SHARED, "Set-Cookie: sid=1; Secure; HttpOnly; SameSite=Lax"], OK, "error"],
  ["cookies-in-shared-cache", [SHARED, "Set-Cookie: sid=1; Secure; SameSite=Lax"], OK, "warning"],
  ["cookies-in-shared-cache", [SHARED, "Set-Cookie: theme=1; Secure; HttpOnly; SameSite=Lax"], OK, "warning"],

  ["hsts-max-age-zero", ["Strict-Transport-Security: max-age=0"], OK, "warning"],
  ["hsts-max-age-zero", [HSTS, "Strict-Transport-Security: max-age=0"], OK, undefined],
  ["hsts-max-age-short", ["Strict-Transport-Security: max-age=60", HSTS], OK, "warning"],
  ["hsts-max-age-short", [HSTS, "Strict-Transport-Security: max-age=60"], OK, undefined],
  ["strict-transport-security-missing", ["Location: /b"], { ...OK, status: 301 }, "warning"],
  ["strict-transport-security-missing", ['ETag: "a"'], { ...OK, status: 304 }, undefined],
  [
    "strict-transport-security-missing",
    ["Location: /b"],
    { ...OK, status: 301, url: "http://shop.example/a" },
    undefined,
  ],
  [
    "strict-transport-security-missing",
    ["Location: /b", "Strict-Transport-Security: max-age=31536000"],
    OK,
    undefined,
  ],

  ["strict-transport-security-missing", [JSON_TYPE], { ...OK, status: 401 }, "info"],
  ["strict-transport-security-missing", [JSON_TYPE], { ...OK, status: 599 }, "info"],
  ["strict-transport-security-missing", [JSON_TYPE], { ...OK, status: 399 }, undefined],
  ["strict-transport-security-missing", [JSON_TYPE], { ...OK, status: 600 }, undefined],

  ["content-security-policy-missing", [PAGE], { ...OK, requestHeaders: ["Accept: text/html"] }, "warning"],
  [
    "content-security-policy-missing",
    [PAGE],
    { ...OK, requestHeaders: ["Accept: application/json"] },
    undefined,
  ],

  ["content-type-unaccepted", ["Content-Type: application/jwk-set+json"], WANTS_JSON, undefined],
  ["content-type-unaccepted", ["Content-Type: application/atom+xml"], WANTS_JSON, "info"],

  ["location-downgrade", ["Location: http://shop.example/b"], { ...OK, status: 201 }, "warning"],
  ["location-downgrade", ["Location: http://shop.example/b"], { ...OK, status: 302 }, "error"],

  ["freshness-failure", [PAGE, "Cache-Control: max-age=86401"], file("assets/app.js"), "warning"],
  ["freshness-failure", [PAGE, "Cache-Control: max-age=86400"], file("assets/app.js"), undefined],
  ["freshness-failure", [PAGE, "Cache-Control: max-age=86401"], page("a"), undefined],
  ["freshness-page-long", FOREVER, file("assets/app.js"), undefined],
  ["freshness-page-long", ["Content-Type: text/javascript", FOREVER[1]], file("sw.js"), "info"],
  ["freshness-page-long", ["Content-Type: text/javascript", FOREVER[1]], WORKER, undefined],

  ["csp-nonce-in-shared-cache", [PAGE, NONCED, SHARED], OK, "warning"],
  ["csp-nonce-in-shared-cache", [PAGE, NONCED, "Cache-Control: private, max-age=300"], OK, undefined],
  ["csp-nonce-in-shared-cache", [PAGE, NONCED, "Cache-Control: s-maxage=1, max-age=0"], OK, "warning"],
  ["csp-nonce-in-shared-cache", [PAGE, NONCED, "Cache-Control: s-maxage=0, max-age=9"], OK, undefined],
  [
    "csp-nonce-in-shared-cache",
    [PAGE, "Content-Security-Policy: script-src 'self' 'nonce-$n'", SHARED],
    OK,
    undefined,
  ],
  ["csp-nonce-in-shared-cache", [JSON_TYPE, NONCED, SHARED], OK, undefined],
  ["csp-nonce-in-shared-cache", [PAGE, "Content-Security-Policy: script-src 'self'", SHARED], OK, undefined],

  ["csp-source-insecure", ["Content-Security-Policy: connect-src ws://a.example"], OK, "info"],
  ["csp-source-insecure", ["Content-Security-Policy: connect-src http://a.example"], OK, "warning"],
  ["csp-source-wildcard", [PAGE, "Content-Security-Policy: form-action https:"], OK, "warning"],
  [
    "csp-source-wildcard",
    [PAGE, "Content-Security-Policy: form-action https:", "CF-Mitigated: challenge"],
    { ...OK, status: 403 },
    undefined,
  ],

  ["content-security-policy-missing", [PAGE], file("assets/app.js"), undefined],
  ["content-security-policy-missing", [PAGE], file("assets/app"), "warning"],
  ["document-over-http", [PAGE], { ...OK, url: "http://shop.example/" }, "error"],
  ["document-over-http", [PAGE], { ...OK, url: "http://shop.example/robots.txt" }, undefined],

  ["request-field-in-response", ["Range: 0-0"], { ...OK, status: 202 }, undefined],
  ["request-field-in-response", ["Range: bytes=0-42"], { ...OK, status: 308 }, undefined],
  ["request-field-in-response", ["Range: 0-0"], OK, "warning"],
  ["request-field-in-response", ["Host: shop.example"], { ...OK, status: 202 }, "warning"],

  ["partial-validator-missing", ["Content-Range: bytes 0-99/200"], { ...OK, status: 206 }, "warning"],
  ["partial-validator-missing", ["Content-Range: 0-14/40"], { ...OK, status: 206 }, undefined],

  ["cors-headers-unexposed", [ANYONE, "X-Total-Count: 9"], FETCHED, "info"],
  ["cors-headers-unexposed", [ANYONE, "Mcp-Session-Id: a"], FETCHED, "warning"],
  ["cors-headers-unexposed", [ANYONE, "X-Total-Count: 9", `${EXPOSE}: X-Total-Count`], FETCHED, undefined],
  ["cors-headers-unexposed", [ANYONE, "X-Total-Count: 9", `${EXPOSE}: *`], FETCHED, undefined],
  ["cors-headers-unexposed", [ANYONE, "X-Total-Count: 9"], OK, undefined],
  ["cors-headers-unexposed", [ANYONE, 'ETag: "a"'], FETCHED, undefined],
  ["cors-headers-unexposed", [`${ALLOW}: https://b.example`, "X-Total-Count: 9"], FETCHED, undefined],
  ["cors-headers-unexposed", [`${ALLOW}: https://a.example`, "Retry-After: 9"], FETCHED, "info"],

  ["debug-field", ["X-Debug-Token: 1a2b3c", "X-Request-Id: 9f8e7d"], OK, "warning"],
  ["debug-field", ["X-Debug-Token: 1a2b3c", "X-Request-Id: 1a2b3c"], OK, undefined],

  ["location-token", ["Location: /cb#access_token=eyJhbGciOi"], { ...OK, status: 302 }, "error"],
  ["location-token", ["Location: /cb?code=eyJhbGciOi"], { ...OK, status: 302 }, undefined],
];

test.each(CASES)("%s %j %j", (id, lines, known, found) => {
  expect(findingsOf(explain(lines, known)).find(({ name }) => name === id)?.severity).toBe(found as "error");
});
