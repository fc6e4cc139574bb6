/**
 * Order of kinds of problems within one severity, and kinds that are missing protections. Our own judgement
 * (as of 2026-11): sites that browsers do not open first, then leaked secrets, sessions that others can take,
 * pages on which nothing works, causes of other findings, what visitors notice, what does not work, missing and weak protections, and at last the untidy and the slow.
 */

import { wordTable } from "./word-table.ts";

/** From the most to the least urgent. */
export const RANKS = [
  "unreachable",
  "leak",
  "session",
  "stopped",
  "cause",
  "visible",
  "broken",
  "missing",
  "weak",
  "hygiene",
  "slow",
] as const;

/** Rank of ids that match a pattern; all other ids rank as broken. */
export const problemRanks: readonly (readonly [ids: RegExp, rank: (typeof RANKS)[number]])[] = [
  [
    /^(?:certificate-(?:expired|not-yet-valid|wrong-name|self-signed|untrusted|intermediate-missing|sha1|weak-key)|domain-expired)$/,
    "unreachable",
  ],
  [
    /^(?:credentials-in-|(?:session|cookies|personal)-(?:from|in)-shared|authorized-shared|location-(?:token|credentials)|referer-secret|cors-credentials-(?:null|foreign)|authorization-(?:insecure|unsigned)|oauth-redirect|challenge-insecure|configuration-copy|private-file)/,
    "leak",
  ],
  [/^(?:cookie-session-(?:insecure|over-http|script)|oauth-state)/, "session"],
  [
    /^(?:csp-(?:strict-dynamic-alone|upgrade-over-http|scripts-blocked)|connection-allowlist-unreadable|websocket-refused|webhook-redirected|redirect-loop-behind-proxy|html-instead-of-file|cookie-lax-form-post|cors-(?:not-allowed|preflight-refused|request-refused)|access-control-origins-several|(?:load|event-stream)-refused|refresh-(?:endless|loop)|redirect-(?:loop|to-itself|without-location|unresolvable)|location-(?:scheme|syntax|mistaken)|websocket-(?:accept-wrong|protocol-not-offered|extension-not-offered)|grpc-(?:status-missing|refused)|disposition-comma|content-undecodable)$/,
    "stopped",
  ],
  [
    /^(?:redirect-to-http-by-application|csp-policies-conflict|caching-off-by-software|content-coding-repeated|csrf-token-from|not-modified-unasked|cookie-on-http-step|error-served-as-success|status-cause|error-page-cause|cache-not-used|retry-after-(?:missing|long)|redirect-method-changed|stale-already|content-range-status|range-ignored|last-modified-epoch|content-coding-unwanted)/,
    "cause",
  ],
  [
    /^(?:csp-(?:nonce-invalid|style-inline-ignored)|field-repeated|content-(?:coding-unknown|undecodable|length-wrong)|length-and-transfer|connection-field-in-http2|cors-(?:credentials-any|origin-mismatch|vary-origin)|document-over-http|refresh-downgrade|retry-after-past|(?:location|redirect)-(?:syntax|downgrade|without|to-itself|loop)|event-stream-delayed|websocket-accept|boundary-missing|hsts-max-age-zero|freshness-page-long|page-load-|(?:error|default)-page-)|-refused$/,
    "visible",
  ],
  [
    /^(?:strict-transport-security|x-content-type-options|content-security-policy|x-frame-options|permissions-policy)-missing$/,
    "missing",
  ],
  [
    /^(?:permissions-policy-wildcard|hsts-(?:max-age-short|preload|subdomains)|upgrade-without-hsts|redirect-cross-site|csp-(?:script|strict|trial|style|objects|directives|source-(?:wildcard|insecure|star|public)|nonce-(?:weak|in-shared)|trusted)|cookie-(?:insecure|samesite-missing|session-samesite|lifetime)|referrer-policy-(?:leaky|unsafe)|cross-domain-policies|challenge-weak|tls-|page-(?:http|integrity)-|(?:text-)?charset-missing|freshness-(?:missing|unset)|validator-missing|vary-(?:user-agent|cookie))/,
    "weak",
  ],
  [
    /^(?:software-(?!unsupported)|server-|debug-field|internal-|pingback|field-(?:obsolete|outdated)|x-xss-protection|(?:date|user-agent)-missing|page-preload-|alt-svc-protocol|expires-past|(?:date|expires|last-modified|via|alt-svc|age|traceparent|cache-control-value|cache-status|permissions-policy-old|framing)-(?:invalid|clock-wrong|future|syntax|type|forbidden))|-(?:obsolete|superseded|deprecated|replaced|old|old-form|obsolete-form|useless|ineffective|repeated-identically)$/,
    "hygiene",
  ],
  [/^content-not-compressed$/, "slow"],
];

/** Name of the missing protection, by kind of problem. */
export const protections = wordTable({
  "strict-transport-security-missing": "Strict-Transport-Security",
  "x-content-type-options-missing": "X-Content-Type-Options",
  "content-security-policy-missing": "Content-Security-Policy",
  "x-frame-options-missing": "X-Frame-Options",
});
