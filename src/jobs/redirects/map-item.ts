/** Items of a redirect map. */

import { OMITTED } from "../../../data/redirect-maps.ts";

/** Place in the file, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Place of errors that concern the whole file. */
export const START: Place = { line: 1, column: 1 };

/** Row at the place of its source. */
export interface RedirectRow extends Place {
  /** Position among the map's rows, from 1. */
  readonly row: number;
  readonly from: string;
  /** Target; `""` accepts any. */
  readonly to: string;
  /** Expected status; undefined accepts any redirect status. */
  readonly status?: number | undefined;
  /** Further sources of the rule, as with Apache's Redirect, which matches prefixes. */
  readonly pattern?: Pattern | undefined;
  /** Rules of a lower rank apply first; within a rank, the first one in the file. Default: 0. */
  readonly rank?: number | undefined;
  /** Whether the source is a sample URL of a rule with many sources. */
  readonly isSample?: boolean;
}

/** Rule that is not checked, since it has several sources or targets. */
export interface Omission extends Place {
  readonly omitted: string;
  /** Sources of the rule; absent if unknown. */
  readonly pattern?: Pattern | undefined;
  readonly rank?: number | undefined;
}

/** Sources and targets of a rule for many URLs. */
export interface Pattern {
  /** Literal start of every source: a path, or a URL. */
  readonly from: string;
  /** Expression for the whole path, or for the URL if `from` is one; absent: any rest after `from`, as `$1`. */
  readonly match?: RegExp;
  /** Number of repetitions in `match`, which bounds its cost. */
  readonly degree?: number;
  /** Target with `$1` to `$9` and `{path}`; a final `?` drops the query, which is kept otherwise. */
  readonly to: string;
  readonly status?: number | undefined;
}

/** Line that cannot be parsed. */
export interface Fault extends Place {
  readonly fault: string;
  /** Start of the source, if it was read. */
  readonly source?: string;
}

type Rule = Omit<RedirectRow, "row">;
/** Output of the reader of a format; row numbers are added later. */
export type Found = Rule | Omission | Fault;
export type MapItem = RedirectRow | Omission | Fault;

/** A map that cannot be read any further. */
export class MapError extends Error {
  readonly line: number;
  readonly column: number;

  constructor({ line, column }: Place, message: string) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Rule that is not checked for one of the usual reasons. */
export const omit = (place: Place, reason: keyof typeof OMITTED, pattern?: Pattern): Omission => ({
  ...leftOut(place, OMITTED[reason]),
  pattern,
});

export const leftOut = ({ line, column }: Place, omitted: string): Omission => ({ line, column, omitted });
export const faultAt = ({ line, column }: Place, fault: string): Fault => ({ line, column, fault });

/** Rule at the origin of its server. @param isKnown whether its pattern applies to this origin alone */
export function atSite(found: Found, site: string, isKnown = true): Found {
  if ("fault" in found) return found;
  const { pattern: given } = found;
  const pattern = given && isKnown ? { ...given, from: `${site}${given.from}` } : undefined;
  const isPath = "from" in found && found.from.startsWith("/");
  return { ...found, ...(isPath && { from: `${site}${found.from}` }), pattern };
}

/** Whether a text is a URL or a path. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/)/i.test(text) && URL.canParse(text, "http://map.invalid");
}

export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status <= 399;
}

const shown = (text: string, most: number) =>
  JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);

/** Maximum length of quoted text in messages, and of the source of an unreadable row. */
const LONGEST = 60;
const LONGEST_SOURCE = 200;

/** Source without a scheme, as in bulk lists of Cloudflare and maps of HAProxy; not `index.php/a`. */
const HOST_AND_PATH = /^(?:[a-z\d-]{1,63}\.){1,9}(?!(?:php|html?|aspx?|jsp|cgi)\/)[a-z]{2,24}\//i;

/** Path without a leading slash: `old/page`, `page.html`. */
const RELATIVE = /^[^\s/:?#<>{}()[\]"'=]+(?:\/[^\s:<>{}]*|\.(?:html?|php|aspx?|jsp|cgi|pdf)(?:[?#]\S*)?)$/i;

/** Whether it is a path without a leading slash, which is relative to the base URL. */
export const isRelative = (text: string) => text !== "" && !/^(?:\/|https?:)/i.test(text);

export type Places = {
  readonly from: Place;
  readonly to?: Place | undefined;
  readonly status?: Place | undefined;
};

/** Builds a rule from its parts; `places` are for error messages. */
export function ruleOf(from: string, to: string, status: string, places: Places): Found {
  const { line, column } = places.from;
  const fault = (place: Place = places.from, message: string): Fault => ({
    ...faultAt(place, message),
    source: from.slice(0, LONGEST_SOURCE),
  });
  if (from === "") return fault(places.from, "the source is missing");
  if (from.includes("\ufffd") || to.includes("\ufffd"))
    return fault(places.from, "a byte is not UTF-8; save the file as UTF-8 text");
  if (HOST_AND_PATH.test(from)) return ruleOf(`http://${from}`, to, status, places);
  const isBelow = RELATIVE.test(from);
  if (!isBelow && !isAddress(from))
    return fault(places.from, `${shown(from, LONGEST)} is not a URL or a path`);
  const target = to === "-" ? "" : to;
  if (target !== "" && !isAddress(target) && !(isBelow && !/\s/.test(target)))
    return fault(places.to, `${shown(target, LONGEST)} is not a URL or a path`);
  if (status === "") return { line, column, from, to: target };
  if (!/^[1-5]\d\d$/.test(status))
    return fault(places.status, `${shown(status, LONGEST)} is not a status code`);
  const code = Number(status);
  return { line, column, from, to: isRedirectStatus(code) ? target : "", status: code };
}
