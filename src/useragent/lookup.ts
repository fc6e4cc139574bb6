/**
 * Device, system, engine, browser, page and bot of a user agent string. Takes a string and client hints, returns the
 * result of contract section 1. Never requests anything and never verifies a bot: see `verify.ts`.
 */

import { NetlensError } from "../api/errors.ts";
import { GenerationalCache } from "../platform/generational-cache.ts";
import type { ClientHints } from "./client-hints.ts";
import { applyClientHints, conflicts, unreducedAgent } from "./hints/apply-client-hints.ts";
import { interpret } from "./read/answer.ts";
import type { UserAgentResult } from "./schema.ts";
import { fromTables } from "./tables/tables.ts";

/** Maximum length in bytes of UTF-8. */
export const LONGEST_AGENT = 8192;

/** Cached results per generation. */
const CACHED = 2048;
/** Longer strings are not cached: 4096 of 8 KiB would be 32 MB. */
const LONGEST_CACHED = 1024;
/** Milliseconds. */
const DAY = 86_400_000;

/** Results of one day. */
const answers = fromTables(() => ({ day: 0, results: new GenerationalCache<UserAgentResult>(CACHED) }));

/**
 * Looks up a string of at most 8 KiB, refined by client hints. Results are shared: do not modify them.
 * @param time of the support, in milliseconds
 * @throws NetlensError `invalid-useragent` for a longer one
 */
export function lookupUserAgent(agent: string, hints?: ClientHints, time = Date.now()): UserAgentResult {
  if (agent.length > LONGEST_AGENT / 3 && Buffer.byteLength(agent) > LONGEST_AGENT) {
    throw new NetlensError(
      "invalid-useragent",
      `A user agent string may have at most ${LONGEST_AGENT} bytes.`,
    );
  }
  if (!hints || conflicts(agent, hints)) return cachedLookup(agent, time);
  const whole = cachedLookup(unreducedAgent(agent, hints), time);
  const { os } = hints.platformVersion === "" ? cachedLookup(agent, time) : whole;
  return applyClientHints(keepFrozenVersion(whole, os), agent, hints, dayOf(time));
}

/** `Android 10; K` is frozen: without a platform-version hint the version stays frozen. */
function keepFrozenVersion(result: UserAgentResult, os: UserAgentResult["os"]): UserAgentResult {
  if (!os || !result.os || result.os.name !== os.name || !os.frozen) return result;
  return { ...result, os };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function cachedLookup(agent: string, time: number): UserAgentResult {
  const cache = answers();
  const day = Math.floor(time / DAY);
  if (cache.day !== day) Object.assign(cache, { day, results: new GenerationalCache(CACHED) });
  const { results } = cache;
  const known = results.get(agent);
  if (known) return known;
  const result = interpret(agent, dayOf(time));
  if (agent.length <= LONGEST_CACHED) results.put(agent, result);
  return result;
}
