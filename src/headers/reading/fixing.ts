/** Building blocks for fixes: list members and replacements. Pure. */

import { formatHttpDate, isOfHttp, parseHttpDate } from "../../syntax/dates.ts";
import { splitList } from "../../syntax/lists.ts";
import { trimOf } from "../../syntax/trim.ts";
import { isFollowable } from "../../syntax/uri.ts";
import type { Edit } from "./context.ts";

/** An unknown word and the likely correction. */
export interface Slip {
  readonly word: string;
  readonly likely: string | undefined;
}

/** Replaces spaces and underscores by hyphens (`no cache`) if the result is a known name; keeps the argument. */
export function hyphenated(text: string, isKnown: (name: string) => boolean): string | undefined {
  const [name = "", ...argument] = text.trim().split("=");
  const joined = name.split(/[ \t_]+/).join("-");
  if (joined === name || !isKnown(joined.toLowerCase())) return undefined;
  return [joined, ...argument].join("=");
}

/** Replaces a misspelt word by the likely one. */
export function corrected(_value: string, { word, likely }: Slip): Edit | undefined {
  return likely === undefined ? undefined : [word, likely];
}

/** A fix that depends on the value alone. */
export type ValueFix = (value: string) => string | undefined;

function membersOf(value: string): string[] {
  return splitList(value).members.map(({ text }) => text);
}

/** Maps list members. */
export function mapping(change: (member: string) => string): ValueFix {
  return (value) => membersOf(value).map(change).join(", ");
}

/** Removes matching list members. */
export function dropping(unwanted: RegExp): ValueFix {
  return (value) =>
    membersOf(value)
      .filter((member) => !unwanted.test(member))
      .join(", ");
}

/** Removes repeated members, ignoring case. */
export function unique(value: string): string {
  const seen = new Set<string>();
  return membersOf(value)
    .filter((member) => seen.size < seen.add(member.toLowerCase()).size)
    .join(", ");
}

/** Fix by `String.replace`. */
export function swapping(wrong: RegExp, right: string | ((...parts: string[]) => string)): ValueFix {
  return (value) => (typeof right === "string" ? value.replace(wrong, right) : value.replace(wrong, right));
}

/** Splits at `separators` and joins the parts with `by`. */
export function rejoining(separators: RegExp, by: string): ValueFix {
  return (value) =>
    value
      .split(separators)
      .map((part) => part.trim())
      .filter(Boolean)
      .join(by);
}

/**
 * Puts commas between members of a structured field, and spaces inside inner lists; `wrong` describes the first error.
 */
export function rejoinedMembers(value: string): { readonly text: string; readonly wrong?: string } {
  let depth = 0;
  let wrong: string | undefined;
  const pieces = value.match(/"(?:\\.|[^"\\])*"?|[()]|[ \t]*[;,][ \t,;]*|[ \t]+|[^"(), \t;]+/gs) ?? [];
  const right = pieces.map((piece) => {
    if (piece === "(") depth++;
    else if (piece === ")") depth = Math.max(0, depth - 1);
    else if (/^[ \t;,]/.test(piece)) {
      if (depth > 0 ? piece.trim() !== "" : !piece.includes(",")) wrong ??= wordsOf(piece, depth);
      return depth > 0 ? " " : ", ";
    }
    return piece;
  });
  return wrong === undefined ? { text: right.join("") } : { text: right.join(""), wrong };
}

function wordsOf(separator: string, depth: number): string {
  if (depth > 0) return "values in parentheses are separated by spaces, not commas";
  return `members are separated by commas, not ${separator.includes(";") ? "semicolons" : "spaces"}`;
}

/** Puts list members in double quotes, replacing other quotes. */
export const inQuotes: ValueFix = mapping((member) =>
  member.includes('"') ? member : `"${trimOf(member, /['\u2018\u2019\u201c\u201d]/)}"`,
);

