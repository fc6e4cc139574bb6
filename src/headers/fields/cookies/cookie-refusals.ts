/** Cookies that browsers refuse (RFC 6265bis section 5.7), and why. */

import type { Report } from "../../problem.ts";
import { worded } from "../../reading/value-problems.ts";
import { mdn, rfc6265bis } from "../../specs.ts";
import type { RefusalReason } from "../../verdicts/cookies/schema.ts";
import { domainFlaw } from "../../verdicts/cookies/scope.ts";
import { quote } from "../../wording.ts";
import {
  type CookieLine,
  controlCharacter,
  itemOf,
  mayCarryLogin,
  nameless,
  textOf,
} from "./cookie-problems.ts";
import { adding, keepingPromise } from "./fixes.ts";
import { HTTPS } from "./protection-problems.ts";

/** Reported by what the verdict says of the refusal. Domain has rows of its own; of an interim response a rule says what is read of it. */
const REFUSALS = {
  characters: controlCharacter,
  path: controlCharacter,
  empty: nameless,
  nameless,
  size: worded({
    id: "cookie-too-large",
    severity: "error",
    link: rfc6265bis("section-5.6"),
    summary: "A cookie's name and value together exceed 4096 bytes, so browsers reject it.",
    bad: [`Set-Cookie: state=${"a".repeat(4096)}`],
    good: [`Set-Cookie: state=${"a".repeat(100)}`],
    edge: [[`Set-Cookie: n=${"v".repeat(4096)}`], [`Set-Cookie: n=${"v".repeat(4095)}`]],
  }),
  prefix: worded({
    id: "cookie-prefix-unmet",
    severity: "error",
    link: rfc6265bis("section-4.1.3"),
    summary: "A cookie does not meet the conditions of its name prefix, so browsers reject it.",
    fix: keepingPromise,
    bad: ["Set-Cookie: __Host-id=1; Secure; Path=/account"],
    good: ["Set-Cookie: __Host-id=1; Secure; Path=/"],
  }),
  partitioned: worded({
    id: "cookie-partitioned-insecure",
    severity: "error",
    link: mdn("Set-Cookie#partitioned"),
    summary: "A cookie has Partitioned without Secure, so browsers reject it.",
    fix: adding("Secure"),
    bad: ["Set-Cookie: lang=en; Partitioned; SameSite=Lax"],
    good: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=None"],
  }),
  "same-site": worded({
    id: "cookie-samesite-none-insecure",
    severity: "error",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie has SameSite=None without Secure, so browsers reject it.",
    // Once it is kept, a login needs HttpOnly too.
    fix: (value) => adding("Secure", ...(mayCarryLogin(value) ? ["HttpOnly"] : []))(value),
    bad: ["Set-Cookie: lang=en; SameSite=None"],
    good: ["Set-Cookie: lang=en; SameSite=None; Secure"],
  }),
  insecure: worded({
    id: "cookie-secure-over-http",
    severity: "error",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie with Secure is set over plain HTTP, so browsers reject it.",
    bad: { lines: ["Set-Cookie: lang=en; Secure"], url: "http://www.example.com/" },
    good: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
  }),
  cleared: worded({
    id: "cookie-cleared",
    severity: "warning",
    link: "https://www.w3.org/TR/clear-site-data/#header",
    summary: "Clear-Site-Data of the same response removes cookies, so the new one is lost immediately.",
    bad: {
      lines: ['Clear-Site-Data: "cookies"', "Set-Cookie: lang=en; Secure; SameSite=Lax"],
      url: HTTPS,
    },
    good: { lines: ['Clear-Site-Data: "cache"', "Set-Cookie: lang=en; Secure; SameSite=Lax"], url: HTTPS },
  }),
};

const DOMAIN_REFUSALS = {
  invalid: worded({
    id: "cookie-domain-invalid",
    severity: "error",
    link: rfc6265bis("section-5.6.3"),
    summary:
      "A cookie's Domain is not a domain name (for example a URL, or a name with a port), so browsers reject the cookie.",
    bad: ["Set-Cookie: lang=en; Domain=https://example.com"],
    good: ["Set-Cookie: lang=en; Domain=example.com"],
  }),
  suffix: worded({
    id: "cookie-domain-public-suffix",
    severity: "error",
    link: "https://publicsuffix.org/list/",
    summary:
      "A cookie's Domain is a public suffix, shared by unrelated sites, so browsers reject the cookie.",
    bad: ["Set-Cookie: lang=en; Domain=co.uk"],
    good: ["Set-Cookie: lang=en; Domain=example.co.uk"],
  }),
  other: worded({
    id: "cookie-domain-mismatch",
    severity: "error",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie's Domain does not include the host that sets it, so browsers reject the cookie.",
    bad: { lines: ["Set-Cookie: lang=en; Domain=example.org; Secure"], url: HTTPS },
    good: { lines: ["Set-Cookie: lang=en; Domain=example.com; Secure"], url: HTTPS },
  }),
};

export const refusalProblems = [...new Set(Object.values({ ...REFUSALS, ...DOMAIN_REFUSALS }))];

/** The attributes for which cookies are refused. */
const ATTRIBUTES: Readonly<Partial<Record<RefusalReason, string>>> = {
  domain: "domain",
  partitioned: "partitioned",
  "same-site": "samesite",
};

function domainRefusal(domain: string): (typeof refusalProblems)[number] {
  const flaw = domainFlaw(domain);
  if (flaw === "is not a domain name") return DOMAIN_REFUSALS.invalid;
  return flaw === "is a public suffix" ? DOMAIN_REFUSALS.suffix : DOMAIN_REFUSALS.other;
}

/** Reports each reason for which a browser refuses the cookie, and which browser where only one does. */
export function checkRefusal(cookie: CookieLine, report: Report): void {
  const { chromium, firefox, name, value } = cookie;
  if (chromium.outcome !== "refused") return;
  const reject = firefox?.outcome === "refused" ? "Browsers reject" : "Chromium rejects";
  const called = name === "" ? `with the value ${quote(value, 30)}` : quote(name);
  for (const { reason, why } of chromium.refusals ?? []) {
    if (reason === "interim") continue;
    const row = reason === "domain" ? domainRefusal(textOf(cookie, "domain") ?? "") : REFUSALS[reason];
    const title =
      reason === "cleared"
        ? `Set-Cookie ${called} is lost: ${why}.`
        : `${reject} Set-Cookie ${called}: ${why}.`;
    report(row, title, itemOf(cookie, ATTRIBUTES[reason] ?? ""));
  }
}
