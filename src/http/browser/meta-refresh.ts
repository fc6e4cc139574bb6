/** `<meta http-equiv="refresh">` in the first bytes of a page (HTML section 4.2.5.3). Pure. */

import { META_SPACE, type Refresh, readRefresh, refreshTo } from "../../headers/verdicts/refresh.ts";
import { tagsOf } from "./html-tags.ts";

/** Bytes of a page that are looked into. */
export const LOOKED_INTO = 65_536;

/** Nearly all pages have none, and need no tokens to say so. */
const LIKELY = /http-equiv/i;

/**
 * Whether a page may have such an element: ASCII has one byte a character in every encoding but UTF-16, where each of
 * them has a NUL beside it.
 */
export function mayRefresh(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return LIKELY.test(text) || text.includes("\0");
}

/**
 * Where a page leads on by itself. Of several elements the shortest delay counts, of equal ones the last, as in Blink.
 * `charset`: of Content-Type, in lower case; `""` without one.
 */
export function metaRefresh(bytes: Uint8Array, url: URL, charset: string): Refresh | undefined {
  const label = charsetOf(bytes, charset);
  const page = decoderFor(label).decode(bytes.subarray(0, LOOKED_INTO));
  if (!LIKELY.test(page)) return undefined;
  const isUnicode = label !== DEFAULT;
  let base: URL | undefined;
  let found: Refresh | undefined;
  let templates = 0;
  for (const { name, attributes } of tagsOf(page)) {
    if (name === "template") templates++;
    else if (name === "/template") templates = Math.max(0, templates - 1);
    if (templates > 0) continue;
    const href = name === "base" ? attributes.get("href") : undefined;
    if (href !== undefined) base ??= baseOf(href, url);
    const content = name === "meta" && isRefresh(attributes) ? attributes.get("content") : undefined;
    const value = content === undefined ? undefined : readRefresh(content, META_SPACE);
    // An empty reference is the page itself, whatever its base.
    const read = value && refreshTo(value, value.reference === "" ? url : (base ?? url), isUnicode);
    if (read && (!found || read.seconds <= found.seconds)) found = read;
  }
  return found;
}

function isRefresh(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get("http-equiv")?.toLowerCase() === "refresh";
}

/** Section 4.2.3: schemes of scripts and data are no base. */
function baseOf(href: string, url: URL): URL {
  const base = URL.parse(href, url.href);
  return base && !/^(?:data|javascript):$/.test(base.protocol) ? base : url;
}

const DEFAULT = "windows-1252";
/** Bytes in which an element says the charset (section 13.2.3.3). */
const PRESCAN = 1024;

/** A byte order mark, Content-Type, an element of the page, in this order (section 13.2.3.1). */
function charsetOf(bytes: Uint8Array, charset: string): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return knownLabel(charset) ?? knownLabel(declaredIn(bytes.subarray(0, PRESCAN))) ?? DEFAULT;
}

function declaredIn(bytes: Uint8Array): string {
  const page = Buffer.from(bytes).toString("latin1");
  if (!/charset/i.test(page)) return "";
  for (const { name, attributes } of tagsOf(page)) {
    if (name !== "meta") continue;
    const content = attributes.get("content") ?? "";
    const isType = attributes.get("http-equiv")?.toLowerCase() === "content-type";
    const within = isType
      ? /charset[\t\n\f\r ]*=[\t\n\f\r ]*["']?([^"';\t\n\f\r ]+)/i.exec(content)?.[1]
      : "";
    const label = attributes.get("charset") ?? within;
    // What could be read as ASCII so far is not UTF-16.
    if (label) return /^utf-?16/i.test(label.trim()) ? "utf-8" : label;
  }
  return "";
}

/** As the Encoding standard names it; undefined for a label that it does not know. */
function knownLabel(label: string): string | undefined {
  if (label === "") return undefined;
  try {
    return decoderFor(label).encoding;
  } catch {
    return undefined;
  }
}

function decoderFor(label: string): TextDecoder {
  return new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
}
