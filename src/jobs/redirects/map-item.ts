/** The items of a redirect map. */

export interface RedirectRow {
  /** Position among the map's rows, from 1. */
  readonly row: number;
  /** Where the source stands in the file, both from 1. */
  readonly line: number;
  readonly column: number;
  readonly from: string;
  /** `""` where any target will do. */
  readonly to: string;
  /** Undefined where any redirect will do. */
  readonly status?: number | undefined;
}

/** A rule without one source and one target that could be checked. */
export interface Omission {
  readonly line: number;
  readonly column: number;
  readonly omitted: string;
  /** Absent if it is not known which addresses the rule matches. */
  readonly wildcard?: Wildcard | undefined;
}

/** A redirect of all addresses that begin with `from` to `to` and the rest of the address. */
export interface Wildcard {
  readonly from: string;
  readonly to: string;
}

/** A place that cannot be read. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly fault: string;
}

type Rule = Omit<RedirectRow, "row">;
/** The findings of a format's reader; rows are numbered later. */
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
/** Netlify's and Cloudflare's files look alike. */
export const MIDDLE = "a * before the end is a plain character on Netlify and a wildcard on Cloudflare Pages";
export const DYNAMIC = "the target depends on the request";
export const CONDITIONAL = "the rule depends on a condition";
export const INTERNAL = "an internal rewrite, which clients do not see";

/** Whether a text is a URL or the path of one. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/)/i.test(text) && URL.canParse(text, "http://map.invalid");
}

/** Statuses of redirects: only with these a target is visited. */
export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status <= 399;
}

const shown = (text: string, most: number) =>
  JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);

/** Longest text that a message repeats. */
const LONGEST = 60;

/** A rule from its three parts. `places` says where each of them stands. */
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
  });
  if (from === "") return fault(places.from, "there is no source");
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
