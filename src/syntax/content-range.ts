/** Content-Range (RFC 9110 section 14.4). */

import { type Flaw, isToken, trimOws } from "./tokens.ts";

export interface ContentRange {
  /** Range unit in lower case, such as `bytes`. */
  readonly unit: string;
  /** First and last position, both included; absent if the range was unsatisfiable. */
  readonly first?: number;
  readonly last?: number;
  /** Complete length; absent if unknown (`*`). */
  readonly size?: number;
  /** `*` instead of the range, for status 416. */
  readonly unsatisfied: boolean;
  readonly flaws: readonly Flaw<ContentRangeFlaw>[];
}

export type ContentRangeFlaw = "range-backwards" | "range-beyond-size" | "range-says-nothing";

const RANGE = /^(?:(\d{1,16})-(\d{1,16})|\*)\/(\d{1,16}|\*)$/;

/**
 * Content-Range = range-unit SP ( range-resp / unsatisfied-range ) range-resp = first-pos "-" last-pos "/" (
 * complete-length / "*" ); unsatisfied-range = "*" "/" complete-length Returns undefined for any other value.
 */
export function parseContentRange(text: string): ContentRange | undefined {
  const whole = trimOws(text);
  const space = whole.indexOf(" ");
  const unit = whole.slice(0, Math.max(0, space)).toLowerCase();
  const match = RANGE.exec(whole.slice(space + 1));
  if (!match || !isToken(unit)) return undefined;
  const [, from, to, complete] = match;
  const size = complete === "*" ? undefined : Number(complete);
  const known = size === undefined ? {} : { size };
  const flaws: Flaw<ContentRangeFlaw>[] = [];
  const add = (id: ContentRangeFlaw) => flaws.push({ id, at: space + 1, text: match[0] });
  if (from === undefined || to === undefined) {
    if (size === undefined) add("range-says-nothing");
    return { unit, ...known, unsatisfied: true, flaws };
  }
  const first = Number(from);
  const last = Number(to);
  if (last < first) add("range-backwards");
  if (size !== undefined && last >= size) add("range-beyond-size");
  return { unit, first, last, ...known, unsatisfied: false, flaws };
}
