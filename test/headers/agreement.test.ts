/** Intent, readable forms and findings agree with the verdicts. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const APP = "https://app.example";

function explained(lines: readonly string[], known: Known = {}) {
  const { headers, problems, intent, verdicts } = explainMessage(parseMessage(lines, known), NOW);
  const inHeaders = headers.flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  const all = [...problems, ...inHeaders];
  return {
    intent,
    headers,
    verdicts,
    ids: all.map(({ name }) => name),
    titles: all.map(({ title }) => title),
  };
}

describe("policy", () => {
  const HTML = "Content-Type: text/html; charset=utf-8";
  const WEAK = "with a content security policy that does not stop injected scripts";
  const page = (policy: string) =>
    explained([HTML, `Content-Security-Policy: ${policy}`], { status: 200, url: "https://shop.example/" });

  test("an unexpanded nonce is invalid, so 'unsafe-inline' applies", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an unexpanded template, as servers send it
    const { ids, intent } = page("script-src 'nonce-${n}' 'unsafe-inline'");
    expect(ids).toContain("csp-script-unsafe-inline");
    expect(intent).toContain(WEAK);
  });

  test("a valid nonce disables 'unsafe-inline'", () => {
    const { ids, intent } = page("script-src 'nonce-kJ4mUyZ9tQ3xW8vB2nE5rA==' 'unsafe-inline'");
    expect(ids).not.toContain("csp-script-unsafe-inline");
    expect(intent).not.toContain(WEAK);
  });

  test("a curly quote makes its directive invalid, and the finding names the quote", () => {
    const { intent, titles } = page("script-src \u2018self\u2019; object-src 'none'");
    expect(intent).toContain(WEAK);
    expect(titles.find((title) => title.includes("U+2018"))).toContain("in script-src is not ASCII");
  });

  test("sources joined by commas make policies without effect", () => {
    const { ids, titles } = page("script-src 'self', https://cdn.example");
    expect(ids).toContain("csp-sources-comma");
    expect(titles.join()).toContain('"https://cdn.example" after a comma or semicolon has no effect');
  });
});

describe("CORS", () => {
  test("a preflight response without the requested method allows nothing", () => {
    const requestHeaders = [`Origin: ${APP}`, "Access-Control-Request-Method: PUT"];
    const lines = [`Access-Control-Allow-Origin: ${APP}`, "Access-Control-Allow-Methods: GET, POST"];
    const { intent, ids } = explained(lines, { method: "OPTIONS", status: 204, requestHeaders });
    expect(intent).toContain("may not send PUT");
    expect(ids).toContain("cors-preflight-refused");
  });

  test("a slash in a list makes it invalid, and the finding names the item", () => {
    const requestHeaders = [`Origin: ${APP}`, "Access-Control-Request-Method: POST"];
    const lines = ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET/POST"];
    const { titles } = explained(lines, { method: "OPTIONS", status: 204, requestHeaders });
    expect(titles.join()).toContain('"GET/POST" in Access-Control-Allow-Methods');
  });

  test("a redirect is not a valid preflight response", () => {
    const requestHeaders = [`Origin: ${APP}`, "Access-Control-Request-Method: PUT"];
    const lines = ["Location: /x", "Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: PUT"];
    const { ids } = explained(lines, { method: "OPTIONS", status: 301, requestHeaders });
    expect(ids).toContain("cors-preflight-refused");
  });

  const ECHO = [`Access-Control-Allow-Origin: ${APP}`, "Access-Control-Allow-Credentials: true"];
  const asked = {
    method: "GET",
    status: 200,
    url: "https://api.other.example/",
    requestHeaders: [`Origin: ${APP}`],
  };

  test("an exact origin with credentials and Vary: Origin is valid", () => {
    const { ids } = explained([...ECHO, "Vary: Origin"], asked);
    expect(ids.filter((id) => id.startsWith("cors-"))).toEqual([]);
  });

  test("without Vary: Origin it is not", () => {
    expect(explained(ECHO, asked).ids).toContain("cors-vary-origin-missing");
  });
});

describe("framing", () => {
  test("SAMEORIGIN with a comma blocks all framing, without a contradiction", () => {
    const { headers, titles } = explained(["X-Frame-Options: SAMEORIGIN,"], { status: 200 });
    expect(headers[0]?.alternate).toBe("no site may frame it");
    expect(titles.join()).toContain('X-Frame-Options is "SAMEORIGIN,"');
  });

  test("an invalid value leaves the page open to framing", () => {
    const { headers, ids, verdicts } = explained(["X-Frame-Options: DENY;"], { status: 200 });
    expect(verdicts.framing?.by).toBe("anyone");
    expect(headers[0]?.alternate).toBe("ignored: any site may frame it");
    expect(ids).toContain("x-frame-options-unknown");
  });
});

describe("isolation", () => {
  const LINES = ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"];

  const isolated = (lines: readonly string[], url: string) =>
    explainMessage(parseMessage(lines, { url, status: 200 }), 0).verdicts.isolation.crossOriginIsolated;

  test("over HTTP nothing is isolated", () => {
    const { ids } = explained(LINES, { url: "http://shop.example/", status: 200 });
    expect(isolated(LINES, "http://shop.example/")).toBe(false);
    expect(ids.filter((id) => id === "isolation-policy-insecure")).toHaveLength(2);
  });

  test("over HTTPS and on this machine it is", () => {
    for (const url of ["https://shop.example/", "http://localhost/"]) expect(isolated(LINES, url)).toBe(true);
  });

  test("a trailing comma makes the opener policy invalid", () => {
    expect(isolated([`${LINES[0]},`, LINES[1] ?? ""], "https://shop.example/")).toBe(false);
  });
});

describe("content", () => {
  const told = (...lines: readonly string[]) => {
    const { headers, intent } = explained(lines, { status: 200, url: "https://shop.example/report" });
    return [headers[0]?.alternate, intent] as const;
  };

  test.each([
    ["filename=a.txt", "shown inline", "Serves content of an undeclared type."],
    ['"attachment"', "shown inline; Firefox saves it as a file", "Serves content of an undeclared type."],
    ['attachment; filename="a/b"', "saved as a file named a_b", "Offers a file for download as a_b."],
    [
      "attachment; filename=a,b",
      "several values: Chromium rejects the response",
      "Serves content of an undeclared type; Chromium refuses it, because Content-Disposition has several values.",
    ],
  ])("Content-Disposition: %s", (value, alternate, intent) => {
    expect(told(`Content-Disposition: ${value}`)).toEqual([alternate, intent]);
  });

  test("of several types the last counts", () => {
    expect(told("Content-Type: text/html, text/plain")[1]).toBe("Serves plain text.");
    const [alternate, intent] = told("Content-Type: text/html", "Content-Type: application/json");
    expect([alternate, intent]).toEqual(["ignored: browsers use application/json", "Serves JSON data."]);
  });
});

test("Permissions-Policy disables known features, whatever the value", () => {
  const { headers } = explained(["Permissions-Policy: geolocation=none, time-travel=(), usb=(self)"], {
    status: 200,
    url: "https://shop.example/",
  });
  expect(headers[0]?.alternate).toBe("turned off: geolocation; Firefox and Safari ignore the header");
  expect(headers[0]?.details.items?.map(({ alternate }) => alternate)).toEqual([
    "for no origin",
    "for no origin",
    "for this origin",
  ]);
});

test("no isolation over plain HTTP", () => {
  const lines = ["Cross-Origin-Opener-Policy: same-origin", "Origin-Agent-Cluster: ?1"];
  const { headers } = explained(lines, { status: 200, url: "http://shop.example/" });
  expect(headers.map(({ alternate }) => alternate)).toEqual(Array(2).fill("no effect over plain HTTP"));
});

const DIRECTIVES = [
  ...["no-store", "no-cache", "private", "public", "max-age=0", "max-age=60", "max-age=86400", "s-maxage=60"],
  ...["immutable", "must-revalidate", "stale-while-revalidate=60", "must-understand", 'no-cache="a"'],
  ...['private="b"', "no-transform"],
];
const TARGETS = ["", "", "", "CDN-Cache-Control: max-age=60", "CDN-Cache-Control: no-store"];

test("descriptions of Cache-Control match what caches do", () => {
  let seed = 7;
  const pick = <T>(values: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((seed / 2_147_483_648) * values.length)] as T;
  };
  const wrong = new Set<string>();
  for (let at = 0; at < 1000; at++) {
    const own = Array.from({ length: pick([1, 2, 3, 4]) }, () => pick(DIRECTIVES));
    const lines = [
      `Cache-Control: ${own.join(", ")}`,
      pick(TARGETS),
      pick(["", "Vary: Accept", 'ETag: "a"']),
    ];
    const known = { status: pick([200, 299, 302, 404]), method: pick(["GET", "GET", "POST"]) };
    const told = explained(
      lines.filter((line) => line !== ""),
      { ...known, url: "https://shop.example/", requestHeaders: [] },
    );
    const { caching } = told.verdicts;
    if (!caching) continue;
    const isStored = caching.private.stores || caching.shared.stores;
    const all = told.headers.flatMap(({ problems, details }) => [
      ...problems,
      ...(details.items ?? []).flatMap(({ problems: own = [] }) => own),
    ]);
    const titles = all.map(({ title }) => title).join("\n");
    const alternate = told.headers[0]?.alternate ?? "";
    const claims: readonly (readonly [RegExp, string, boolean])[] = [
      [/nothing is stored|every cache|as the response is not stored/, titles, !isStored],
      [/browsers store nothing|browsers' caches/, titles, !caching.private.stores],
      [/which private keeps out/, titles, !caching.shared.stores],
      [/allows any cache/, titles, caching.shared.stores],
      [/each use is checked/, titles, caching.private.reuse !== "without-asking"],
      [/^not stored anywhere|^not stored:/, alternate, !isStored],
      [/^not stored by browsers/, alternate, !caching.private.stores],
      [/^(?:fresh for|stored by)/, alternate, isStored],
      [/that must not be stored/, told.intent, !isStored],
    ];
    for (const [words, text, isTrue] of claims)
      if (words.test(text) && !isTrue)
        wrong.add(`${lines.join(" | ")} ${known.method} ${known.status}: ${words}`);
  }
  expect([...wrong]).toEqual([]);
});
