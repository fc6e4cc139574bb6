/** Rows of reports, grouped with advice; and the policy that results, which never allows more than it should. */

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LOADS } from "../../../data/violation-advice.ts";
import { ANSWER, REPORTS } from "../../../src/api/limits.ts";
import { checkLoad, readPolicies } from "../../../src/headers/verdicts.ts";
import { extended, groupReports } from "../../../src/jobs/reports/groups.ts";
import type { Row } from "../../../src/jobs/reports/read-post.ts";

const row = (kind: Row["kind"], key: string, found: Partial<Row> = {}): Row => ({
  ...{ kind, key, count: 2, first: 0, last: 1000, enforced: 0 },
  pages: ["https://shop.example/cart"],
  browsers: ["Chrome 156"],
  urls: [],
  samples: [],
  ...found,
});
const seen = (key: string, found: Partial<Row> = {}) => row("violation", key, found);
const adviceOn = (
  key: string,
  policy = "default-src 'none'; form-action 'none'",
  found: Partial<Row> = {},
) => {
  const [violation] = groupReports("shop", [row("policy", policy), seen(key, found)]).violations;
  return violation?.why ?? violation?.advice;
};

describe("advice", () => {
  test.each([
    ["script-src https://cdn.example", "add-to-policy"],
    ["script-src 'self'", "add-to-policy"],
    ["style-src https://cdn.example:8443", "add-to-policy"],
    ["img-src data:", "add-to-policy"],
    ["worker-src blob:", "add-to-policy"],
    ["connect-src wss://chat.example", "add-to-policy"],
    ["form-action https://pay.example", "add-to-policy"],
    ["script-src inline", "injected code. 'report-sample'"],
    ["script-src-attr inline", "addEventListener"],
    ["style-src-attr inline", "inline styles"],
    ["script-src eval", "turns strings into code"],
    ["script-src wasm-eval", "'wasm-unsafe-eval'"],
    ["script-src data:", "allow injected scripts"],
    ["script-src blob:", "allow injected scripts"],
    ["script-src http://cdn.example", "Use https:"],
    ["connect-src ws://cdn.example", "Use https:"],
    ["script-src https://www.google.com", "run any code"],
    ["script-src https://a;default-src", "can match this host"],
    ["img-src https://*.cdn.example", "can match this host"],
    ["img-src https://[2001:db8::1]", "can match this host"],
    ["img-src intent:", "Not a source of the web"],
    ["img-src unknown", "Not a source of the web"],
    ["img-src data:x", "Not a source of the web"],
    ["default-src https://cdn.example", "restricts more"],
    ["base-uri https://cdn.example", "restricts more"],
    ["frame-ancestors https://portal.example", "in a frame"],
    ["object-src https://cdn.example", "Plug-ins"],
    ["require-trusted-types-for trusted-types-sink", "trusted type"],
    ["script-src extension", "browser extension"],
    ["script-src https://gc.kis.v2.scr.kaspersky-labs.com", "Security software"],
    ["script-src https://kaspersky-labs.com.evil.example", "add-to-policy"],
    ["frame-src about:", "empty frame"],
  ])("%s: %s", (key, advice) => expect(adviceOn(key)).toContain(advice));

  test("one report is not enough", () => {
    expect(adviceOn("img-src https://cdn.example", undefined, { count: 1 })).toStartWith("Seen once");
    expect(adviceOn("img-src https://cdn.example", undefined, { count: 2 })).toBe("add-to-policy");
  });
  test("a sample needs no advice to get one", () => {
    expect(adviceOn("script-src inline", undefined, { samples: ["go()"] })).toEndWith("injected code.");
  });
  test("'strict-dynamic' ignores hosts", () => {
    const strict = "script-src 'nonce-{NONCE}' 'strict-dynamic'; img-src 'none'";
    expect(adviceOn("script-src https://cdn.example", strict)).toStartWith("'strict-dynamic'");
    expect(adviceOn("img-src https://cdn.example", strict)).toBe("add-to-policy");
  });
  test("what the policy allows by now is done, if it allows each URL", () => {
    const policy = "img-src https://cdn.example/a/";
    const at = (...urls: string[]) => adviceOn("img-src https://cdn.example", policy, { urls });
    expect(at("https://cdn.example/a/1.png")).toStartWith("The policy below allows");
    expect(at("https://cdn.example/a/1.png", "https://cdn.example/b.png")).toBe("add-to-policy");
    expect(adviceOn("img-src data:", "img-src data:")).toStartWith("The policy below allows");
    expect(adviceOn("img-src https://cdn.example", "script-src 'self'")).toStartWith("The policy below");
  });
});

