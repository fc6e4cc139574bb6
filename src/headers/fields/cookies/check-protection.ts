/** What keeps a cookie from those who should not have it: Secure, HttpOnly, SameSite, Partitioned. */

import type { Note } from "../../field.ts";
import type { Item as HeaderItem } from "../../schema.ts";
import { cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { prefixOf } from "../../verdicts/cookies/prefixes.ts";
import { isTrustworthy } from "../../verdicts/origins.ts";
import { listing } from "../../wording.ts";
import type { CookieKind } from "./kinds.ts";
import { carriesLogin, guardsAgainstForgery, type Likelihood } from "./known.ts";

interface Protection {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** In lower case; undefined when absent. */
  readonly sameSite: string | undefined;
  readonly login: Likelihood;
  readonly forgery: boolean;
  readonly scheme: string | undefined;
  /** Set over plain HTTP by a host that is not this machine. */
  readonly isExposed: boolean;
}

/** Judges a cookie that is to be kept; `isKept`: browsers do so. What depends on HTTPS needs the URL. */
export function checkProtection(
  cookie: SetCookie,
  isKept: boolean,
  url: URL | undefined,
  note: Note<CookieKind>,
): void {
  const sameSite = cookieAttribute(cookie, "samesite");
  const protection: Protection = {
    name: cookie.name === "" ? "The cookie" : cookie.name,
    secure: cookieAttribute(cookie, "secure") !== undefined,
    httpOnly: cookieAttribute(cookie, "httponly") !== undefined,
    sameSite: sameSite && (sameSite.value ?? "").toLowerCase(),
    login: carriesLogin(cookie.name),
    forgery: guardsAgainstForgery(cookie.name),
    scheme: url?.protocol,
    isExposed: url !== undefined && !isTrustworthy(url),
  };
  // A prefix that is not kept says the same already, and more.
  if (!protection.secure && !prefixOf(cookie.name)) checkInsecure(protection, note);
  checkScripts(protection, note);
  checkSameSite(protection, isKept, note);
}

function isHttps({ scheme }: Protection): boolean {
  return scheme === "https:";
}

/** A name that only may be a session's is judged where the rest of the site is known to be HTTPS. */
function isLogin(protection: Protection): boolean {
  return protection.login === "yes" || (protection.login === "maybe" && isHttps(protection));
}

function checkInsecure(protection: Protection, note: Note<CookieKind>): void {
  const { name, sameSite, scheme } = protection;
  if (sameSite === "none") return;
  if (isHttps(protection) && isLogin(protection)) {
    note(
      "cookie-session-insecure",
      `${name} carries a session, but has no Secure: it also travels over plain HTTP.`,
    );
    return;
  }
  if (protection.isExposed && protection.login === "yes")
    note(
      "cookie-session-over-http",
      `${name} carries a session and is set over plain HTTP: anyone on the network path can read it.`,
    );
  if (!isHttps(protection) && (scheme !== undefined || protection.login !== "yes")) return;
  const lacks = ["no Secure"];
  if (!isLogin(protection) && !protection.forgery && sameSite === undefined) lacks.push("no SameSite");
  note("cookie-insecure", `${name} has ${listing(lacks)}: without Secure it also travels over plain HTTP.`);
}

function checkScripts(protection: Protection, note: Note<CookieKind>): void {
  if (!protection.httpOnly && isLogin(protection))
    note(
      "cookie-session-script-readable",
      `${protection.name} carries a session, but has no HttpOnly: an injected script can steal it.`,
    );
}

function checkSameSite(protection: Protection, isKept: boolean, note: Note<CookieKind>): void {
  const { name, sameSite, secure } = protection;
  // Over plain HTTP whoever is on the way can forge requests anyway.
  if (sameSite !== undefined || protection.scheme === "http:") return;
  if (isLogin(protection) || protection.forgery)
    note(
      "cookie-session-samesite-missing",
      `${name} has no SameSite: Chromium takes Lax, other browsers None.`,
    );
  else if (isKept && isHttps(protection) && secure)
    note("cookie-samesite-missing", `${name} has no SameSite: Chromium takes Lax, other browsers None.`);
}

/** Partitioned (CHIPS) makes sense with SameSite=None. */
export function checkPartitioned(
  cookie: SetCookie,
  items: readonly HeaderItem[],
  note: Note<CookieKind>,
): void {
  const attribute = cookieAttribute(cookie, "partitioned");
  if (!attribute) return;
  const item = items[cookie.attributes.indexOf(attribute) + 1];
  if (!cookieAttribute(cookie, "secure")) return;
  if (cookieAttribute(cookie, "samesite")?.value?.toLowerCase() !== "none")
    note(
      "cookie-partitioned-first-party",
      `${cookie.name} has Partitioned without SameSite=None, so embedded pages do not get it.`,
      item,
    );
}
