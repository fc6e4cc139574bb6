/** Lists whose members have parameters, as in Server-Timing, Transfer-Encoding or Prefer. */

import { type ListFlaw, splitList } from "./lists.ts";
import { type Parameter, type ParameterFlaw, parseParameters } from "./parameters.ts";
import { type Flaw, trimOws } from "./tokens.ts";

interface ParameterizedMember {
  /** The text before the first semicolon, as sent. */
  readonly value: string;
  /** In order; offsets count from the start of the whole value. */
  readonly parameters: readonly Parameter[];
  readonly at: number;
  readonly text: string;
}

export interface ParameterizedList {
  readonly members: readonly ParameterizedMember[];
  readonly flaws: readonly Flaw<ListFlaw | ParameterFlaw>[];
}

/** #( value parameters ); callers validate the values. */
export function parseParameterizedList(text: string): ParameterizedList {
  const list = splitList(text);
  const flaws: Flaw<ListFlaw | ParameterFlaw>[] = [...list.flaws];
  const members = list.members.map(({ text: member, at }) => {
    const semicolon = member.indexOf(";");
    if (semicolon < 0) return { value: member, parameters: [], at, text: member };
    const read = parseParameters(text.slice(0, at + member.length), at + semicolon);
    for (const flaw of read.flaws) if (flaw.id !== "quote-unclosed") flaws.push(flaw);
    return { value: trimOws(member.slice(0, semicolon)), parameters: read.parameters, at, text: member };
  });
  return { members, flaws };
}
