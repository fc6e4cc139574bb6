import { describe, expect, test } from "bun:test";
import cookieTable from "../../../data/cookies.txt" with { type: "text" };
import { rowsIn, sourcedRows } from "../../../data/tables.ts";
import { explainMessage } from "../../../src/headers/explain.ts";
import {
  carriesLogin,
  guardsAgainstForgery,
  knownCookie,
} from "../../../src/headers/fields/cookies/known.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const HTTPS = "https://www.example.com/";
const HTTP = "http://www.example.com/";

/** Problems as `severity name`, and the readable form of the first line. */
function explain(lines: readonly string[], url?: string) {
  const { headers } = explainMessage(parseMessage(lines, url === undefined ? {} : { url }), NOW);
  const problems = headers.flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return { first: headers[0], problems: problems.map(({ severity, name }) => `${severity} ${name}`) };
}

/** A cookie, its URL and its problems. */
const CASES: readonly (readonly [line: string, url: string | undefined, problems: readonly string[]])[] = [
  ["lang=en-US", undefined, []],
  ["lang=en-US", HTTP, []],
  ["lang=en-US; Max-Age=123", HTTP, []],
  ["SID=31d4d96e407aad42", HTTP, []],
  ["SID=31d4d96e407aad42; Path=/; Domain=example.com", HTTP, []],
  ["SID=31d4d96e407aad42; Path=/; Secure; HttpOnly", HTTP, ["error cookie-secure-over-http"]],
  ["SID=abc; Secure; HttpOnly; SameSite=Lax", HTTPS, []],
  ["lang=; Expires=Sun, 06 Nov 1994 08:49:37 GMT", HTTPS, []],
  ["lang=; Max-Age=0", HTTPS, []],
  ["lang=en; Expires=Wed, 9 Jun 2027 10:18:14 GMT", undefined, []],
  ["lang=en; Expires=Wed, 09-Jun-2027 10:18:14 GMT", undefined, []],
  ["lang=en", HTTPS, ["warning cookie-insecure"]],
  ["lang=en; Secure", HTTPS, ["info cookie-samesite-missing"]],
  ["lang=en; Secure; SameSite=Strict", HTTPS, []],
  [
    "SID=1",
    HTTPS,
    [
      "error cookie-session-insecure",
      "error cookie-session-script-readable",
      "warning cookie-session-samesite-missing",
    ],
  ],
  ["SESSIONID=1; Secure; SameSite=Lax", HTTPS, ["error cookie-session-script-readable"]],
  ["uid=1; Secure; SameSite=Lax", HTTPS, []],
  ["userid=1; Secure; SameSite=Lax", HTTPS, ["error cookie-session-script-readable"]],
  ["SESSIONID=1; HttpOnly; SameSite=Lax", HTTPS, ["error cookie-session-insecure"]],
  ["SESSIONID=1; HttpOnly; SameSite=Lax", undefined, ["warning cookie-insecure"]],
  ["SESSIONID=1; HttpOnly; SameSite=Lax", HTTP, ["warning cookie-session-over-http"]],
  ["CSRFTOKEN=1; Secure", HTTPS, []],
  // Anti-CSRF cookies that scripts read: HttpOnly would break them.
  ["XSRF-TOKEN=1; Secure", HTTPS, []],
  ["crumb=1; Secure", HTTPS, []],
  ["_csrf=1; Secure", HTTPS, []],
  ["breadcrumb=1; Secure", HTTPS, ["info cookie-samesite-missing"]],
  ["heroku-session-affinity=1; Secure; SameSite=Lax", HTTPS, []],
  ["__cf_bm=1; Path=/; Secure; HttpOnly; SameSite=None", HTTPS, []],
  ["a=1; SameSite=None", HTTPS, ["error cookie-samesite-none-insecure"]],
  ["a=1; Secure; SameSite=", HTTPS, ["error cookie-samesite-invalid"]],
  ["a=1; Secure; SameSite=lax", HTTPS, []],
  ["a=1; Secure; SameSite=constructor", HTTPS, ["error cookie-samesite-invalid"]],
  ["__Secure-a=1; Secure; SameSite=Lax", HTTPS, []],
  ["__secure-a=1; SameSite=Lax", HTTPS, ["error cookie-prefix-unmet", "info cookie-prefix-case"]],
  ["__Host-a=1; Secure; Path=/; SameSite=Lax", HTTPS, []],
  ["__Host-a=1; Secure; SameSite=Lax", HTTPS, ["error cookie-prefix-unmet"]],
  ["__Host-a=1; Secure; Path=/; Domain=example.com; SameSite=Lax", HTTPS, ["error cookie-prefix-unmet"]],
  ["__Http-a=1; Secure; HttpOnly; SameSite=Lax", HTTPS, []],
  ["__Host-Http-a=1; Secure; Path=/; SameSite=Lax", HTTPS, ["error cookie-prefix-unmet"]],
  ["__Host-Http-a=1; Secure; Path=/; HttpOnly; SameSite=Lax", HTTPS, []],
  ["__Hostile=1; Secure; SameSite=Lax", HTTPS, []],
  ["__Host-a=; Max-Age=0", HTTPS, ["error cookie-prefix-unmet"]],
  ["a=1; Partitioned", undefined, ["error cookie-partitioned-insecure"]],
  ["a=1; Partitioned; Secure; SameSite=None", HTTPS, []],
  ["a=1; Domain=example.com; Secure; SameSite=Lax", "https://example.com/", []],
  ["a=1; Domain=.example.com; Secure; SameSite=Lax", HTTPS, []],
  ["a=1; Domain=ample.com; Secure; SameSite=Lax", HTTPS, ["error cookie-domain-mismatch"]],
  ["a=1; Domain=sub.www.example.com; Secure; SameSite=Lax", HTTPS, ["error cookie-domain-mismatch"]],
  ["a=1; Domain=com; Secure; SameSite=Lax", HTTPS, ["error cookie-domain-public-suffix"]],
  ["a=1; Domain=github.io", undefined, ["error cookie-domain-public-suffix"]],
  ["a=1; Domain=github.io; Secure; SameSite=Lax", "https://github.io/", []],
  ["a=1; Domain=localhost", "http://localhost/", []],
  ["a=1; Domain=192.0.2.1", "http://192.0.2.1/", []],
  ["a=1; Domain=0.2.1", "http://192.0.2.1/", ["error cookie-domain-mismatch"]],
  ["a=1; Domain=[2001:db8::1]", "http://[2001:db8::1]/", []],
  ["a=1; Domain=example.com:8080", HTTP, ["error cookie-domain-invalid"]],
  [
    "a=1; Domain=caf\u00e9.example",
    undefined,
    ["error cookie-domain-invalid", "warning field-value-non-ascii"],
  ],
  ["a=1; Domain=example.com.", undefined, ["error cookie-domain-invalid"]],
  ["a=1; Domain", undefined, ["warning cookie-domain-empty"]],
  ["a=1; Path=", undefined, []],
  ["a=1; path=x", undefined, ["warning cookie-path-invalid"]],
  ["a=1; Max-Age=", undefined, ["error cookie-max-age-invalid"]],
  ["a=1; Max-Age=+60", undefined, ["error cookie-max-age-invalid"]],
  ["a=1; Max-Age=60.5", undefined, ["error cookie-max-age-invalid"]],
  ["a=1; Max-Age=0123", undefined, ["warning cookie-max-age-zeros"]],
  ["a=1; Max-Age=34560000", undefined, []],
  ["a=1; Max-Age=315360000", undefined, ["warning cookie-lifetime-too-long"]],
  ["a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", undefined, ["warning cookie-lifetime-too-long"]],
  ["a=1; Expires=", undefined, ["error cookie-expires-invalid"]],
  ["a=1; Expires=Wed, 09 Nov 999 23:12:40 GMT", undefined, []],
  ["a=1; Expires=2027-01-01", undefined, ["error cookie-expires-invalid"]],
  ["a=1; Secure; Secure", undefined, ["warning cookie-attribute-repeated"]],
  ["a=1; HttpOnly=true", undefined, ["warning cookie-flag-with-value"]],
  ["a=1; Sameparty", undefined, ["info cookie-attribute-obsolete"]],
  ["a=1; SamSite=Lax", undefined, ["warning cookie-attribute-unknown"]],
  ["a=1; constructor=1", undefined, ["warning cookie-attribute-unknown"]],
  ["a=1; Priority=High", undefined, []],
  ["a=1; Path=/, b=2; Path=/", undefined, ["error cookies-joined"]],
  ["a=1; HttpOnly, b=2", undefined, ["error cookies-joined"]],
  ["abc", undefined, ["error cookie-nameless"]],
  ["=abc", undefined, ["error cookie-nameless"]],
  ["; Path=/", undefined, ["error cookie-nameless"]],
  ["a b=1", undefined, ["warning cookie-name-invalid"]],
  ['a="1"', undefined, []],
  ["a=1 2", undefined, ["info cookie-value-characters"]],
  [`a=${"x".repeat(4000)}`, undefined, []],
  [`a=${"x".repeat(4096)}`, undefined, ["error cookie-too-large", "warning field-too-large"]],
  [
    `a=1; x=${"y".repeat(1025)}`,
    undefined,
    ["warning cookie-attribute-unknown", "info cookie-attribute-too-large"],
  ],
  ["", undefined, ["warning value-empty"]],
];

