/** The input of verdicts: the response as received, and known facts about it. */

import { oncePerObject } from "../../platform/memoize.ts";
import { trimOws } from "../../syntax/tokens.ts";
import type { Transfer } from "./transfer.ts";

/** Engine of a verdict; ignored by verdicts on which all engines agree. */
export type Engine = "chromium" | "firefox" | "webkit";

/** A header line as received, one character per byte (U+0000 to U+00FF). */
export interface RawLine {
  readonly name: string;
  /** Header value without surrounding white space. */
  readonly value: string;
  /** Position of the line in the message, from 0. */
  readonly index: number;
  /** White space before the colon: Firefox ignores such a line, Chromium accepts it. */
  readonly spaceBeforeColon?: boolean;
}

/** A response with known facts. Absent facts are unknown, and verdicts that need them are absent too. */
export interface Response {
  readonly lines: readonly RawLine[];
  readonly status?: number;
  readonly url?: URL;
  readonly method?: string;
  /** Request headers; empty if known to have none, absent if unknown. */
  readonly request?: readonly RawLine[];
  /** Time of arrival, milliseconds since the epoch. */
  readonly receivedAt?: number;
  readonly transfer?: Transfer;
  readonly questions?: Questions;
}

/** Questions about a response, as in the API: `again`, `loads`, `framedBy`. */
export interface Questions {
  readonly again?: NextRequest;
  readonly loads?: readonly Load[];
  readonly framedBy?: readonly string[];
  /** Another site's page requested or framed the response. */
  readonly thirdParty?: boolean;
}

export interface NextRequest {
  /** Seconds from the response to the next request. */
  readonly after: number;
  /** In upper case; default GET. */
  readonly method?: string;
  readonly lines: readonly RawLine[];
}

export interface Load {
  readonly as: string;
  readonly url?: string;
  readonly nonce?: string;
  /** `sha256-…`, without quotes. */
  readonly hash?: string;
  /** The inline code; each of its digests is compared. */
  readonly text?: string;
  readonly inline?: string;
  /** False if a script inserts it. */
  readonly parser?: boolean;
  /** The URL was reached by a redirect: paths of sources do not count (CSP 3 section 6.7.2.12). */
  readonly redirected?: boolean;
}

const NO_LINES: readonly RawLine[] = [];

type Lines = Pick<Response, "lines">;

/** Makes a value for each engine. */
export function byEngine<T>(make: (engine: Engine) => T): Readonly<Record<Engine, T>> {
  return { chromium: make("chromium"), firefox: make("firefox"), webkit: make("webkit") };
}

export function oncePerEngine<R extends Lines, T>(
  make: (response: R, engine: Engine) => T,
): (response: R, engine: Engine) => T {
  const makers = byEngine((engine) => oncePerObject((response: R) => make(response, engine)));
  return (response, engine) => makers[engine](response);
}

const byName = oncePerObject(({ lines }: Lines): ReadonlyMap<string, readonly RawLine[]> => {
  const named = new Map<string, RawLine[]>();
  for (const line of lines) {
    const group = named.get(line.name);
    if (group) group.push(line);
    else named.set(line.name, [line]);
  }
  return named;
});

export function linesOf(response: Lines, name: string): readonly RawLine[] {
  return byName(response).get(name) ?? NO_LINES;
}

export function firstLine(response: Lines, name: string): RawLine | undefined {
  return linesOf(response, name)[0];
}

/** The lines of a header joined with a comma and a space (RFC 9110 section 5.3); undefined if absent. */
export function joinedValue(response: Lines, name: string): string | undefined {
  const found = linesOf(response, name);
  return found.length < 2 ? found[0]?.value : found.map(({ value }) => value).join(", ");
}

/** A request header, its lines joined; undefined if absent or if the request is unknown. */
export function requestValue(response: Response, name: string): string | undefined {
  const { request } = response;
  if (!request || request.length === 0) return undefined;
  const found = requestByName(response).get(name);
  return found && (found.length === 1 ? found[0]?.value : found.map(({ value }) => value).join(", "));
}

const requestByName = oncePerObject(({ request = NO_LINES }: Response) => byName({ lines: request }));

/**
 * Members of a header, empty ones included, split at commas outside quoted strings. Lines are joined first,
 * so a quote left open in one closes in the next (Fetch section 2.2.2, get, decode and split).
 */
export function members(response: Response, name: string): readonly string[] {
  const value = joinedValue(response, name);
  return value === undefined ? NO_MEMBERS : splitOutsideQuotes(value, ",");
}

const NO_MEMBERS: readonly string[] = [];

/** Parts of a value, trimmed; a separator within quotes does not split. */
export function splitOutsideQuotes(value: string, separator: string): string[] {
  // Fast path: most values have one part.
  if (!value.includes(separator)) return [trimOws(value)];
  const found: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      found.push(trimOws(value, start, at));
      start = at + 1;
    }
  }
  found.push(trimOws(value, start));
  return found;
}
