/** The directives of a response that count for one kind of cache. */

import { memoize, oncePerObject } from "../../../platform/memoize.ts";
import { parseDirectives } from "../../../syntax/directives.ts";
import { type Dictionary, parseDictionary } from "../../../syntax/structured-fields.ts";
import { joinedValue, type RawLine, type Response } from "../response.ts";

export type Side = "shared" | "private";

/** Directives by lower-case name; `""` without an argument. Of several with a name the first counts (RFC 9111 section 4.2.1). */
export type CacheDirectives = ReadonlyMap<string, string>;

export interface Policy {
  readonly directives: CacheDirectives;
  /** The field that they are from, in lower case. */
  readonly field: string;
  /** A targeted field is there: Cache-Control and Expires say nothing to this cache (RFC 9213 section 2.2). */
  readonly targeted: boolean;
}

/** Fields for the caches of one operator before the one for all content delivery networks (RFC 9213 section 3). */
const TARGETED: readonly string[] = [
  "cloudflare-cdn-cache-control",
  "vercel-cdn-cache-control",
  "netlify-cdn-cache-control",
  "fastly-cache-control",
  "akamai-cache-control",
  "cdn-cache-control",
];

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

/** RFC 9213 section 2.1: a dictionary that fails to parse or is empty is as if it were not there. */
function targetedDirectives(value: string | undefined): CacheDirectives | undefined {
  if (value === undefined) return undefined;
  const dictionary = parseDictionary(value).value;
  return dictionary && dictionary.size > 0 ? fromDictionary(dictionary) : undefined;
}

/** A member of another type than its directive wants is left out. */
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

/** Whether a directive is there for the whole response: with field names it is about those fields alone. */
export function hasWhole({ directives }: Policy, name: string): boolean {
  return directives.get(name) === "";
}

/** RFC 9111 section 1.2.2: what is larger counts as this. */
export const GREATEST_SECONDS = 2 ** 31;

/** delta-seconds, bounded; undefined when absent, null when it is not a number of seconds. */
export function secondsOf(directives: CacheDirectives, name: string): number | null | undefined {
  const value = directives.get(name);
  if (value === undefined) return undefined;
  return /^\d+$/.test(value) ? Math.min(Number(value), GREATEST_SECONDS) : null;
}

/** A request's own directives. */
export function requestDirectives(lines: readonly RawLine[]): CacheDirectives {
  return readDirectives(joinedValue({ lines }, "cache-control"));
}
