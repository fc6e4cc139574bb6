import { describe, expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

/** Lines, and the problems of the last line. */
const CASES: readonly (readonly [lines: readonly string[], problems: readonly string[]])[] = [
  [["Age: 10"], []],
  [["Age: 0"], []],
  [["Age: -20"], ["error age-invalid"]],
  [["Age: foo"], ["error age-invalid"]],
  [["Age: 1.5"], ["error age-invalid"]],
  [["Age: 2147483648"], []],
  [["Age: 2147483649"], ["warning age-too-large"]],
  [["Age: 10", "Age: 20"], ["error field-repeated"]],
  [["Date: Mon, 04 Jul 2011 09:08:06 GMT"], []],
  [["Date: Monday, 04-Jul-11 09:08:06 GMT"], ["warning date-obsolete-form"]],
  [["Date: Mon Jul  4 09:08:06 2011"], ["warning date-obsolete-form"]],
  [["Date: Tue, 04 Jul 2011 09:08:06 GMT"], ["info date-weekday-wrong"]],
  [["Date: Mon, 04 Jul 2011 09:08:06 UTC"], ["error date-invalid"]],
  [["Date:"], ["warning value-empty"]],
  [["Expires: Mon, 04 Jul 2011 09:08:06 GMT"], []],
  [["Expires: -1"], []],
  [["Cache-Control: no-cache", "Expires: Mon, 04 Jul 2011 09:08:06 GMT"], []],
  [["Cache-Control: public", "Expires: Mon, 04 Jul 2011 09:08:06 GMT"], []],
  [["Last-Modified: Mon, 04 Jul 2011 09:08:06 GMT"], []],
  [["Last-Modified: 2011-07-04T09:08:06Z"], ["error last-modified-invalid"]],
  [['ETag: "abc"'], []],
  [['ETag: W/"abc"'], []],
  [['ETag: ""'], ["info etag-empty"]],
  [["ETag: abc"], ["error etag-invalid"]],
  [['ETag: w/"abc"'], ["error etag-invalid"]],
  [["Vary: Accept-Encoding"], []],
  [["Vary: Accept-Encoding, Origin, Accept-Language"], []],
  [["Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Accept-Encoding"], []],
  [["Vary: constructor"], []],
  [["Cache-Control: max-age=60", "Vary: A, B, C, D"], ["warning vary-complex"]],
  [["Cache-Control: private, max-age=60", "Vary: A, B, C, D"], ["info vary-complex"]],
  [["Cache-Control: no-store", "Vary: A, B, C, D"], []],
  [["Vary: foo bar"], ["error vary-invalid"]],
  [["Vary: Accept-Encoding, Accept-Encoding"], ["info vary-repeated"]],
  [["Vary:"], ["warning value-empty"]],
  [["Retry-After: 120"], []],
  [["Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"], []],
  [["Retry-After: soon"], ["error retry-after-invalid"]],
  [["Retry-After: -5"], ["error retry-after-invalid"]],
  [["CDN-Cache-Control: max-age=600, must-revalidate"], []],
  [["CDN-Cache-Control: private=5"], ["error cdn-cache-control-type"]],
  [['CDN-Cache-Control: private="x-name"'], []],
  [["CDN-Cache-Control: max-age=foo"], ["error cdn-cache-control-type"]],
  [['CDN-Cache-Control: max-age="600"'], ["error cdn-cache-control-type"]],
  [["CDN-Cache-Control: max-age=-1"], ["error cdn-cache-control-invalid"]],
  [["CDN-Cache-Control: no-store=1"], ["error cdn-cache-control-type"]],
  [["CDN-Cache-Control: max-age=600;"], ["error cdn-cache-control-invalid"]],
  [["Surrogate-Control: max-age=300+60"], ["info surrogate-control-exposed"]],
  [
    ["Surrogate-Control: max-age=long"],
    ["error surrogate-control-invalid", "info surrogate-control-exposed"],
  ],
  [["Cache-Status: ExampleCache; hit; ttl=-412"], []],
  [["Cache-Status: 5; hit"], ["error cache-status-type"]],
  [["Cache-Status: ExampleCache; hit=yes"], ["error cache-status-type"]],
  [
    ["Cache-Status: ExampleCache; fwd=uri-miss; stored, Edge; fwd=constructor"],
    ["warning cache-status-fwd-unknown"],
  ],
  [['Cache-Groups: "scripts", "styles"'], []],
  [["Cache-Groups: scripts"], ["error cache-groups-type"]],
  [["No-Vary-Search: params=?1, except=(1)"], ["error no-vary-search-type"]],
  [['No-Vary-Search: key-order, params=("utm_source")'], []],
  [['Use-As-Dictionary: match="/foo/*", match-dest=("script" "style"), id="d1", type=raw'], []],
  [['Use-As-Dictionary: match="/foo/*", match-dest="script"'], ["error use-as-dictionary-type"]],
  [["Deprecation: @1688169599"], ["warning deprecation-announced"]],
  [["Deprecation: 1688169599"], ["error deprecation-type"]],
  [["Deprecation: true"], ["error deprecation-old-form"]],
  [["Sunset: Mon, 31 Dec 2018 23:59:59 GMT"], ["warning sunset-passed"]],
  [["Pragma: no-cache"], ["info pragma-in-response"]],
  [["Cache-Control: no-cache", "Pragma: no-cache"], []],
];

describe("caching headers", () => {
  for (const [lines, problems] of CASES)
    test(lines.join(" | "), () => expect(problemsOfLast(lines)).toEqual([...problems]));
});

/** Cache-Control values and their problems. */
const POLICIES: readonly (readonly [value: string, problems: readonly string[]])[] = [
  ["max-age=5", []],
  ["public, max-age=31536000, immutable", []],
  ["private, no-cache", []],
  ["no-cache, max-age=0, must-revalidate", []],
  ["no-store, must-understand, max-age=60", []],
  ["max-age=2147483648", []],
  ["max-age=2147483649", ["warning cache-control-too-large"]],
  ["max-age=5, max-age=5", ["info cache-control-repeated"]],
  ["max-age=5, max-age=10", ["error cache-control-repeated-differently"]],
  ["a=b, c=d", ["info cache-control-unknown", "info cache-control-unknown"]],
  ['a="b,c", max-age=5', ["info cache-control-unknown"]],
  ["max-age", ["error cache-control-value-invalid"]],
  ["max-age=", ["error cache-control-value-invalid"]],
  ["max-age=-1", ["error cache-control-value-invalid"]],
  ["max-age=1.5", ["error cache-control-value-invalid"]],
  ["max-age=1 day", ["error cache-control-separator"]],
  ["max-age = 60", ["error cache-control-invalid"]],
  ["no-cache=", ["error cache-control-invalid"]],
  ["must-revalidate=1", ["error cache-control-value-unwanted"]],
  ['private="Set-Cookie"', ["info cache-control-field-names"]],
  ["NO-CACHE", ["info cache-control-case"]],
  ["max-stale", ["warning cache-control-request-directive"]],
  ["only-if-cached", ["warning cache-control-request-directive"]],
  ["must-revalidation, max-age=5", ["info cache-control-unknown"]],
  ["must-revlidate, max-age=5", ["error cache-control-typo"]],
  ["maxage=5", ["error cache-control-typo"]],
  ["nocache", ["error cache-control-typo"]],
  ["max-age=5; public", ["error cache-control-separator"]],
  ["public max-age=5", ["error cache-control-separator"]],
  ["public,, max-age=5", ["info list-empty-member"]],
  ["no-store, no-cache", []],
  ["no-store, private", []],
  ["no-store, max-age=60", []],
  ["no-store, public", ["error cache-control-no-store-conflict"]],
  ["public, private", ["error cache-control-conflict"]],
  ["no-cache, immutable", ["error cache-control-conflict"]],
  ["max-age=0, immutable", ["error cache-control-conflict"]],
  ["immutable", ["warning immutable-without-lifetime"]],
  ["private, s-maxage=60", ["warning cache-control-ineffective"]],
  ["no-cache, max-age=60", ["info cache-control-no-cache-redundant"]],
  ["max-age=60, must-revalidate, stale-if-error=60", ["warning cache-control-ineffective"]],
  ["max-age=60, stale-while-revalidate=60, stale-if-error=600", []],
  ["max-age=60, post-check=10", ["warning cache-control-post-check-useless"]],
  ["max-age=60, pre-check=10, post-check=20", ["warning cache-control-post-check-useless"]],
  ["max-age=60, pre-check=20, post-check=0", ["warning cache-control-post-check-useless"]],
  ["max-age=60, pre-check=20, post-check=10", ["info cache-control-post-check"]],
];

describe("Cache-Control", () => {
  for (const [value, problems] of POLICIES)
    test(value, () => expect(problemsOfLast([`Cache-Control: ${value}`])).toEqual([...problems]));

  test("several lines form one policy", () => {
    expect(problemsOfLast(["Cache-Control: a=b, c=d", "Cache-Control: e=f", "Cache-Control: g"])).toEqual([
      "info cache-control-unknown",
    ]);
    expect(
      problemsOfLast(["Cache-Control: public, max-age=60", "Cache-Control: private, max-age=0"]),
    ).toEqual([
      "error cache-control-conflict",
      "error cache-control-repeated-differently",
      "warning cache-control-several-lines",
    ]);
  });

  test("each directive is an item with its own description and problems", () => {
    const { details } = lastHeader(["Cache-Control: max-age=3600, must-revalidate=1"]);
    expect(details.items?.map(({ name, value, alternate }) => [name, value, alternate])).toEqual([
      ["max-age", "3600", "1 hour"],
      ["must-revalidate", "1", undefined],
    ]);
    expect(details.items?.[1]?.problems?.map(({ name }) => name)).toEqual(["cache-control-value-unwanted"]);
  });

  test.each([
    ["no-store, no-cache", "has no effect next to no-store"],
    ["no-store, must-understand, no-cache", undefined],
  ])("%s: the last directive %s", (value, words) => {
    const { items = [] } = lastHeader([`Cache-Control: ${value}`]).details;
    expect(items.at(-1)?.alternate).toBe(words);
  });
});

/** Lines, and the readable form of the last line. */
const ALTERNATES: readonly (readonly [lines: readonly string[], alternate: string | undefined])[] = [
  [["Age: 7200"], "2 hours"],
  [["Date: Fri, 20 Nov 2026 09:00:00 GMT"], "20 November 2026, 09:00 UTC (1 hour ago)"],
  [
    ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
    "fresh for 1 hour, until 20 November 2026, 11:00 UTC",
  ],
  [["Expires: Fri, 27 Nov 2026 10:00:00 GMT"], "until 27 November 2026, 10:00 UTC"],
  [["Expires: Thu, 19 Nov 1981 08:52:00 GMT"], "expired 45 years ago"],
  [["Cache-Control: max-age=3600"], "fresh for 1 hour"],
  [["Cache-Control: private, max-age=60"], "stored by the browser only, fresh for 1 minute"],
  [["Cache-Control: no-cache"], "checked with the origin before each use"],
  [["Cache-Control: max-age=0, s-maxage=600"], "stale immediately, for 10 minutes in shared caches"],
  [["Cache-Control: no-store"], "not stored anywhere"],
  [["CDN-Cache-Control: max-age=600"], "fresh for 10 minutes in that cache"],
  [["Retry-After: 120"], "in 2 minutes"],
  [["Surrogate-Control: max-age=300+60"], "fresh for 5 minutes, then 1 minute stale in the surrogate"],
  [
    ["Cache-Status: Edge; hit; ttl=60, Origin; fwd=uri-miss; stored"],
    "Edge: hit, fresh for 1 minute more; Origin: forwarded (uri-miss), stored now",
  ],
  [["Sunset: Fri, 27 Nov 2026 10:00:00 GMT"], "27 November 2026, 10:00 UTC (in 1 week)"],
];

describe("readable forms of caching headers", () => {
  for (const [lines, alternate] of ALTERNATES)
    test(lines.join(" | "), () => expect(lastHeader(lines).alternate).toBe(alternate));
});

test.each([
  ["0", "fresh for 1 minute"],
  ["59", "fresh for another 1 second of 1 minute"],
  ["60", "stale on arrival: 1 minute old, fresh for 1 minute"],
  ["500", "stale on arrival: 8 minutes 20 seconds old, fresh for 1 minute"],
])("max-age=60 at the age of %s seconds", (age, words) => {
  expect(lastHeader([`Age: ${age}`, "Cache-Control: max-age=60"]).alternate).toBe(words);
});
