import { linesOf, type Response } from "./response.ts";

/** Every member of a field's lines, split at commas that stand in no quoted string; empty ones too. */
export function members(response: Response, name: string): string[] {
  return linesOf(response, name).flatMap(({ value }) => splitOutsideQuotes(value, ","));
}

/** A value in parts, without the white space around them; a separator within quotes is none. */
export function splitOutsideQuotes(value: string, separator: string): string[] {
  const found: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      found.push(trim(value.slice(start, at)));
      start = at + 1;
    }
  }
  found.push(trim(value.slice(start)));
  return found;
}

function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}
