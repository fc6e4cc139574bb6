/** Lists of tokens (RFC 9110 section 5.6.1). */

import {
  type AnyField,
  type Checks,
  type ExplainedLine,
  field,
  type Invalid,
  item,
  type Shown,
} from "../../field.ts";
import { readTokens } from "../../reading/list.ts";

interface TokenList extends Pick<Shown<readonly string[]>, "alternate" | "alternateInMessage"> {
  /** Noun for a member, such as "header name". */
  readonly noun: string;
  /** Problem of a member that is not a token. */
  readonly invalid: Invalid;
  /** True if an empty value is valid. */
  readonly mayBeEmpty?: boolean;
  readonly describe: (member: string) => string;
  readonly eachMember?: Checks<string, ExplainedLine<readonly string[]>>;
  /** Problems of all lines together. */
  readonly allMembers?: Checks<readonly string[], undefined>;
}

export function tokenList(name: string, list: TokenList): AnyField<readonly string[]> {
  const { noun, invalid, mayBeEmpty, describe, eachMember, allMembers, ...shown } = list;
  return field(name, "list", {
    parse: (value, report) => readTokens(invalid, value, noun, report, mayBeEmpty),
    partItem: (member) => item(member, "", describe(member)),
    ...shown,
    together: membersOf,
  }).problems({
    named: [invalid],
    ...(eachMember && { eachPart: eachMember }),
    ...(allMembers && { allLines: allMembers }),
  });
}

function membersOf(lines: readonly ExplainedLine<readonly string[]>[]): readonly string[] {
  const [first] = lines;
  if (lines.length === 1 && first) return first.parsed ?? [];
  return lines.flatMap(({ parsed }) => parsed ?? []);
}
