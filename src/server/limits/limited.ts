/** Limits of a client: requests per window, and URL lookups. */

import { onCost, onLookups, onRights } from "../../api/cost.ts";
import type { Tag } from "../../api/endpoint.ts";
import { NetlensError } from "../../api/errors.ts";
import { limitField, policyField, type Rate, type RateLimit, type Verdict } from "./rate-limit.ts";

/** Rate and its state. */
interface Limit {
  readonly rate: Rate;
  readonly take: RateLimit;
}

/** Limits of a client; undefined means unlimited. */
export interface Limits {
  /** `--rate-limit`, or the rate of the client's token. */
  readonly requests?: Limit | undefined;
  /** `--http-rate-limit`. */
  readonly lookups?: Limit | undefined;
  /** Checks the right to a tag; undefined if all tags are allowed. @throws NetlensError without the right */
  readonly need?: ((tag: Tag) => void) | undefined;
}

/** Rate-limit key of a request. */
export type KeyOf = (request: Request) => string;

/** Creates the response to a refused request. */
export type Refuse = (request: Request, error: NetlensError) => Response;

type Answered = Response | Promise<Response>;

/**
 * Answers a request within the limits. Charges the minimum cost before the handler runs, and more when the
 * handler calls `spend`.
 * @param refuse response beyond the limit
 */
export function limited(
  request: Request,
  answer: () => Answered,
  cost: number,
  { requests, lookups, need }: Limits,
  keyOf: KeyOf,
  refuse: Refuse,
): Answered {
  const counted = cost > 0 ? requests : undefined;
  if (!(counted || lookups || need)) return answer();
  const key = keyOf(request);
  const taken = counted?.take(key, cost, performance.now());
  return taken instanceof Promise ? taken.then(go) : go(taken);

  function go(first: Verdict | undefined): Answered {
    let verdict = first;
    let looked: Verdict | undefined;
    const marked = (response: Response): Response => {
      if (verdict && counted) {
        response.headers.set("ratelimit", limitField(verdict));
        response.headers.set("ratelimit-policy", policyField(counted.rate));
      }
      if (looked && lookups) {
        response.headers.append("ratelimit", limitField(looked, "lookups"));
        response.headers.append("ratelimit-policy", policyField(lookups.rate, "lookups"));
      }
      return response;
    };
    if (counted && verdict) {
      const { rate, take } = counted;
      if (!verdict.allowed) return marked(refuse(request, tooMany(rate, cost, verdict)));
      let last = verdict;
      let paid = cost;
      /** When the window of `last` ends, in monotonic milliseconds. */
      let ends = performance.now() + 1000 * last.reset;
      onCost(request, (all) => {
        if (all <= paid) return;
        const more = all - paid;
        const now = performance.now();
        const remaining = now < ends ? last.remaining : rate.requests;
        const known = { ...last, remaining, allowed: more <= remaining };
        // Not awaited: the shared store has just answered the first charge of this request.
        const next = known.allowed ? take(key, more, now) : known;
        last = next instanceof Promise ? { ...known, remaining: remaining - more } : next;
        if (now >= ends) ends = now + 1000 * last.reset;
        verdict = last;
        if (!last.allowed) throw tooMany(rate, all, last);
        paid = all;
      });
    }
    if (need) onRights(request, need);
    if (lookups || need)
      onLookups(request, (count) => {
        need?.("http");
        if (!lookups) return undefined;
        const { rate, take } = lookups;
        const settle = (verdict: Verdict) => {
          looked = verdict;
          if (!verdict.allowed) throw tooMany(rate, count, verdict, "URL lookups");
        };
        // Separate key: lookups are counted apart from requests.
        const taken = take(`lookups ${key}`, count, performance.now());
        return taken instanceof Promise ? taken.then(settle) : settle(taken);
      });
    const response = answer();
    return response instanceof Promise ? response.then(marked) : marked(response);
  }
}

function tooMany(
  rate: Rate,
  count: number,
  { remaining, reset }: Verdict,
  what: "requests" | "URL lookups" = "requests",
): NetlensError {
  const request = what === "requests" ? `counts as ${count}` : `looks up ${count} URLs`;
  const detail =
    count > rate.requests
      ? `This request ${request}, more than the limit of ${rate.requests}; send fewer items per request.`
      : count > 1
        ? `This request ${request}, but only ${remaining} remain; try again in ${reset} s.`
        : `Limit of ${rate.requests} ${what} ${per(rate)} reached; try again in ${reset} s.`;
  return new NetlensError("rate-limit", detail, { "retry-after": String(reset) });
}

const PERIODS: ReadonlyMap<number, string> = new Map([
  [1000, "a second"],
  [60_000, "a minute"],
  [3_600_000, "an hour"],
  [86_400_000, "a day"],
]);

function per({ window }: Rate): string {
  return PERIODS.get(window) ?? `per ${window / 1000} s`;
}
