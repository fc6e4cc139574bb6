/** The lookup of a user agent string: contract section 1. */

import { NetlensError } from "../api/errors.ts";
import { GenerationalCache } from "../cache/generational-cache.ts";
import { createSeenFilter, seenBefore } from "../cache/seen-filter.ts";
import { interpret } from "./answer.ts";
import { applyClientHints, conflicts, unreducedAgent } from "./apply-client-hints.ts";
import type { ClientHints } from "./client-hints.ts";
import type { Evidence, System, UserAgentResult } from "./schema.ts";
import { fromTables } from "./tables.ts";

/** The longest string that is looked up, in bytes of UTF-8. */
export const LONGEST_AGENT = 8192;

/** Results that are cached, and as many of the generation before. @perf Without, traffic takes 1.3 times the CPU (`bench useragent`). */
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

// Templates: strings that differ only in the later numbers of their products' versions, `7499.40` in
// `Chrome/143.0.7499.40`, have the same answer but for those numbers. What is made of one serves the others. That it does is
// not taken for granted: it is tried with other numbers before. Nothing else asks for more of a later number than whether it
// is 0.

/** Longer ones are rare, and cut off elsewhere. */
const LONGEST = 500;

/** Readers cut longer versions off. */
const LONGEST_VERSION = 23;

export interface VersionTemplate {
  /**
   * The string with a nine for each later number that does not begin with 0: the same for all that differ in no more
   * than those.
   */
  readonly key: string;
  /** Of each version where it begins, where its later numbers do, and where it ends. */
  readonly places: readonly number[];
}

/** A name of letters alone, the two numbers that its version begins with, and the later ones. */
const LATER = / [A-Za-z]+\/(\d+\.\d+)((?:\.\d+)+)(?= |$)/g;

/** The versions with later numbers behind the first comment; undefined where there are none. */
export function templateOf(text: string): VersionTemplate | undefined {
  const comment = text.length > LONGEST ? -1 : text.indexOf(")");
  if (comment < 0) return undefined;
  const places: number[] = [];
  let key = "";
  let from = 0;
  LATER.lastIndex = comment;
  for (let match = LATER.exec(text); match !== null; match = LATER.exec(text)) {
    const end = LATER.lastIndex;
    const later = match[2] ?? "";
    const length = later.length + (match[1] ?? "").length;
    if (length > LONGEST_VERSION || !/\.[1-9]/.test(later)) continue;
    places.push(end - length, end - later.length, end);
    key += text.slice(from, end - later.length) + later.replace(/\.[1-9]\d*/g, ".9");
    from = end;
  }
  return from === 0 ? undefined : { key: key + text.slice(from), places };
}

/** An answer, and which of the string's versions each of its own is; NONE for one that is not a version of the string. */
export interface AnswerTemplate {
  readonly answer: UserAgentResult & { readonly evidence: Evidence };
  readonly os: number;
  readonly atLeast: number;
  readonly engine: number;
  readonly browser: number;
}

const NONE = -1;

/** As many can each be changed in a way of its own. */
const MOST_VERSIONS = 7;

/** Systems that have Safari's version, of which the first number decides. Others' are weighed as a whole. */
const SAFARIS: ReadonlySet<string> = new Set(["iOS", "iPadOS"]);

type Interpret = (text: string) => UserAgentResult;

/**
 * The pattern of a string and its answer; undefined where the answer to the same string with other numbers does not
 * have them in the same places.
 */
export function answerTemplateOf(
  answer: UserAgentResult,
  { key, places }: VersionTemplate,
  interpret: Interpret,
): AnswerTemplate | undefined {
  const { agent, os, engine, browser, evidence } = answer;
  if (evidence === undefined || places.length > MOST_VERSIONS * 3) return undefined;
  const other = withOtherNumbers(agent, places);
  const now = templateOf(other);
  if (now?.key !== key) return undefined;
  const expected = interpret(other);
  const versions = versionsIn(agent, places);
  const others = versionsIn(other, now.places);
  const placeOf = (version: string | undefined, reported: string | undefined) =>
    versions.findIndex((text, index) => text === version && others[index] === reported);
  const { os: osNow, engine: engineNow, browser: browserNow } = expected;
  const pattern = {
    answer: { ...answer, evidence },
    os: os && osNow ? placeOf(os.version, osNow.version) : NONE,
    atLeast: os && osNow ? placeOf(os.atLeast, osNow.atLeast) : NONE,
    engine: engine && engineNow ? placeOf(engine.version, engineNow.version) : NONE,
    browser: browser && browserNow ? placeOf(browser.version, browserNow.version) : NONE,
  };
  const decides = pattern.os >= 0 && os && !SAFARIS.has(os.name);
  return !decides && Bun.deepEquals(answerFromTemplate(pattern, other, now.places), expected, true)
    ? pattern
    : undefined;
}

function versionsIn(text: string, places: readonly number[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < places.length; at += 3) found.push(text.slice(places[at], places[at + 2]));
  return found;
}

/** A string with other later numbers for the same key; those of each version are changed in a way of its own. */
function withOtherNumbers(text: string, places: readonly number[]): string {
  let other = "";
  let from = 0;
  for (let at = 0; at < places.length; at += 3) {
    const later = text.slice(places[at + 1], places[at + 2]);
    other +=
      text.slice(from, places[at + 1]) +
      later.replace(/(?<=\.)[1-9]\d*/g, (number) => changed(number, at / 3));
    from = places[at + 2] ?? 0;
  }
  return other + text.slice(from);
}

/** Other digits, and one more of them. */
function changed(number: string, way: number): string {
  return `${number.replace(/\d/g, (digit) => String(1 + ((Number(digit) + way) % 9)))}${1 + way}`;
}

/** The answer to a string of this pattern. */
export function answerFromTemplate(
  pattern: AnswerTemplate,
  text: string,
  places: readonly number[],
): UserAgentResult {
  const { answer } = pattern;
  const { os, engine, browser } = answer;
  const version = (place: number) => text.slice(places[place * 3], places[place * 3 + 2]);
  return {
    ...answer,
    agent: text,
    os: pattern.os < 0 && pattern.atLeast < 0 ? os : os && withVersions(os, pattern, version),
    engine: engine && pattern.engine >= 0 ? { name: engine.name, version: version(pattern.engine) } : engine,
    browser: browser && pattern.browser >= 0 ? { ...browser, version: version(pattern.browser) } : browser,
  };
}

function withVersions(os: System, pattern: AnswerTemplate, version: (place: number) => string): System {
  const reported = pattern.os < 0 ? os : { ...os, version: version(pattern.os) };
  return pattern.atLeast < 0 ? reported : { ...reported, atLeast: version(pattern.atLeast) };
}
