/**
 * Pairs of problem kinds in an expert's order: the first sorts before the second, by severity, then by rank.
 */

import { expect, test } from "bun:test";
import { worstFirst } from "../../src/jobs/project/findings.ts";
import { kindOf } from "../../src/jobs/project/kinds.ts";

const PAIRS: readonly (readonly [graver: string, lesser: string])[] = [
  // Disclosed secrets before broken functions.
  ["session-from-shared-cache", "cookies-in-shared-cache"],
  ["session-from-shared-cache", "csp-script-unsafe-inline"],
  ["session-from-shared-cache", "access-control-origin-invalid"],
  ["session-in-shared-cache", "cookie-prefix-unmet"],
  ["credentials-in-response", "request-field-in-response"],
  ["credentials-in-response", "content-length-wrong"],
  ["location-token", "hsts-preload-unsuitable"],
  ["location-token", "location-downgrade"],
  ["cookie-session-insecure", "cookie-samesite-none-insecure"],
  ["cookie-session-script-readable", "cookie-insecure"],
  ["cors-credentials-null-origin", "cors-credentials-any-origin"],
  ["cors-credentials-null-origin", "cors-vary-origin-missing"],
  ["authorization-unsigned", "authorization-invalid"],
  ["personal-in-shared-cache", "cache-control-ineffective"],
  ["personal-in-shared-cache", "content-security-policy-missing"],
  ["certificate-expired", "cookie-session-insecure"],
  ["session-in-shared-cache", "cookie-session-insecure"],
  ["challenge-insecure", "date-clock-wrong"],
  // Causes before their effects.
  ["redirect-loop-behind-proxy", "location-downgrade"],
  ["redirect-to-http-by-application", "location-downgrade"],
  ["html-instead-of-file", "csp-nonce-invalid"],
  // Responses of no use before visible errors.
  ["redirect-loop", "location-downgrade"],
  ["websocket-accept-wrong", "field-repeated"],
  ["load-refused", "csp-script-unsafe-inline"],
  ["access-control-origins-several", "cors-credentials-any-origin"],
  ["csp-policies-conflict", "csp-style-unsafe-inline"],
  ["session-from-shared-cache", "html-instead-of-file"],
  // Broken functions before weak security.
  ["csp-nonce-invalid", "cache-control-value-invalid"],
  ["field-repeated", "expires-invalid"],
  ["websocket-accept-wrong", "framing-forbidden"],
  ["location-downgrade", "date-invalid"],
  ["cors-vary-origin-missing", "credentialed-shared"],
  ["hsts-max-age-zero", "content-security-policy-missing"],
  ["oauth-redirect-insecure", "location-downgrade"],
  ["oauth-state-missing", "strict-transport-security-missing"],
  ["frame-refused", "content-security-policy-missing"],
  ["retry-after-past", "rate-limit-above-quota"],
  ["rate-limit-above-quota", "strict-transport-security-missing"],
  ["refresh-downgrade", "strict-transport-security-missing"],
  ["permissions-policy-missing", "alt-svc-protocol-outdated"],
  ["permissions-policy-missing", "hsts-subdomains-missing"],
  ["freshness-page-long", "charset-missing"],
  ["software-unsupported", "upgrade-without-hsts"],
  ["referrer-policy-unsafe", "permissions-policy-old-syntax"],
  ["location-downgrade", "hsts-preload-unsuitable"],
  ["location-downgrade", "cookie-third-party"],
  ["document-over-http", "strict-transport-security-missing"],
  ["redirect-without-location", "csp-script-unsafe-inline"],
  ["content-length-wrong", "csp-script-unsafe-eval"],
  ["cors-font-refused", "cors-font-missing"],
  ["cors-origin-mismatch", "cors-not-allowed"],
  ["cors-preflight-refused", "cors-preflight-only"],
  ["cookie-prefix-unmet", "cookie-session-samesite-missing"],
  ["csp-script-unsafe-inline", "content-security-policy-missing"],
  ["csp-script-unsafe-inline", "csp-style-unsafe-inline"],
  ["csp-directive-misspelt", "csp-script-unsafe-inline"],
  ["hsts-void", "hsts-max-age-short"],
  ["vary-accept-encoding-missing", "x-content-type-options-missing"],
  ["redirect-to-itself", "strict-transport-security-missing"],
  ["freshness-page-long", "x-frame-options-missing"],
  // Weak security before outdated or informative findings.
  ["cookie-insecure", "x-xss-protection-on"],
  ["content-security-policy-missing", "date-missing"],
  ["strict-transport-security-missing", "field-obsolete"],
  ["strict-transport-security-missing", "permissions-policy-missing"],
  ["software-unsupported", "software-stack"],
  ["software-unsupported", "field-obsolete"],
  ["x-content-type-options-missing", "report-to-deprecated"],
  ["cookie-session-samesite-missing", "cookie-samesite-missing"],
  ["host-missing", "user-agent-missing"],
  // What explains a failure, even as information, before protections.
  ["status-cause", "strict-transport-security-missing"],
  ["cache-not-used", "x-content-type-options-missing"],
  ["retry-after-missing", "content-security-policy-missing"],
  ["redirect-method-changed", "user-agent-missing"],
  ["content-range-status", "content-type-missing"],
  // An error before the cause of something else.
  ["length-and-transfer-encoding", "status-cause"],
  ["referrer-policy-leaky", "expires-obsolete-form"],
];

const findingOf = (name: string) => {
  const severity = kindOf(name)?.severity;
  if (severity === undefined) throw new Error(`${name} is no kind`);
  return { name, severity };
};

test.each(PAIRS)("%s is more severe than %s", (graver, lesser) => {
  const both = [findingOf(lesser), findingOf(graver)];
  expect(worstFirst(both).map(({ name }) => name)).toEqual([graver, lesser]);
});

test("a rejected font and a page that is not the allowed origin are equally severe", () => {
  expect(findingOf("cors-font-refused").severity).toBe(findingOf("cors-origin-mismatch").severity);
});
