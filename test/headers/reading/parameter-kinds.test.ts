/** Kinds of parameter values by header. */

import { describe, expect, test } from "bun:test";
import { isLanguageTag } from "../../../src/headers/reading/language-tags.ts";
import { explain, findingsOf } from "../explained.ts";

describe("values of parameters", () => {
  const right = [
    "Link: </a>; rel=alternate; hreflang=de-AT",
    'Link: </a>; rel=alternate; hreflang="x-default"',
    'Link: </a>; rel=stylesheet; media="print"',
    'Alt-Svc: h3=":443"; persist=1',
    "Preference-Applied: return=minimal, wait=10, respond-async",
    "Accept-Post: */*, image/*",
    'Server-Timing: db;desc="Cache Read", miss;desc=hit, app; dur = 5',
    'Use-As-Dictionary: match="/a*"',
    "X-Robots-Tag: max-snippet: 50",
    'WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=sha-256',
  ];
  const wrong = [
    ["Link: </a>; rel=alternate; hreflang=en_US", "parameter-value-kind"],
    ["Link: </a>; rel=alternate; hreflang=en-UK", "parameter-value-kind"],
    ['Link: </a>; rel=alternate; hreflang=""', "parameter-value-kind"],
    ["Link: </a>; rel=stylesheet; media=", "parameter-value-kind"],
    ['Alt-Svc: h3=":443"; persist=2', "parameter-value-kind"],
    ["Preference-Applied: wait=soon", "parameter-value-kind"],
    ["Preference-Applied: return", "parameter-value-kind"],
    ["Accept-Patch: application/json;q=0.5", "parameter-value-kind"],
    ["Accept-Patch: */*", "accept-patch-invalid"],
    ["Accept-Post: */html", "accept-post-invalid"],
    ["Server-Timing: db;desc=Cache Read", "server-timing-invalid"],
    ["Server-Timing: db;desc", "server-timing-invalid"],
    ['Integrity-Policy: blocked-destinations=("script")', "integrity-policy-type"],
    ["X-Robots-Tag: max-snippet=50", "robots-value-invalid"],
    ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=SHA-999', "parameter-value-kind"],
  ] as const;
  test.each(right)("%s is valid", (line) => expect(findings([line]).filter(isOfValue)).toEqual([]));
  test.each(wrong)("%s is %s", (line, name) => expect(findings([line])).toContain(name));
});

const findings = (lines: readonly string[]) => findingsOf(explain(lines)).map(({ name }) => name);

function isOfValue(name: string): boolean {
  return /kind|invalid|type$|unquoted/.test(name);
}

test.each(["en", "de-AT", "zh-Hant-TW", "x-default", "i-klingon", "sl-rozaj-biske"])(
  "%s is a language tag",
  (tag) => expect(isLanguageTag(tag)).toBe(true),
);
test.each(["e", "x", "en_US", "en-", "", "1a", "englishlanguage"])("%s is no language tag", (tag) =>
  expect(isLanguageTag(tag)).toBe(false),
);
