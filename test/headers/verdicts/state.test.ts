/**
 * State that browsers keep or clear, and the URLs they go to: HSTS, referrers, refreshes, Clear-Site-Data.
 */

import { describe, expect, test } from "bun:test";
import { HTTP, HTTPS, judged } from "./judged.ts";

describe("Strict-Transport-Security", () => {
  const hsts = (value: string, url = HTTPS) =>
    judged([`Strict-Transport-Security: ${value}`], { url }).security?.hsts;
  const inFirefox = (value: string, url = HTTPS) =>
    judged([`Strict-Transport-Security: ${value}`], { url }).firefox.security?.hsts;

  test("descriptions", () =>
    expect(hsts("max-age=60; includeSubDomains; preload")).toEqual({
      applies: true,
      seconds: 60,
      subdomains: true,
      preload: true,
      why: "max-age is 60",
    }));
  for (const value of [
    "",
    "includeSubDomains",
    "max-age",
    "max-age=",
    "max-age=-1",
    "max-age=+1",
    "max-age=1, includeSubDomains",
    "max-age=1; max-age=1",
    "max-age=1; includeSubDomains; includeSubDomains",
    "max-age=1; includeSubDomains=true",
    "max-age=1; foo=",
    "max-age=1; =foo",
    'max-age="1',
    "max-age=1 includeSubDomains",
    "max-age=1\v",
  ])
    test(`"${value}" is invalid`, () => expect(hsts(value)?.applies).toBe(false));
  for (const value of ["max-age=1;;", 'MAX-AGE="1"', "max-age = 1 ; foo=bar", "max-age=99999999999999999999"])
    test(`"${value}" is valid`, () => expect(hsts(value)?.applies).toBe(true));
  test("only over HTTPS, and never for an IP address or this machine", () => {
    for (const url of [HTTP, "https://127.0.0.1/", "https://[::1]/", "https://localhost/"])
      expect(hsts("max-age=1", url)?.applies).toBe(false);
  });
  test("only the first line applies", () => {
    const lines = ["Strict-Transport-Security: foo=", "Strict-Transport-Security: max-age=1"];
    expect(judged(lines, { url: HTTPS }).security?.hsts?.applies).toBe(false);
  });
  test("without the URL there is no result", () =>
    expect(judged(["Strict-Transport-Security: max-age=1"]).security).not.toHaveProperty("hsts"));
  test("Firefox", () => {
    expect(inFirefox("max-age=1; foo=; =bar")?.applies).toBe(true);
    expect(inFirefox("max-age=99999999999999999999")?.applies).toBe(false);
    const suffix = "https://github.io/";
    expect(hsts("max-age=1; includeSubDomains", suffix)?.subdomains).toBe(true);
    expect(inFirefox("max-age=1; includeSubDomains", suffix)?.subdomains).toBe(false);
  });
});

describe("Referrer-Policy", () => {
  const referrer = (...values: string[]) =>
    judged(
      values.map((value) => `Referrer-Policy: ${value}`),
      { url: HTTPS },
    ).security?.referrer;
  const told = (sameOrigin: string, crossOrigin: string, downgrade: string) => ({
    sameOrigin,
    crossOrigin,
    downgrade,
  });
  test("the default", () => expect(referrer()).toEqual(told("full", "origin", "none") as never));
  test("unknown members are skipped, the last known one applies", () => {
    expect(referrer("no-referrer, foo")).toEqual(told("none", "none", "none") as never);
    expect(referrer("no-referrer, x-")).toEqual(told("none", "none", "none") as never);
    for (const stray of ["x_", "x1", "x.y", "é"])
      expect(referrer(`no-referrer, ${stray}`)).toEqual(told("full", "origin", "none") as never);
    expect(referrer("no-referrer", "UNSAFE-URL")).toEqual(told("full", "full", "full") as never);
  });
  test("in Chromium an invalid token makes the field invalid; Firefox skips it", () => {
    const lines = ["Referrer-Policy: no-referrer, origin;"];
    const both = judged(lines, { url: HTTPS });
    expect(both.security?.referrer.sameOrigin).toBe("full");
    expect(both.firefox.security?.referrer.sameOrigin).toBe("none");
  });
  test("Firefox cuts lax policies to the origin across sites", () => {
    const both = judged(["Referrer-Policy: unsafe-url"], { url: HTTPS });
    expect(both.firefox.security?.referrer).toEqual(told("full", "origin", "full") as never);
  });
});

