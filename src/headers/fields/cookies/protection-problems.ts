/** Protection of a cookie: Secure, HttpOnly, SameSite. */

import { cookieAttribute, type SetCookie } from "../../../syntax/cookies.ts";
import { firstOf, groupsOf, problem } from "../../field.ts";
import { prefixOf } from "../../verdicts/cookies/refusals.ts";
import { isTrustworthy } from "../../verdicts/origins.ts";
import { listing } from "../../wording.ts";
import { adding } from "./fixes.ts";
import { carriesLogin, guardsAgainstForgery, type Likelihood } from "./known.ts";

export const HTTPS = "https://www.example.com/";

interface Protection {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** In lower case; undefined if absent. */
  readonly sameSite: string | undefined;
  readonly login: Likelihood;
  /** True for a login cookie; a possible login cookie counts only on HTTPS sites. */
  readonly isLogin: boolean;
  readonly forgery: boolean;
  readonly scheme: string | undefined;
  /** True if set over plain HTTP by a host other than the local machine. */
  readonly isExposed: boolean;
  /** True if browsers also send the cookie over plain HTTP, and no other finding reports this. */
  readonly isOpen: boolean;
}

/** Protection of a stored cookie; without `url`, some facts are unknown. */
export function protectionOf(cookie: SetCookie, url: URL | undefined): Protection {
  const sameSite = cookieAttribute(cookie, "samesite");
  const secure = cookieAttribute(cookie, "secure") !== undefined;
  const words = sameSite && (sameSite.value ?? "").toLowerCase();
  const login = carriesLogin(cookie.name);
  return {
    name: cookie.name === "" ? "The cookie" : cookie.name,
    secure,
    httpOnly: cookieAttribute(cookie, "httponly") !== undefined,
    sameSite: words,
    login,
    isLogin: login === "yes" || (login === "maybe" && url?.protocol === "https:"),
    forgery: guardsAgainstForgery(cookie.name),
    scheme: url?.protocol,
    isExposed: url !== undefined && !isTrustworthy(url),
    // Other findings report SameSite=None and name prefixes without Secure.
    isOpen: !secure && words !== "none" && !prefixOf(cookie.name),
  };
}

const lacksSameSite = ({ sameSite, scheme, forgery }: Protection) =>
  // Over plain HTTP, requests can be forged anyway; anti-forgery tokens are not at risk.
  sameSite === undefined && scheme !== "http:" && !forgery;
/** Lax is Chromium's default, so it changes nothing there; Partitioned needs None. */
const addingSameSite = (value: string) =>
  adding(/;\s*partitioned\s*(?:;|$)/i.test(value) ? "SameSite=None" : "SameSite=Lax")(value);
const noSameSite = (_: unknown, { name }: Protection) =>
  `${name} has no SameSite: Chromium defaults to Lax, other browsers to None.`;

export const protectionProblems = groupsOf<Protection, unknown>([
  firstOf(
    problem("cookie-session-insecure", "error", "rfc6265bis#section-8.3", {
      detect: ({ isOpen, scheme, isLogin }) => isOpen && scheme === "https:" && isLogin,
      title: (_, { name }) => `Session cookie ${name} has no Secure: browsers also send it over plain HTTP.`,
      fix: adding("Secure"),
      bad: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly"], url: HTTPS },
      good: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly; Secure"], url: HTTPS },
    }),
    problem("cookie-session-over-http", "warning", "rfc6265bis#section-8.3", {
      detect: ({ isOpen, isExposed, login }) => isOpen && isExposed && login === "yes",
      title: (_, { name }) => `Session cookie ${name} is sent over plain HTTP: others can read it.`,
      bad: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly"], url: "http://example.com/" },
      good: { lines: ["Set-Cookie: PHPSESSID=abc; HttpOnly"], url: "http://localhost/" },
    }),
    problem("cookie-insecure", "warning", "rfc6265bis#section-4.1.2.5", {
      detect({ isOpen, scheme, login, isLogin, forgery, sameSite }) {
        const isJudged = scheme === "https:" || (scheme === undefined && login === "yes");
        if (!isOpen || !isJudged) return false;
        const isBare = !isLogin && !forgery && sameSite === undefined;
        return ["no Secure", ...(isBare ? ["no SameSite"] : [])];
      },
      title: (lacks, { name }) => `${name} has ${listing(lacks)}: browsers also send it over plain HTTP.`,
      fix: (value, lacks) => adding("Secure", ...(lacks.length > 1 ? ["SameSite=Lax"] : []))(value),
      bad: { lines: ["Set-Cookie: lang=en"], url: HTTPS },
      good: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
    }),
  ),
  problem("cookie-session-script-readable", "error", "rfc6265bis#section-4.1.2.6", {
    detect: ({ httpOnly, isLogin }) => !httpOnly && isLogin,
    title: (_, { name }) => `Session cookie ${name} has no HttpOnly: an injected script can steal it.`,
    fix: adding("HttpOnly"),
    bad: ["Set-Cookie: PHPSESSID=abc; Secure"],
    good: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly"],
  }),
  firstOf(
    problem("cookie-session-samesite-missing", "warning", "mdn/Set-Cookie#samesitesamesite-value", {
      detect: (cookie) => lacksSameSite(cookie) && cookie.isLogin,
      title: noSameSite,
      fix: addingSameSite,
      bad: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly"],
      good: ["Set-Cookie: PHPSESSID=abc; Secure; HttpOnly; SameSite=Lax"],
    }),
    problem("cookie-samesite-missing", "info", "mdn/Set-Cookie#samesitesamesite-value", {
      detect: (cookie) => lacksSameSite(cookie) && cookie.scheme === "https:" && cookie.secure,
      title: noSameSite,
      fix: addingSameSite,
      bad: { lines: ["Set-Cookie: lang=en; Secure"], url: HTTPS },
      good: { lines: ["Set-Cookie: lang=en; Secure; SameSite=Lax"], url: HTTPS },
    }),
  ),
]);
