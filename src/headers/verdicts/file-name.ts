/** The file name that browsers suggest for a download (net/base/filename_util, as on Linux). */

import { extensionsOf } from "../../../data/browsers/file-extensions.ts";
import { trimOf } from "../../syntax/trim.ts";
import type { Engine } from "./response.ts";

interface Word {
  readonly text: string;
  readonly encoded: boolean;
}

/** Decodes the raw name in Content-Disposition as Chromium or Safari, one character per byte; undefined if invalid. */
export function decodePlainName(bytes: string, engine: Exclude<Engine, "firefox">): string | undefined {
  let name = "";
  let wasEncoded = true;
  for (const part of bytes.split(/([ \t\r\n])/)) {
    if (part === "") continue;
    if (/^[ \t\r\n]$/.test(part)) {
      if (!wasEncoded) name += " ";
      continue;
    }
    const word = decodeWord(part, engine);
    if (!word) return undefined;
    name += word.text;
    wasEncoded = word.encoded;
  }
  return name;
}

/**
 * Decodes raw UTF-8, `=?charset?B?…?=` (RFC 2047), or percent-encoded UTF-8. Safari decodes no encoded words
 * (reported for DSpace; RFC 2047 section 5 excludes quoted strings).
 */
function decodeWord(word: string, engine: Engine): Word | undefined {
  if (/[^\x00-\x7f]/.test(word)) return whole(decodeBytes("utf-8", word));
  if (engine === "webkit" && ENCODED_WORD.test(word)) return whole(word);
  const encoded = engine === "webkit" ? "none" : encodedWord(word);
  return encoded === "none" ? whole(decodeBytes("utf-8", percentDecoded(word))) : encoded;
}

const ENCODED_WORD = /^=\?[^?]+\?[bBqQ]\?/;

/** Splits the word at question marks. Encoded words must end with `=`; a lone `=` is an encoded word. */
function encodedWord(word: string): Word | undefined | "none" {
  const [mark = "=", charset = "", kind = "Q", text, end = "=", ...more] = word
    .split("?")
    .filter((part) => part);
  if (mark !== "=" || !/^[bBqQ]$/.test(kind)) return "none";
  if (end !== "=" || more.length > 0 || !word.endsWith("=")) return undefined;
  if (text === undefined) return { text: "", encoded: true };
  const isPadded = kind.toLowerCase() !== "b" || text.length % 4 === 0;
  return isPadded ? decoded(knownCharset(charset), kind, text) : undefined;
}

function decoded(charset: string, kind: string, text: string): Word | undefined {
  const bytes = kind.toLowerCase() === "b" ? fromBase64(text) : fromQ(text);
  const name = bytes === undefined ? undefined : decodeBytes(charset, bytes);
  return name === undefined ? undefined : { text: name, encoded: true };
}

/** Chromium ignores punctuation and leading zeros in names of character sets. */
function knownCharset(name: string): string {
  if (isCharset(name)) return name;
  const bare = name.replace(/[^A-Za-z0-9]/g, "").replace(/(?<!\d)0+(?=\d)/g, "");
  return bare.replace(/^windows(?=\d)/i, "windows-");
}

