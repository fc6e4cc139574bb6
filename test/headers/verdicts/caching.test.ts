import { describe, expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import type { CacheView } from "../../../src/headers/verdicts/caching.ts";
import type { Questions } from "../../../src/headers/verdicts/response.ts";
import { judged, NOW } from "./judged.ts";

const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";
const HOUR_LATER = "Fri, 20 Nov 2026 11:00:00 GMT";
const DAY_BEFORE = "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT";
const CC = (value: string) => `Cache-Control: ${value}`;

function shared(lines: readonly string[], known: Known = {}): CacheView | undefined {
  return judged(lines, { status: 200, method: "GET", receivedAt: NOW, ...known }).caching?.shared;
}
function own(lines: readonly string[], known: Known = {}): CacheView | undefined {
  return judged(lines, { status: 200, method: "GET", receivedAt: NOW, ...known }).caching?.private;
}

describe("storing (RFC 9111 section 3)", () => {
  const table: readonly (readonly [
    lines: readonly string[],
    shared: boolean,
    own: boolean,
    known?: Known,
  ])[] = [
    [[], true, true],
    [[CC("no-store")], false, false],
    [[CC("No-Store, max-age=60")], false, false],
    [[CC("no-store, must-understand, max-age=60")], true, true],
    [[CC("no-store, must-understand, max-age=60")], false, false, { status: 599 }],
    [[CC("must-understand, max-age=60")], false, false, { status: 599 }],
    [[CC("private")], false, true],
    [[CC('private="set-cookie", max-age=60')], true, true],
    [[CC("private")], false, true, { status: 302 }],
    [[], false, false, { status: 302 }],
    [[CC("max-age=60")], true, true, { status: 302 }],
    [[CC("s-maxage=60")], true, false, { status: 302 }],
    [["Expires: 0"], true, true, { status: 500 }],
    [[], true, true, { status: 404 }],
    [[], false, false, { status: 403 }],
    [[CC("public")], true, true, { status: 403 }],
    [[CC("max-age=60")], false, false, { status: 304 }],
    [[CC("max-age=60")], false, false, { status: 103 }],
    [[CC("max-age=60")], false, false, { method: "PUT" }],
    [[CC("max-age=60")], true, true, { method: "HEAD" }],
    [[CC("max-age=60")], false, false, { method: "POST", url: "https://a.example/x" }],
    [[CC("max-age=60"), "Content-Location: /x"], true, true, { method: "POST", url: "https://a.example/x" }],
    [["Content-Location: /x"], false, false, { method: "POST", url: "https://a.example/x" }],
    [[CC("max-age=60")], false, true, { requestHeaders: ["Authorization: a"] }],
    [[CC("max-age=60, public")], true, true, { requestHeaders: ["Authorization: a"] }],
    [[CC("s-maxage=60")], true, true, { requestHeaders: ["Authorization: a"] }],
    [[CC("max-age=60, must-revalidate")], true, true, { requestHeaders: ["Authorization: a"] }],
    [[CC("max-age=60")], false, false, { requestHeaders: ["Cache-Control: no-store"] }],
    [[CC("max-age=60"), "Vary: *"], false, false],
    [[CC("no-store"), "CDN-Cache-Control: max-age=60"], true, false],
    [[CC("no-store"), "CDN-Cache-Control: max-age=60, &&&"], false, false],
    [[CC("max-age=60"), "CDN-Cache-Control: no-store"], false, true],
  ];
  for (const [lines, inShared, inOwn, known] of table)
    test(`${lines.join(" | ")} ${JSON.stringify(known ?? {})}`, () => {
      expect([shared(lines, known)?.stores, own(lines, known)?.stores]).toEqual([inShared, inOwn]);
    });

  test("verdicts that depend on an unknown status are absent", () => {
    expect(judged([DATE]).caching).toBeUndefined();
    expect(judged([CC("max-age=60")]).caching?.shared.stores).toBe(true);
    expect(judged([CC("no-store")]).caching?.shared.stores).toBe(false);
  });
});

describe("lifetime (section 4.2.1)", () => {
  const table: readonly (readonly [
    lines: readonly string[],
    from: string,
    seconds: number | null,
    known?: Known,
  ])[] = [
    [[CC("max-age=60")], "max-age", 60],
    [[CC("max-age=060, max-age=5")], "max-age", 60],
    [[CC('max-age="60"')], "max-age", 60],
    [[CC("max-age=60a")], "max-age", 0],
    [[CC("max-age=-1")], "max-age", 0],
    [[CC("max-age=99999999999")], "max-age", 2 ** 31],
    [[CC('x="max-age=60", max-age=1')], "max-age", 1],
    [[CC("max-age=60, s-maxage=90")], "s-maxage", 90],
    [[CC("max-age=60"), "CDN-Cache-Control: max-age=7"], "cdn-cache-control", 7],
    [[CC("max-age=60"), "CDN-Cache-Control: max-age= 7"], "max-age", 60],
    [
      ["CDN-Cache-Control: max-age=7", "Cloudflare-CDN-Cache-Control: max-age=9"],
      "cloudflare-cdn-cache-control",
      9,
    ],
    [[DATE, `Expires: ${HOUR_LATER}`], "expires", 3600],
    [[`Expires: ${HOUR_LATER}`], "expires", 3600],
    [["Date: foo", `Expires: ${HOUR_LATER}`], "expires", 3600],
    [[DATE, `Expires: ${HOUR_LATER.toLowerCase()}`], "expires", 3600],
    [[DATE, "Expires: Friday, 20-Nov-26 11:00:00 GMT"], "expires", 3600],
    [[DATE, "Expires: Fri Nov 20 11:00:00 2026"], "expires", 3600],
    [[DATE, "Expires: Fri, 20 Nov 26 11:00:00 GMT"], "expires", 0],
    [[DATE, "Expires: Fri 20 Nov 2026 11:00:00 GMT"], "expires", 0],
    [[DATE, "Expires: Fri, 20-Nov-2026 11:00:00 GMT"], "expires", 0],
    [[DATE, "Expires: Fri, 20 Nov 2026 11:00:00 UTC"], "expires", 0],
    [[DATE, "Expires: 0"], "expires", 0],
    [[DATE, `Expires: ${HOUR_LATER}`, "Expires: 0"], "expires", 0],
    [[DATE, "Expires: Fri, 20 Nov 2026 09:00:00 GMT"], "expires", 0],
    [[DATE, DAY_BEFORE], "heuristic", 8640],
    [[DAY_BEFORE], "heuristic", 8640],
    [[DATE, DAY_BEFORE], "none", null, { status: 302 }],
    [[DATE, DAY_BEFORE, CC("public")], "heuristic", 8640, { status: 302 }],
    [[DATE], "none", null],
  ];
  for (const [lines, from, seconds, known] of table)
    test(lines.join(" | "), () => {
      const { lifetime, lifetimeFrom } = shared(lines, known) ?? {};
      expect([lifetimeFrom, lifetime]).toEqual([from, seconds]);
    });
  test("browsers ignore directives for shared caches", () => {
    expect(own([CC("max-age=60, s-maxage=90"), "CDN-Cache-Control: max-age=7"])?.lifetime).toBe(60);
  });
});

describe("age and freshness (section 4.2.3)", () => {
  for (const [lines, age] of [
    [["Age: 7"], 7],
    [["Age: 7, 0"], 7],
    [["Age: 7", "Age: 0"], 7],
    [["Age: -7"], 0],
    [["Age: 7.0"], 0],
    [["Age: 99999999999"], 2 ** 31],
    [["Date: Fri, 20 Nov 2026 09:59:00 GMT"], 60],
    [["Date: Fri, 20 Nov 2026 09:59:00 GMT", "Age: 100"], 100],
    [["Date: Fri, 20 Nov 2026 10:59:00 GMT", "Age: 5"], 5],
  ] as const)
    test(lines.join(" | "), () => expect(shared(lines)?.age).toBe(age));

  test("max-age=60 with Age: 500 is stale", () =>
    expect(shared([CC("max-age=60"), "Age: 500"])).toMatchObject({ freshFor: -440, reuse: "never" }));
});

describe("reuse (sections 4.2.4 and 5.2.2)", () => {
  const ETAG = 'ETag: "a"';
  for (const [lines, inShared, inOwn] of [
    [[CC("max-age=60")], "without-asking", "without-asking"],
    [[CC("max-age=0")], "never", "never"],
    [[CC("max-age=0"), ETAG], "after-check", "after-check"],
    [[CC("no-cache, max-age=60"), ETAG], "after-check", "after-check"],
    [[CC('no-cache="set-cookie", max-age=60'), ETAG], "without-asking", "without-asking"],
    [[CC("no-store"), ETAG], "never", "never"],
    [[CC("private, max-age=60")], "never", "without-asking"],
    [[CC("max-age=0, stale-while-revalidate=9"), ETAG], "without-asking", "without-asking"],
    [[CC("max-age=0, stale-while-revalidate=9, must-revalidate"), ETAG], "after-check", "after-check"],
    [[CC("max-age=0, stale-while-revalidate=9, proxy-revalidate"), ETAG], "after-check", "without-asking"],
  ] as const)
    test(lines.join(" | "), () =>
      expect([shared(lines)?.reuse, own(lines)?.reuse]).toEqual([inShared, inOwn]),
    );
  test("windows for stale responses are present if they apply", () => {
    const value = "max-age=1, stale-while-revalidate=9, stale-if-error=8";
    expect(shared([CC(value)])).toMatchObject({ staleWhileRevalidate: 9, staleIfError: 8 });
    const strict = shared([CC(`${value}, must-revalidate`)]);
    expect(strict).not.toHaveProperty("staleWhileRevalidate");
    expect(strict).not.toHaveProperty("staleIfError");
  });
});

describe("again: the next request", () => {
  const ask = (
    lines: readonly string[],
    after: number,
    headers: readonly string[] = [],
    { known = {}, method }: { known?: Known; method?: string } = {},
  ) => {
    const next = headers.map((line, index) => {
      const [name = "", value = ""] = line.split(": ");
      return { name: name.toLowerCase(), value, index };
    });
    const questions: Questions = { again: { after, lines: next, ...(method && { method }) } };
    const all = { status: 200, method: "GET", receivedAt: NOW, requestHeaders: [], ...known };
    return judged(lines, all, questions).caching?.shared.again;
  };
  const ETAG = 'ETag: "a"';
  const FRESH = CC("max-age=60");

  test("one second before its lifetime ends, and at its end", () => {
    expect(ask([FRESH], 59)).toBe("from-cache");
    expect(ask([FRESH], 60)).toBe("from-origin");
    expect(ask([FRESH, ETAG], 60)).toBe("after-check");
  });
  test("methods", () => {
    expect(ask([FRESH], 1, [], { method: "HEAD" })).toBe("from-cache");
    expect(ask([FRESH], 1, [], { method: "POST" })).toBe("from-origin");
    expect(ask([FRESH], 1, [], { method: "GET", known: { method: "HEAD" } })).toBe("from-origin");
  });
  test("cache directives of the request", () => {
    expect(ask([FRESH, ETAG], 1, ["Cache-Control: no-cache"])).toBe("after-check");
    expect(ask([FRESH], 10, ["Cache-Control: max-age=10"])).toBe("from-cache");
    expect(ask([FRESH], 11, ["Cache-Control: max-age=10"])).toBe("from-origin");
    expect(ask([FRESH], 10, ["Cache-Control: min-fresh=50"])).toBe("from-cache");
    expect(ask([FRESH], 11, ["Cache-Control: min-fresh=50"])).toBe("from-origin");
    expect(ask([FRESH], 65, ["Cache-Control: max-stale=6"])).toBe("from-cache");
    expect(ask([FRESH], 66, ["Cache-Control: max-stale=6"])).toBe("from-origin");
    expect(ask([CC("max-age=60, must-revalidate")], 65, ["Cache-Control: max-stale"])).toBe("from-origin");
  });
  test("the end of a window for stale responses", () => {
    const lines = [CC("max-age=1, stale-while-revalidate=3"), ETAG];
    expect(ask(lines, 3)).toBe("from-cache");
    expect(ask(lines, 4)).toBe("after-check");
  });
  test("Vary", () => {
    const lines = [FRESH, "Vary: Foo"];
    const known = { requestHeaders: ["Foo: 1, 2"] };
    expect(ask(lines, 1, ["Foo: 1", "Foo: 2"], { known })).toBe("from-cache");
    expect(ask(lines, 1, ["Foo: 1"], { known })).toBe("from-origin");
    expect(ask(lines, 1, [], { known })).toBe("from-origin");
    expect(
      ask([FRESH, "Vary: Accept-Language"], 1, ["Accept-Language: de;q=1,en"], {
        known: { requestHeaders: ["Accept-Language: en, de; q=1"] },
      }),
    ).toBe("from-cache");
    const unknown = judged(lines, { status: 200 }, { again: { after: 1, lines: [] } });
    expect(unknown.caching?.shared).not.toHaveProperty("again");
  });
  test("a stored part is reused for ranges within it", () => {
    const part = { known: { status: 206, requestHeaders: ["Range: bytes=-6"] } };
    const lines = [FRESH, "Content-Range: bytes 4-9/10"];
    expect(ask(lines, 1, ["Range: bytes=4-9"], part)).toBe("from-cache");
    expect(ask(lines, 1, ["Range: bytes=3-9"], part)).toBe("from-origin");
    expect(ask(lines, 1, ["Range: bytes=5-"], part)).toBe("from-cache");
    expect(ask(lines, 1, [], part)).toBe("from-origin");
    expect(ask([FRESH], 1, ["Range: bytes=1-"])).toBe("from-cache");
  });
  test("a response that is not stored comes from the origin", () =>
    expect(ask([CC("no-store")], 0)).toBe("from-origin"));
});

describe("products with known differences", () => {
  const products = (lines: readonly string[], known: Known = {}) =>
    judged(lines, { status: 200, method: "GET", receivedAt: NOW, ...known })
      .caching?.shared.exceptions?.map(({ product, does }) => `${product} ${does}`)
      .join("; ") ?? "";
  test("none for a plain response", () => expect(products([CC("max-age=60")])).toBe(""));
  for (const [lines, part, known] of [
    [[CC("max-age=60"), "Set-Cookie: a=1"], "nginx does not store it, because of Set-Cookie"],
    [[CC("max-age=60"), "Age: 90"], "nginx uses it although its Age"],
    [[CC("max-age=60"), "Vary: Accept"], "HAProxy does not store it"],
    [[CC("max-age=60, stale-while-revalidate=9")], "Squid ignores stale-while-revalidate"],
    [[CC("no-cache"), 'ETag: "a"'], "Varnish fetches it again"],
    [[DATE, DAY_BEFORE], "Caddy estimates no lifetime"],
    [[CC("max-age=60")], "HAProxy stores only 200", { status: 302 }],
    [[CC("max-age=60")], "Traffic Server stores it although", { requestHeaders: ["Authorization: a"] }],
    [[CC("Max-Age=60")], "Fastly recognises Cache-Control directives"],
    [["CDN-Cache-Control: max-age=60"], "Apache ignores CDN-Cache-Control"],
    [[DATE, "Expires: Fri 20 Nov 2026 11:00:00 GMT"], "Squid reads the malformed Expires"],
  ] as const)
    test(part, () => expect(products(lines, known)).toContain(part));
});
