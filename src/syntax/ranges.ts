/** Range (RFC 9110 sections 14.1.1 and 14.2). */

import { type ListMember, splitList } from "./lists.ts";
import { type Flaw, isDigits, isToken, trimOws } from "./tokens.ts";

export type RangeSpec =
  /** `last` absent: to the end. */
  | { readonly kind: "int"; readonly first: number; readonly last?: number }
  | { readonly kind: "suffix"; readonly length: number };

type RangeFlaw =
  | "range-bad-unit"
  | "range-missing-hyphen"
  | "range-not-a-number"
  | "range-backwards"
  | "range-empty"
  | "empty-member"
  | "quote-unclosed";

export interface Ranges {
  /** Range unit in lower case, such as `bytes`. */
  readonly unit: string;
  /** The valid ranges. Only the unit `bytes` requires this form. */
  readonly ranges: readonly RangeSpec[];
  readonly flaws: readonly Flaw<RangeFlaw>[];
}

/**
 * ranges-specifier = range-unit "=" range-set; range-set = 1#range-spec
 * int-range = first-pos "-" [ last-pos ]; suffix-range = "-" suffix-length
 */
export function parseRanges(text: string): Ranges {
  const equals = text.indexOf("=");
  const unit = trimOws(text.slice(0, Math.max(0, equals)));
  const flaws: Flaw<RangeFlaw>[] = [];
  if (!isToken(unit)) flaws.push({ id: "range-bad-unit", at: 0, text });
  const { members, flaws: listFlaws } = splitList(text.slice(equals + 1));
  for (const flaw of listFlaws) flaws.push({ ...flaw, at: flaw.at + equals + 1 });
  if (members.length === 0) flaws.push({ id: "range-empty", at: 0, text });
  const ranges: RangeSpec[] = [];
  for (const member of members) {
    const spec = rangeSpec(member);
    if (typeof spec !== "string") ranges.push(spec);
    else flaws.push({ id: spec, at: member.at + equals + 1, text: member.text });
  }
  return { unit: unit.toLowerCase(), ranges, flaws };
}

function rangeSpec({ text }: ListMember): RangeSpec | RangeFlaw {
  const hyphen = text.indexOf("-");
  if (hyphen < 0) return "range-missing-hyphen";
  const from = text.slice(0, hyphen);
  const to = text.slice(hyphen + 1);
  if (from === "") return isDigits(to) ? { kind: "suffix", length: Number(to) } : "range-not-a-number";
  if (!isDigits(from) || (to !== "" && !isDigits(to))) return "range-not-a-number";
  const first = Number(from);
  if (to === "") return { kind: "int", first };
  const last = Number(to);
  return last < first ? "range-backwards" : { kind: "int", first, last };
}
