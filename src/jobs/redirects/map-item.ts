/** Items of a redirect map. */

export interface RedirectRow {
  /** Position among the map's rows, from 1. */
  readonly row: number;
  /** Place of the source in the file, from 1. */
  readonly line: number;
  readonly column: number;
  readonly from: string;
  /** Target; `""` accepts any. */
  readonly to: string;
  /** Expected status; undefined accepts any redirect status. */
  readonly status?: number | undefined;
}

/** Rule that is not checked, since it has several sources or targets. */
export interface Omission {
  readonly line: number;
  readonly column: number;
  readonly omitted: string;
  /** Prefix of the matching URLs; absent if unknown. */
  readonly wildcard?: Wildcard | undefined;
}

/** Redirects every URL that starts with `from` to `to` plus the rest. */
export interface Wildcard {
  readonly from: string;
  readonly to: string;
}

/** Line that cannot be parsed. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly fault: string;
  /** Start of the source, if it was read. */
  readonly source?: string;
}

type Rule = Omit<RedirectRow, "row">;
/** Output of the reader of a format; row numbers are added later. */
export type Found = Rule | Omission | Fault;
export type MapItem = RedirectRow | Omission | Fault;

export interface Place {
  readonly line: number;
  readonly column: number;
}

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

export const REGEX = "a regular expression has no single source";
export const PATTERN = "a pattern has no single source";
export const DISABLED = "the rule is disabled";
/** Netlify and Cloudflare use the same format. */
export const MIDDLE = "a * before the end is a plain character on Netlify and a wildcard on Cloudflare Pages";
export const DYNAMIC = "the target depends on the request";
export const CONDITIONAL = "the rule depends on a condition";
export const INTERNAL = "an internal rewrite, invisible to clients";

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

/** Source without a scheme, as in bulk lists of Cloudflare and maps of HAProxy. */
const HOST_AND_PATH = /^(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,24}\//i;

/** Builds a rule from its parts; `places` are for error messages. */
export function ruleOf(
  from: string,
  to: string,
  status: string,
  places: { readonly from: Place; readonly to?: Place | undefined; readonly status?: Place | undefined },
): Found {
  const { line, column } = places.from;
  const fault = (place: Place | undefined, message: string): Fault => ({
    line: place?.line ?? line,
    column: place?.column ?? column,
    fault: message,
    source: from.slice(0, LONGEST_SOURCE),
  });
  if (from === "") return fault(places.from, "the source is missing");
  if (HOST_AND_PATH.test(from)) return ruleOf(`http://${from}`, to, status, places);
  if (!isAddress(from)) return fault(places.from, `${shown(from, LONGEST)} is not a URL or a path`);
  const target = to === "-" ? "" : to;
  if (target !== "" && !isAddress(target))
    return fault(places.to, `${shown(target, LONGEST)} is not a URL or a path`);
  if (status === "") return { line, column, from, to: target };
  if (!/^[1-5]\d\d$/.test(status))
    return fault(places.status, `${shown(status, LONGEST)} is not a status code`);
  const code = Number(status);
  return { line, column, from, to: isRedirectStatus(code) ? target : "", status: code };
}
