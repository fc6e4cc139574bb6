import { expect, test } from "bun:test";
import { parsePolicies, parseSource, type Source } from "../../src/syntax/csp.ts";

test("policies, directives and their words", () => {
  expect(parsePolicies("Default-Src 'self'  *.a.com ;; img-src x; IMG-SRC y, , sandbox")).toEqual([
    {
      text: "Default-Src 'self'  *.a.com ;; img-src x; IMG-SRC y",
      directives: [
        { name: "default-src", sent: "Default-Src", tokens: [{ text: "'self'" }, { text: "*.a.com" }] },
        { name: "img-src", sent: "img-src", tokens: [{ text: "x" }] },
        { name: "img-src", sent: "IMG-SRC", tokens: [{ text: "y" }] },
      ],
    },
    { text: "sandbox", directives: [{ name: "sandbox", sent: "sandbox", tokens: [] }] },
  ]);
});

test.each(["", " ", ";", " ; , ; "])("%p has no policy", (value) => {
  expect(parsePolicies(value)).toEqual([]);
});

const SHA256 = "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=";

const sources: readonly (readonly [string, Source])[] = [
  ["'self'", { kind: "keyword", value: "self" }],
  ["'Unsafe-Inline'", { kind: "keyword", value: "unsafe-inline" }],
  ["'nonce-r4nd0m=='", { kind: "nonce", value: "r4nd0m==", valid: true }],
  ["'nonce-'", { kind: "nonce", value: "", valid: false }],
  ["'nonce-{{n}}'", { kind: "nonce", value: "{{n}}", valid: false }],
  [`'sha256-${SHA256}'`, { kind: "hash", algorithm: "sha256", value: SHA256, valid: true }],
  [`'SHA384-${SHA256}'`, { kind: "hash", algorithm: "sha384", value: SHA256, valid: false }],
  ["'sha1-abc'", { kind: "unknown-keyword", value: "sha1-abc" }],
  ["'https://a.com'", { kind: "unknown-keyword", value: "https://a.com" }],
  ["'none", { kind: "unknown-keyword", value: "none" }],
  ["'", { kind: "unknown-keyword", value: "" }],
  ["none", { kind: "unquoted", value: "none" }],
  ["Unsafe-Eval", { kind: "unquoted", value: "Unsafe-Eval" }],
  ["nonce-abc", { kind: "unquoted", value: "nonce-abc" }],
  [`sha256-${SHA256}`, { kind: "unquoted", value: `sha256-${SHA256}` }],
  ['"self"', { kind: "unquoted", value: "self" }],
  ["\u2018self\u2019", { kind: "unquoted", value: "self" }],
  ["*", { kind: "wildcard" }],
  ["HTTPS:", { kind: "scheme", value: "https" }],
  ["data:", { kind: "scheme", value: "data" }],
  ["a.com", { kind: "host", host: "a.com", wildcard: false }],
  ["*.A.com", { kind: "host", host: "a.com", wildcard: true }],
  [
    "https://a.com:8443/p?q",
    { kind: "host", scheme: "https", host: "a.com", wildcard: false, port: "8443", path: "/p?q" },
  ],
  ["wss://*", { kind: "host", scheme: "wss", host: "", wildcard: true }],
  ["*:*", { kind: "host", host: "", wildcard: true, port: "*" }],
  ["localhost:3000", { kind: "host", host: "localhost", wildcard: false, port: "3000" }],
  ["[::1]:3000", { kind: "host", host: "[::1]", wildcard: false, port: "3000" }],
  ["a.*.com", { kind: "invalid" }],
  ["//a.com", { kind: "invalid" }],
  ["a.com:http", { kind: "invalid" }],
  ["a..com", { kind: "invalid" }],
  ["caf\u00e9.com", { kind: "invalid" }],
];

test.each(sources)("%p", (text, source) => {
  expect(parseSource(text)).toEqual(source);
});
