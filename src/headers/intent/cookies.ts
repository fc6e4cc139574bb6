import type { Context, ExplainedLine } from "../field.ts";
import { carriesLogin, knownCookie } from "../fields/cookies/known.ts";
import { isDeletion } from "../fields/cookies/lifetime.ts";
import { setCookie } from "../fields/cookies/set-cookie.ts";
import { messageTime } from "../reading/date.ts";
import type { SetCookie } from "../syntax/cookies.ts";

/** Problems that make browsers refuse a cookie. */
const REFUSALS: ReadonlySet<string> = new Set([
  "cookie-too-large",
  "cookie-samesite-none-insecure",
  "cookie-partitioned-insecure",
  "cookie-prefix-unmet",
  "cookie-domain-invalid",
  "cookie-domain-mismatch",
  "cookie-domain-public-suffix",
  "cookie-secure-over-http",
]);

/** What the response does with cookies, as a clause with its verb; undefined when it sets none. */
export function cookieClause(context: Context): string | undefined {
  const cookies = context.values(setCookie);
  if (cookies.length === 0) return undefined;
  const at = messageTime(context);
  const kept = cookies.filter((cookie) => !isDeletion(cookie, at));
  if (kept.length === 0)
    return cookies.length === 1 ? "deletes a cookie" : `deletes ${cookies.length} cookies`;
  return kept.length === 1 ? `sets ${oneCookie(kept[0])}` : `sets ${severalCookies(kept)}`;
}

function oneCookie(cookie: SetCookie | undefined): string {
  const name = cookie?.name ?? "";
  if (carriesLogin(name) === "yes") return "a session cookie";
  const known = knownCookie(name);
  return known ? `a cookie of ${known.owner}` : "a cookie";
}

function severalCookies(cookies: readonly SetCookie[]): string {
  const sessions = cookies.filter(({ name }) => carriesLogin(name) === "yes").length;
  return `${cookies.length} cookies${sessions > 0 ? ", a session cookie among them" : ""}`;
}

/** `most of its cookies are refused`; undefined when browsers take all of them. */
export function refusedCookies(context: Context): string | undefined {
  const lines = context.lines(setCookie);
  const refused = lines.filter(isRefused).length;
  if (refused === 0) return undefined;
  if (lines.length === 1) return "its cookie is refused";
  if (refused === lines.length) return "all of its cookies are refused";
  return `${refused * 2 > lines.length ? "most" : "some"} of its cookies are refused`;
}

function isRefused({ header, items }: ExplainedLine): boolean {
  return (
    header.problems.some(({ name }) => REFUSALS.has(name)) ||
    items.some(({ problems }) => problems?.some(({ name }) => REFUSALS.has(name)))
  );
}
