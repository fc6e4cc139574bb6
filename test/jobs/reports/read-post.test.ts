/** Reports as browsers post them, read into rows. Bodies are those of Chromium 156, Firefox 153 and WebKitGTK 2.50. */

import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../../src/api/errors.ts";
import { REPORTS } from "../../../src/api/limits.ts";
import { merged, readPost } from "../../../src/jobs/reports/read-post.ts";

const browserOf = (agent: string) => agent.split("/")[0] ?? "";
const read = (json: unknown, agent = "Own/1") => readPost(json, agent, browserOf, 5000);
const violation = (report: object) => read({ "csp-report": report }).find(({ kind }) => kind === "violation");
const keys = (json: unknown) => read(json).map(({ kind, key }) => `${kind}: ${key}`);

const CHROMIUM = {
  age: 432,
  body: {
    blockedURL: "https://cdn.example/lib/a.js?v=1",
    disposition: "report",
    documentURL: "https://shop.example/page?q=secret",
    effectiveDirective: "script-src-elem",
    originalPolicy: "default-src 'none';  script-src 'nonce-abc123' 'report-sample'; report-to csp",
    referrer: "",
    sample: "",
    statusCode: 200,
  },
  type: "csp-violation",
  url: "https://shop.example/page?q=secret",
  user_agent: "Chrome/156",
};
const FIREFOX = {
  "csp-report": {
    "blocked-uri": "inline",
    "column-number": 1,
    disposition: "enforce",
    "document-uri": "https://shop.example/page?q=secret",
    "effective-directive": "style-src-elem",
    "original-policy": "style-src 'none' 'report-sample'; report-uri https://reports.example/reports/shop",
    referrer: "",
    "script-sample": "\n   b { color:  red }",
    "source-file": "https://shop.example/page?q=secret",
    "status-code": 200,
    "violated-directive": "style-src-elem",
  },
};

describe("formats", () => {
  test("the Reporting API's, with the browser of each report", () => {
    const [type, policy, row] = read([CHROMIUM]);
    expect(type).toMatchObject({ kind: "type", key: "csp-violation", count: 1 });
    expect(policy).toMatchObject({
      kind: "policy",
      key: "default-src 'none'; script-src 'nonce-{NONCE}' 'report-sample'; report-to csp",
      enforced: 0,
      browsers: ["Chrome"],
    });
    expect(row).toEqual({
      kind: "violation",
      key: "script-src https://cdn.example",
      count: 1,
      first: 5000,
      last: 5000,
      enforced: 0,
      pages: ["https://shop.example/page"],
      browsers: ["Chrome"],
      urls: ["https://cdn.example/lib/a.js"],
      samples: [],
    });
  });
  test("report-uri's, with the browser of the request", () => {
    const [, policy, row] = read(FIREFOX, "Firefox/153");
    expect(policy?.key).toBe("style-src 'report-sample'; report-uri https://reports.example/reports/shop");
    expect(row).toMatchObject({
      key: "style-src inline",
      enforced: 1,
      browsers: ["Firefox"],
      samples: ["b { color: red }"],
    });
  });
  test("WebKit's, which sends the type with report-uri's members", () => {
    const json = { type: "csp-violation", url: "https://shop.example/", ...FIREFOX };
    expect(keys(json)).toEqual(keys(FIREFOX));
  });
  test("several reports of several types in one request", () => {
    const hash = { documentURL: "https://shop.example/", destination: "script", type: "subresource" };
    const digest = `sha256-${"A".repeat(43)}=`;
    expect(
      keys([
        { type: "csp-hash", body: { ...hash, subresourceURL: "https://shop.example/a.js?x", hash: digest } },
        { type: "csp-hash", body: { ...hash, subresourceURL: "https://cdn.example/a.js", hash: "" } },
        { type: "csp-hash", body: { ...hash, subresourceURL: "https://cdn.example/a.js", hash: "md5-x" } },
        { type: "deprecation", body: { id: "UnloadHandler" } },
        { type: "__proto__", body: {} },
        { body: {} },
      ]),
    ).toEqual([
      "type: csp-hash",
      `hash: ${digest} https://shop.example/a.js`,
      "type: csp-hash",
      "hash:  https://cdn.example/a.js",
      "type: csp-hash",
      "type: deprecation",
      "type: other",
      "type: other",
    ]);
  });
  test("control characters are spaces, in policies too", () => {
    const report = {
      "effective-directive": "img-src",
      "script-sample": "a\u0000b\nc",
      "original-policy": "img-src\n'self'",
    };
    const rows = read({ "csp-report": report });
    expect(rows.map(({ key, samples }) => [key, ...samples])).toEqual([
      ["csp-violation"],
      ["img-src 'self'"],
      ["img-src inline", "a b c"],
    ]);
  });
  test("an empty list has no rows", () => expect(read([])).toEqual([]));
  test.each([
    [null],
    [5],
    ["csp-report"],
    [{}],
    [[[]]],
    [{ "csp-report": "x" }],
    [{ "csp-report": ["x"] }],
    [[{ type: "csp-violation" }, { body: null }]],
  ])("%j is no report", (json) => expect(() => read(json)).toThrow(NetlensError));
});

