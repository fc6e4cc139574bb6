/**
 * The most common problems, the most frequent first. Source: number of responses with the finding among 72
 * that are modelled on common servers and frameworks, counted on 24 November 2026; the order on the web at
 * large was not measured.
 */
export const commonProblems: readonly string[] = [
  "content-security-policy-missing",
  "x-content-type-options-missing",
  "x-frame-options-missing",
  "cookie-insecure",
  "freshness-unset",
  "cookie-session-samesite-missing",
  "permissions-policy-missing",
  "validator-missing",
  "field-outdated",
  "software-stack",
  "hsts-subdomains-missing",
  "x-xss-protection-on",
  "software-named",
  "software-version",
  "software-unsupported",
  "csp-trusted-types-missing",
  "cookie-session-script-readable",
  "vary-accept-encoding-missing",
  "csp-scripts-unrestricted",
  "csp-style-unsafe-inline",
];
