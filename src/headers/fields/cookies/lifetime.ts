/** How long a cookie is kept (RFC 6265bis section 5.7, steps on Max-Age and Expires). */

import { parseCookieDate } from "../../syntax/cookie-dates.ts";
import { cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";

export type Lifetime =
  /** Until the browser closes. */
  | { readonly kind: "session" }
  | { readonly kind: "seconds"; readonly seconds: number }
  /** Milliseconds since the epoch. */
  | { readonly kind: "until"; readonly ms: number };

/** Max-Age that browsers understand: digits, perhaps after a minus. */
const MAX_AGE = /^-?\d+$/;

/** Seconds of a Max-Age, or undefined where browsers skip it. */
export function maxAgeSeconds(value: string | undefined): number | undefined {
  return value !== undefined && MAX_AGE.test(value) ? Number(value) : undefined;
}

/** Max-Age counts before Expires; what cannot be read counts as absent. */
export function lifetimeOf(cookie: SetCookie): Lifetime {
  const seconds = maxAgeSeconds(cookieAttribute(cookie, "max-age")?.value);
  if (seconds !== undefined) return { kind: "seconds", seconds };
  const ms = parseCookieDate(cookieAttribute(cookie, "expires")?.value ?? "");
  return ms === undefined ? { kind: "session" } : { kind: "until", ms };
}

/** Moments so long ago that a cookie with one is meant to be deleted, whatever the clock says. */
const LONG_AGO = Date.UTC(2020, 0, 1);

/** Is the cookie set only to be deleted? `at` is when the response was sent, in milliseconds, where known. */
export function isDeletion(cookie: SetCookie, at: number | undefined): boolean {
  const lifetime = lifetimeOf(cookie);
  if (lifetime.kind === "seconds") return lifetime.seconds <= 0;
  return lifetime.kind === "until" && lifetime.ms <= Math.max(at ?? 0, LONG_AGO);
}