/** Replaces common words for true by `?1`. */
export const asBoolean: ValueFix = swapping(/^"?(?:true|yes|1|on)"?$/i, "?1");

const SEPARATORS = /[\s,;|]+/;

/** List of names separated by spaces, semicolons or bars; undefined if one is unknown. */
export function separatedNames(isKnown: (name: string) => boolean): ValueFix {
  return (value) => {
    const names = value.split(SEPARATORS).filter(Boolean);
    return names.length > 0 && names.every(isKnown) ? names.join(", ") : undefined;
  };
}

/** The result on which all successful fixes agree; undefined without one or if they differ. */
export function onlyOf(...fixes: readonly ValueFix[]): ValueFix {
  return (value) => {
    const values = new Set(fixes.map((fix) => fix(value)).filter((fixed) => fixed !== undefined));
    return values.size === 1 ? [...values][0] : undefined;
  };
}

/** Removes double quotes around list members. */
export const unquoted: ValueFix = mapping((member) => member.replace(/^"([^"]*)"/, "$1"));

/** Adds missing double quotes to entity tags. */
export const quotedTags: ValueFix = mapping((member) => {
  const weak = /^w\//i.test(member);
  const whole = member.slice(weak ? 2 : 0);
  // Some servers add a suffix after the closing quote; the fix moves it inside.
  const joined = /^"[^"]+"[\w.:;-]+$/.test(whole) ? whole.replaceAll('"', "") : whole;
  const text = trimOf(joined, /["'\u201c\u201d]/);
  return member === "*" || text.includes('"') ? member : `${weak ? "W/" : ""}"${text}"`;
});

/** Percent-encodes spaces and non-ASCII characters; unchanged if the result is not a URL. */
export function encodedReference(value: string): string {
  if (!value.isWellFormed()) return value;
  const right = value.replace(/[ \u0080-\u{10ffff}]+/gu, encodeURIComponent);
  return isFollowable(right) ? right : value;
}

/** Origin as browsers write it. */
export function originOf(value: string): string | undefined {
  const url = URL.parse(value);
  return url && url.origin !== "null" ? url.origin : undefined;
}

/** Time zone at the end of a date, which makes the date unambiguous in any format. */
export const ZONED = /(?:\b(?:GMT|UTC)|Z|[+-]\d\d:?\d\d)$/i;

/** Date in HTTP form; undefined if ambiguous. */
export function asHttpDate(value: string): string | undefined {
  const date = parseHttpDate(value);
  return date && (isOfHttp(date) || ZONED.test(value)) ? formatHttpDate(date.ms) : undefined;
}

export function hostOf(value: string): string | undefined {
  return value.includes("://") ? URL.parse(value)?.host || undefined : undefined;
}

/** Units after a number, in seconds. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?)$/i, 1],
  [/^(?:m|mins?|minutes?)$/i, 60],
  [/^(?:h|hours?)$/i, 3600],
  [/^(?:d|days?)$/i, 86_400],
];

/** `5 minutes` → `300`; undefined without a unit. */
export function inSeconds(text: string): string | undefined {
  const [, count = "", unit = ""] = /^"?(\d{1,9})\s*([a-z]+)"?$/i.exec(text.trim()) ?? [];
  const factor = UNITS.find(([name]) => name.test(unit))?.[1];
  return factor === undefined ? undefined : String(Number(count) * factor);
}

/** Converts arguments of parameters to seconds, and removes quotes around numbers. */
export const secondsOfParameters: ValueFix = swapping(
  /=\s*("?\d+(?:\s*[a-z]+|\s*(?!\s))"?)(?=\s*(?:[,;]|$))/gi,
  (all, text = "") => `=${inSeconds(text) ?? /^"(\d+)"$/.exec(text)?.[1] ?? all.slice(1)}`,
);

/** ext-value characters = value-chars (RFC 8187 section 3.2.1) of UTF-8 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
