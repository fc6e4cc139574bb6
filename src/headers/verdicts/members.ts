import { linesOf, type Response } from "./response.ts";

/** Every member of a field's lines, split at commas that stand in no quoted string; empty ones too. */
export function members(response: Response, name: string): string[] {
  return linesOf(response, name).flatMap(({ value }) => splitAtCommas(value));
}

/** Members of one value, without the white space around them; empty ones too. */
export function splitAtCommas(value: string): string[] {
  if (!value.includes(",")) return [trim(value)];
  const found: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at <= value.length; at++) {
    const char = value[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (at === value.length || (char === "," && !quoted)) {
      found.push(trim(value.slice(start, at)));
      start = at + 1;
    }
  }
  return found.length > 0 && quoted ? [...found, trim(value.slice(start))] : found;
}

function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}
