import { trimOws } from "../../syntax/tokens.ts";
import { joinedValue, type Response } from "./response.ts";

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
