/** The directives that apply to one kind of cache. */

import { wordList } from "../../../../data/headers/words.ts";
import { memoize, oncePerObject } from "../../../platform/memoize.ts";
import { parseDirectives } from "../../../syntax/directives.ts";
import { type Dictionary, parseDictionary } from "../../../syntax/structured-fields.ts";
import { joinedValue, type RawLine, type Response } from "../response.ts";

export type Side = "shared" | "private";

/** Directives by lower-case name; `""` without an argument. Repeats are ignored (RFC 9111 section 4.2.1). */
export type CacheDirectives = ReadonlyMap<string, string>;

export interface Policy {
  readonly directives: CacheDirectives;
  readonly field: string;
  /** A targeted header is present: this cache ignores Cache-Control and Expires (RFC 9213 section 2.2). */
  readonly targeted: boolean;
}

/** Targeted headers in order: for one operator's caches, then for all CDNs (RFC 9213 section 3). */
const TARGETED = [...wordList("targeted fields of caches")];

export function policyOf(response: Response, side: Side): Policy {
  if (side === "shared")
    for (const field of TARGETED) {
      const directives = targetedDirectives(joinedValue(response, field));
      if (directives) return { directives, field, targeted: true };
    }
  return { directives: ownDirectives(response), field: "cache-control", targeted: false };
}

const ownDirectives = oncePerObject((response: Response): CacheDirectives => {
  return readDirectives(joinedValue(response, "cache-control"));
});

const NO_DIRECTIVES: CacheDirectives = new Map();

function readDirectives(value: string | undefined): CacheDirectives {
  return value === undefined ? NO_DIRECTIVES : directivesIn(value);
}

const directivesIn = memoize((value: string): CacheDirectives => {
  const directives = new Map<string, string>();
  for (const { name, value: argument = "" } of parseDirectives(value).directives)
    if (!directives.has(name)) directives.set(name, argument);
  return directives;
});

/** Directives of a targeted header; undefined if it is absent, invalid or empty (RFC 9213 section 2.1). */
function targetedDirectives(value: string | undefined): CacheDirectives | undefined {
  if (value === undefined) return undefined;
  const dictionary = parseDictionary(value).value;
  return dictionary && dictionary.size > 0 ? fromDictionary(dictionary) : undefined;
}

function fromDictionary(dictionary: Dictionary): CacheDirectives {
  const directives = new Map<string, string>();
  for (const [name, member] of dictionary) {
    if (member.kind !== "item") continue;
    const { kind, value } = member.value;
    if (kind === "boolean" && value) directives.set(name, "");
    else if (kind === "integer") directives.set(name, String(value));
  }
  return directives;
}

/** Whether a directive applies to the whole response, not only to listed headers. */
export function hasWhole({ directives }: Policy, name: string): boolean {
  return directives.get(name) === "";
}

/** Largest number of seconds; larger values are capped (RFC 9111 section 1.2.2). */
export const MAX_SECONDS = 2 ** 31;

/** Value of a directive in seconds, capped; undefined if absent, null if invalid. */
export function secondsOf(directives: CacheDirectives, name: string): number | null | undefined {
  const value = directives.get(name);
  if (value === undefined) return undefined;
  return /^\d+$/.test(value) ? Math.min(Number(value), MAX_SECONDS) : null;
}

export function requestDirectives(lines: readonly RawLine[]): CacheDirectives {
  return readDirectives(joinedValue({ lines }, "cache-control"));
}
