/** Content-Disposition as browsers read it (RFC 6266, RFC 8187, and what they tolerate). */

import { isToken } from "../syntax/tokens.ts";
import { firefoxDisposition } from "./disposition-firefox.ts";
import { decodeExtValue, decodePlainName } from "./file-name.ts";
import { members, splitOutsideQuotes } from "./members.ts";
import { type Engine, linesOf, type Response } from "./response.ts";

export interface Disposition {
  /** Saved as a file; a type that is not known counts as attachment. */
  readonly attachment: boolean;
  /** The name as it is sent, decoded; `""` where there is none. */
  readonly filename: string;
  /** Values that differ stand in it, for which the whole response fails. */
  readonly several: boolean;
}

/** What the field says; undefined where it is absent. */
export function judgeDisposition(response: Response, engine: Engine): Disposition | undefined {
  const lines = linesOf(response, "content-disposition");
  const [line] = lines;
  if (!line) return undefined;
  // Chromium splits lines at commas, Firefox does not; both refuse values that differ.
  if (engine === "firefox")
    return { ...firefoxDisposition(line.value), several: new Set(lines.map(({ value }) => value)).size > 1 };
  const values = members(response, "content-disposition");
  return { ...chromiumDisposition(values[0] ?? ""), several: new Set(values).size > 1 };
}

/** net/http/http_content_disposition */
function chromiumDisposition(value: string): Omit<Disposition, "several"> {
  const semicolon = value.indexOf(";");
  const type = trim(semicolon < 0 ? value : value.slice(0, semicolon));
  const hasType = isToken(type);
  const parameters = hasType ? value.slice(semicolon < 0 ? value.length : semicolon) : value;
  let plain = "";
  let ext = "";
  for (const [name, raw] of nameValuePairs(parameters)) {
    if (name === "filename" && plain === "") plain = decodePlainName(unquoted(raw), "chromium") ?? "";
    else if (name === "filename*" && ext === "") ext = decodeExtValue(raw) ?? "";
  }
  return { attachment: hasType && type.toLowerCase() !== "inline", filename: ext === "" ? plain : ext };
}

/** Names in lower case with their raw values, up to the first part that is not a pair. */
function nameValuePairs(text: string): (readonly [name: string, raw: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const part of splitOutsideQuotes(text, ";")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    if (equals <= 0 || part.slice(0, equals).includes('"')) break;
    const value = trim(part.slice(equals + 1));
    if (value === "") break;
    pairs.push([
      trim(part.slice(0, equals)).toLowerCase(),
      isClosed(value) ? value : value.replace(/^"/, ""),
    ]);
  }
  return pairs;
}

function isClosed(value: string): boolean {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"');
}

/** A quoted value without its quotes and escapes. */
function unquoted(raw: string): string {
  return isClosed(raw) ? raw.slice(1, -1).replace(/\\(.)/gs, "$1") : raw;
}

function trim(text: string): string {
  return text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
}
