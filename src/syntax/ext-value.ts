/** Parameter values with a character set and language, such as `filename*` (RFC 8187 section 3.2). */

import { wordTable } from "../../data/word-table.ts";
import type { Flaw } from "./tokens.ts";

export interface ExtValue {
  readonly charset: string;
  /** Language tag, or `""`. */
  readonly language: string;
  /** Decoded, or as sent if that fails. */
  readonly value: string;
  readonly flaws: readonly Flaw<ExtValueFlaw>[];
}

export type ExtValueFlaw =
  /** Not `charset'language'value`: `value` is the whole text. */
  | "ext-value-bad-form"
  /** Only UTF-8 is mandatory; ISO-8859-1 is decoded too. */
  | "ext-value-charset"
  | "ext-value-bad-character"
  | "ext-value-bad-percent"
  | "ext-value-bad-octets";

/** value-chars = *( pct-encoded / attr-char ); attr-char = ALPHA / DIGIT / "!" / "#" / "$" / "&" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" */
const ATTR_CHAR = /^[A-Za-z0-9!#$&+\-.^_`|~%]$/;
const ENCODINGS = wordTable<"utf-8" | "latin1">({ "utf-8": "utf-8", "iso-8859-1": "latin1" });

/** ext-value = charset "'" [ language ] "'" value-chars */
export function parseExtValue(text: string): ExtValue {
  const first = text.indexOf("'");
  const second = first < 0 ? -1 : text.indexOf("'", first + 1);
  if (first <= 0 || second < 0)
    return { charset: "", language: "", value: text, flaws: [{ id: "ext-value-bad-form", at: 0, text }] };
  const flaws: Flaw<ExtValueFlaw>[] = [];
  const charset = text.slice(0, first).toLowerCase();
  const encoding = ENCODINGS.get(charset);
  if (encoding !== "utf-8") flaws.push({ id: "ext-value-charset", at: 0, text: text.slice(0, first) });
  const encoded = text.slice(second + 1);
  checkCharacters(encoded, second + 1, flaws);
  const octets = percentDecode(encoded, second + 1, flaws);
  let value = encoded;
  try {
    if (encoding !== undefined) value = new TextDecoder(encoding, { fatal: true }).decode(octets);
  } catch {
    flaws.push({ id: "ext-value-bad-octets", at: second + 1, text: encoded });
  }
  return { charset, language: text.slice(first + 1, second), value, flaws };
}

function checkCharacters(encoded: string, offset: number, flaws: Flaw<ExtValueFlaw>[]): void {
  for (let at = 0; at < encoded.length; at++) {
    const char = encoded.charAt(at);
    if (ATTR_CHAR.test(char)) continue;
    flaws.push({ id: "ext-value-bad-character", at: offset + at, text: char });
    return;
  }
}

function percentDecode(encoded: string, offset: number, flaws: Flaw<ExtValueFlaw>[]): Uint8Array {
  const octets = new Uint8Array(encoded.length * 3);
  let length = 0;
  let bad = false;
  for (let at = 0; at < encoded.length; at++) {
    const hex = encoded[at] === "%" ? encoded.slice(at + 1, at + 3) : "";
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      octets[length++] = Number.parseInt(hex, 16);
      at += 2;
      continue;
    }
    if (encoded[at] === "%" && !bad) {
      flaws.push({ id: "ext-value-bad-percent", at: offset + at, text: encoded.slice(at, at + 3) });
      bad = true;
    }
    const code = encoded.charCodeAt(at);
    if (code < 0x80) octets[length++] = code;
    else length += new TextEncoder().encodeInto(encoded.charAt(at), octets.subarray(length)).written;
  }
  return octets.subarray(0, length);
}
