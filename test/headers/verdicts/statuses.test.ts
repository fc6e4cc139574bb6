/**
 * Statuses that caches store, according to the standard and to products; every status from 100 to 599 is
 * tried.
 */

import { describe, expect, test } from "bun:test";
import { judged, NOW } from "./judged.ts";

const ALL = Array.from({ length: 500 }, (_, at) => at + 100);

function shared(status: number, ...lines: readonly string[]) {
  return judged(lines, {
    status,
    method: "GET",
    url: "https://a.example/",
    receivedAt: NOW,
    requestHeaders: [],
  }).caching?.shared;
}

test("stored without a lifetime (RFC 9110 section 15.1, RFC 7725 section 3)", () => {
  const bare = ALL.filter((status) => shared(status)?.stores);
  expect(bare).toEqual([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 451, 501]);
  expect(ALL.filter((status) => shared(status, "Cache-Control: no-cache")?.stores)).toEqual(bare);
});

test("stored with a lifetime: all final statuses except 304", () => {
  const stored = ALL.filter((status) => shared(status, "Cache-Control: max-age=60")?.stores);
  expect(stored).toEqual(ALL.filter((status) => status >= 200 && status !== 304));
});

test("stored with must-understand: registered statuses", () => {
  const stored = ALL.filter(
    (status) => shared(status, "Cache-Control: must-understand, no-store, max-age=6")?.stores,
  );
  expect(stored).toEqual([
    200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406,
    407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431, 451, 500, 501, 502,
    503, 504, 505, 511,
  ]);
});

describe("products that do not store a status", () => {
  const by = (status: number) =>
    shared(status, "Cache-Control: max-age=60")?.exceptions?.map(({ product }) => product) ?? [];

  test.each([
    [200, []],
    [203, ["HAProxy"]],
    [204, ["HAProxy", "Fastly", "Squid", "Apache"]],
    [301, ["HAProxy"]],
    [302, ["HAProxy", "Caddy"]],
    [307, ["HAProxy", "Caddy", "Fastly"]],
    [308, ["HAProxy", "Caddy", "Fastly", "Varnish"]],
    [404, []],
    [502, ["HAProxy", "Caddy", "Fastly", "Varnish", "Squid"]],
    [503, []],
  ])("%d", (status, products) => {
    expect(by(status)).toEqual([...products]);
  });
});
