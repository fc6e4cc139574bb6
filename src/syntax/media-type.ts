/** Media types (RFC 9110 section 8.3.1) and their names (RFC 6838 section 4.2). */

import { memoize } from "../platform/memoize.ts";
import { type Parameter, type ParameterFlaw, parseParameters } from "./parameters.ts";
import { type Flaw, isToken, trimOws } from "./tokens.ts";

export interface MediaType {
  /** type "/" subtype in lower case, without parameters. */
  readonly essence: string;
  readonly type: string;
  readonly subtype: string;
  /** Text after the last plus sign of the subtype, such as `json`. */
  readonly suffix?: string;
  readonly parameters: readonly Parameter[];
  readonly flaws: readonly Flaw<MediaTypeFlaw>[];
}

type MediaTypeFlaw =
  | ParameterFlaw
  | "empty"
  | "missing-subtype"
  | "missing-type"
  /** A character that is invalid in a type or subtype. */
  | "bad-type"
  /** A token with characters that registered names cannot have. */
  | "restricted-name"
  /** A type or subtype of more than 127 characters. */
  | "name-too-long"
  /** A comma: several media types, for example from two joined Content-Type lines. */
  | "several";

const LONGEST_NAME = 127;
/** restricted-name = restricted-name-first *126restricted-name-chars */
const RESTRICTED_NAME = /^[A-Za-z0-9][A-Za-z0-9!#$&\-^_.+]{0,126}$/;

/** media-type = type "/" subtype parameters. Names in lower case; accepts a wildcard (`*`) for media ranges. */
export const parseMediaType = memoize(readMediaType);

function readMediaType(text: string): MediaType {
  const flaws: Flaw<MediaTypeFlaw>[] = [];
  const semicolon = text.indexOf(";");
  const raw = semicolon < 0 ? text : text.slice(0, semicolon);
  const whole = trimOws(raw);
  const slash = whole.indexOf("/");
  checkNames(whole, slash, raw.indexOf(whole), flaws);
  const type = (slash < 0 ? whole : whole.slice(0, slash)).toLowerCase();
  const subtype = slash < 0 ? "" : whole.slice(slash + 1).toLowerCase();
  const plus = subtype.lastIndexOf("+");
  const rest = semicolon < 0 ? undefined : parseParameters(text, semicolon);
  return {
    essence: slash < 0 ? type : `${type}/${subtype}`,
    type,
    subtype,
    ...(plus > 0 && plus < subtype.length - 1 && { suffix: subtype.slice(plus + 1) }),
    parameters: rest?.parameters ?? [],
    flaws: rest ? [...flaws, ...rest.flaws] : flaws,
  };
}

function checkNames(whole: string, slash: number, at: number, flaws: Flaw<MediaTypeFlaw>[]): void {
  const type = slash < 0 ? whole : whole.slice(0, slash);
  const subtype = slash < 0 ? "" : whole.slice(slash + 1);
  const id = namesFlaw(whole, type, subtype);
  if (id !== undefined) flaws.push({ id, at, text: whole });
}

function namesFlaw(whole: string, type: string, subtype: string): MediaTypeFlaw | undefined {
  if (isName(type) && isName(subtype)) return undefined;
  if (whole === "") return "empty";
  if (whole.includes(",")) return "several";
  if (type === "") return "missing-type";
  if (subtype === "") return isToken(type) ? "missing-subtype" : "bad-type";
  if (!isToken(type) || !isToken(subtype)) return "bad-type";
  return Math.max(type.length, subtype.length) > LONGEST_NAME ? "name-too-long" : "restricted-name";
}

function isName(text: string): boolean {
  return text === "*" || RESTRICTED_NAME.test(text);
}
