/** How long each engine's cache uses a response without asking. */

import type { Engine } from "../response.ts";
import type { CacheFacts } from "./browser-facts.ts";

export interface BrowserLifetime {
  /** Infinity for good. */
  readonly seconds: number;
  readonly from: "no-cache" | "max-age" | "Expires" | "last-modified" | "status" | "none";
}

/** Undefined where a time is missing that decides. */
type Rule = (facts: CacheFacts, status: number) => BrowserLifetime | undefined;

const NONE: BrowserLifetime = { seconds: 0, from: "none" };
const FOR_GOOD: BrowserLifetime = { seconds: Number.POSITIVE_INFINITY, from: "status" };
/** Seconds. */
const WEEK = 604_800;
const YEAR = 31_536_000;

/** Of these alone Chromium guesses a lifetime from Last-Modified. */
const CHROMIUM_GUESSED: ReadonlySet<number> = new Set([200, 203, 206]);
const CHROMIUM_FOR_GOOD: ReadonlySet<number> = new Set([300, 301, 308, 410]);
/** Statuses whose stored response Firefox uses without asking. */
const FIREFOX_REUSED: ReadonlySet<number> = new Set([200, 203, 204, 206, 301, 302, 303, 307, 308, 410]);
/** Temporary redirects that Firefox guesses no lifetime for, unless public or private is there. */
const FIREFOX_TEMPORARY: ReadonlySet<number> = new Set([302, 303, 307]);
const WEBKIT_FOR_A_YEAR: ReadonlySet<number> = new Set([301, 410]);

export const lifetimes: Readonly<Record<Engine, Rule>> = {
  chromium(facts, status) {
    const given = givenBy(facts);
    if (given !== "none") return given;
    const guess = CHROMIUM_GUESSED.has(status) && !facts.mustRevalidate ? guessFrom(facts) : NONE;
    return guess?.from === "none" && CHROMIUM_FOR_GOOD.has(status) ? FOR_GOOD : guess;
  },
  firefox(facts, status) {
    if (!FIREFOX_REUSED.has(status)) return NONE;
    const given = givenBy(facts);
    if (given !== "none") return given;
    if (status === 410) return FOR_GOOD;
    if (FIREFOX_TEMPORARY.has(status) && !facts.isAddressed) return NONE;
    const guess = guessFrom(facts);
    return guess && { ...guess, seconds: Math.min(WEEK, guess.seconds) };
  },
  webkit(facts, status) {
    const given = givenBy(facts);
    if (given !== "none") return given;
    return WEBKIT_FOR_A_YEAR.has(status) ? { seconds: YEAR, from: "status" } : guessFrom(facts);
  },
};

/** The lifetime that the response states itself. */
function givenBy({ noCache, maxAge, expires, date }: CacheFacts): BrowserLifetime | undefined | "none" {
  if (noCache) return { seconds: 0, from: "no-cache" };
  if (maxAge !== undefined) return { seconds: maxAge, from: "max-age" };
  if (expires === undefined) return "none";
  if (expires === Number.NEGATIVE_INFINITY) return { seconds: 0, from: "Expires" };
  return date === undefined ? undefined : { seconds: Math.max(0, (expires - date) / 1000), from: "Expires" };
}

/** A tenth of the time since the last change. */
function guessFrom({ changed, date }: CacheFacts): BrowserLifetime | undefined {
  if (changed === undefined) return NONE;
  if (date === undefined) return undefined;
  return changed > date ? NONE : { seconds: (date - changed) / 10_000, from: "last-modified" };
}
