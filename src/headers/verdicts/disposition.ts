/** Content-Disposition as browsers read it (RFC 6266, RFC 8187, and what they tolerate). */

import { isToken } from "../../syntax/tokens.ts";
import { trimOf } from "../../syntax/trim.ts";
import { firefoxDisposition } from "./disposition-firefox.ts";
import { decodeExtValue, decodePlainName } from "./file-name.ts";
import { members, splitOutsideQuotes } from "./members.ts";
import { type Engine, firstLine, type Response } from "./response.ts";

export interface Disposition {
  /** Saved as a file; a type that is not known counts as attachment. */
  readonly attachment: boolean;
  /** The name as it is sent, decoded; `""` where there is none. */
  readonly filename: string;
}

/** The disposition of the field; undefined where it is absent. */
export function checkDisposition(response: Response, engine: Engine): Disposition | undefined {
  const line = firstLine(response, "content-disposition");
  if (!line) return undefined;
  // Chromium splits lines at commas, Firefox does not.
  if (engine === "firefox") return firefoxDisposition(line.value);
  return chromiumDisposition(members(response, "content-disposition")[0] ?? "", engine);
}

/** net/http/http_content_disposition */
function chromiumDisposition(value: string, engine: Engine): Disposition {
  const semicolon = value.indexOf(";");
  const type = trim(semicolon < 0 ? value : value.slice(0, semicolon));
  const hasType = isToken(type);
  const parameters = hasType ? value.slice(semicolon < 0 ? value.length : semicolon) : value;
  let plain = "";
  let ext = "";
  for (const [name, raw] of nameValuePairs(parameters)) {
    if (name === "filename" && plain === "") plain = decodePlainName(unquoted(raw), engine) ?? "";
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

const trim = (text: string) => trimOf(text, /[\t\n\r ]/);