describe("the policy to extend", () => {
  const chosen = (...policies: readonly (readonly [key: string, found: Partial<Row>])[]) =>
    groupReports(
      "shop",
      policies.map(([key, found]) => row("policy", key, found)),
    ).policy?.reported;

  test("is the newest in use", () => {
    const old = ["img-src a.example", { count: 1000, first: 1 }] as const;
    expect(chosen()).toBeUndefined();
    expect(chosen(old, ["img-src *", { count: 19, first: 2 }])).toBe("img-src a.example");
    expect(chosen(old, ["img-src b.example", { count: 20, first: 2 }])).toBe("img-src b.example");
    const few = ["img-src a.example", { count: 96, first: 1 }] as const;
    expect(chosen(few, ["img-src *", { count: 5, first: 2 }])).toBe("img-src a.example");
    expect(chosen(few, ["img-src b.example", { count: 6, first: 2 }])).toBe("img-src b.example");
  });
  test("is a report-only one before an enforced one", () => {
    expect(chosen(["img-src *", { enforced: 1, first: 2 }], ["img-src a.example", { first: 1 }])).toBe(
      "img-src a.example",
    );
  });
  test("is not Firefox's text, which lacks what Firefox does not support", () => {
    const firefox = ["img-src a.example", { browsers: ["Firefox 153"], first: 2 }] as const;
    expect(chosen(firefox, ["img-src a.example; future 'x'", { first: 1 }])).toContain("future");
    expect(chosen(firefox)).toBe("img-src a.example");
  });
  test("gets the advised sources only, and notes", () => {
    const { policy } = groupReports("shop", [
      row("policy", "default-src 'none'; script-src 'nonce-{NONCE}'"),
      seen("img-src https://cdn.example"),
      seen("script-src http://cdn.example"),
    ]);
    expect(policy?.enforce).toBe(
      "Content-Security-Policy: default-src 'none'; script-src 'nonce-{NONCE}'; img-src https://cdn.example",
    );
    expect(policy?.added).toEqual(["img-src https://cdn.example"]);
    expect(policy?.notes).toHaveLength(3);
  });
});

