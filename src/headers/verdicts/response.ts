/** The input of verdicts: the response as received, and the known facts around it. */

import { oncePerObject } from "../../platform/memoize.ts";
import { trimOws } from "../../syntax/tokens.ts";
import type { Transfer } from "./transfer.ts";

/** The engine whose behaviour a verdict tells. One parse, few variants: where engines agree the parameter is not read. */
export type Engine = "chromium" | "firefox" | "webkit";

/** A field line. One character stands for one byte (U+0000 to U+00FF), as it was received. */
export interface RawLine {
  /** Header name in lower case. */
  readonly name: string;
  /** Field value without its outer white space. */
  readonly value: string;
  /** Where the line stands in the message, from 0. */
  readonly index: number;
  /** White space stood before the colon: Firefox ignores such a line, Chromium takes it. */
  readonly spaceBeforeColon?: boolean;
}

/** A response in its surroundings. What is absent is unknown, and a verdict that needs it is absent too. */
export interface Response {
  /** All field lines, in wire order: some fields take the first line, some join them, in some one bad item voids all. */
  readonly lines: readonly RawLine[];
  readonly status?: number;
  /** The URL that was asked for. */
  readonly url?: URL;
  /** Request method, in upper case. */
  readonly method?: string;
  /** The request's field lines; empty when it is known to have none, absent when unknown. */
  readonly request?: readonly RawLine[];
  /** When the response arrived, milliseconds since the epoch. */
  readonly receivedAt?: number;
  /** Transfer details of the response. */
  readonly transfer?: Transfer;
  /** The caller's questions beyond the response itself. */
  readonly questions?: Questions;
}

/** Questions about a response (contract, `again`, `loads`, `framedBy`). */
export interface Questions {
  /** Would a cache answer this next request? */
  readonly again?: NextRequest;
  /** Would the page's policy let it load these? */
  readonly loads?: readonly Load[];
  /** May pages at these URLs frame it? */
  readonly framedBy?: readonly string[];
  /** Is this the answer to a request or frame of another site's page? */
  readonly thirdParty?: boolean;
}

export interface NextRequest {
  /** Seconds from the response to the next request. */
  readonly after: number;
  /** In upper case; GET where not given. */
  readonly method?: string;
  readonly lines: readonly RawLine[];
}

export interface Load {
  readonly as: string;
  readonly url?: string;
  readonly nonce?: string;
  /** As in a policy, without quotes: `sha256-…`. */
  readonly hash?: string;
  /** The inline code itself: each of its digests is tried. */
  readonly text?: string;
  readonly inline?: string;
  /** False for what a script inserts. */
  readonly parser?: boolean;
  /** A redirect leads to the URL: paths of sources then do not count (CSP 3 section 6.7.2.12). */
  readonly redirected?: boolean;
}

const NO_LINES: readonly RawLine[] = [];

type Lines = Pick<Response, "lines">;

/** The same for what engines make of the response differently. */
export function oncePerEngine<R extends Lines, T>(
  make: (response: R, engine: Engine) => T,
): (response: R, engine: Engine) => T {
  const makers = {
    chromium: oncePerObject((response: R) => make(response, "chromium")),
    firefox: oncePerObject((response: R) => make(response, "firefox")),
    webkit: oncePerObject((response: R) => make(response, "webkit")),
  };
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

/** All lines of a field, in order. */
export function linesOf(response: Lines, name: string): readonly RawLine[] {
  return byName(response).get(name) ?? NO_LINES;
}

/** The first line of a field. */
export function firstLine(response: Lines, name: string): RawLine | undefined {
  return linesOf(response, name)[0];
}

/** The lines of a field joined with a comma and a space (RFC 9110 section 5.3); undefined when there is none. */
export function joinedValue(response: Lines, name: string): string | undefined {
  const found = linesOf(response, name);
  return found.length < 2 ? found[0]?.value : found.map(({ value }) => value).join(", ");
}

/** A field of the request, its lines joined; undefined when it is absent or the request unknown. */
export function requestValue(response: Response, name: string): string | undefined {
  const { request } = response;
  if (!request || request.length === 0) return undefined;
  const found = requestByName(response).get(name);
  return found && (found.length === 1 ? found[0]?.value : found.map(({ value }) => value).join(", "));
}

const requestByName = oncePerObject(({ request = NO_LINES }: Response) => byName({ lines: request }));

/**
 * Every member of a field, split at commas that stand in no quoted string; empty ones too. Lines are joined first, so that
 * a quote that one leaves open closes in the next (Fetch section 2.2.2, get, decode and split).
 */
export function members(response: Response, name: string): readonly string[] {
  const value = joinedValue(response, name);
  return value === undefined ? NO_MEMBERS : splitOutsideQuotes(value, ",");
}

const NO_MEMBERS: readonly string[] = [];

/** A value in parts, without the white space around them; a separator within quotes is none. */
export function splitOutsideQuotes(value: string, separator: string): string[] {
  // Most values have one part.
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
