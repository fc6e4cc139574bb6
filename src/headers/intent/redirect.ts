import { isFollowable, isResolvable, resolveReference } from "../../syntax/uri.ts";
import type { Context } from "../field.ts";
import { brief, firstValue } from "./value.ts";

/** Longest URL that is shown in full. */
const LONGEST = 300;

/** Target of Location: resolved against the request URL if known, else as sent. */
export function target(context: Context): string | undefined {
  const value = firstValue(context, "location");
  if (value === undefined || !isFollowable(value, context.url)) return undefined;
  return brief(resolveReference(value, context.url)?.href ?? value, LONGEST);
}

const LOGIN = /\/(?:log-?in|sign-?in|auth|oauth2?|sso|saml2?|session\/new|wp-login\.php)(?:[/.?]|$)/i;

/** Difference between target and request URL in words; undefined if not worth a clause. */
function difference(context: Context): string | undefined {
  const value = firstValue(context, "location");
  const to = value && resolveReference(value, context.url);
  if (!to) return undefined;
  const from = context.url;
  if (LOGIN.test(to.pathname) && !(from && LOGIN.test(from.pathname))) return "probably to log in";
  if (!from) return undefined;
  const isSameRest = from.pathname === to.pathname && from.search === to.search;
  if (from.protocol !== to.protocol && from.hostname === to.hostname && isSameRest)
    return to.protocol === "https:" ? "the same address over HTTPS" : "the same address without encryption";
  if (to.hostname === `www.${from.hostname}`) return "the host name with www";
  if (from.hostname === `www.${to.hostname}`) return "the host name without www";
  if (to.host !== "" && from.host !== to.host)
    return from.hostname === to.hostname ? "another port" : "another host";
  if (from.protocol !== to.protocol) return undefined;
  if (isSameRest) return "the same address again";
  if (to.pathname === `${from.pathname}/`) return "the same path with a trailing slash";
  if (from.pathname === `${to.pathname}/`) return "the same path without the trailing slash";
  return to.pathname === "/" ? "the front page" : undefined;
}

/** `Redirects permanently to https://example.com/, the front page`, or the reason why it has no target. */
export function redirects(how: string, context: Context): string {
  const to = target(context);
  if (to === undefined) return `Redirects ${how.replace(/,$/, "")}, but ${nowhere(context)}`;
  const what = difference(context);
  return `Redirects ${how} to ${to}${what === undefined ? "" : `, ${what}`}`;
}

/** Without a lifetime, Chrome's cache keeps a permanent redirect forever. */
export function memory(context: Context): string {
  const { status, verdicts } = context;
  const isPermanent = status === 301 || status === 308;
  const isIndefinite =
    isPermanent && !verdicts.conflict && verdicts.caching?.browser?.remembered === "for good";
  return isIndefinite && target(context) !== undefined ? "; Chrome remembers this indefinitely" : "";
}

function nowhere(context: Context): string {
  const value = firstValue(context, "location");
  return value === undefined
    ? `has no target: Location is ${context.has("location") ? "empty" : "missing"}`
    : `clients cannot follow it: Location is ${brief(value, LONGEST)}`;
}

export function refresh({ verdicts, url }: Context): string | undefined {
  if (!verdicts.refresh) return undefined;
  const { seconds, url: target } = verdicts.refresh;
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  if (target === (url?.href ?? "") && seconds === 0) return "reloads immediately, again and again";
  if (target === (url?.href ?? "")) return `reloads every ${seconds === 1 ? "second" : wait}`;
  const when = seconds === 0 ? "immediately" : `after ${wait}`;
  const to = brief(target, LONGEST);
  return isResolvable(target)
    ? `refreshes to ${to} ${when}`
    : `refreshes ${when} to ${to}, which is not a valid URL`;
}
