/** The lookup of a user agent string: contract section 1. */

import { NetlensError } from "../api/errors.ts";
import { GenerationalCache } from "../cache/generational-cache.ts";
import { createSeenFilter, seenBefore } from "../cache/seen-filter.ts";
import { interpret } from "./answer.ts";
import { applyClientHints, conflicts, unreducedAgent } from "./apply-client-hints.ts";
import type { ClientHints } from "./client-hints.ts";
import type { UserAgentResult } from "./schema.ts";
import { fromTables } from "./tables.ts";
import {
  type AnswerTemplate,
  answerFromTemplate,
  answerTemplateOf,
  templateOf,
  type VersionTemplate,
} from "./version-templates.ts";

/** The longest string that is looked up, in bytes of UTF-8. */
export const LONGEST_AGENT = 8192;

/** Results that are cached, and as many of the generation before; templates as well. @perf */
const CACHED = 4096;

const answers = fromTables(() => new GenerationalCache<UserAgentResult>(CACHED));
const agentsSeen = createSeenFilter(4 * CACHED);
/** For strings but for the later numbers in them; false where those decide more than themselves. */
const templates = fromTables(() => new GenerationalCache<AnswerTemplate | false>(CACHED));
const templatesSeen = createSeenFilter(4 * CACHED);

/** Whether a text came before, as far as the filter knows. No hash is 0: that stands for an empty slot. */
const cameBefore = (text: string, filter: Int32Array) => seenBefore(filter, Bun.hash.crc32(text) || 1);

/**
 * Device, system, engine, browser, page and bot of a user agent string of at most 8 KiB, refined by client hints
 * where some are given. Throws `invalid-useragent` for a longer one. Results are shared: do not change them.
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

/** Without the hint of its version the system is known no better than from the string: `Android 10; K` is frozen. */
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
  const template = templateOf(agent);
  const answer = template && templates().get(template.key);
  const result = template && answer ? answerFromTemplate(answer, agent, template.places) : interpret(agent);
  if (template && answer === undefined) populateCache(template, result);
  else if (cameBefore(agent, agentsSeen)) results.put(agent, result);
  return result;
}

/** Caches what a string's answer says of those with other numbers, from the second of them on. */
function populateCache(template: VersionTemplate, answer: UserAgentResult): void {
  if (cameBefore(template.key, templatesSeen))
    templates().put(template.key, answerTemplateOf(answer, template, interpret) ?? false);
}
