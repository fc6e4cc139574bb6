/** Content-Disposition as browsers parse it (RFC 6266, RFC 8187 and common deviations). */

import { isToken } from "../../syntax/tokens.ts";
import { trimOf } from "../../syntax/trim.ts";
import { decodeExtValue, decodeFirefoxExtValue, decodeFirefoxName, decodePlainName } from "./file-name.ts";
import { type Engine, firstLine, members, type Response, splitOutsideQuotes } from "./response.ts";

// Firefox: netwerk/mime, nsMIMEHeaderParamImpl.

function firefoxDisposition(value: string): { readonly attachment: boolean; readonly filename: string } {
  const type = (/^[^ \t;]*/.exec(value)?.[0] ?? "").toLowerCase();
  const isInline = ["", "inline", "filename", "name"].includes(type.replace(/=.*$/s, ""));
  const { plain, ext, continued } = parametersOf(value);
  const name = ext || continued || plain;
  // If filename* has a NUL byte, Firefox uses the name in the URL.
  return { attachment: !isInline, filename: name === "\0" ? "" : name };
}

interface Names {
  readonly plain: string;
  readonly ext: string;
  /** `filename*0`, `filename*1` … joined in order, up to a gap. */
  readonly continued: string;
}

function parametersOf(value: string): Names {
  let plain: string | undefined;
  let ext = "";
  const parts: string[] = [];
  let isEncoded = false;
  for (const { name, raw, quoted } of pairs(value)) {
    if (name === "filename")
      plain ??= decodeFirefoxName(raw.replace(quoted ? /\\(.)/gs : /\\(["\\\r\n])/g, "$1"));
    else if (name === "filename*" && ext === "") ext = looseExtValue(raw) ?? "";
    else {
      const [, number, star] = /^filename\*(0|[1-9]\d*)(\*)?$/.exec(name) ?? [];
      if (number === undefined || Number(number) !== parts.length) continue;
      if (number === "0") isEncoded = star !== undefined;
      parts.push(raw);
    }
  }
  const joined = parts.join("");
  return { plain: plain ?? "", ext, continued: isEncoded ? (looseExtValue(joined) ?? "") : joined };
}

/** Parameters after the first semicolon or comma; of the whole value if it starts with a parameter. */
function pairs(value: string): { readonly name: string; readonly raw: string; readonly quoted: boolean }[] {
  const found: { name: string; raw: string; quoted: boolean }[] = [];
  const leading = /^[ \t]*(?:[^ \t;=]+[ \t]*)?=/.test(value);
  let at = leading ? 0 : value.search(/[;,]/) + 1;
  if (at === 0 && !leading) return found;
  while (at < value.length) {
    const [all = "", name = ""] = /^[;\s]*([^\s=;]*)\s*/.exec(value.slice(at)) ?? [];
    at += all.length;
    if (value[at] !== "=") {
      const next = value.indexOf(";", at);
      if (next < 0 || all === "") break;
      at = next + 1;
      continue;
    }
    at += 1 + (/^\s*/.exec(value.slice(at + 1))?.[0].length ?? 0);
    const quoted = value[at] === '"';
    const raw = quoted ? quotedAt(value, at) : (/^[^;]*/.exec(value.slice(at))?.[0] ?? "").trimEnd();
    at += quoted ? raw.length + 2 : raw.length;
    found.push({ name: name.toLowerCase(), raw, quoted });
    const next = value.indexOf(";", at);
    if (next < 0) break;
    at = next + 1;
  }
  return found;
}

function quotedAt(value: string, start: number): string {
  let at = start + 1;
  while (at < value.length && value[at] !== '"') at += value[at] === "\\" ? 2 : 1;
  return value.slice(start + 1, at);
}

/** Decodes `charset'language'value`, also without one or both quotes. */
function looseExtValue(raw: string): string | undefined {
  const first = raw.indexOf("'");
  const second = first < 0 ? -1 : raw.indexOf("'", first + 1);
  const charset = first < 0 ? "" : raw.slice(0, first);
  const encoded = second >= 0 ? raw.slice(second + 1) : raw.slice(first + 1);
  return decodeFirefoxExtValue(charset, encoded);
}

interface Disposition {
  /** Browsers save the content as a file; unknown types count as attachment. */
  readonly attachment: boolean;
  readonly filename: string;
}

export function checkDisposition(response: Response, engine: Engine): Disposition | undefined {
  const line = firstLine(response, "content-disposition");
  if (!line) return undefined;
  // Chromium splits lines at commas, Firefox does not.
  if (engine === "firefox") return firefoxDisposition(line.value);
  const all = members(response, "content-disposition");
  const disposition = chromiumDisposition(all[0] ?? "", engine);
  if (engine === "chromium") return disposition;
  // WebKit compares the text of all lines up to the first semicolon.
  return { ...disposition, attachment: /^attachment\s*(?:;|$)/i.test(all.join()) };
}

/** net/http/http_content_disposition */
function chromiumDisposition(value: string, engine: Exclude<Engine, "firefox">): Disposition {
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

/** Lower-case names with raw values, up to the first part that is not a pair. */
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

function unquoted(raw: string): string {
  return isClosed(raw) ? raw.slice(1, -1).replace(/\\(.)/gs, "$1") : raw;
}

const trim = (text: string) => trimOf(text, /[\t\n\r ]/);
