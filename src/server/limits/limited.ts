/** Limits of a caller: requests in a period, and URLs that are looked up. */

import { onCost, onLookups, onRights } from "../../api/cost.ts";
import type { Tag } from "../../api/endpoint.ts";
import { NetlensError } from "../../api/errors.ts";
import { limitField, policyField, type Rate, type RateLimit, type Verdict } from "./rate-limit.ts";

/** A rate, and what has been spent of it. */
interface Limit {
  readonly rate: Rate;
  readonly take: RateLimit;
}

/** The limits of a caller; a member is undefined where none holds. */
export interface Limits {
  /** Units of cost: `--rate-limit`, or what the caller's token has. */
  readonly requests?: Limit | undefined;
  /** URLs that are looked up: `--http-rate-limit`. */
  readonly lookups?: Limit | undefined;
  /** @throws NetlensError where the caller may not have answers of this kind; undefined where everybody may */
  readonly need?: ((tag: Tag) => void) | undefined;
}

/** Whom the requests of one caller are counted for. */
export type KeyOf = (request: Request) => string;

/** The response for a request that is not handled. */
export type Refuse = (request: Request, error: NetlensError) => Response;

type Answered = Response | Promise<Response>;

/**
 * The answer within the limits. What a request costs at least is taken before it is handled, more when the handler
 * calls `spend`.
 * @param refuse the response for one request too many
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
      onCost(request, (all) => {
        if (all <= paid) return;
        const more = all - paid;
        paid = all;
        // The shared store was asked a moment ago; it is informed and not awaited.
        const next = more > last.remaining ? { ...last, allowed: false } : take(key, more, performance.now());
        last = next instanceof Promise ? { ...last, remaining: last.remaining - more } : next;
        verdict = last;
        if (!last.allowed) throw tooMany(rate, all, last);
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
          if (!verdict.allowed) throw tooManyLookups(rate, count, verdict);
        };
        // Apart from what is spent of a rate that happens to be the same.
        const taken = take(`lookups ${key}`, count, performance.now());
        return taken instanceof Promise ? taken.then(settle) : settle(taken);
      });
    const response = answer();
    return response instanceof Promise ? response.then(marked) : marked(response);
  }
}

function tooMany(rate: Rate, cost: number, { remaining, reset }: Verdict): NetlensError {
  const detail =
    cost > rate.requests
      ? `This request counts as ${cost}, more than the limit of ${rate.requests}; ask for less at once.`
      : cost > 1
        ? `This request counts as ${cost}, but only ${remaining} remain; try again in ${reset} s.`
        : `More than ${rate.requests} requests; try again in ${reset} s.`;
  return new NetlensError("rate-limit", detail, { "retry-after": String(reset) });
}

function tooManyLookups(rate: Rate, count: number, { remaining, reset }: Verdict): NetlensError {
  const detail =
    count > rate.requests
      ? `This request looks up ${count} URLs, more than the limit of ${rate.requests}; ask for less at once.`
      : count > 1
        ? `This request looks up ${count} URLs, but only ${remaining} remain; try again in ${reset} s.`
        : `More than ${rate.requests} URL lookups; try again in ${reset} s.`;
  return new NetlensError("rate-limit", detail, { "retry-after": String(reset) });
}
