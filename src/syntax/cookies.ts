/** Set-Cookie, read as browsers read it (RFC 6265bis section 5.6). Nothing is judged here. */

import { memoize } from "../platform/memoize.ts";
import { trimOws } from "./tokens.ts";

export interface CookieAttribute {
  /** In lower case: attribute names are case-insensitive. */
  readonly name: string;
  /** Name as sent. */
  readonly sent: string;
  /** Absent when there is no equals sign. */
  readonly value?: string;
  /** Offset of the name. */
  readonly at: number;
}

export interface SetCookie {
  /** `""` when there is no equals sign in the first part: then all of it is the value. */
  readonly name: string;
  /** As sent, quotes included: they are part of the value. */
  readonly value: string;
  readonly hasEquals: boolean;
  /** In order, repeated and unknown ones too; empty parts are left out. The last one of a name counts. */
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

/** The attribute that counts: the last of its name. */
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
