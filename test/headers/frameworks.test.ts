/** Default pages of ten frameworks have few warnings, all justified, and no errors. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { type FrameworkPage, pages } from "./framework-pages.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const MOST = 3;
/** Findings that are right for most default pages, such as missing security headers. */
const SIGNED: ReadonlySet<string> = new Set([
  "content-security-policy-missing",
  "csp-scripts-unrestricted",
  "x-frame-options-missing",
  "x-content-type-options-missing",
  "content-not-compressed",
  "no-cache-without-validator",
  "cookie-session-samesite-missing",
  "date-missing",
]);

function findings({ url, lines }: FrameworkPage) {
  const requestHeaders = ["Accept: text/html", "Accept-Encoding: gzip, br"];
  const known = { status: 200, method: "GET", url, requestHeaders, receivedAt: NOW };
  const { headers, problems } = explainMessage(parseMessage(lines, known), NOW);
  return [
    ...problems,
    ...headers.flatMap((header) => [
      ...header.problems,
      ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
}

describe("default pages", () => {
  for (const [name, page] of Object.entries(pages))
    test(name, () => {
      const found = findings(page);
      expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
      const warnings = found.filter(({ severity }) => severity === "warning").map((one) => one.name);
      expect(warnings.filter((one) => !SIGNED.has(one))).toEqual([]);
      expect(warnings.length, warnings.join()).toBeLessThanOrEqual(MOST);
    });
});
