/** Thresholds of rules about a whole message, with both sides of each. */

import { describe, expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { explain } from "../explained.ts";

const titles = (lines: readonly string[], known: Known = {}): string[] => {
  const { headers, problems } = explain(lines, known);
  return [...problems, ...headers.flatMap((header) => header.problems)].map(
    ({ name, title }) => `${name}: ${title}`,
  );
};
const told = (id: string, lines: readonly string[], known?: Known): string[] =>
  titles(lines, known).filter((text) => text.startsWith(`${id}: `));

describe("misspelt names", () => {
  test.each([
    ["Varr: Accept", "Vary"],
    ["Agg: 5", undefined],
    ["Cache-Contrlo: no-store", "Cache-Control"],
    ["Cache-Contrlo", undefined],
  ])("%s", (line, meant) => {
    const found = told("field-name-typo", [line]);
    expect(found.length).toBe(meant ? 1 : 0);
    if (meant) expect(found[0]).toContain(`(did you mean ${meant}?)`);
  });
});

test("the length of a field is that in HTTP/1.1: name, colon, space, value, line end", () => {
  const line = (length: number) => `X-Long: ${"a".repeat(length - "X-Long: \r\n".length)}`;
  expect(told("field-too-large", [line(4096)])).toEqual([]);
  expect(told("field-too-large", [line(4097)])).toHaveLength(1);
  const lines = (length: number) => [line(4000), line(length - 4000)];
  expect(told("fields-too-large", lines(8000))).toEqual([]);
  expect(told("fields-too-large", lines(8001))).toHaveLength(1);
});

test("of many signatures without input six are named", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const signatures = `Signature: ${names.map((name) => `${name}=:AAAA:`).join(", ")}`;
  const inputs = `Signature-Input: ${names.map((name) => `${name}=("date")`).join(", ")}`;
  expect(told("signature-input-missing", [signatures])).toEqual([
    "signature-input-missing: Signature-Input has no entry for a, b, c, d, e and f, so verification fails.",
  ]);
  expect(told("signature-missing", [inputs])).toEqual([
    "signature-missing: Signature has no entry for a, b, c, d, e and f of Signature-Input.",
  ]);
});

describe("a cookie in a shared cache", () => {
  const shared = ["Cache-Control: public, max-age=60", "Content-Type: text/html"];
  const known = { status: 200, url: "https://a.example/" };
  test.each([
    ["Set-Cookie: lang=en; Secure", 1],
    // Browsers reject this cookie, but the cache still sends it.
    ["Set-Cookie: lang=en; SameSite=None", 1],
    // A cookie of the CDN, not of the site.
    ["Set-Cookie: __cf_bm=1; Secure", 0],
  ])("%s", (line, count) => {
    expect(told("cookies-in-shared-cache", [...shared, line], known)).toHaveLength(count);
  });
});
