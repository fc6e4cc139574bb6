import type { ProblemKind } from "../../field.ts";
import { mdn, rfc6265bis } from "../../specs.ts";

const HTTPS = "https://www.example.com/";

/** What can be wrong with a cookie. */
export const cookieKinds = {
  "cookie-nameless": {
    severity: "error",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie has no name, so that servers misread it when it comes back.",
    bad: ["Set-Cookie: =abc; Path=/"],
    good: ["Set-Cookie: id=abc; Path=/"],
  },
  "cookie-name-invalid": {
    severity: "warning",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie's name has characters that no name may have, which servers read in different ways.",
    bad: ["Set-Cookie: my id=abc"],
    good: ["Set-Cookie: my_id=abc"],
  },
  "cookie-value-characters": {
    severity: "info",
    link: rfc6265bis("section-4.1.1"),
    summary:
      "A cookie's value has spaces, commas, quotes or backslashes, which not every server reads back alike.",
    bad: ['Set-Cookie: cart={"items":2}'],
    good: ["Set-Cookie: cart=%7B%22items%22%3A2%7D"],
  },
  "cookie-too-large": {
    severity: "error",
    link: rfc6265bis("section-5.6"),
    summary: "Name and value of a cookie are larger than 4096 bytes together: browsers refuse it.",
    bad: [`Set-Cookie: state=${"a".repeat(4096)}`],
    good: [`Set-Cookie: state=${"a".repeat(100)}`],
    edge: [[`Set-Cookie: n=${"v".repeat(4096)}`], [`Set-Cookie: n=${"v".repeat(4095)}`]],
  },
  "cookie-attribute-too-large": {
    severity: "info",
    link: rfc6265bis("section-5.6"),
    summary:
      "The value of a cookie's attribute is larger than 1024 bytes, so that browsers skip the attribute.",
    bad: [`Set-Cookie: id=1; Path=/${"a".repeat(1024)}`],
    good: ["Set-Cookie: id=1; Path=/a"],
  },
  "cookies-joined": {
    severity: "error",
    link: rfc6265bis("section-3"),
    summary: "Several cookies stand in one line with commas between them: browsers take only the first.",
    bad: ["Set-Cookie: a=1; Path=/, b=2; Path=/"],
    good: ["Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/"],
  },
  "cookie-attribute-unknown": {
    severity: "warning",
    link: rfc6265bis("section-4.1.2"),
    summary: "A cookie has an attribute that browsers do not know, so that it does nothing.",
    bad: ["Set-Cookie: lang=en; HtpOnly"],
    good: ["Set-Cookie: lang=en; HttpOnly"],
  },
  "cookie-attribute-obsolete": {
    severity: "warning",
    link: rfc6265bis("section-4.1.2"),
    summary: "A cookie has an attribute of an older standard that browsers ignore.",
    bad: ["Set-Cookie: lang=en; Version=1"],
    good: ["Set-Cookie: lang=en"],
  },
  "cookie-priority": {
    severity: "warning",
    link: "https://datatracker.ietf.org/doc/html/draft-west-cookie-priority-00",
    summary: "A cookie has Priority, which no standard has and only Chromium reads.",
    bad: ["Set-Cookie: lang=en; Priority=High"],
    good: ["Set-Cookie: lang=en"],
  },
  "cookie-attribute-repeated": {
    severity: "warning",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie has the same attribute twice; the last one counts.",
    bad: ["Set-Cookie: lang=en; Path=/; Path=/shop"],
    good: ["Set-Cookie: lang=en; Path=/"],
  },
  "cookie-flag-with-value": {
    severity: "warning",
    link: rfc6265bis("section-5.6"),
    summary:
      "An attribute that is on by its presence alone has a value, which is ignored even where it says false.",
    bad: ["Set-Cookie: lang=en; Secure=false"],
    good: ["Set-Cookie: lang=en; Secure"],
  },
  "cookie-samesite-invalid": {
    severity: "warning",
    link: rfc6265bis("section-5.6.7"),
    summary: "SameSite has a value that browsers do not know, so that their default holds.",
    bad: ["Set-Cookie: lang=en; SameSite=True"],
    good: ["Set-Cookie: lang=en; SameSite=Lax"],
  },
  "cookie-samesite-none-insecure": {
    severity: "error",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie has SameSite=None without Secure: browsers refuse it.",
    bad: ["Set-Cookie: lang=en; SameSite=None"],
    good: ["Set-Cookie: lang=en; SameSite=None; Secure"],
  },
  "cookie-samesite-missing": {
    severity: "info",
    link: mdn("Set-Cookie#samesitesamesite-value"),
    summary: "A cookie does not say SameSite: Chromium takes Lax, other browsers None.",
    bad: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
    good: { lines: ["Set-Cookie: lang=en; Secure; SameSite=Lax"], url: HTTPS },
  },
  "cookie-session-samesite-missing": {
    severity: "warning",
    link: mdn("Set-Cookie#samesitesamesite-value"),
    summary: "A cookie that carries a login or guards against forged requests does not say SameSite.",
    bad: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly"],
    good: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly; SameSite=Lax"],
  },
  "cookie-session-insecure": {
    severity: "error",
    link: rfc6265bis("section-8.3"),
    summary: "A cookie that carries a login has no Secure: whoever listens to a plain HTTP request has it.",
    bad: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly"], url: HTTPS },
    good: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly; Secure"], url: HTTPS },
  },
  "cookie-session-script-readable": {
    severity: "error",
    link: rfc6265bis("section-4.1.2.6"),
    summary: "A cookie that carries a login has no HttpOnly: an injected script can steal it.",
    bad: ["Set-Cookie: PHPSESSID=abc; Secure"],
    good: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly"],
  },
  "cookie-insecure": {
    severity: "warning",
    link: rfc6265bis("section-4.1.2.5"),
    summary:
      "A cookie has no Secure, so that it also travels over plain HTTP, where others read and change it.",
    bad: { lines: ["Set-Cookie: lang=en"], url: HTTPS },
    good: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
  },
  "cookie-secure-over-http": {
    severity: "info",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie with Secure is set over plain HTTP, where browsers refuse it.",
    bad: { lines: ["Set-Cookie: lang=en; Secure"], url: "http://www.example.com/" },
    good: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
  },
  "cookie-partitioned-insecure": {
    severity: "error",
    link: mdn("Set-Cookie#partitioned"),
    summary: "A cookie has Partitioned without Secure: browsers refuse it.",
    bad: ["Set-Cookie: lang=en; Partitioned; SameSite=Lax"],
    good: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=None"],
  },
  "cookie-partitioned-first-party": {
    severity: "info",
    link: mdn("Set-Cookie#partitioned"),
    summary:
      "A cookie has Partitioned without SameSite=None, so that embedded pages, for which it is meant, get none.",
    bad: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=Lax"],
    good: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=None"],
  },
  "cookie-prefix-unmet": {
    severity: "error",
    link: rfc6265bis("section-4.1.3"),
    summary: "A cookie's name has a prefix whose conditions it does not meet: browsers refuse it.",
    bad: ["Set-Cookie: __Host-id=1; Secure; Path=/account"],
    good: ["Set-Cookie: __Host-id=1; Secure; Path=/"],
  },
  "cookie-prefix-case": {
    severity: "info",
    link: rfc6265bis("section-5.7"),
    summary:
      "A cookie's name prefix is in another case than the standard's; only newer browsers then check it.",
    bad: ["Set-Cookie: __host-id=1; Secure; Path=/"],
    good: ["Set-Cookie: __Host-id=1; Secure; Path=/"],
  },
  "cookie-domain-empty": {
    severity: "warning",
    link: rfc6265bis("section-5.6.3"),
    summary: "A cookie's Domain is empty, which is as good as none.",
    bad: ["Set-Cookie: lang=en; Domain="],
    good: ["Set-Cookie: lang=en"],
  },
  "cookie-domain-invalid": {
    severity: "error",
    link: rfc6265bis("section-5.6.3"),
    summary:
      "A cookie's Domain is no domain name, such as a URL or a name with a port: browsers refuse the cookie.",
    bad: ["Set-Cookie: lang=en; Domain=https://example.com"],
    good: ["Set-Cookie: lang=en; Domain=example.com"],
  },
  "cookie-domain-dot": {
    severity: "info",
    link: rfc6265bis("section-5.6.3"),
    summary: "A cookie's Domain begins with a dot, which browsers ignore.",
    bad: ["Set-Cookie: lang=en; Domain=.example.com"],
    good: ["Set-Cookie: lang=en; Domain=example.com"],
  },
  "cookie-domain-mismatch": {
    severity: "error",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie's Domain does not include the host that sets it: browsers refuse the cookie.",
    bad: { lines: ["Set-Cookie: lang=en; Domain=example.org; Secure"], url: HTTPS },
    good: { lines: ["Set-Cookie: lang=en; Domain=example.com; Secure"], url: HTTPS },
  },
  "cookie-domain-public-suffix": {
    severity: "error",
    link: "https://publicsuffix.org/list/",
    summary:
      "A cookie's Domain is a public suffix, under which strangers have names: browsers refuse the cookie.",
    bad: ["Set-Cookie: lang=en; Domain=co.uk"],
    good: ["Set-Cookie: lang=en; Domain=example.co.uk"],
  },
  "cookie-path-invalid": {
    severity: "warning",
    link: rfc6265bis("section-5.6.4"),
    summary: "A cookie's Path does not begin with a slash, so that the path of the request is taken instead.",
    bad: ["Set-Cookie: lang=en; Path=shop"],
    good: ["Set-Cookie: lang=en; Path=/shop"],
  },
  "cookie-max-age-invalid": {
    severity: "warning",
    link: rfc6265bis("section-5.6.2"),
    summary: "A cookie's Max-Age is no number of seconds, so that browsers skip it.",
    bad: ["Set-Cookie: lang=en; Max-Age=1d"],
    good: ["Set-Cookie: lang=en; Max-Age=86400"],
  },
  "cookie-max-age-negative": {
    severity: "warning",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie's Max-Age is negative: that deletes the cookie, but the standard's way is 0.",
    bad: ["Set-Cookie: lang=en; Max-Age=-1"],
    good: ["Set-Cookie: lang=en; Max-Age=0"],
  },
  "cookie-max-age-zeros": {
    severity: "warning",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie's Max-Age begins with a zero, which the grammar does not allow.",
    bad: ["Set-Cookie: lang=en; Max-Age=060"],
    good: ["Set-Cookie: lang=en; Max-Age=60"],
  },
  "cookie-expires-invalid": {
    severity: "warning",
    link: rfc6265bis("section-5.1.1"),
    summary: "A cookie's Expires is no date that browsers can read, so that they skip it.",
    bad: ["Set-Cookie: lang=en; Expires=never"],
    good: ["Set-Cookie: lang=en; Expires=Fri, 20 Nov 2026 10:00:00 GMT"],
  },
  "cookie-expires-form": {
    severity: "info",
    link: rfc6265bis("section-4.1.1"),
    summary: "A cookie's Expires is readable, but not written as HTTP writes dates.",
    bad: ["Set-Cookie: lang=en; Expires=20 Nov 2026 10:00:00"],
    good: ["Set-Cookie: lang=en; Expires=Fri, 20 Nov 2026 10:00:00 GMT"],
  },
  "cookie-lifetime-conflict": {
    severity: "info",
    link: rfc6265bis("section-5.7"),
    summary: "A cookie's Max-Age and Expires differ; Max-Age counts.",
    bad: ["Set-Cookie: lang=en; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
    good: ["Set-Cookie: lang=en; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
  },
  "cookie-lifetime-too-long": {
    severity: "warning",
    link: rfc6265bis("section-5.5"),
    summary: "A cookie is to be kept for more than 400 days: browsers shorten that to 400.",
    bad: ["Set-Cookie: lang=en; Max-Age=63072000"],
    good: ["Set-Cookie: lang=en; Max-Age=31536000"],
  },
  "cookie-repeated": {
    severity: "warning",
    link: rfc6265bis("section-4.1.1"),
    summary: "A response sets the same cookie more than once.",
    bad: ["Set-Cookie: id=1; Path=/", "Set-Cookie: id=2; Path=/"],
    good: ["Set-Cookie: id=1; Path=/", "Set-Cookie: lang=en; Path=/"],
  },
} as const satisfies Record<string, ProblemKind>;

export type CookieKind = keyof typeof cookieKinds;
