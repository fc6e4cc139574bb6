/** A message with each problem and one without it. A kind without a row here has them in its declaration. Ours. */

import { wordTable } from "../word-table.ts";

/** A message with (`bad`) or without (`good`) a problem: response lines, or lines with their context. */
export type Example =
  | readonly string[]
  | {
      readonly lines: readonly string[];
      readonly status?: number;
      readonly method?: string;
      readonly url?: string;
      readonly requestHeaders?: readonly string[];
      /** RFC 3339 date-time. */
      readonly receivedAt?: string;
    };

export const problemExamples = wordTable<{ readonly bad: Example; readonly good: Example }>({
  "accept-patch-missing": {
    bad: { lines: ["Content-Length: 0"], status: 415, method: "PATCH" },
    good: { lines: ["Accept-Patch: application/merge-patch+json"], status: 415, method: "PATCH" },
  },
  "accept-ranges-contradicted": {
    bad: { lines: ["Accept-Ranges: none", "Content-Range: bytes 0-99/200"], status: 206 },
    good: { lines: ["Accept-Ranges: bytes", "Content-Range: bytes 0-99/200"], status: 206 },
  },
  "allow-missing": {
    bad: { lines: ["Content-Length: 0"], status: 405 },
    good: { lines: ["Allow: GET, HEAD"], status: 405 },
  },
  "authorized-shared": {
    bad: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
    good: { lines: ["Cache-Control: private, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
  },
  "cache-not-used": {
    bad: { lines: ["CDN-Cache-Control: max-age=600", "CF-Cache-Status: DYNAMIC"], status: 200 },
    good: { lines: ["CDN-Cache-Control: max-age=600", "CF-Cache-Status: MISS"], status: 200 },
  },
  "caching-off-by-software": {
    bad: {
      status: 200,
      url: "https://shop.example/app.css",
      lines: [
        "Content-Type: text/css",
        "Cache-Control: no-cache, no-store, max-age=0, must-revalidate",
        "Expires: 0",
      ],
    },
    good: {
      status: 200,
      url: "https://shop.example/app.css",
      lines: ["Content-Type: text/css", "Cache-Control: no-store", "Expires: 0"],
    },
  },
  "challenge-dialog": {
    bad: {
      status: 401,
      requestHeaders: ["X-Requested-With: XMLHttpRequest"],
      lines: ['WWW-Authenticate: Basic realm="a"'],
    },
    good: {
      status: 401,
      requestHeaders: ["X-Requested-With: XMLHttpRequest"],
      lines: ['WWW-Authenticate: Bearer realm="a"'],
    },
  },
  "challenge-insecure": {
    bad: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "http://www.example.com/" },
    good: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "https://www.example.com/" },
  },
  "charset-of-binary": {
    bad: ["Content-Type: image/png; charset=utf-8"],
    good: ["Content-Type: image/svg+xml; charset=utf-8"],
  },
  "compressed-twice": {
    bad: ["Content-Encoding: gzip", "Transfer-Encoding: gzip, chunked"],
    good: ["Content-Encoding: gzip", "Transfer-Encoding: chunked"],
  },
  "content-coding-missing": {
    bad: { status: 200, url: "https://example.com/logo.svgz", lines: ["Content-Type: image/svg+xml"] },
    good: {
      status: 200,
      url: "https://example.com/logo.svgz",
      lines: ["Content-Type: image/svg+xml", "Content-Encoding: gzip"],
    },
  },
  "content-coding-of-nothing": {
    bad: { lines: ["Content-Encoding: gzip"], status: 204 },
    good: { lines: ["Content-Encoding: gzip", "Vary: Accept-Encoding"], status: 200 },
  },
  "content-coding-wasteful": {
    bad: ["Content-Type: image/jpeg", "Content-Encoding: gzip"],
    good: ["Content-Type: image/svg+xml", "Content-Encoding: gzip"],
  },
  "content-not-allowed": {
    bad: { lines: ["Content-Length: 5"], status: 205 },
    good: { lines: ["Content-Length: 0"], status: 205 },
  },
  "content-not-compressed": {
    bad: {
      status: 200,
      requestHeaders: ["Accept-Encoding: gzip"],
      lines: ["Content-Type: text/css; charset=utf-8", "Content-Length: 90000"],
    },
    good: {
      status: 200,
      requestHeaders: ["Accept-Encoding: gzip"],
      lines: ["Content-Type: text/css; charset=utf-8", "Content-Length: 900"],
    },
  },
  "content-type-missing": {
    bad: { lines: ["Content-Length: 5"], status: 200 },
    good: { lines: ["Content-Length: 5", "Content-Type: text/plain"], status: 200 },
  },
  "content-type-unaccepted": {
    bad: {
      status: 200,
      lines: ["Content-Type: image/png"],
      requestHeaders: ["Accept: text/html, application/*"],
    },
    good: { status: 200, lines: ["Content-Type: image/png"], requestHeaders: ["Accept: text/html, image/*"] },
  },
  "continue-not-requested": {
    bad: { lines: [], status: 100, requestHeaders: ["Accept: */*"] },
    good: { lines: [], status: 100, requestHeaders: ["Expect: 100-continue"] },
  },
  "cookie-lax-form-post": {
    bad: {
      status: 302,
      url: "https://app.example.com/",
      lines: [
        "Location: https://login.example.net/?response_mode=form_post",
        "Set-Cookie: state=1; Secure; SameSite=Lax",
      ],
    },
    good: {
      status: 302,
      url: "https://app.example.com/",
      lines: ["Location: https://login.example.net/", "Set-Cookie: state=1; Secure; SameSite=Lax"],
    },
  },
  "cookie-strict-login-flow": {
    bad: {
      status: 302,
      url: "https://app.example.com/",
      lines: ["Location: https://login.example.net/", "Set-Cookie: state=1; Secure; SameSite=Strict"],
    },
    good: {
      status: 302,
      url: "https://app.example.com/",
      lines: ["Location: https://login.example.net/", "Set-Cookie: state=1; Secure; SameSite=Lax"],
    },
  },
  "cookie-third-party": {
    bad: {
      url: "https://chat.example/frame",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe"],
      lines: ["Set-Cookie: id=1; Secure; SameSite=None"],
    },
    good: {
      url: "https://chat.example/frame",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe"],
      lines: ["Set-Cookie: id=1; Secure; SameSite=None; Partitioned"],
    },
  },
  "cookies-in-shared-cache": {
    bad: ["Cache-Control: public, max-age=600", "Set-Cookie: id=1; Secure"],
    good: ["Cache-Control: private, max-age=600", "Set-Cookie: id=1; Secure"],
  },
  "cors-credentials-any-origin": {
    bad: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true"],
    good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
  },
  "cors-credentials-foreign-origin": {
    bad: {
      lines: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
      url: "https://api.example.com/",
    },
    good: {
      lines: [
        "Access-Control-Allow-Origin: https://www.example.com",
        "Access-Control-Allow-Credentials: true",
      ],
      url: "https://api.example.com/",
    },
  },
  "cors-credentials-null-origin": {
    bad: ["Access-Control-Allow-Origin: null", "Access-Control-Allow-Credentials: true"],
    good: ["Access-Control-Allow-Origin: null"],
  },
  "cors-credentials-wildcard": {
    bad: [
      "Access-Control-Allow-Origin: https://a.example",
      "Access-Control-Allow-Credentials: true",
      "Access-Control-Expose-Headers: *",
    ],
    good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Expose-Headers: *"],
  },
  "cors-font-missing": {
    bad: { lines: ["Content-Type: font/woff2"], url: "https://api.example.com/", status: 200 },
    good: {
      lines: ["Content-Type: font/woff2", "Access-Control-Allow-Origin: *"],
      url: "https://api.example.com/",
      status: 200,
    },
  },
  "cors-font-refused": {
    bad: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Content-Type: font/woff2"],
    },
    good: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Content-Type: font/woff2", "Access-Control-Allow-Origin: *"],
    },
  },
  "cors-headers-unexposed": {
    bad: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example", "Sec-Fetch-Mode: cors"],
      lines: ["Access-Control-Allow-Origin: *", "X-Total-Count: 99"],
    },
    good: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example", "Sec-Fetch-Mode: cors"],
      lines: ["Access-Control-Allow-Origin: *", "Content-Length: 99"],
    },
  },
  "cors-not-allowed": {
    bad: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Content-Length: 0"],
    },
    good: {
      url: "https://api.example.com/",
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://api.example.com"],
      lines: ["Content-Length: 0"],
    },
  },
  "cors-not-preflight": {
    bad: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Vary: Origin"],
    },
    good: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, DELETE"],
    },
  },
  "cors-origin-mismatch": {
    bad: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Access-Control-Allow-Origin: https://b.example"],
    },
    good: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Access-Control-Allow-Origin: *"],
    },
  },
  "cors-preflight-only": {
    bad: { lines: ["Access-Control-Allow-Methods: GET, PUT"], method: "GET" },
    good: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, DELETE"],
    },
  },
  "cors-preflight-refused": {
    bad: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, PUT"],
    },
    good: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, DELETE"],
    },
  },
  "cors-request-refused": {
    bad: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example", "Cookie: a=b"],
      lines: ["Access-Control-Allow-Origin: *"],
    },
    good: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Access-Control-Allow-Origin: *"],
    },
  },
  "cors-vary-origin-missing": {
    bad: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Access-Control-Allow-Origin: https://a.example"],
    },
    good: {
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
      lines: ["Access-Control-Allow-Origin: https://a.example", "Vary: Origin"],
    },
  },
  "cors-wildcard-authorization": {
    bad: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: [
        "Origin: https://a.example",
        "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: authorization",
      ],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: *"],
    },
    good: {
      method: "OPTIONS",
      status: 204,
      requestHeaders: [
        "Origin: https://a.example",
        "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: authorization",
      ],
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: Authorization"],
    },
  },
  "cors-without-origin": {
    bad: ["Access-Control-Expose-Headers: X-Total"],
    good: ["Access-Control-Allow-Origin: *", "Access-Control-Expose-Headers: X-Total"],
  },
  "created-safe-method": {
    bad: { lines: ["Location: /a"], status: 201, method: "GET" },
    good: { lines: ["Location: /a"], status: 201, method: "POST" },
  },
  "created-without-location": {
    bad: { lines: ["Content-Length: 0"], status: 201 },
    good: { lines: ["Location: /a"], status: 201 },
  },
  "credentialed-shared": {
    bad: ["Access-Control-Allow-Credentials: true", "Cache-Control: max-age=300"],
    good: ["Access-Control-Allow-Credentials: true", "Cache-Control: private, max-age=300"],
  },
  "cross-origin-resource-policy-refused": {
    bad: {
      status: 200,
      url: "https://shop.example/photo.jpg",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
      lines: ["Cross-Origin-Resource-Policy: same-origin"],
    },
    good: {
      status: 200,
      url: "https://shop.example/photo.jpg",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
      lines: ["Cross-Origin-Resource-Policy: cross-origin"],
    },
  },
  "csp-policies-conflict": {
    bad: [
      "Content-Security-Policy: default-src 'self'",
      "Content-Security-Policy: default-src 'self'; img-src https://cdn.example",
    ],
    good: [
      "Content-Security-Policy: frame-ancestors 'self'",
      "Content-Security-Policy: default-src 'self'; img-src https://cdn.example",
    ],
  },
  "csp-style-inline-ignored": {
    bad: ["Content-Security-Policy: style-src 'self' 'unsafe-inline' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"],
    good: ["Content-Security-Policy: style-src 'self' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"],
  },
  "csp-upgrade-over-http": {
    bad: {
      status: 200,
      url: "http://192.0.2.1:8080/",
      lines: ["Content-Security-Policy: upgrade-insecure-requests"],
    },
    good: {
      status: 200,
      url: "http://192.0.2.1:8080/",
      lines: ["Content-Security-Policy: default-src 'self'"],
    },
  },
  "csrf-token-from-shared-cache": {
    bad: ["Cache-Control: max-age=600", "CF-Cache-Status: HIT", "Set-Cookie: XSRF-TOKEN=1; Secure"],
    good: ["Cache-Control: max-age=600", "CF-Cache-Status: MISS", "Set-Cookie: XSRF-TOKEN=1; Secure"],
  },
  "date-missing": {
    bad: ["HTTP/1.1 200 OK", "Cache-Control: max-age=60"],
    good: ["HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Date: Fri, 20 Nov 2026 10:00:00 GMT"],
  },
  "date-missing-with-dates": {
    bad: ["HTTP/1.1 200 OK", "Expires: Fri, 20 Nov 2026 10:00:00 GMT"],
    good: [
      "HTTP/1.1 200 OK",
      "Expires: Fri, 20 Nov 2026 10:00:00 GMT",
      "Date: Fri, 20 Nov 2026 09:00:00 GMT",
    ],
  },
  "document-over-http": {
    bad: { status: 200, url: "http://example.com/", lines: ["Content-Type: text/html"] },
    good: { status: 200, url: "http://localhost:8080/", lines: ["Content-Type: text/html"] },
  },
  "early-hints-field-ignored": {
    bad: { status: 103, lines: ["Link: </a.css>; rel=preload; as=style", "Set-Cookie: a=b"] },
    good: { status: 103, lines: ["Link: </a.css>; rel=preload; as=style"] },
  },
  "error-served-as-success": {
    bad: { lines: ["X-Cache: Error from cloudfront"], status: 200 },
    good: { lines: ["X-Cache: Error from cloudfront"], status: 404 },
  },
  "event-stream-buffered": {
    bad: ["Content-Type: text/event-stream", "Server: nginx"],
    good: ["Content-Type: text/event-stream", "Server: nginx", "X-Accel-Buffering: no"],
  },
  "event-stream-cache-unset": {
    bad: { status: 200, lines: ["Content-Type: text/event-stream"] },
    good: { status: 200, lines: ["Content-Type: text/event-stream", "Cache-Control: no-store"] },
  },
  "event-stream-charset": {
    bad: ["Content-Type: text/event-stream; charset=iso-8859-1"],
    good: ["Content-Type: text/event-stream; charset=utf-8"],
  },
  "event-stream-connections": {
    bad: ["HTTP/1.1 200 OK", "Content-Type: text/event-stream"],
    good: ["HTTP/2 200", "Content-Type: text/event-stream"],
  },
  "event-stream-delayed": {
    bad: ["Content-Type: text/event-stream", "Content-Encoding: gzip"],
    good: ["Content-Type: text/event-stream"],
  },
  "event-stream-length": {
    bad: ["Content-Type: text/event-stream", "Content-Length: 100"],
    good: ["Content-Type: text/event-stream", "Transfer-Encoding: chunked"],
  },
  "event-stream-lifetime": {
    bad: { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=3600"], status: 200 },
    good: { lines: ["Content-Type: text/event-stream", "Cache-Control: no-cache"], status: 200 },
  },
  "expectation-not-stated": {
    bad: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Expect: 100-continue"] },
  },
  "expires-against-max-age": {
    bad: [
      "HTTP/1.1 200 OK",
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      "Cache-Control: max-age=0",
      "Expires: Fri, 20 Nov 2026 10:00:01 GMT",
    ],
    good: [
      "HTTP/1.1 200 OK",
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      "Cache-Control: max-age=0",
      "Expires: Fri, 20 Nov 2026 10:00:00 GMT",
    ],
  },
  "frame-refused": {
    bad: {
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe"],
      lines: ["X-Frame-Options: DENY"],
    },
    good: {
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe"],
      lines: ["Content-Security-Policy: frame-ancestors https:"],
    },
  },
  "framing-forbidden": {
    bad: { lines: ["Content-Length: 0"], status: 204 },
    good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 204 },
  },
  "freshness-broken-redirect": {
    bad: { lines: ["Cache-Control: max-age=60"], status: 301 },
    good: { lines: ["Cache-Control: max-age=60", "Location: /a"], status: 301 },
  },
  "freshness-failure": {
    bad: { lines: ["Cache-Control: max-age=86400"], status: 503 },
    good: { lines: ["Cache-Control: max-age=60"], status: 503 },
  },
  "freshness-page-long": {
    bad: { lines: ["Content-Type: text/html", "Cache-Control: max-age=31536000"], status: 200 },
    good: { lines: ["Content-Type: text/css", "Cache-Control: max-age=31536000"], status: 200 },
  },
  "freshness-unused": {
    bad: { lines: ["Cache-Control: max-age=60"], status: 200, method: "POST" },
    good: { lines: ["Cache-Control: max-age=60"], status: 200, method: "GET" },
  },
  "freshness-worker-long": {
    bad: {
      status: 200,
      requestHeaders: ["Service-Worker: script"],
      lines: ["Cache-Control: max-age=31536000", "Content-Type: text/javascript"],
    },
    good: {
      status: 200,
      requestHeaders: ["Service-Worker: script"],
      lines: ["Cache-Control: no-cache", "Content-Type: text/javascript"],
    },
  },
  "grpc-status-invalid": {
    bad: { status: 200, lines: ["Content-Type: application/grpc", "grpc-status: OK"] },
    good: { status: 200, lines: ["Content-Type: application/grpc", "grpc-status: 0"] },
  },
  "grpc-status-missing": {
    bad: { status: 200, lines: ["Content-Type: application/grpc", "Content-Length: 0"] },
    good: { status: 200, lines: ["Content-Type: application/grpc", "Content-Length: 0", "grpc-status: 0"] },
  },
  "grpc-status-unexposed": {
    bad: ["Access-Control-Allow-Origin: *", "grpc-status: 5"],
    good: [
      "Access-Control-Allow-Origin: *",
      "grpc-status: 5",
      "Access-Control-Expose-Headers: grpc-status, grpc-message",
    ],
  },
  "html-instead-of-file": {
    bad: { status: 200, url: "https://example.com/assets/app.js", lines: ["Content-Type: text/html"] },
    good: { status: 200, url: "https://example.com/assets/app.js", lines: ["Content-Type: text/javascript"] },
  },
  "html-saved-as-file": {
    bad: ["Content-Type: text/html", 'Content-Disposition: attachment; filename="a.csv"'],
    good: ["Content-Type: text/csv", 'Content-Disposition: attachment; filename="a.csv"'],
  },
  "legal-demand-link-missing": {
    bad: { lines: ["Content-Length: 0"], status: 451 },
    good: { lines: ['Link: <https://spqr.example/legislatione>; rel="blocked-by"'], status: 451 },
  },
  "length-and-transfer-encoding": {
    bad: ["Content-Length: 5", "Transfer-Encoding: chunked"],
    good: ["Transfer-Encoding: chunked"],
  },
  "location-from-parameter": {
    bad: {
      status: 302,
      url: "https://shop.example/go?to=https://evil.example/",
      lines: ["Location: https://evil.example/"],
    },
    good: {
      status: 302,
      url: "https://shop.example/go?to=https://www.shop.example/",
      lines: ["Location: https://www.shop.example/"],
    },
  },
  "location-mistaken": {
    bad: { status: 302, url: "https://shop.example/", lines: ["Location: http://tomcat:8080/login"] },
    good: {
      status: 302,
      url: "https://shop.example/",
      lines: ["Location: https://login.shop.example:8443/?next=a"],
    },
  },
  "media-type-against-url": {
    bad: { status: 200, url: "https://example.com/logo.svg", lines: ["Content-Type: text/plain"] },
    good: { status: 200, url: "https://example.com/logo.svg", lines: ["Content-Type: image/svg+xml"] },
  },
  "media-without-ranges": {
    bad: { lines: ["Content-Type: video/mp4", "Accept-Ranges: none"], status: 200 },
    good: { lines: ["Content-Type: video/mp4", "Accept-Ranges: bytes"], status: 200 },
  },
  "not-acceptable-unasked": {
    bad: { lines: ["Content-Length: 0"], status: 406, requestHeaders: ["User-Agent: a"] },
    good: { lines: ["Content-Length: 0"], status: 406, requestHeaders: ["Accept: text/html"] },
  },
  "not-modified-freshness-missing": {
    bad: { lines: ['ETag: "a"'], status: 304 },
    good: { lines: ['ETag: "a"', "Cache-Control: max-age=60"], status: 304 },
  },
  "not-modified-metadata": {
    bad: { lines: ["Content-Type: text/html"], status: 304 },
    good: { lines: ['ETag: "a"'], status: 304 },
  },
  "not-modified-missed": {
    bad: { lines: ['ETag: "a"'], status: 200, method: "GET", requestHeaders: ['If-None-Match: W/"a"'] },
    good: { lines: ['ETag: "b"'], status: 200, method: "GET", requestHeaders: ['If-None-Match: "a"'] },
  },
  "not-modified-tag": {
    bad: { lines: ['ETag: "b"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
    good: { lines: ['ETag: W/"a"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
  },
  "not-modified-tag-missing": {
    bad: { lines: ["Cache-Control: max-age=60"], status: 304, requestHeaders: ['If-None-Match: "a"'] },
    good: { lines: ['ETag: "a"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
  },
  "not-modified-unasked": {
    bad: { lines: ['ETag: "a"'], status: 304, requestHeaders: ["Accept: */*"] },
    good: { lines: ['ETag: "a"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
  },
  "oauth-implicit-flow": {
    bad: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=token&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=c2FsdA",
      ],
    },
    good: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=c2FsdA",
      ],
    },
  },
  "oauth-redirect-insecure": {
    bad: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=code&redirect_uri=http%3A%2F%2Fapp.example%2Fcb&state=c2FsdA",
      ],
    },
    good: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=c2FsdA",
      ],
    },
  },
  "oauth-state-missing": {
    bad: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb",
      ],
    },
    good: {
      status: 302,
      lines: [
        "Location: https://login.example/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=c2FsdA",
      ],
    },
  },
  "partial-length": {
    bad: { lines: ["Content-Length: 50", "Content-Range: bytes 0-99/200"], status: 206 },
    good: { lines: ["Content-Length: 100", "Content-Range: bytes 0-99/200"], status: 206 },
  },
  "partial-not-requested": {
    bad: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Range: bytes=0-99"] },
  },
  "partial-other-range": {
    bad: { lines: ["Content-Range: bytes 50-99/200"], status: 206, requestHeaders: ["Range: bytes=0-99"] },
    good: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Range: bytes=0-199"] },
  },
  "partial-two-ranges": {
    bad: {
      lines: ["Content-Type: multipart/byteranges; boundary=A", "Content-Range: bytes 0-99/200"],
      status: 206,
    },
    good: { lines: ["Content-Type: multipart/byteranges; boundary=A"], status: 206 },
  },
  "partial-validator-missing": {
    bad: { lines: ["Content-Range: bytes 0-99/200"], status: 206 },
    good: { lines: ["Content-Range: bytes 0-99/200", 'ETag: "a"'], status: 206 },
  },
  "partial-without-range": {
    bad: { lines: ["Content-Length: 100"], status: 206 },
    good: { lines: ["Content-Length: 100", "Content-Range: bytes 0-99/200"], status: 206 },
  },
  "personal-in-shared-cache": {
    bad: {
      status: 200,
      url: "https://shop.example/account",
      requestHeaders: ["Cookie: PHPSESSID=k3v4q2"],
      lines: [
        "Content-Type: application/json",
        "Cache-Control: public, max-age=300",
        "Vary: Accept-Encoding",
      ],
    },
    good: {
      status: 200,
      url: "https://shop.example/account",
      requestHeaders: ["Cookie: PHPSESSID=k3v4q2"],
      lines: ["Content-Type: application/json", "Cache-Control: private, max-age=300"],
    },
  },
  "pragma-against-lifetime": {
    bad: ["HTTP/1.1 200 OK", "Cache-Control: max-age=600", "Pragma: no-cache", 'ETag: "1"'],
    good: ["HTTP/1.1 200 OK", "Cache-Control: max-age=600", 'ETag: "1"'],
  },
  "precondition-failed-unasked": {
    bad: { lines: ["Content-Length: 0"], status: 412, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Length: 0"], status: 412, requestHeaders: ['If-Match: "a"'] },
  },
  "proxy-challenge-needless": {
    bad: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 200 },
    good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
  },
  "proxy-unauthorized-without-challenge": {
    bad: { lines: ["Content-Length: 0"], status: 407 },
    good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
  },
  "range-ignored": {
    bad: { lines: ["Content-Length: 9"], status: 200, method: "GET", requestHeaders: ["Range: bytes=0-3"] },
    good: { lines: ["Content-Length: 9"], status: 200, method: "GET", requestHeaders: ["Range: bytes=0-"] },
  },
  "redirect-keeps-http": {
    bad: { status: 301, url: "http://example.com/", lines: ["Location: http://www.example.com/"] },
    good: { status: 301, url: "http://example.com/", lines: ["Location: https://example.com/"] },
  },
  "redirect-loop-behind-proxy": {
    bad: {
      status: 301,
      method: "GET",
      url: "https://shop.example/",
      lines: ["Location: https://shop.example/", "CF-Ray: 8e5a1b2c3d4e5f60-FRA"],
    },
    good: {
      status: 301,
      method: "GET",
      url: "https://shop.example/",
      lines: ["Location: https://shop.example/en/", "CF-Ray: 8e5a1b2c3d4e5f60-FRA"],
    },
  },
  "redirect-method-changed": {
    bad: { lines: ["Location: /done"], status: 302, method: "POST" },
    good: { lines: ["Location: /done"], status: 303, method: "POST" },
  },
  "redirect-remembered": {
    bad: { status: 301, method: "GET", url: "https://shop.example/account", lines: ["Location: /new"] },
    good: {
      status: 301,
      method: "GET",
      url: "https://shop.example/account",
      lines: ["Location: /new", "Cache-Control: max-age=86400"],
    },
  },
  "redirect-skips-own-https": {
    bad: { status: 301, url: "http://example.com/", lines: ["Location: https://www.example.com/"] },
    good: { status: 301, url: "http://example.com/", lines: ["Location: https://example.com/"] },
  },
  "redirect-to-http-by-application": {
    bad: {
      status: 301,
      method: "GET",
      url: "https://shop.example/",
      lines: ["Location: http://shop.example/", "X-Redirect-By: WordPress"],
    },
    good: {
      status: 301,
      method: "GET",
      url: "https://shop.example/",
      lines: ["Location: https://www.shop.example/", "X-Redirect-By: WordPress"],
    },
  },
  "redirect-to-itself": {
    bad: { lines: ["Location: /a"], status: 302, method: "GET", url: "https://www.example.com/a" },
    good: { lines: ["Location: /b"], status: 302, method: "GET", url: "https://www.example.com/a" },
  },
  "redirect-unresolvable": {
    bad: { lines: ["Location: http://a.example:99999/"], status: 302, url: "https://a.example/a" },
    good: { lines: ["Location: http://www.example.com/"], status: 302, url: "http://www.example.com/a" },
  },
  "redirect-with-refresh": {
    bad: { lines: ["Location: /new", "Refresh: 5; url=/other"], status: 302 },
    good: { lines: ["Location: /new"], status: 302 },
  },
  "redirect-without-location": {
    bad: { lines: ["Content-Length: 0"], status: 301 },
    good: { lines: ["Location: https://www.example.com/"], status: 301 },
  },
  "retry-after-missing": {
    bad: { lines: ["Content-Length: 0"], status: 503 },
    good: { lines: ["Retry-After: 120"], status: 503 },
  },
  "session-from-shared-cache": {
    bad: ["Cache-Control: max-age=600", "X-Cache: HIT", "Set-Cookie: PHPSESSID=1; Secure; HttpOnly"],
    good: ["Cache-Control: max-age=600", "X-Cache: MISS", "Set-Cookie: lang=de; Secure; HttpOnly"],
  },
  "session-in-shared-cache": {
    bad: ["Cache-Control: public, max-age=600", "Set-Cookie: PHPSESSID=1; Secure"],
    good: ["Cache-Control: private, max-age=600", "Set-Cookie: PHPSESSID=1; Secure; HttpOnly"],
  },
  "signature-input-missing": {
    bad: ["Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
  },
  "signature-missing": {
    bad: ['Signature-Input: a=("@status");created=1795168800'],
    good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
  },
  "stale-already": {
    bad: ["Cache-Control: max-age=60", "Age: 120"],
    good: ["Cache-Control: max-age=60, stale-while-revalidate=600", "Age: 120"],
  },
  "status-cause": {
    bad: { lines: ["Server: nginx"], status: 413 },
    good: { lines: ["Server: example"], status: 413 },
  },
  "status-invalid": {
    bad: { lines: ["Content-Length: 0"], status: 799 },
    good: { lines: ["Content-Length: 0"], status: 404 },
  },
  "status-retired": {
    bad: { lines: ["Content-Length: 0"], status: 306 },
    good: { lines: ["Location: /a"], status: 307 },
  },
  "status-unregistered": {
    bad: { lines: ["Content-Length: 0"], status: 499 },
    good: { lines: ["Content-Length: 0"], status: 404 },
  },
  "sunset-before-deprecation": {
    bad: ["Deprecation: @1830297600", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
    good: ["Deprecation: @1688169599", "Sunset: Fri, 31 Dec 2027 23:59:59 GMT"],
  },
  "too-many-requests-shared": {
    bad: { lines: ["Cache-Control: max-age=60"], status: 429 },
    good: { lines: ["Cache-Control: no-store"], status: 429 },
  },
  "trailer-without-chunked": {
    bad: ["HTTP/1.1 200 OK", "Content-Length: 5", "Trailer: Server-Timing"],
    good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: Server-Timing"],
  },
  "transfer-encoding-http-1-0": {
    bad: ["HTTP/1.0 200 OK", "Transfer-Encoding: chunked"],
    good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"],
  },
  "unauthorized-without-challenge": {
    bad: { lines: ["Content-Length: 0"], status: 401 },
    good: { lines: ['WWW-Authenticate: Bearer realm="api"'], status: 401 },
  },
  "unsatisfied-form": {
    bad: { lines: ["Content-Range: bytes 0-99/200"], status: 416 },
    good: { lines: ["Content-Range: bytes */200"], status: 416 },
  },
  "unsatisfied-not-requested": {
    bad: { lines: ["Content-Range: bytes */1234"], status: 416, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Range: bytes */1234"], status: 416, requestHeaders: ["Range: bytes=5000-"] },
  },
  "unsatisfied-without-length": {
    bad: { lines: ["Content-Length: 0"], status: 416 },
    good: { lines: ["Content-Range: bytes */1234"], status: 416 },
  },
  "upgrade-missing": {
    bad: { lines: ["Content-Length: 0"], status: 426 },
    good: { lines: ["Upgrade: HTTP/3.0", "Connection: Upgrade"], status: 426 },
  },
  "upgrade-not-requested": {
    bad: { lines: ["Upgrade: websocket"], status: 101, requestHeaders: ["Accept: */*"] },
    good: {
      lines: ["Upgrade: example/2", "Connection: Upgrade"],
      status: 101,
      requestHeaders: ["Upgrade: example/2", "Connection: Upgrade"],
    },
  },
  "upgrade-without-connection": {
    bad: { lines: ["Upgrade: websocket"], status: 101 },
    good: { lines: ["Upgrade: websocket", "Connection: Upgrade"], status: 101 },
  },
  "vary-accept-encoding-missing": {
    bad: { status: 200, lines: ["Content-Encoding: gzip", "Cache-Control: max-age=60"] },
    good: {
      status: 200,
      lines: ["Content-Encoding: gzip", "Cache-Control: max-age=60", "Vary: Accept-Encoding"],
    },
  },
  "vary-accept-missing": {
    bad: {
      status: 200,
      url: "https://shop.example/photo.jpg",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
      lines: ["Content-Type: image/webp", "Cache-Control: max-age=600"],
    },
    good: {
      status: 200,
      url: "https://shop.example/photo.jpg",
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
      lines: ["Content-Type: image/webp", "Cache-Control: max-age=600", "Vary: Accept"],
    },
  },
  "vary-cookie-public": {
    bad: { lines: ["Cache-Control: public, max-age=600", "Vary: Cookie"], status: 200 },
    good: { lines: ["Cache-Control: private, max-age=600", "Vary: Cookie"], status: 200 },
  },
  "vary-ignored-by-cache": {
    bad: {
      status: 200,
      lines: ["Vary: Origin", "Cache-Control: max-age=60", "Server: cloudflare", "CF-Cache-Status: HIT"],
    },
    good: {
      status: 200,
      lines: ["Vary: Origin", "Cache-Control: max-age=60", "Server: cloudflare", "CF-Cache-Status: DYNAMIC"],
    },
  },
  "webhook-redirected": {
    bad: {
      method: "POST",
      requestHeaders: ["X-GitHub-Event: push", "Content-Type: application/json"],
      status: 302,
      lines: ["Location: /login"],
    },
    good: {
      method: "POST",
      requestHeaders: ["X-GitHub-Event: push", "Content-Type: application/json"],
      status: 200,
      lines: ["Content-Length: 0"],
    },
  },
  "websocket-extension-not-offered": {
    bad: {
      status: 101,
      lines: ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Extensions: permessage-deflate"],
      requestHeaders: [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: chat, mqtt",
      ],
    },
    good: {
      status: 101,
      lines: ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Extensions: permessage-deflate"],
      requestHeaders: [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: chat, mqtt",
        "Sec-WebSocket-Extensions: permessage-deflate",
      ],
    },
  },
  "websocket-protocol-not-offered": {
    bad: {
      status: 101,
      lines: ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Protocol: soap"],
      requestHeaders: [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: chat, mqtt",
      ],
    },
    good: {
      status: 101,
      lines: ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Protocol: chat"],
      requestHeaders: [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: chat, mqtt",
      ],
    },
  },
});
