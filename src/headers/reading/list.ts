import { item, type Note } from "../field.ts";
import type { Item } from "../schema.ts";
import { type Directives, parseDirectives } from "../syntax/directives.ts";
import { parseTokenList, splitList } from "../syntax/lists.ts";
import { parseWeightedList, type WeightedList } from "../syntax/weighted-lists.ts";
import { quote } from "../wording.ts";
import { type InvalidId, lower } from "./value-kinds.ts";

/** More members than any honest list has: the rest is left out, so that a hostile line costs little. */
export const MOST_MEMBERS = 1000;

/**
 * The tokens of a comma-separated list (RFC 9110 section 5.6.1), with notes on what is none. `noun` says what they
 * are, such as "field name". Undefined after a note where there are none; an empty value is let through on request.
 */
export function readTokens<N extends string>(
  name: N,
  value: string,
  noun: string,
  note: Note<InvalidId<N>>,
  mayBeEmpty = false,
): readonly string[] | undefined {
  const { tokens, flaws } = parseTokenList(value);
  let emptyNoted = false;
  for (const flaw of flaws.slice(0, MOST_MEMBERS)) {
    if (flaw.id === "bad-token")
      note(`${lower(name)}-invalid`, `${quote(flaw.text)} in ${name} is not a ${noun}.`);
    else if (flaw.id === "empty-member" && !emptyNoted) {
      emptyNoted = true;
      note("list-empty-member", `${name} has an empty member between its commas.`);
    }
  }
  if (tokens.length > 0) return tokens.slice(0, MOST_MEMBERS).map(({ text }) => text);
  if (flaws.length === 0) {
    if (mayBeEmpty) return [];
    note("value-empty", `${name} has no value: at least one ${noun} is expected.`);
  }
  return undefined;
}

/** The members of a comma-separated list whatever they are, with notes on empty ones and open quotes. */
export function readMembers<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N>>,
): readonly string[] | undefined {
  const { members, flaws } = splitList(value);
  const open = flaws.find(({ id }) => id === "quote-unclosed");
  if (open) note(`${lower(name)}-invalid`, `${name} has a quote that is never closed: ${quote(open.text)}.`);
  if (flaws.some(({ id }) => id === "empty-member"))
    note("list-empty-member", `${name} has an empty member between its commas.`);
  if (members.length > 0) return members.slice(0, MOST_MEMBERS).map(({ text }) => text);
  if (flaws.length === 0) note("value-empty", `${name} has no value.`);
  return undefined;
}

/** The directives of a line (see `syntax/directives.ts`); undefined after a note where there are none. */
export function readDirectives(name: string, value: string, note: Note<never>): Directives | undefined {
  const { directives, flaws } = parseDirectives(value);
  if (flaws.some(({ id }) => id === "empty-member"))
    note("list-empty-member", `${name} has an empty member between its commas.`);
  if (directives.length > MOST_MEMBERS)
    return { directives: directives.slice(0, MOST_MEMBERS), flaws: flaws.slice(0, MOST_MEMBERS) };
  if (directives.length > 0) return { directives, flaws };
  if (flaws.length === 0) note("value-empty", `${name} has no value.`);
  return undefined;
}

/** The weighted members of a line (see `syntax/weighted-lists.ts`). */
export function readWeighted(value: string): WeightedList {
  const { members, flaws } = parseWeightedList(value);
  if (members.length <= MOST_MEMBERS) return { members, flaws };
  return { members: members.slice(0, MOST_MEMBERS), flaws: flaws.slice(0, MOST_MEMBERS) };
}

/** The members as items, a weight where it is not 1. */
export function weightedItems({ members }: WeightedList, describe: (value: string) => string): Item[] {
  return members.map(({ value, weight }) => item(value, weight === 1 ? "" : `q=${weight}`, describe(value)));
}

/** The weight that begins there in a line, as it was written. */
export function weightAt(value: string, at: number): string {
  return /^[^,;]*/.exec(value.slice(at))?.[0].trim() ?? "";
}

/** The members that stand more than once, compared without case, each told once. */
export function repeated(members: readonly string[]): string[] {
  if (members.length < 2) return [];
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const member of members) {
    const key = member.toLowerCase();
    if (seen.has(key)) twice.add(member);
    seen.add(key);
  }
  return [...twice];
}
