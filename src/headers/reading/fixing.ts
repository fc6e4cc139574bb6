/** Steps from a value to a better one, for the fixes of rows: members of lists, and replacements. Pure. */

import { formatHttpDate, isOfHttp, parseHttpDate } from "../../syntax/dates.ts";
import { splitList } from "../../syntax/lists.ts";
import { trimOf } from "../../syntax/trim.ts";
import { leadsSomewhere } from "../../syntax/uri.ts";
import type { Edit } from "./context.ts";

/** A word that nobody knows, and the known one that is probably meant. */
export interface Slip {
  readonly word: string;
  readonly meant: string | undefined;
}

/** The known name that the words of a text spell with hyphens between them (`no cache`); its argument stays. */
export function hyphenated(text: string, isKnown: (name: string) => boolean): string | undefined {
  const [name = "", ...argument] = text.trim().split("=");
  const joined = name.split(/[ \t_]+/).join("-");
  if (joined === name || !isKnown(joined.toLowerCase())) return undefined;
  return [joined, ...argument].join("=");
}

/** The fix of a slip. */
export function corrected(_value: string, { word, meant }: Slip): Edit | undefined {
  return meant === undefined ? undefined : [word, meant];
}

/** A fix that is made of the value alone. */
export type ValueFix = (value: string) => string | undefined;

function membersOf(value: string): string[] {
  return splitList(value).members.map(({ text }) => text);
}

/** Each member of a list as `change` makes it. */
export function mapping(change: (member: string) => string): ValueFix {
  return (value) => membersOf(value).map(change).join(", ");
}

/** A list without the members that match. */
export function dropping(unwanted: RegExp): ValueFix {
  return (value) =>
    membersOf(value)
      .filter((member) => !unwanted.test(member))
      .join(", ");
}

/** A list in which each member stands once, compared without case. */
export function unique(value: string): string {
  const seen = new Set<string>();
  return membersOf(value)
    .filter((member) => seen.size < seen.add(member.toLowerCase()).size)
    .join(", ");
}

/** Every match replaced, as `String.replace` does it. */
export function swapping(wrong: RegExp, right: string | ((...parts: string[]) => string)): ValueFix {
  return (value) => (typeof right === "string" ? value.replace(wrong, right) : value.replace(wrong, right));
}

/** The parts between separators, without the white space around them, put together again. */
export function rejoining(separators: RegExp, by: string): ValueFix {
  return (value) =>
    value
      .split(separators)
      .map((part) => part.trim())
      .filter(Boolean)
      .join(by);
}

/**
 * Members of a structured field with commas between them, in place of semicolons or spaces, and with spaces between the
 * values of an inner list; `wrong` is what stood there first.
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

/** Each member in double quotes, in place of single and curly ones. */
export const inQuotes: ValueFix = mapping((member) =>
  member.includes('"') ? member : `"${trimOf(member, /['\u2018\u2019\u201c\u201d]/)}"`,
);

/** Words that people write for yes, as a structured boolean. */
export const asBoolean: ValueFix = swapping(/^"?(?:true|yes|1|on)"?$/i, "?1");

const SEPARATORS = /[\s,;|]+/;

/** A list of names that spaces, semicolons or bars separate, where all of them are known. */
export function separatedNames(isKnown: (name: string) => boolean): ValueFix {
  return (value) => {
    const names = value.split(SEPARATORS).filter(Boolean);
    return names.length > 0 && names.every(isKnown) ? names.join(", ") : undefined;
  };
}

/** The one value that the fixes agree on; undefined where they give none, or several. */
export function onlyOf(...fixes: readonly ValueFix[]): ValueFix {
  return (value) => {
    const values = new Set(fixes.map((fix) => fix(value)).filter((fixed) => fixed !== undefined));
    return values.size === 1 ? [...values][0] : undefined;
  };
}

/** Members of a list without the double quotes around them. */
export const unquoted: ValueFix = mapping((member) => member.replace(/^"([^"]*)"/, "$1"));

/** Entity tags with the double quotes that they lack. */
export const quotedTags: ValueFix = mapping((member) => {
  const weak = /^w\//i.test(member);
  const whole = member.slice(weak ? 2 : 0);
  // A suffix that a server adds after the closing quote belongs inside.
  const joined = /^"[^"]+"[\w.:;-]+$/.test(whole) ? whole.replaceAll('"', "") : whole;
  const text = trimOf(joined, /["'\u201c\u201d]/);
  return member === "*" || text.includes('"') ? member : `${weak ? "W/" : ""}"${text}"`;
});

/** Spaces and what is not ASCII, percent-encoded; lone surrogates stay. A host that cannot have them makes it no URL. */
export function encodedReference(value: string): string {
  if (!value.isWellFormed()) return value;
  const right = value.replace(/[ \u0080-\u{10ffff}]+/gu, encodeURIComponent);
  return leadsSomewhere(right) ? right : value;
}

/** The origin of a URL, as browsers write it. */
export function originOf(value: string): string | undefined {
  const url = URL.parse(value);
  return url && url.origin !== "null" ? url.origin : undefined;
}

/** A date that says in which zone it is stands for one moment, however it is written. */
export const ZONED = /(?:\b(?:GMT|UTC)|Z|[+-]\d\d:?\d\d)$/i;

/** A date as HTTP writes it; undefined where its moment is not certain. */
export function asHttpDate(value: string): string | undefined {
  const date = parseHttpDate(value);
  return date && (isOfHttp(date) || ZONED.test(value)) ? formatHttpDate(date.ms) : undefined;
}

/** The host of a URL. */
export function hostOf(value: string): string | undefined {
  return value.includes("://") ? URL.parse(value)?.host || undefined : undefined;
}

/** Units that people write after a number, in seconds. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?)$/i, 1],
  [/^(?:m|mins?|minutes?)$/i, 60],
  [/^(?:h|hours?)$/i, 3600],
  [/^(?:d|days?)$/i, 86_400],
];

/** `5 minutes` → `300`; undefined where no unit says what the number is. */
export function inSeconds(text: string): string | undefined {
  const [, count = "", unit = ""] = /^"?(\d{1,9})\s*([a-z]+)"?$/i.exec(text.trim()) ?? [];
  const factor = UNITS.find(([name]) => name.test(unit))?.[1];
  return factor === undefined ? undefined : String(Number(count) * factor);
}

/** The same for what stands after the equals sign of a parameter, and numbers without their quotes. */
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

/** The text that is percent-encoded; the text itself where that is not so. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
