/** Complete requests of programs and browsers: valid ones have no findings, invalid ones do. */

import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** Ids of errors and warnings about a request without a response. */
function told(requestHeaders: readonly string[], method = "GET"): string[] {
  const [step] = decodeHeaders(
    { headers: [], method, url: "https://example.com/", requestHeaders },
    NOW,
  ).steps;
  const found = (step?.requestHeaders ?? []).flatMap(({ problems, details }) => [
    ...problems,
    ...(details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...found, ...(step?.problems ?? [])]
    .filter(({ severity }) => severity !== "info")
    .map(({ name }) => name);
}

const CHROMIUM = [
  "Host: example.com",
  'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  "sec-ch-ua-mobile: ?0",
  'sec-ch-ua-platform: "Linux"',
  "Upgrade-Insecure-Requests: 1",
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  "Sec-Fetch-Site: none",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-User: ?1",
  "Sec-Fetch-Dest: document",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7",
  "Cookie: session=abc123; theme=dark",
];

const GOOD: readonly (readonly [what: string, lines: readonly string[], method?: string])[] = [
  ["a navigation of Chromium", CHROMIUM],
  [
    "a navigation over HTTP/2",
    [
      ":method: GET",
      ":authority: example.com",
      ":scheme: https",
      ":path: /a?b=c",
      ...CHROMIUM.slice(1)
        .map((line) => line.charAt(0).toLowerCase() + line.slice(1))
        .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())),
    ],
  ],
  ["curl", ["Host: example.com", "User-Agent: curl/8.5.0", "Accept: */*"]],
  [
    "an API call",
    [
      "Host: example.com",
      "User-Agent: shop/1.2",
      "Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
      "Content-Type: application/json",
      "Content-Length: 27",
      "Accept: application/json",
      'Idempotency-Key: "8e03978e"',
    ],
    "POST",
  ],
  [
    "a form",
    [
      "Host: example.com",
      "User-Agent: a/1",
      "Content-Type: multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk",
      "Content-Length: 300",
      "Origin: https://example.com",
      "Referer: https://example.com/form",
    ],
    "POST",
  ],
  [
    "a revalidation",
    [
      "Host: example.com",
      "User-Agent: a/1",
      'If-None-Match: W/"abc", "def"',
      "If-Modified-Since: Fri, 20 Nov 2026 09:00:00 GMT",
      "Cache-Control: max-age=0",
    ],
  ],
  [
    "a download that goes on",
    ["Host: example.com", "User-Agent: a/1", "Range: bytes=500-", 'If-Range: "abc"'],
  ],
  [
    "a WebSocket",
    [
      "Host: example.com",
      "User-Agent: a/1",
      "Upgrade: websocket",
      "Connection: keep-alive, Upgrade",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol: chat, superchat",
      "Origin: https://example.com",
    ],
  ],
  [
    "through proxies",
    [
      "Host: example.com",
      "User-Agent: a/1",
      'Forwarded: for="[2001:db8::1]:4711";proto=https;by=203.0.113.43, for=192.0.2.7',
      "X-Forwarded-Port: 443",
      "Via: 1.1 proxy",
    ],
  ],
  [
    "a signed request",
    [
      "Host: example.com",
      "User-Agent: a/1",
      'Signature-Input: sig1=("@method" "@authority" "user-agent");created=1795168800;keyid="k"',
      "Signature: sig1=:AAAA:",
    ],
  ],
  [
    "a preference",
    [
      "Host: example.com",
      "User-Agent: a/1",
      "Prefer: respond-async, wait=10, return=minimal, handling=lenient",
    ],
  ],
  [
    "gRPC",
    [
      ":method: POST",
      ":scheme: https",
      ":path: /pkg.Service/Call",
      ":authority: example.com",
      "te: trailers",
      "content-type: application/grpc",
      "user-agent: grpc-go/1.60.0",
    ],
    "POST",
  ],
];

describe("valid requests have no findings", () => {
  for (const [what, lines, method] of GOOD) test(what, () => expect(told(lines, method)).toEqual([]));
});

const BAD: readonly (readonly [lines: readonly string[], ids: readonly string[], method?: string])[] = [
  [["Host: example.com:99999"], ["host-invalid"]],
  [["Authorisation: Bearer abc"], ["request-field-name-typo"]],
  [["Authorization: Bearer {{token}}"], ["authorization-placeholder"]],
  [["Authorization: Bearer Bearer abc"], ["authorization-token-invalid"]],
  [["Cookie: a=b; Path=/; HttpOnly"], ["request-cookie-attribute", "request-cookie-attribute"]],
  [['If-Match: *, "a"'], ["if-match-any-beside"], "PUT"],
  [["Range: bytes=0-10,5-20"], ["range-overlapping"]],
  [["Origin: https://a.example", "Referer: https://b.example/"], ["origin-referer-mismatch"]],
  [["Sec-Fetch-Mode: cors", "Sec-Fetch-User: ?1"], ["sec-fetch-contradiction"]],
  [["Transfer-Encoding: gzip"], ["request-chunked-missing"], "POST"],
  [["X-Forwarded-For: 999.1.1.1"], ["x-forwarded-for-invalid"]],
  [["Cache-Control: no-cache; no-store"], ["request-cache-syntax"]],
  [['Signature-Input: a=("@method" "@status")', "Signature: a=:AAAA:"], ["request-signature-status"]],
  [['Signature-Input: a=("@method" "status")', "Signature: a=:AAAA:"], ["signature-component-absent"]],
  [['Signature-Input: a=("@method";req)', "Signature: a=:AAAA:"], ["signature-component-misplaced"]],
  [
    ['Signature-Input: a=("@method" "Host" "@foo" "@path" "@path")', "Signature: a=:AAAA:"],
    ["signature-component-repeated", "signature-component-case", "signature-component-unknown"],
  ],
  [['Signature: keyId="k",algorithm="rsa-sha256",signature="AAAA"'], []],
  [['Accept-Signature: a=("@status" "@method";req);created'], []],
  [['Accept-Signature: a=("@status" "@method")'], ["accept-signature-component"]],
  [["Accept-Language: en_US, xx-"], ["accept-language-invalid", "accept-language-invalid"]],
  [
    [":method: GET", ":path: /", ":scheme: https", ":authority: a.example", "host: b.example"],
    ["authority-mismatch"],
  ],
];

describe("faults are reported", () => {
  for (const [lines, ids, method] of BAD)
    test(lines.join(" | "), () => expect(told([...lines, "user-agent: a/1"], method)).toEqual([...ids]));
  test("a request without User-Agent: information only", () =>
    expect(told([":method: GET", ":scheme: https", ":path: /", ":authority: example.com"])).toEqual([]));
});
