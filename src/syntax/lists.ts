/** Comma-separated lists (RFC 9110 section 5.6.1). */

import { type Flaw, isToken, trimOws } from "./tokens.ts";

/** A member without surrounding white space, and its offset. */
export interface ListMember {
  readonly text: string;
  readonly at: number;
}

export type ListFlaw = "empty-member" | "quote-unclosed";

export interface List {
  /** Non-empty members in order. */
  readonly members: readonly ListMember[];
  readonly flaws: readonly Flaw<ListFlaw>[];
}

/**
 * #element => [ element ] *( OWS "," OWS [ element ] )
 * Splits at the separator outside quoted strings. An empty value is an empty list without flaws.
 */
export function splitList(value: string, separator = ","): List {
  const members: ListMember[] = [];
  const flaws: Flaw<ListFlaw>[] = [];
  if (trimOws(value) === "") return { members, flaws };
  const hasQuotes = value.includes('"');
  let start = 0;
  while (start <= value.length) {
    const end = hasQuotes ? memberEnd(value, start, separator, flaws) : nextOrEnd(value, separator, start);
    const text = trimOws(value, start, end);
    if (text === "") flaws.push({ id: "empty-member", at: start, text: value.slice(start, end) });
    else members.push({ text, at: value.indexOf(text, start) });
    start = end + 1;
  }
  return { members, flaws };
}

function nextOrEnd(value: string, separator: string, start: number): number {
  const next = value.indexOf(separator, start);
  return next < 0 ? value.length : next;
}

function memberEnd(value: string, start: number, separator: string, flaws: Flaw<ListFlaw>[]): number {
  let quote = -1;
  for (let at = start; at < value.length; at++) {
    const char = value[at];
    if (char === '"') quote = quote < 0 ? at : -1;
    else if (quote < 0) {
      if (char === separator) return at;
    } else if (char === "\\") at++;
  }
  if (quote >= 0) flaws.push({ id: "quote-unclosed", at: quote, text: value.slice(quote) });
  return value.length;
}

export interface TokenList {
  readonly tokens: readonly ListMember[];
  readonly flaws: readonly Flaw<ListFlaw | "bad-token">[];
}

/** #token: members that are not tokens are skipped, each with a flaw. */
export function parseTokenList(value: string): TokenList {
  const { members, flaws } = splitList(value);
  const bad = members.filter(({ text }) => !isToken(text));
  if (bad.length === 0) return { tokens: members, flaws };
  return {
    tokens: members.filter(({ text }) => isToken(text)),
    flaws: [...flaws, ...bad.map(({ text, at }) => ({ id: "bad-token" as const, at, text }))],
  };
}