function whole(text: string | undefined) {
  return text === undefined ? undefined : { text, encoded: false };
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

function fromQ(text: string): string | undefined {
  if (/=(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  return text
    .replaceAll("_", " ")
    .replace(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Text of bytes; undefined if they are invalid. Chromium keeps a byte order mark. */
function decodeBytes(charset: string, bytes: string, options = { fatal: true, ignoreBOM: true }) {
  try {
    const octets = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
    return new TextDecoder(charset as Bun.Encoding, options).decode(octets).normalize("NFC");
  } catch {
    return undefined;
  }
}

/** ext-value = charset "'" [ language ] "'" value-chars (RFC 8187); undefined if invalid. */
export function decodeExtValue(raw: string): string | undefined {
  const [, charset, encoded] = /^([^']+)'[^']*'([^']+)$/.exec(raw) ?? [];
  if (raw.includes('"') || charset === undefined || encoded === undefined) return undefined;
  return /[^\x00-\x7f]/.test(encoded)
    ? undefined
    : decodeBytes(knownCharset(charset), percentDecoded(encoded));
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label as Bun.Encoding).encoding !== "";
  } catch {
    return false;
  }
}

// Firefox 153

/** Decodes the plain name as Firefox: raw bytes as UTF-8 or else Latin-1; encoded words anywhere in ASCII. */
export function decodeFirefoxName(bytes: string): string {
  if (/[^\x00-\x7f]/.test(bytes)) return decodeBytes("utf-8", bytes) ?? bytes;
  return bytes
    .replace(/\?=[ \t]+=\?/g, "?==?")
    .replace(/=\?([^?]*)\?([bq])\?([^?]+)\?=/gi, (word, charset: string, kind: string, text: string) => {
      const octets = kind.toLowerCase() === "b" ? fromBase64(text) : fromQ(text);
      return octets === undefined ? word : (inFirefox(charset.replace(/\*.*/, ""), octets, false) ?? word);
    });
}

/** Text of bytes as Firefox decodes them: an unknown charset means UTF-8. */
function inFirefox(charset: string, bytes: string, fatal: boolean): string | undefined {
  return decodeBytes(isCharset(charset) ? charset : "utf-8", bytes, { fatal, ignoreBOM: false });
}

/** Decodes the value of filename* as Firefox, raw bytes included; undefined if invalid, NUL if it has that byte. */
export function decodeFirefoxExtValue(charset: string, encoded: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded)) return undefined;
  const bytes = percentDecoded(encoded);
  return bytes.includes("\0") ? "\0" : inFirefox(charset, bytes, /[^\x00-\x7f]/.test(bytes));
}

/** Name with its escapes decoded if all are UTF-8; escapes of control characters stay. */
function firefoxUnescaped(name: string): string {
  const bytes = Buffer.from(name, "utf8").toString("latin1");
  const decoded = bytes.replace(/%(?!7F)[2-9A-F][\dA-F]/gi, percentDecoded);
  return decodeBytes("utf-8", decoded) ?? name;
}

/** File name from Content-Disposition, or else from the URL; undefined if both are unknown. */
export function suggestedName(
  stated: string | undefined,
  url: URL | undefined,
  type: string,
  engine: Engine,
): string | undefined {
  if (stated === undefined || stated === "") {
    if (!url) return undefined;
    return engine === "firefox"
      ? firefoxName(lastSegment(url), type, url.search !== "")
      : chromiumUrlName(url, type);
  }
  return engine === "firefox"
    ? (firefoxName(stated, type) ?? suggestedName("", url, type, engine))
    : chromiumName(stated);
}

function lastSegment({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

function urlName(url: URL): string {
  const segment = lastSegment(url);
  return decodeBytes("utf-8", percentDecoded(segment)) ?? segment;
}

/** Name from the URL. A missing extension, or a wrong one before a query, becomes the type's extension. */
function chromiumUrlName(url: URL, type: string): string {
  const name = chromiumName(urlName(url));
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  const known = extensionsOf(type);
  const replaced =
    (extension === "" || (url.search !== "" && urlName(url) !== "")) && !known.includes(extension);
  if (!replaced || known[0] === undefined) return name;
  return `${extension === "" ? name : name.slice(0, dot)}.${known[0]}`;
}

const ILLEGAL = /["*/:<>?\\|\p{Cc}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/gu;

const ILLEGAL_IN_FIREFOX = /["%*/:<>?\\|\p{Cc}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Name without outer dots; path separators and characters invalid in file systems become underscores. */
function chromiumName(name: string): string {
  const trimmed = trimOf(name, /\./).replace(/[/\\]/g, "_");
  if (/^[-_]*$/.test(trimmed)) return "download";
  return trimmed.replace(ILLEGAL, "_").replace(/^[\s.~]|[\s.~]$/gu, "_");
}

const FORCED = /^(?:image|audio|video)\/|^(?:application\/(?:pdf|ogg|wasm)|text\/(?:calendar|css|vcard))$/;

/** Longest file name in Firefox; the extension is kept. */
const LONGEST_NAME = 250;

function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const extension = /\.[^.]*$/.exec(name)?.[0] ?? "";
  return name.slice(0, LONGEST_NAME - extension.length) + extension;
}

/** Name with the type's extension if it has none, or a wrong one. An extension before a query does not count. */
function firefoxName(name: string, type: string, hasQuery = false): string | undefined {
  const clean = shortened(trimOf(firefoxUnescaped(name).replace(ILLEGAL_IN_FIREFOX, "_"), /[\s.]/));
  if (clean === "") return undefined;
  const known = type === "text/plain" ? [] : extensionsOf(type);
  const dot = clean.lastIndexOf(".");
  const extension = dot > 0 ? clean.slice(dot + 1).toLowerCase() : "";
  if (known[0] === undefined || (known.includes(extension) && !hasQuery)) return clean;
  if (extension === "") return `${clean}.${known[0]}`;
  return hasQuery || FORCED.test(type) ? `${clean.slice(0, dot)}.${known[0]}` : clean;
}
