import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import { problemsOfMessage } from "../explained.ts";

const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";
const FRESH = "Cache-Control: max-age=60";
const TAG = 'ETag: "a"';
const SEEN: readonly string[] = ["Accept: */*"];

/** Lines, context, and the problems of the whole message. */
const CASES: readonly (readonly [lines: readonly string[], known: Known, problems: readonly string[]])[] = [
  // Without context, missing headers are not reported.
  [["Location: /a", "Content-Length: 5"], {}, []],
  [[DATE, FRESH, TAG], { status: 200 }, []],
  [[DATE, "Cache-Control: no-store"], { status: 200 }, []],
  [[DATE, FRESH, TAG, "Content-Type: text/plain", "Content-Length: 10"], { status: 200, bodyLength: 10 }, []],
  [[DATE, "Cache-Control: max-age=0, s-maxage=60", TAG], { status: 200 }, []],
  [[DATE], { status: 200 }, ["info freshness-unset"]],
  [[DATE], { status: 200, method: "POST" }, []],
  [[DATE, "Cache-Control: no-cache", TAG], { status: 200 }, []],
  [[DATE, FRESH], { status: 200 }, ["info validator-missing"]],
  [[DATE, "Expires: Fri, 20 Nov 2026 11:00:00 GMT", TAG], { status: 200 }, []],
  // Without a status line, the lines may be only a part of the response.
  [[FRESH, TAG], { status: 200 }, []],
  [[FRESH, TAG], { status: 200, httpVersion: "1.1" }, ["info date-missing"]],
  [["HTTP/2 200", FRESH, TAG], {}, ["info date-missing"]],
  [[FRESH, TAG], { status: 500 }, []],
  [
    [TAG, "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    { status: 200, httpVersion: "1.1" },
    ["warning date-missing-with-dates"],
  ],
  [
    [DATE, TAG],
    { status: 304, requestHeaders: ['If-None-Match: W/"b", "a"'] },
    ["info not-modified-freshness-missing"],
  ],
  [
    [DATE, TAG],
    { status: 304, requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"] },
    ["info not-modified-freshness-missing"],
  ],
  [[DATE, TAG, FRESH], { status: 304 }, []],
  [
    [DATE, TAG],
    { status: 304, requestHeaders: SEEN },
    ["error not-modified-unasked", "info not-modified-freshness-missing"],
  ],
  [
    [DATE, "Content-Type: text/html; charset=utf-8", "Content-Language: en"],
    { status: 304 },
    ["info not-modified-freshness-missing", "warning not-modified-metadata"],
  ],
  [[DATE], { status: 412, requestHeaders: SEEN }, ["warning precondition-failed-unasked"]],
  [[DATE], { status: 412 }, []],
  [
    [DATE, FRESH, TAG, "Content-Range: bytes 0-9/20", "Content-Type: text/plain", "Content-Length: 10"],
    { status: 206, requestHeaders: ["Range: bytes=0-9"] },
    [],
  ],
  [
    [DATE, FRESH, TAG, "Content-Range: bytes 0-9/20", "Content-Type: text/plain", "Content-Length: 11"],
    { status: 206 },
    ["error partial-length"],
  ],
  [
    [DATE, FRESH, TAG, "Content-Range: bytes 9-0/20", "Content-Type: image/png", "Content-Length: 10"],
    { status: 206, requestHeaders: ["Range: bytes=0-9"] },
    [],
  ],
  [
    [DATE, FRESH, TAG, "Content-Range: bytes 9-0/20", "Content-Type: image/png", "Content-Length: 11"],
    { status: 206, requestHeaders: ["Range: bytes=0-9"] },
    ["error partial-length"],
  ],
  [
    [DATE, FRESH, TAG],
    { status: 206, requestHeaders: SEEN },
    ["error partial-not-requested", "error partial-without-range"],
  ],
  [[DATE, "Content-Range: bytes */20"], { status: 416, requestHeaders: ["Range: bytes=30-"] }, []],
  [
    [DATE],
    { status: 416, requestHeaders: SEEN },
    ["info unsatisfied-without-length", "warning unsatisfied-not-requested"],
  ],
  [["Content-Length: 5", "Transfer-Encoding: chunked"], {}, ["error length-and-transfer-encoding"]],
  [[DATE, FRESH, TAG, "Content-Length: 5"], { status: 204 }, ["error framing-forbidden"]],
  [[DATE, "Content-Length: 0"], { status: 204 }, ["error framing-forbidden"]],
  [[DATE, "Transfer-Encoding: chunked"], { status: 204 }, ["error framing-forbidden"]],
  [[DATE, FRESH, TAG], { status: 304, bodyLength: 3 }, ["error content-not-allowed"]],
  [
    [DATE, FRESH, TAG],
    { status: 200, method: "HEAD", bodyLength: 3 },
    ["error content-not-allowed", "warning content-type-missing"],
  ],
  [[DATE, FRESH, TAG], { status: 200, bodyLength: 3 }, ["warning content-type-missing"]],
  [[DATE, "Content-Length: 0", "Location: /a"], { status: 302 }, []],
  [[DATE, FRESH, TAG, "Content-Encoding: gzip"], { status: 200 }, ["warning vary-accept-encoding-missing"]],
  [[DATE, "Cache-Control: private, max-age=5", TAG, "Content-Encoding: gzip"], { status: 200 }, []],
  [[DATE], { status: 406, requestHeaders: ["User-Agent: a"] }, ["warning not-acceptable-unasked"]],
  [[DATE], { status: 406, requestHeaders: SEEN }, []],
  [[DATE, "Allow: POST"], { status: 405, method: "GET" }, []],
  [[DATE, FRESH], { status: 405 }, ["error allow-missing"]],
  [[DATE, "Location: /a"], { status: 201, method: "POST" }, []],
  [[DATE, "Location: /a"], { status: 201, method: "GET" }, ["warning created-safe-method"]],
  [[DATE], { status: 201, method: "PUT" }, []],
  [[DATE], { status: 201 }, ["warning created-without-location"]],
  [[DATE], { status: 503 }, ["info retry-after-missing"]],
  [[DATE], { status: 417, requestHeaders: ["Expect: foo"] }, []],
  [[DATE], { status: 417, requestHeaders: SEEN }, ["warning expectation-not-stated"]],
  [[DATE], { status: 400 }, ["info status-cause"]],
  [[DATE], { status: 520 }, ["info status-cause"]],
  [[DATE], { status: 529 }, ["warning status-unregistered"]],
  [[DATE], { status: 299 }, ["warning status-unregistered"]],
  [[DATE], { status: 306 }, ["error status-retired"]],
  [[], { status: 799 }, ["error status-invalid"]],
];

describe("descriptions of a whole message", () => {
  for (const [lines, known, problems] of CASES)
    test(`${known.status ?? ""} ${lines.join(" | ")} ${JSON.stringify(known)}`, () =>
      expect(problemsOfMessage(lines, known)).toEqual([...problems]));
});

test("a page with no-cache, for HTTP/1.0 too, is generated each time", () => {
  const names = (...lines: string[]) =>
    explainMessage(parseMessage([DATE, ...lines], { status: 200 }), 0).headers.flatMap(({ problems }) =>
      problems.map(({ name }) => name),
    );
  expect(names("Cache-Control: no-cache")).toEqual(["no-cache-without-validator"]);
  // Headers of WordPress's nocache_headers().
  const old = "Expires: Wed, 11 Jan 1984 05:00:00 GMT";
  expect(names(old, "Cache-Control: no-cache, must-revalidate, max-age=0")).toEqual([]);
});