describe("source of a blocked URL", () => {
  const page = "https://shop.example/cart";
  test.each([
    ["https://cdn.example:8443/a/b.js?c#d", "https://cdn.example:8443"],
    ["https://shop.example/app.js", "'self'"],
    ["http://shop.example/app.js", "http://shop.example"],
    ["wss://chat.example/socket", "wss://chat.example"],
    ["data", "data:"],
    ["data:text/plain,x", "data:"],
    ["BLOB", "blob:"],
    ["blob:https://shop.example/1", "blob:"],
    ["inline", "inline"],
    ["self", "inline"],
    ["", "inline"],
    ["eval", "eval"],
    ["wasm-eval", "wasm-eval"],
    ["trusted-types-sink", "trusted-types-sink"],
    ["about:blank", "about:"],
    ["about", "about:"],
    ["chrome-extension", "extension"],
    ["moz-extension://0d1c/a.js", "extension"],
    ["safari-web-extension://0d1c/a.js", "extension"],
    ["intent://x", "intent:"],
    ["constructor", "constructor:"],
    ["not a url", "unknown"],
    ["x".repeat(31), `${"x".repeat(31)}:`],
    ["x".repeat(32), "unknown"],
    [`https://${"a.".repeat(200)}example/`, `https://${"a.".repeat(200)}`.slice(0, REPORTS.url)],
  ])("%s", (blocked, source) => {
    const row = violation({ "blocked-uri": blocked, "document-uri": page, "effective-directive": "img-src" });
    expect(row?.key).toBe(`img-src ${source}`);
  });
  test("the script of an extension makes it the extension's", () => {
    const found = violation({
      "blocked-uri": "inline",
      "effective-directive": "script-src-elem",
      "source-file": "moz-extension",
    });
    expect(found?.key).toBe("script-src extension");
  });
});

test("the directive: effective, else violated without its sources; unknown ones are not kept", () => {
  const of = (report: object) => violation({ "blocked-uri": "eval", ...report })?.key;
  expect(of({ "effective-directive": "SCRIPT-SRC-ATTR", "violated-directive": "img-src" })).toBe(
    "script-src-attr eval",
  );
  expect(of({ "violated-directive": "script-src 'self' https://a.example" })).toBe("script-src eval");
  expect(of({ "effective-directive": "constructor" })).toBeUndefined();
  expect(of({ "effective-directive": "img-src x".repeat(999) })).toBe("img-src eval");
  expect(of({})).toBeUndefined();
});

describe("limits", () => {
  test("reports of a request", () => {
    const many = (count: number) => read(Array(count).fill({ type: "crash", body: {} })).length;
    expect([many(REPORTS.perPost), many(REPORTS.perPost + 1)]).toEqual([REPORTS.perPost, REPORTS.perPost]);
  });
  test("characters of a policy", () => {
    const kept = (length: number) => {
      const policy = `img-src ${"x".repeat(length - 8)}`;
      return keys({ "csp-report": { "original-policy": policy } }).length;
    };
    expect([kept(REPORTS.policy), kept(REPORTS.policy + 1), kept(2 * REPORTS.policy)]).toEqual([2, 1, 1]);
  });
  test("characters of all other texts", () => {
    const long = "y".repeat(500_000);
    const row = violation({
      "blocked-uri": `https://cdn.example/${long}`,
      "document-uri": `https://shop.example/${long}`,
      "effective-directive": "img-src",
      "script-sample": long,
    });
    expect(JSON.stringify(row).length).toBeLessThan(3 * REPORTS.url + 300);
  });
  test("distinct entries of a row", () => {
    const [first] = read([{ type: "crash", body: {} }]);
    if (!first) throw new Error("no row");
    let sum = first;
    for (let index = 0; index < 2 * REPORTS.distinct; index++) {
      const texts = [`${index % (REPORTS.distinct + 1)}`];
      sum = merged(sum, {
        ...first,
        pages: texts,
        browsers: texts,
        urls: texts,
        samples: texts,
        first: 1,
        last: 9000,
      });
    }
    expect(sum).toMatchObject({ count: 1 + 2 * REPORTS.distinct, first: 1, last: 9000 });
    expect([sum.pages, sum.browsers, sum.urls, sum.samples].map(({ length }) => length)).toEqual([
      REPORTS.distinct,
      REPORTS.distinct,
      REPORTS.distinct,
      REPORTS.samples,
    ]);
  });
});