describe("Set-Cookie", () => {
  for (const [line, url, problems] of CASES)
    test(`${line.slice(0, 70)} ${url ?? ""}`, () => {
      const found = explain([`Set-Cookie: ${line}`], url).problems;
      expect(found.toSorted()).toEqual(problems.toSorted());
    });

  test("each attribute is an item with a description", () => {
    const items = explain(["Set-Cookie: a=1; Path=/; secure; SAMESITE=lax; Foo"]).first?.details.items ?? [];
    expect(items.map(({ name, value }) => [name, value])).toEqual([
      ["a", "1"],
      ["Path", "/"],
      ["secure", ""],
      ["SAMESITE", "lax"],
      ["Foo", ""],
    ]);
    for (const { description } of items) expect(description).toMatch(/\.$/);
  });

  const LIFETIMES: readonly (readonly [line: string, words: string])[] = [
    ["a=1", "session cookie: kept until the browser closes"],
    ["a=1; Max-Age=2592000", "kept for 30 days"],
    ["a=1; Max-Age=0", "deletes the cookie"],
    ["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "deletes the cookie"],
    ["a=1; Expires=Thu, 19 Nov 2026 10:00:00 GMT", "kept until 19 November 2026, which has passed"],
    ["a=1; Expires=Sat, 21 Nov 2026 10:00:00 GMT", "kept until 21 November 2026"],
    ["a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "kept for 1 minute"],
    ["a=1; Max-Age=soon", "session cookie: kept until the browser closes"],
  ];
  for (const [line, words] of LIFETIMES)
    test(`${line}: ${words}`, () => expect(explain([`Set-Cookie: ${line}`]).first?.alternate).toBe(words));

  test.each([
    ["a=1; Secure", "Lax"],
    ["a=1; Secure; Partitioned", "None"],
    ["PHPSESSID=1; Secure; HttpOnly; partitioned ; Path=/", "None"],
    ["a=partitioned; Secure", "Lax"],
  ])("%s: the proposed SameSite is %s", (line, sameSite) => {
    const [header] = explainMessage(parseMessage([`Set-Cookie: ${line}`], { url: HTTPS }), NOW).headers;
    const fixes = header?.problems
      .filter(({ name }) => name.endsWith("samesite-missing"))
      .map(({ fix }) => fix);
    expect(fixes).toEqual([`Set-Cookie: ${line}; SameSite=${sameSite}`]);
  });

  test("findings do not depend on the clock", () => {
    const lines = ["Set-Cookie: PHPSESSID=1; Expires=Sat, 21 Nov 2026 10:00:00 GMT; HttpOnly; SameSite=Lax"];
    const at = (now: number) => explainMessage(parseMessage(lines, { url: HTTPS }), now).headers[0]?.problems;
    expect(at(0)).toEqual(at(NOW * 2) ?? []);
  });

  test("findings about several lines", () => {
    const repeated = (...lines: string[]) =>
      explain(lines.map((line) => `Set-Cookie: ${line}`)).problems.includes("warning cookie-repeated");
    expect(repeated("a=1", "a=2")).toBe(true);
    expect(repeated("a=1; Path=/x", "a=2; Path=/y")).toBe(true);
    expect(repeated("a=; Max-Age=0; Domain=example.com", "a=2")).toBe(false);
    expect(repeated("a=1", "A=2")).toBe(false);
    expect(repeated("a=1; Domain=.example.com", "a=2; Domain=EXAMPLE.com")).toBe(true);
    // Whether lines with the same effect are reported once, as an info.
    const alike = (...lines: string[]) =>
      explain(lines.map((line) => `Set-Cookie: ${line}`)).problems.includes("info cookie-repeated");
    expect(alike("a=1; Path=/", "a=1; Path=/")).toBe(true);
    expect(alike("a=0; Max-Age=0", "a=; Max-Age=-1")).toBe(true);
    expect(alike("a=1; Path=/", "a=2; Path=/")).toBe(false);
    expect(alike("a=1; Path=/x", "a=1; Path=/y")).toBe(false);
  });
});

test("inferred cookies are described as probable", () => {
  const [first] = explainMessage(parseMessage(["Set-Cookie: MOODLEID1_=a"]), NOW).headers;
  expect(JSON.stringify(first)).toContain("a cookie probably from Moodle.");
  for (const { cells, sure } of sourcedRows(cookieTable)) {
    const known = knownCookie((cells[0] ?? "").replace("*", "a1"));
    const whose = sure === "inferred" ? "probably from " : "from ";
    expect(known?.description, cells[0]).toContain(`: a cookie ${whose}${cells[1]}.`);
  }
});

test("known cookies", () => {
  const names = rowsIn(cookieTable).map(([name]) => name);
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const name of ["PHPSESSID", "JSESSIONID", "__cf_bm", "_ga", "_ga_ABC123", "AWSALB", "BIGipServerpool"])
    expect(knownCookie(name)?.source, name).toMatch(/^(?:probably )?from ./);
  expect(knownCookie("wordpress_logged_in_0a1b")?.source).toBe("from WordPress");
  expect(knownCookie("phpsessid")).toBeUndefined();
  expect(knownCookie("constructor")).toBeUndefined();
  expect(carriesLogin("my_login_state")).toBe("yes");
  expect(carriesLogin("consid")).toBe("maybe");
  for (const name of ["theme", "author", "obsession", "session_theme", "sessionCount", "authority"])
    expect(carriesLogin(name), name).toBe("no");
  for (const name of [
    "laravel_session",
    "MYSESSID",
    "ASPSESSIONIDABC",
    "access_token",
    "rememberMe",
    "wp_auth",
  ])
    expect(carriesLogin(name), name).toBe("yes");
  expect(carriesLogin("_csrf_session")).toBe("no");
  expect(guardsAgainstForgery("x-xsrf")).toBe(true);
});