describe("an extended policy", () => {
  const img = { directive: "img-src", source: "https://b.example" };
  const script = { directive: "script-src", source: "https://b.example" };
  const frame = { directive: "frame-src", source: "https://b.example" };
  const worker = { directive: "worker-src", source: "blob:" };
  test.each([
    ["img-src 'self'", [img], "img-src 'self' https://b.example"],
    ["img-src 'none'", [img, img], "img-src https://b.example"],
    ["img-src 'NONE'; report-uri /r", [img], "img-src https://b.example; report-uri /r"],
    [
      "default-src 'self' 'nonce-x' 'unsafe-inline' a.example; report-to csp; sandbox",
      [img],
      "default-src 'self' 'nonce-x' 'unsafe-inline' a.example; sandbox; img-src 'self' a.example https://b.example; report-to csp",
    ],
    [
      "default-src 'self' 'nonce-x'",
      [script],
      "default-src 'self' 'nonce-x'; script-src 'self' 'nonce-x' https://b.example",
    ],
    [
      "script-src 'none'; script-src-elem x.example",
      [script],
      "script-src 'none'; script-src-elem x.example https://b.example",
    ],
    ["child-src x.example", [frame], "child-src x.example; frame-src x.example https://b.example"],
    [
      "script-src 'self' 'strict-dynamic'",
      [worker],
      "script-src 'self' 'strict-dynamic'; worker-src 'self' 'strict-dynamic' blob:",
    ],
    ["img-src a.example; img-src c.example", [img], "img-src a.example https://b.example"],
    // Without a list nothing is blocked.
    ["script-src 'self'", [img], "script-src 'self'"],
  ])("%s", (policy, added, result) => expect(extended(policy, added)).toBe(result));

  const HOSTS = ["https://a.example", "https://b.example", "https://c.example", "data:", "'self'"];
  const DIRECTIVES = ["default-src", "child-src", "script-src-elem", "style-src-elem", ...LOADS.keys()];
  const WORDS = [...HOSTS, "'none'", "'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", "'nonce-abc'"];
  const policies = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...DIRECTIVES), fc.subarray(WORDS)), { selector: ([name]) => name })
    .map((lists) => lists.map(([name, words]) => [name, ...words].join(" ")).join("; "));
  const additions = fc.array(
    fc.record({ directive: fc.constantFrom(...LOADS.keys()), source: fc.constantFrom(...HOSTS) }),
  );
  const self = new URL("https://shop.example/");
  const urlOf = (source: string) =>
    source === "'self'" ? `${self.href}x` : source === "data:" ? "data:,x" : `${source}/x`;

  const isAllowed = (policy: string, load: Parameters<typeof checkLoad>[0]) =>
    checkLoad(load, readPolicies({ name: "", value: policy, index: 0 }, "chromium"), self, "chromium")
      .allowed;
  const CODE = ["element", "attribute", "eval", "javascript-url"].flatMap((inline) =>
    ["script", "style"].flatMap((as) => [
      { as, inline },
      { as, inline, nonce: "abc" },
    ]),
  );
  const URLS = [...LOADS].flatMap(([directive, as]) =>
    HOSTS.map((source) => ({ directive, source, load: { as, url: urlOf(source) } })),
  );

  test("allows what the policy allowed, the added sources, and nothing else", () => {
    let allowedByAddition = 0;
    fc.assert(
      fc.property(policies, additions, (policy, added) => {
        const after = extended(policy, added);
        for (const load of CODE) expect(isAllowed(after, load), after).toBe(isAllowed(policy, load));
        for (const { directive, source, load } of URLS) {
          const [was, is] = [isAllowed(policy, load), isAllowed(after, load)];
          // A directive is also the fallback of others, such as script-src of workers.
          const own = added.filter((one) => one.source === source);
          expect(is === was || (is && own.length > 0), `${after}: ${load.as} ${load.url}`).toBe(true);
          if (is !== was && own.some((one) => one.directive === directive)) allowedByAddition++;
        }
      }),
      { numRuns: 300 },
    );
    expect(allowedByAddition).toBeGreaterThan(100);
  });
});

test("the largest file of a name gives an answer within the limit", () => {
  // Three bytes each. Control characters, which take six, are replaced when a report is read.
  const long = (most: number) => "\uffff".repeat(most);
  const full = {
    pages: Array(REPORTS.distinct).fill(long(REPORTS.url)),
    urls: Array(REPORTS.distinct).fill(long(REPORTS.url)),
    browsers: Array(REPORTS.distinct).fill(long(REPORTS.sampleText)),
    samples: Array(REPORTS.samples).fill(long(REPORTS.sampleText)),
  };
  const keyOf = (kind: string, index: number) =>
    kind === "policy" ? `img-src ${long(REPORTS.policy)}` : `img-src https://${index}.${"x".repeat(130)}`;
  const rows = Object.entries(REPORTS.rows).flatMap(([kind, most]) =>
    Array.from({ length: most }, (_, index) => row(kind as Row["kind"], keyOf(kind, index), full)),
  );
  expect(Buffer.byteLength(JSON.stringify(groupReports("shop", rows)))).toBeLessThan(ANSWER.bytes);
});

test("hashes by script, as attributes if there is one", () => {
  const { hashes } = groupReports("shop", [
    row("hash", "sha256-A= https://shop.example/a.js"),
    row("hash", "sha256-B= https://shop.example/b.js"),
    row("hash", "sha256-C= https://shop.example/b.js"),
    row("hash", " https://cdn.example/c.js"),
  ]);
  expect(hashes.map(({ hashes: all, integrity, why }) => [all.length, integrity ?? why])).toEqual([
    [1, 'integrity="sha256-A=" crossorigin="anonymous"'],
    [2, "The script changes, so integrity would block it."],
    [0, "Its server does not allow CORS, so browsers may not hash the script."],
  ]);
});
