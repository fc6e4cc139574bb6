/** netlens finds every error that Google's csp_evaluator reports for a policy. */

import { describe, expect, test } from "bun:test";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity, Type } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { problemsOfLast } from "../explained.ts";

/** Type of csp_evaluator → equivalent problems. */
const SAME: Readonly<Record<number, readonly string[]>> = {
  [Type.MISSING_SEMICOLON]: ["csp-semicolon-missing"],
  [Type.UNKNOWN_DIRECTIVE]: ["csp-directive-misspelt", "csp-directive-unknown"],
  [Type.INVALID_KEYWORD]: ["csp-keyword-unquoted", "csp-keyword-unknown", "csp-directive-removed"],
  [Type.MISSING_DIRECTIVES]: [
    "csp-scripts-unrestricted",
    "csp-objects-unrestricted",
    "csp-directives-missing",
  ],
  [Type.SCRIPT_UNSAFE_INLINE]: ["csp-script-unsafe-inline"],
  [Type.PLAIN_URL_SCHEMES]: ["csp-script-anywhere", "csp-source-wildcard"],
  [Type.PLAIN_WILDCARD]: ["csp-script-anywhere", "csp-source-wildcard"],
  [Type.SCRIPT_ALLOWLIST_BYPASS]: ["csp-script-bypass"],
  [Type.NONCE_LENGTH]: ["csp-nonce-weak"],
  [Type.SRC_HTTP]: ["csp-source-insecure", "csp-script-insecure", "csp-report-insecure"],
};

/** Types without an equivalent: bypasses by Flash files, which browsers no longer support. */
const LEFT_OUT: ReadonlySet<number> = new Set([Type.OBJECT_ALLOWLIST_BYPASS]);

const POLICIES = [
  "script-src 'self' 'unsafe-inline'; object-src 'none'",
  "default-src 'self' https://accounts.google.com 'unsafe-eval'",
  "script-src *.alicdn.com; object-src https:; base-uri data:",
  "script-src 'nonce-short'; object-src 'self'",
  "default-src 'none'; script-src self; style-src 'unsafe-inline'",
  "img-src http://x.example; report-uri http://r.example/",
  "script-src http://cdn.example; object-src *; base-uri *",
  "script-src 'strict-dynamic' 'nonce-pV3kq9XcT1u0yB7mZr4sLw' https: 'unsafe-inline'; object-src 'none'",
  "script-src https://www.google.com/ https://yandex.st/angularjs/1.2.16/angular-cookies.min.js",
  "script-src-elem 'unsafe-inline'; script-src-attr 'unsafe-inline'; default-src 'none'",
  "default-src 'self' script-src 'self' object-src",
  "scriptsrc 'self'; foobar-src 'none'",
  "script-src none; object-src nonce-abc; default-src strict-dynamic",
  "default-src *; script-src data: blob:",
  "reflected-xss block; referrer origin; disown-opener; prefetch-src 'self'",
];

describe("csp_evaluator", () => {
  test.each(POLICIES)("%s", (policy) => {
    const ours = problemsOfLast(["Content-Type: text/html", `Content-Security-Policy: ${policy}`]);
    const theirs = new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity, type }) => severity <= Severity.MEDIUM && !LEFT_OUT.has(type));
    for (const { type, directive, description } of theirs) {
      const same = SAME[type] ?? [];
      const found = ours.some((problem) => same.some((id) => problem.endsWith(` ${id}`)));
      expect(found, `${directive}: ${description}`).toBe(true);
    }
    expect(theirs.length).toBeGreaterThan(0);
  });
});
