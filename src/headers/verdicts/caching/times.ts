/** Lifetime and age (RFC 9111 section 4.2). Durations in seconds, times in milliseconds since the epoch. */

import { oncePerObject } from "../../../platform/memoize.ts";
import { parseHttpDate } from "../../../syntax/dates.ts";
import { firstLine, linesOf, type Response } from "../response.ts";
import { MAX_SECONDS, type Policy, type Side, secondsOf } from "./policy.ts";

export interface Lifetime {
  /** null if the response sets none and caches cannot estimate one. */
  readonly seconds: number | null;
  readonly from: string;
}

/** Statuses cacheable by heuristics (RFC 9110 section 15.1; RFC 7725 section 3 for 451). */
export const HEURISTIC_STATUSES: ReadonlySet<number> = new Set([
  200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 451, 501,
]);
/** The usual heuristic (section 4.2.2): a tenth of the time since the last change. */
const FRACTION = 0.1;

/** Lifetime by the first of s-maxage, max-age and Expires that is present, even if invalid (section 4.2.1). */
export function lifetimeOf(response: Response, policy: Policy, side: Side): Lifetime {
  const { directives, field, targeted } = policy;
  const named = (directive: string) => (targeted ? field : directive);
  const shared = side === "shared" ? secondsOf(directives, "s-maxage") : undefined;
  if (shared !== undefined) return { seconds: shared ?? 0, from: named("s-maxage") };
  const own = secondsOf(directives, "max-age");
  if (own !== undefined) return { seconds: own ?? 0, from: named("max-age") };
  if (!targeted) {
    const expires = expiresIn(response);
    if (expires !== undefined) return { seconds: expires, from: "expires" };
  }
  return guessed(response, policy);
}

/** Expires minus Date in seconds: 0 if invalid or contradictory, null without a clock, undefined if absent. */
function expiresIn(response: Response): number | null | undefined {
  const lines = linesOf(response, "expires");
  const first = lines[0];
  if (!first) return undefined;
  const until = lines.every(({ value }) => value === first.value)
    ? strictDate(first.value, response.receivedAt)
    : undefined;
  const sent = sentAt(response);
  if (until === undefined) return 0;
  return sent === undefined ? null : Math.max(0, Math.round((until - sent) / 1000));
}

/** Estimated lifetime: needs a date of change, and a status or directive that allows estimates. */
function guessed(response: Response, { directives }: Policy): Lifetime {
  const none = { seconds: null, from: "none" };
  const { status = 200 } = response;
  if (!HEURISTIC_STATUSES.has(status) && !directives.has("public")) return none;
  const changed = firstLine(response, "last-modified");
  const at = changed && strictDate(changed.value, response.receivedAt);
  const sent = sentAt(response);
  if (at === undefined || sent === undefined || at > sent) return none;
  return { seconds: Math.floor((FRACTION * (sent - at)) / 1000), from: "heuristic" };
}

/** Date, or else the time of arrival: recipients add a missing Date (RFC 9110 section 6.6.1). */
export function sentAt(response: Response): number | undefined {
  return dateOf(response) ?? response.receivedAt;
}

const dateOf = oncePerObject((response: Response): number | undefined => {
  const date = firstLine(response, "date");
  return date && strictDate(date.value, response.receivedAt);
});

/** The three formats of RFC 9110 section 5.6.7, case-insensitive as RFC 9111 section 5.3 suggests. */
const FORMS: readonly RegExp[] = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d gmt$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d gmt$/i,
  /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i,
];

/** Milliseconds since the epoch; undefined if it is not an HTTP date. */
export function strictDate(text: string, now: number | undefined): number | undefined {
  const date = parseHttpDate(text, now);
  return date?.form === "imf-fixdate" || FORMS.some((form) => form.test(text)) ? date?.ms : undefined;
}

/** Age on arrival in seconds: the larger of Age and the time since Date (section 4.2.3). */
export function ageOf(response: Response): number {
  const stated = ageValue(response);
  const sent = dateOf(response);
  if (response.receivedAt === undefined || sent === undefined) return stated;
  return Math.max(stated, Math.floor((response.receivedAt - sent) / 1000));
}

/** Value of Age: the first list member, or 0 if it is invalid (section 5.1). */
function ageValue(response: Response): number {
  const first = firstLine(response, "age")?.value.split(",")[0]?.trim() ?? "";
  return /^\d+$/.test(first) ? Math.min(Number(first), MAX_SECONDS) : 0;
}
