/**
 * Order of kinds of problems within one severity, and kinds that are missing protections. Our own judgement
 * (as of 2026-11): leaked secrets first, then what does not work, then what an attacker could use together
 * with another fault, then what is outdated, unneeded or disclosed unnecessarily.
 */

import { wordTable } from "./word-table.ts";

/** From the most to the least urgent. */
export const RANKS = ["leak", "broken", "missing", "weak", "hygiene"] as const;

/** Rank of ids that match a pattern; all other ids rank as broken. */
export const problemRanks: readonly (readonly [ids: RegExp, rank: (typeof RANKS)[number]])[] = [
  [
    /^(?:credentials-in-|(?:session|cookies|personal)-(?:from|in)-shared|(?:authorized|credentialed)-shared|location-(?:token|credentials)|referer-secret|cookie-session-(?:insecure|over-http|script)|cors-credentials-(?:null|foreign)|authorization-(?:insecure|unsigned))/,
    "leak",
  ],
  [
    /^(?:strict-transport-security|x-content-type-options|content-security-policy|x-frame-options|permissions-policy)-missing$/,
    "missing",
  ],
  [
    /^(?:permissions-policy-wildcard|hsts-(?:max-age-(?:short|zero)|preload)|csp-(?:script|strict|trial|style|objects|directives|source-(?:wildcard|insecure|star|public)|nonce-weak)|cookie-(?:insecure|samesite-missing|session-samesite|lifetime)|referrer-policy-(?:leaky|unsafe)|cross-domain-policies|challenge-(?:weak|insecure)|tls-)/,
    "weak",
  ],
  [
    /^(?:software-(?!unsupported)|server-|debug-field|internal-|pingback|field-(?:obsolete|outdated)|x-xss-protection|(?:date|user-agent)-missing)|-(?:obsolete|superseded|deprecated|replaced|old|old-form|obsolete-form|useless|ineffective|repeated-identically)$/,
    "hygiene",
  ],
];

/** Name of the missing protection, by kind of problem. */
export const protections = wordTable({
  "strict-transport-security-missing": "Strict-Transport-Security",
  "x-content-type-options-missing": "X-Content-Type-Options",
  "content-security-policy-missing": "Content-Security-Policy",
  "x-frame-options-missing": "X-Frame-Options",
});
