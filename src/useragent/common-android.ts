/**
 * The common form of Android's strings, `Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A) AppleWebKit/…`: all but
 * version and machine follows from what stands around those, which many strings share. It is found once, of the same
 * string with a stand-in for both, and cached; then only the machine is left to find. @perf
 */

import { GenerationalCache } from "../cache/generational-cache.ts";
import { createSeenFilter, seenBefore } from "../cache/seen-filter.ts";
import { answerOf } from "./answer.ts";
import { hasNames } from "./identities.ts";
import { type Keywords, OF_MACHINES, scanKeywords } from "./keyword-scan.ts";
import { androidVersion } from "./operating-systems.ts";
import { type Known, onMachine, read, type Surroundings } from "./read.ts";
import type { UserAgentResult } from "./schema.ts";
import { fromTables } from "./tables.ts";
import { readParts } from "./tokens.ts";

const FORM =
  /^((?:Mozilla\/5\.0|Dalvik\/[\d.]+) \(Linux; (?:U; )?Android )(\d{1,2}(?:\.\d{1,2}){0,3})(; (?:[a-z]{2}-[a-z]{2}; )?)([A-Za-z\d][\w .+-]{1,40}?)( Build\/[\w.-]{2,40})?((?:; wv)?\)(?: AppleWebKit\/.*)?)$/i;

/** Longer ones take the way of all others, which reads no more than a part of them. */
const LONGEST = 500;

/** Words that mean more than a machine wherever they stand, and what is no model at all. */
const MEANS_MORE =
  /chrom|version|firefox|safari|webkit|msie|opera|presto|gecko|trident|linux|windows|android|mozilla|\bwv\b|browser|http|www|mobi|\bu$|\.[a-z]{2}|[a-z]{2}bot|silk|tizen|webos|harmony|like\b|\bmac|iphone|ipad|ipod|ios\b|compatible/i;

/** LG's own browser is known by its maker. */
const LG = /^lg|\d{3}lg/i;

/** No maker, no list and no numbering knows it. */
const STAND_IN = "9; ZqXqZq";

/** Surroundings that are cached, and as many of the generation before. @perf */
const CACHED = 2048;

/** Of strings with the stand-in; false where the machine may decide more than itself. */
const cached = fromTables(() => new GenerationalCache<Surroundings | false>(CACHED));
/** Reading the stand-in costs as much as reading the string: it is read for surroundings that come again. @perf */
const surroundingsSeen = createSeenFilter(4 * CACHED);

/** The answer to a string. */
export const interpret = (text: string): UserAgentResult => answerOf(commonAndroid(text) ?? read(text));

/**
 * All that is known of a string of the common form; undefined for any other. `reading` reads what it stands in.
 * @internal for tests: they count what is read
 */
export function commonAndroid(text: string, reading = read): Known | undefined {
  if (text.length > LONGEST) return undefined;
  const parts = FORM.exec(text);
  if (parts === null) return undefined;
  const start = parts[1] ?? "";
  const version = parts[2] ?? "";
  const locale = parts[3] ?? "";
  const model = parts[4] ?? "";
  const build = parts[5] ?? "";
  const rest = parts[6] ?? "";
  if (MEANS_MORE.test(model) || (LG.test(model) && rest.includes("Version/4.0"))) return undefined;
  const standIn = `${start}${STAND_IN}${build === "" ? "" : " Build/ZQ1"}${rest}`;
  const known = cached().get(standIn) ?? surroundingsOf(standIn, reading);
  if (!known) return undefined;
  const own = `; ${locale}${model}${build}${rest.slice(0, 2)}`;
  const lower = own.toLowerCase();
  const keywords = scanKeywords(lower);
  if (decidesMore(keywords, known.agent.keywords) || hasNames(lower, own)) return undefined;
  return withMachine(known, text, version, keywords);
}

/** What surrounds a stand-in, from its second time on; undefined before. */
function surroundingsOf(standIn: string, reading: typeof read): Surroundings | false | undefined {
  if (!seenBefore(surroundingsSeen, Bun.hash.crc32(standIn) || 1)) return undefined;
  const known = surroundings(reading(standIn));
  cached().put(standIn, known);
  return known;
}

const surroundings = (known: Known): Surroundings | false =>
  known.system !== false &&
  known.system.name === "Android" &&
  known.system.evidence === undefined &&
  !known.features.contact.given &&
  !known.features.worded &&
  known.features.machine === undefined &&
  (known.client === undefined || known.client.type === "app") && {
    ...known,
    // What the machine does not follow from.
    agent: { ...known.agent, products: [], parts: [] },
  };

/** Adds the flags of what surrounds a machine to its own; whether it raises one that decides more than the machine. */
function decidesMore(own: Keywords, around: Keywords): boolean {
  for (let flag = 0; flag < own.length; flag++) {
    if (around[flag] === 1) own[flag] = 1;
    else if (own[flag] === 1 && !OF_MACHINES.has(flag)) return true;
  }
  return false;
}

/** The machine in the place of the stand-in. */
function withMachine(around: Surroundings, text: string, version: string, keywords: Keywords): Known {
  const parts = readParts(text, text.indexOf("("));
  const agent = { ...around.agent, text, lower: text.toLowerCase(), parts, keywords };
  return onMachine(text, { ...around, agent, system: { name: "Android", version: androidVersion(version) } });
}
