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

const answers = fromTables(() => new GenerationalCache<UserAgentResult>(CACHED));

/**
 * Looks up a string of at most 8 KiB, refined by client hints. Results are shared: do not modify them.
 * @throws NetlensError `invalid-useragent` for a longer one
 */
export function lookupUserAgent(agent: string, hints?: ClientHints): UserAgentResult {
  if (agent.length > LONGEST_AGENT / 3 && Buffer.byteLength(agent) > LONGEST_AGENT) {
    throw new NetlensError(
      "invalid-useragent",
      `A user agent string may have at most ${LONGEST_AGENT} bytes.`,
    );
  }
  if (!hints || conflicts(agent, hints)) return cachedLookup(agent);
  const whole = cachedLookup(unreducedAgent(agent, hints));
  return applyClientHints(keepFrozenVersion(whole, agent, hints), agent, hints);
}

/** `Android 10; K` is frozen: without a platform-version hint the version stays frozen. */
function keepFrozenVersion(result: UserAgentResult, agent: string, hints: ClientHints): UserAgentResult {
  if (hints.platformVersion !== "") return result;
  const { os } = cachedLookup(agent);
  if (!os || !result.os || result.os.name !== os.name || !os.frozen) return result;
  return { ...result, os };
}

function cachedLookup(agent: string): UserAgentResult {
  const results = answers();
  const known = results.get(agent);
  if (known) return known;
  const result = interpret(agent);
  if (agent.length <= LONGEST_CACHED) results.put(agent, result);
  return result;
}
