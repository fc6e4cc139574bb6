import type { Context } from "../field.ts";
import { carriesLogin, knownCookie } from "../fields/cookies/known.ts";
import type { Cookie } from "../verdicts/cookies/schema.ts";

/** The cookies of the response, as a clause with its verb; undefined when it sets none. */
export function cookieClause(context: Context): string | undefined {
  const counted = (context.verdicts.cookies ?? []).filter(({ replacedBy }) => replacedBy === undefined);
  const kept = counted.filter(({ outcome }) => outcome === "stored");
  const deleted = counted.filter(({ outcome }) => outcome === "deleted").length;
  if (kept.length === 0 && deleted === 0) return counted.length === 0 ? undefined : triedClause(counted);
  if (kept.length === 0) return deleted === 1 ? "deletes a cookie" : `deletes ${deleted} cookies`;
  return kept.length === 1 ? `sets ${oneCookie(kept[0])}` : `sets ${severalCookies(kept)}`;
}

function triedClause(cookies: readonly Cookie[]): string {
  return cookies.length === 1
    ? `tries to set ${oneCookie(cookies[0])}`
    : `tries to set ${severalCookies(cookies)}`;
}

function oneCookie(cookie: Cookie | undefined): string {
  const name = cookie?.name ?? "";
  if (carriesLogin(name) === "yes") return "a session cookie";
  const known = knownCookie(name);
  return known ? `a cookie ${known.whose}` : "a cookie";
}

function severalCookies(cookies: readonly Cookie[]): string {
  const sessions = cookies.filter(({ name }) => carriesLogin(name) === "yes").length;
  return `${cookies.length} cookies${sessions > 0 ? ", including a session cookie" : ""}`;
}

/** `most of its cookies are refused`; undefined when browsers take all of them. */
export function refusedCookies(context: Context): string | undefined {
  const cookies = context.verdicts.cookies ?? [];
  const refused = cookies.filter(({ outcome }) => outcome === "refused").length;
  if (refused === 0) return undefined;
  if (cookies.length === 1) return "browsers reject its cookie";
  if (refused === cookies.length) return "browsers reject all its cookies";
  return `browsers reject ${refused * 2 > cookies.length ? "most" : "some"} of its cookies`;
}
