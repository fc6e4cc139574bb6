import { type Directives, parseDirectives } from "../../syntax/directives.ts";
import { parseTokenList, splitList } from "../../syntax/lists.ts";
import type { Flaw } from "../../syntax/tokens.ts";
import { parseWeightedList, type WeightedList } from "../../syntax/weighted-lists.ts";
import { item } from "../field.ts";
import type { Report } from "../problem.ts";
import type { Item } from "../schema.ts";
import { quote } from "../wording.ts";
import { type Invalid, listEmptyMember, valueEmpty } from "./value-problems.ts";

/** Bound for foreign input: members per list. */
export const MOST_MEMBERS = 1000;

export function reportEmptyMembers(name: string, flaws: readonly Flaw[], report: Report): void {
  if (flaws.some(({ id }) => id === "empty-member")) report(listEmptyMember, name);
}

/**
 * Parses a list of tokens (RFC 9110 section 5.6.1) and reports invalid ones. `noun` names a member, such as "header
 * name". Reports and returns undefined if no valid token is left; `mayBeEmpty` accepts empty values.
 */
export function readTokens(
  invalid: Invalid,
  value: string,
  noun: string,
  report: Report,
  mayBeEmpty = false,
): readonly string[] | undefined {
  const { field: name } = invalid;
  const { tokens, flaws } = parseTokenList(value);
  const first = flaws.find(({ id }) => id === "empty-member");
  for (const flaw of flaws.slice(0, MOST_MEMBERS)) {
    if (flaw.id === "bad-token") report(invalid, `${quote(flaw.text)} in ${name} is not a ${noun}.`);
    else if (flaw === first) report(listEmptyMember, name);
  }
  if (tokens.length > 0) return tokens.slice(0, MOST_MEMBERS).map(({ text }) => text);
  if (flaws.length === 0) {
    if (mayBeEmpty) return [];
    report(valueEmpty, `${name} has no value: at least one ${noun} is expected.`);
  }
  return undefined;
}

/** Parses a list of any members; reports empty ones and open quotes. */
export function readMembers(invalid: Invalid, value: string, report: Report): readonly string[] | undefined {
  const { field: name } = invalid;
  const { members, flaws } = splitList(value);
  const open = flaws.find(({ id }) => id === "quote-unclosed");
  if (open) report(invalid, `${name} has an unclosed quote: ${quote(open.text)}.`);
  reportEmptyMembers(name, flaws, report);
  if (members.length > 0) return members.slice(0, MOST_MEMBERS).map(({ text }) => text);
  if (flaws.length === 0) report(valueEmpty, `${name} has no value.`);
  return undefined;
}

/** Parses directives; reports an empty value and returns undefined. */
export function readDirectives(name: string, value: string, report: Report): Directives | undefined {
  const { directives, flaws } = parseDirectives(value);
  reportEmptyMembers(name, flaws, report);
  if (directives.length > MOST_MEMBERS)
    return { directives: directives.slice(0, MOST_MEMBERS), flaws: flaws.slice(0, MOST_MEMBERS) };
  if (directives.length > 0) return { directives, flaws };
  if (flaws.length === 0) report(valueEmpty, `${name} has no value.`);
  return undefined;
}

/** Parses weighted members. */
export function readWeighted(value: string): WeightedList {
  const { members, flaws } = parseWeightedList(value);
  if (members.length <= MOST_MEMBERS) return { members, flaws };
  return { members: members.slice(0, MOST_MEMBERS), flaws: flaws.slice(0, MOST_MEMBERS) };
}

/** Items of list members, with the weight if it is not 1. */
export function weightedItems({ members }: WeightedList, describe: (value: string) => string): Item[] {
  return members.map(({ value, weight }) => item(value, weight === 1 ? "" : `q=${weight}`, describe(value)));
}

/** Text of the weight at that index. */
export function weightAt(value: string, at: number): string {
  return /^[^,;]*/.exec(value.slice(at))?.[0].trim() ?? "";
}

/** Repeated members, ignoring case, each once. */
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