describe("Refresh", () => {
  const refresh = (value: string, status = 200) =>
    judged([`Refresh: ${value}`, ...(status === 302 ? ["Location: /"] : [])], { url: HTTPS, status }).refresh;
  const base = "https://shop.example.com";
  for (const [value, seconds, url] of [
    ["5", 5, HTTPS],
    ["0;URL=/next", 0, `${base}/next`],
    ["0, url = '/next' foo", 0, `${base}/next`],
    ["0; uri=/next", 0, `${base}/app/deep/uri=/next`],
    ["0.9 /next", 0, `${base}/next`],
    ["1.2.3; url=/it's", 1, `${base}/it's`],
    ["5; url=", 5, HTTPS],
    ["2147483; url=/", 2_147_483, `${base}/`],
    ['0; url="/next', 0, `${base}/next`],
    ["5; url=/a|b?c|d", 5, `${base.replace(/\/app.*/, "")}/a%7Cb?c|d`],
    ["5;\furl=/x", 5, `${base}/app/deep/url=/x`],
    ["5\f; url=/x", 5, `${base}/x`],
    ["5; url=''", 5, HTTPS],
    ["5; url='", 5, HTTPS],
    ["5; url=https://", 5, "https:"],
    ["5; url=//", 5, "https:"],
    ["5; url=https://a b/", 5, "https://a%20b/"],
    ["5; url=foo://", 5, "foo://"],
  ] as const)
    test(value, () => expect(refresh(value)).toEqual({ seconds, url }));
  for (const value of [
    "1s; url=/",
    "",
    "url=/",
    "-1; url=/",
    "2147484; url=/",
    "0; url=javascript:x",
    "0; url=java\tscript:x",
    ".",
  ])
    test(`"${value}" has no effect`, () => expect(refresh(value)).toBeUndefined());
  test("two lines are joined to one value", () =>
    expect(judged(["Refresh: 0; url=/a", "Refresh: 5"], { url: HTTPS }).refresh?.url).toBe(`${base}/a,%205`));
  test("the query is in the charset of the page", () => {
    const search = (type: string) =>
      new URL(
        judged(["Refresh: 0; url=/é?é#é", `Content-Type: text/html${type}`], { url: HTTPS }).refresh?.url ??
          "",
      ).search;
    expect(search("")).toBe("?%C3%A9");
    expect(search("; charset=windows-1252")).toBe("?%C3%A9");
    expect(search("; charset=utf-8")).toBe("?%C3%83%C2%A9");
  });
  test("a 404 refreshes, a redirect does not", () => {
    expect(refresh("0; url=/", 404)).toBeDefined();
    expect(refresh("0; url=/", 302)).toBeUndefined();
  });
});

describe("Clear-Site-Data", () => {
  const clears = (value: string, url: string = HTTPS) =>
    judged([`Clear-Site-Data: ${value}`], { url }).clears;
  const told = (cookies: boolean, storage: boolean, cache: boolean) => ({ cookies, storage, cache });
  for (const [value, expected] of [
    ['"*"', told(true, true, true)],
    ['"cookies", storage, "cache"', told(true, false, true)],
    ['"Cookies"', told(false, false, false)],
    ['"cookies";', told(false, false, false)],
    [',"storage"', told(false, true, false)],
  ] as const)
    test(value, () => expect(clears(value)).toEqual(expected));
  test("over HTTP nothing", () => expect(clears('"*"', HTTP)).toEqual(told(false, false, false)));
  test("without the URL there is no result", () =>
    expect(judged(['Clear-Site-Data: "*"']).clears).toBeUndefined());
});

test("Firefox's verdicts appear if they differ, without the lines that it ignores", () => {
  const lines = ["Set-Cookie : a=1"];
  const both = judged(lines, { url: HTTPS });
  expect(both.cookies).toHaveLength(1);
  expect(both.firefox.cookies).toHaveLength(0);
});
