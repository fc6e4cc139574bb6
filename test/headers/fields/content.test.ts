import { describe, expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

const HASH = ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:";

/** Lines and their problems. */
const CASES: readonly (readonly [line: string, problems: readonly string[]])[] = [
  ["Content-Type: text/plain; charset=utf-8", []],
  ["Content-Type: text/plain", ["info text-charset-missing"]],
  ["Content-Type: text/html; charset=UTF-8", []],
  ['Content-Type: text/html; charset="utf-8"', []],
  ["Content-Type: image/svg+xml; charset=utf-8", []],
  ["Content-Type: application/problem+json", []],
  ["Content-Type: text/html", ["warning charset-missing"]],
  ["Content-Type: text", ["error content-type-invalid"]],
  ["Content-Type: /plain", ["error content-type-invalid"]],
  ["Content-Type: text/html, text/html", ["error content-type-invalid"]],
  ["Content-Type: text/*", ["error content-type-invalid"]],
  ["Content-Type: text/.plain", ["warning media-type-name"]],
  [`Content-Type: text/${"a".repeat(70)}`, ["warning media-type-long"]],
  ["Content-Type: text/plain; charset", ["error content-type-invalid", "info text-charset-missing"]],
  ["Content-Type: text/plain; charset=utf-8; charset=utf-8", ["warning parameter-repeated"]],
  ["Content-Type: text/plain; charset='utf-8'", ["warning parameter-single-quoted"]],
  [
    "Content-Type: text/plain; charset*=UTF-8''utf-8",
    ["error content-type-invalid", "info text-charset-missing"],
  ],
  ["Content-Type: text/plain; charset=bogus", ["error charset-unknown"]],
  ["Content-Type: application/json; charset=utf-8", []],
  ["Content-Type: text/html; charset=windows-1252", ["info charset-outdated"]],
  ["Content-Type: text/event-stream; charset=utf-8", ["warning event-stream-cache-unset"]],
  [
    "Content-Type: text/event-stream; charset=windows-1252",
    ["info event-stream-charset", "warning event-stream-cache-unset"],
  ],
  ["Content-Type: image/jpg", ["warning media-type-mistaken"]],
  ["Content-Type: multipart/form-data", ["error boundary-missing"]],
  ["Content-Type: constructor/__proto__; toString=1", ["warning media-type-name"]],
  ["Content-Length: 1", []],
  ["Content-Length: 0", []],
  ["Content-Length: a", ["error content-length-invalid"]],
  ["Content-Length: -1", ["error content-length-invalid"]],
  ["Content-Length: 1.0", ["error content-length-invalid"]],
  ["Content-Length: +5", ["error content-length-invalid"]],
  ["Content-Length: 5, 5", ["warning content-length-repeated"]],
  ["Content-Length: 99999999999999999999", ["warning content-length-large"]],
  ["Content-Encoding: gzip", []],
  ["Content-Encoding: BR", []],
  ["Content-Encoding: zstd", []],
  ["Content-Encoding: foo", ["warning content-coding-unknown"]],
  ["Content-Encoding: none", ["warning content-coding-unknown"]],
  ["Content-Encoding: identity", ["warning content-coding-identity"]],
  ["Content-Language: en-US, fr", []],
  ["Content-Language: en, EN", ["info content-language-repeated"]],
  ["Content-Language: english language", ["warning content-language-invalid"]],
  ["Content-Location: http://example.com/a", []],
  ["Content-Location: /a b", ["error content-location-invalid"]],
  ["Content-Range: bytes 1-100/200", []],
  ["Content-Range: bytes 1-100/*", []],
  ["Content-Range: 1-100/200", ["error content-range-syntax"]],
  ["Content-Range: bytes 1-100", ["error content-range-syntax"]],
  ["Content-Range: bytes 100-1/200", ["error content-range-backwards"]],
  ["Content-Range: bytes 1-200/200", ["error content-range-beyond"]],
  ["Content-Range: bytes */*", ["error content-range-empty"]],
  ["Content-Range: pages 1-2/3", ["warning content-range-unit"]],
  ["Content-Disposition: attachment", []],
  ["Content-Disposition: inline", []],
  ["Content-Disposition: attachment; filename=foo.txt", []],
  ['Content-Disposition: attachment; filename="foo bar.txt"', []],
  ["Content-Disposition: attachment; filename=foo.txt; filename*=UTF-8''a%cc%88.txt", []],
  ["Content-Disposition: attachment; filename*=UTF-8''a%cc%88.txt", ["warning disposition-filename-missing"]],
  ["Content-Disposition: filename=foo.txt", ["error content-disposition-invalid"]],
  ["Content-Disposition: save; filename=foo.txt", ["warning disposition-unknown"]],
  ["Content-Disposition: attachment; filename=foo bar.txt", ["error content-disposition-invalid"]],
  [
    "Content-Disposition: attachment; filename=/foo.txt",
    ["error content-disposition-invalid", "warning disposition-filename-path"],
  ],
  ['Content-Disposition: attachment; filename="a\\\\b.txt"', ["warning disposition-filename-path"]],
  ['Content-Disposition: attachment; filename="a%20b.txt"', ["warning disposition-filename-percent"]],
  ["Content-Disposition: attachment; filename=a; filename=b", ["warning parameter-repeated"]],
  [
    "Content-Disposition: attachment; filename=a; filename*=\"UTF-8''a\"",
    ["error content-disposition-invalid"],
  ],
  ["Content-Disposition: attachment; filename=a; filename*=a", ["error content-disposition-invalid"]],
  [
    "Content-Disposition: attachment; filename=a; filename*=UTF-8''%zz",
    ["error content-disposition-invalid"],
  ],
  ["Content-Disposition: attachment; filename=a; filename*=iso-8859-1''%E4", ["warning parameter-charset"]],
  [`Content-Digest: sha-256=${HASH}`, []],
  ['Content-Digest: sha-256="abc"', ["error content-digest-type"]],
  ["Repr-Digest: sha-512=:AAAA:", ["error digest-size"]],
  ["Want-Repr-Digest: sha-512=3, sha-256=10, unixsum=0", []],
  ["Want-Repr-Digest: sha-512=11", ["error want-digest-range"]],
  ["Want-Repr-Digest: sha-512=high", ["error want-repr-digest-type"]],
  ["Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==", []],
  ["Content-MD5: foo", ["error content-md5-invalid"]],
  ["Accept-Ranges: bytes", []],
  ["Accept-Ranges: Bytes", []],
  ["Accept-Ranges: NONE", []],
  ["Accept-Ranges: Bytes, NONE", ["warning accept-ranges-conflict"]],
  ["Accept-Ranges: foo", ["warning range-unit-unknown"]],
  ["Accept-Patch: text/plain, application/json;charset=utf-8", []],
  ["Accept-Patch: text", ["error accept-patch-invalid"]],
  ["Accept-Post: application/json, text/*, */*", []],
  ["Accept-Post: foo bar", ["error accept-post-invalid"]],
  ["Accept-Query: application/sql;charset=utf-8", []],
  ["Accept-Query: 1", ["error accept-query-type"]],
  ['Accept-Query: "not a type"', ["error accept-query-invalid"]],
  ["Accept-Encoding: gzip, br;q=0.5", []],
  ["Accept-Encoding: gzip;q=2", ["error accept-encoding-invalid"]],
  ["Allow: GET, POST", []],
  ["Allow:", []],
  ["Allow: PROPFIND, BREW", []],
  ["Allow: Get", ["warning allow-method-unknown"]],
  ["Priority: u=1, i", []],
  ["Priority: u=high", ["warning priority-range"]],
  ['Warning: 110 cache.example "Response is stale"', []],
  ["Warning: stale", ["error warning-invalid"]],
];

describe("content headers", () => {
  for (const [line, problems] of CASES)
    test(line, () =>
      expect(problemsOfLast([line]).filter((one) => !/ field-(?:deprecated|obsolete)/.test(one))).toEqual([
        ...problems,
      ]),
    );
});

describe("readable forms of content headers", () => {
  const alternates: readonly (readonly [line: string, alternate: string | undefined])[] = [
    ["Content-Type: text/html; charset=utf-8", "HTML page, in UTF-8"],
    ["Content-Type: text/event-stream; charset=iso-8859-1", "stream of server-sent events"],
    ["Content-Type: application/json; charset=iso-8859-1", "JSON data"],
    ["Content-Length: 9034", "9 KB"],
    ["Content-Language: en-US, fr", "American English and French"],
    ["Content-Range: bytes 0-99/200", "100 bytes of 200 bytes, from byte 0"],
    ["Content-Range: bytes */1234", "no such part: the representation has 1.2 KB"],
    [
      "Content-Disposition: attachment; filename=a; filename*=UTF-8''na%C3%AFve.txt",
      "saved as a file named na\u00efve.txt",
    ],
    ["Content-Disposition: inline", "shown inline"],
    ["Accept-Ranges: bytes", "downloads can be resumed"],
    ["Allow:", "no method at all"],
  ];
  for (const [line, alternate] of alternates)
    test(line, () => expect(lastHeader([line]).alternate).toBe(alternate));
});

test("a unit of the request's Range is known", () => {
  const known = { status: 206, method: "GET", requestHeaders: ["Range: pages=1-2"] };
  expect(problemsOfLast(["Content-Range: pages 1-2/3"], known)).toEqual([]);
});
