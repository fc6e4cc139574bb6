/** Set-Cookie as browsers parse it (RFC 6265bis section 5.6), without checks. */

import { memoize } from "../platform/memoize.ts";
import { trimOws } from "./tokens.ts";

export interface CookieAttribute {
  /** Lower case: attribute names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  readonly value?: string;
  readonly at: number;
}

export interface SetCookie {
  /** `""` if the first part has no equals sign and is all value. */
  readonly name: string;
  /** Includes quotes. */
  readonly value: string;
  readonly hasEquals: boolean;
  /** In order, with repeated and unknown ones, without empty parts. The last of a name counts. */
  readonly attributes: readonly CookieAttribute[];
}

/** set-cookie-string = cookie-pair *( ";" OWS cookie-av ); a semicolon ends a part even within quotes. */
export const parseSetCookie = memoize(readSetCookie);

function readSetCookie(text: string): SetCookie {
  let end = partEnd(text, 0);
  const first = text.slice(0, end);
  const equals = first.indexOf("=");
  const attributes: CookieAttribute[] = [];
  while (end < text.length) {
    const start = end + 1;
    end = partEnd(text, start);
    const attribute = readAttribute(text.slice(start, end), start);
    if (attribute) attributes.push(attribute);
  }
  return {
    name: equals < 0 ? "" : trimOws(first, 0, equals),
    value: trimOws(first, equals + 1),
    hasEquals: equals >= 0,
    attributes,
  };
}

/** The last attribute of a name, which is the effective one. */
export function cookieAttribute(cookie: SetCookie, name: string): CookieAttribute | undefined {
  const { attributes } = cookie;
  for (let at = attributes.length - 1; at >= 0; at--)
    if (attributes[at]?.name === name) return attributes[at];
  return undefined;
}

function partEnd(text: string, from: number): number {
  const end = text.indexOf(";", from);
  return end < 0 ? text.length : end;
}

function readAttribute(part: string, start: number): CookieAttribute | undefined {
  const equals = part.indexOf("=");
  const sent = trimOws(part, 0, equals < 0 ? part.length : equals);
  if (sent === "" && equals < 0) return undefined;
  const at = start + part.indexOf(sent);
  const name = sent.toLowerCase();
  return equals < 0 ? { name, sent, at } : { name, sent, value: trimOws(part, equals + 1), at };
}
