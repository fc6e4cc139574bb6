/** Problems of a cookie as a whole: name, value, scope and lifetime. */

import { cookieAttribute, type SetCookie } from "../../../syntax/cookies.ts";
import { isToken } from "../../../syntax/tokens.ts";
import { firstOf, groupsOf, type Item, problem, type Report, worded } from "../../field.ts";
import { swapping } from "../../reading/fixing.ts";
import { readExpires, readMaxAge } from "../../verdicts/cookies/expiry.ts";
import { prefixOf } from "../../verdicts/cookies/refusals.ts";
import { LONG_AGO } from "../../verdicts/cookies.ts";
import { quote } from "../../wording.ts";
import { carriesLogin } from "./known.ts";
import type { CookieVerdicts } from "./verdict.ts";

/** A cookie with verdicts and items: first the name-value pair, then one item per attribute. */
export interface CookieLine extends SetCookie, CookieVerdicts {
  readonly items: readonly Item[];
}

export function itemOf(cookie: CookieLine, name: string): Item | undefined {
  const attribute = cookieAttribute(cookie, name);
  return attribute && cookie.items[cookie.attributes.indexOf(attribute) + 1];
}

/** Value of the effective attribute with the name. */
export function textOf(cookie: SetCookie, name: string): string | undefined {
  const attribute = cookieAttribute(cookie, name);
  return attribute && (attribute.value ?? "");
}

/** Characters invalid in a cookie value (RFC 6265bis section 4.1.1); surrounding quotes are allowed. */
const ODD_VALUE = /[\s",\\]/;

export const nameless = worded("cookie-nameless", "error", "rfc6265bis#section-4.1.1", {
  bad: ["Set-Cookie: =abc; Path=/"],
  good: ["Set-Cookie: id=abc; Path=/"],
});

/** Reports a cookie without a name, unless it is rejected: another finding has the reason. */
export function checkNameless({ name, value, hasEquals, chromium }: CookieLine, report: Report): void {
  if (name === "" && chromium.outcome !== "refused")
    report(
      nameless,
      hasEquals
        ? "Set-Cookie has no name before its equals sign: Chromium accepts it, Firefox rejects it."
        : `Set-Cookie ${quote(value)} has no equals sign: Chromium reads it as a value, Firefox as a name.`,
    );
}

/** True if the cookie name may be that of a login cookie. */
export const mayCarryLogin = (value: string) => carriesLogin(value.split("=", 1)[0]?.trim() ?? "") !== "no";

export const pairProblems = groupsOf<CookieLine, unknown>([
  problem("cookie-name-invalid", "warning", "rfc6265bis#section-4.1.1", {
    detect: ({ name }) => name !== "" && !isToken(name),
    title: (_, { name }) => `The cookie name ${quote(name)} in Set-Cookie has invalid characters.`,
    bad: ["Set-Cookie: my id=abc"],
    good: ["Set-Cookie: my_id=abc"],
  }),
  problem("cookie-value-characters", "info", "rfc6265bis#section-4.1.1", {
    detect({ name, value }) {
      const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
      return name !== "" && ODD_VALUE.test(isQuoted ? value.slice(1, -1) : value);
    },
    title: (_, { name }) => `The value of ${name} has spaces, commas, quotes or backslashes.`,
    bad: ['Set-Cookie: cart={"items":2}'],
    good: ["Set-Cookie: cart=%7B%22items%22%3A2%7D"],
  }),
]);

export const scopeProblems = groupsOf<CookieLine, unknown>([
  firstOf(
    problem("cookie-domain-empty", "warning", "rfc6265bis#section-5.6.3", {
      detect: (cookie) => textOf(cookie, "domain") === "",
      at: (_, cookie) => itemOf(cookie, "domain"),
      title: (_, { name }) => `Domain of ${name} is empty, which browsers treat as absent.`,
      // No fix for several Domain attributes: without the last one, an earlier one would apply.
      fix: (value) =>
        value.match(/;\s*domain\b/gi)?.length === 1
          ? value.replace(/;\s*domain\s*(?:=\s*)?(?=;|$)/i, "")
          : undefined,
      bad: ["Set-Cookie: lang=en; Domain="],
      good: ["Set-Cookie: lang=en"],
    }),
  ),
  problem("cookie-prefix-case", "info", "rfc6265bis#section-5.7", {
    detect({ name }) {
      const prefix = prefixOf(name);
      return prefix && !name.startsWith(prefix.name) && prefix.name;
    },
    title: (prefix, { name }) => `Only newer browsers treat ${name} as a ${prefix} cookie.`,
    fix: swapping(/^__(host|secure)-/i, (_all, name = "") =>
      name.toLowerCase() === "host" ? "__Host-" : "__Secure-",
    ),
    bad: ["Set-Cookie: __host-id=1; Secure; Path=/"],
    good: ["Set-Cookie: __Host-id=1; Secure; Path=/"],
  }),
]);

export const controlCharacter = worded("cookie-control-character", "error", "rfc6265bis#section-5.6", {
  bad: ["Set-Cookie: lang=e\u0001n"],
  good: ["Set-Cookie: lang=en"],
});

export const partitionedProblems = groupsOf<CookieLine, unknown>(
  problem("cookie-partitioned-first-party", "info", "mdn/Set-Cookie#partitioned", {
    // Partitioned (CHIPS) needs SameSite=None.
    detect: (cookie) =>
      textOf(cookie, "partitioned") !== undefined &&
      textOf(cookie, "secure") !== undefined &&
      textOf(cookie, "samesite")?.toLowerCase() !== "none",
    at: (_, cookie) => itemOf(cookie, "partitioned"),
    title: (_, { name }) => `${name} has Partitioned without SameSite=None, which embedded pages need.`,
    bad: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=Lax"],
    good: ["Set-Cookie: lang=en; Partitioned; Secure; SameSite=None"],
  }),
);

/** True if Max-Age overrides Expires. */
function hasMaxAge(cookie: SetCookie): boolean {
  const value = textOf(cookie, "max-age");
  return value !== undefined && readMaxAge(value, "chromium") !== undefined;
}

/** Item of the attribute that sets the lifetime. */
function lifetimeItem(_: unknown, cookie: CookieLine): Item | undefined {
  const name = hasMaxAge(cookie) ? "max-age" : "expires";
  return cookie.items[cookie.attributes.findLastIndex((attribute) => attribute.name === name) + 1];
}

export const lifetimeProblems = groupsOf<CookieLine, unknown>([
  problem("cookie-lifetime-too-long", "warning", "rfc6265bis#section-5.5", {
    detect: ({ chromium }) => chromium.capped === true,
    at: lifetimeItem,
    title: (_, { name }) => `${name} asks for more than the 400 days that Chromium and Firefox allow.`,
    bad: ["Set-Cookie: lang=en; Max-Age=63072000"],
    good: ["Set-Cookie: lang=en; Max-Age=31536000"],
  }),
  problem("cookie-lifetime-conflict", "info", "rfc6265bis#section-5.7", {
    detect(cookie) {
      if (cookie.chromium.seconds === undefined || !hasMaxAge(cookie)) return false;
      const until = readExpires(textOf(cookie, "expires") ?? "", "chromium");
      return until !== undefined && until <= LONG_AGO;
    },
    at: lifetimeItem,
    title: (_, { name }) => `Expires of ${name} is past, but browsers use Max-Age and keep the cookie.`,
    bad: ["Set-Cookie: lang=en; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
    good: ["Set-Cookie: lang=en; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
  }),
]);
