/** Language tags in words (RFC 5646 section 2.2), from the tables of Intl. */

import { wordTexts } from "../../../data/headers/words.ts";
export const SUBTAG_REGISTRY =
  "https://www.iana.org/assignments/language-subtag-registry/language-subtag-registry";

/** langtag (RFC 5646 section 2.1): subtags of one to eight letters and digits, the first of letters. */
const TAG = /^(?:[A-Za-z]{2,8}|[ix](?=-))(?:-[A-Za-z0-9]{1,8})*$/i;

/** Whether the text has the syntax of a language tag. A first subtag of one letter must be `i` or `x`. */
export function isLanguageTag(text: string): boolean {
  return TAG.test(text);
}

const TABLES: Partial<Record<Intl.DisplayNamesType, Intl.DisplayNames>> = {};

/** English name of a code; undefined if unknown or invalid. */
function nameOf(type: "language" | "script" | "region", code: string): string | undefined {
  TABLES[type] ??= new Intl.DisplayNames(["en"], { type, fallback: "none" });
  try {
    return TABLES[type].of(code);
  } catch {
    return undefined;
  }
}

/** English name; undefined if unknown. */
export function languageName(tag: string): string | undefined {
  return nameOf("language", tag);
}

/** A subtag that is not in IANA's registry. */
export interface UnknownSubtag {
  readonly text: string;
  readonly what: "language" | "script" | "region";
  /** Corrected tag. */
  readonly likely?: string;
}

/** Language codes by country code that is used in place of a language. */
const LIKELY_LANGUAGES = wordTexts("country codes in place of languages");
/** The country code is GB; UK is reserved. */
const LIKELY_REGIONS: ReadonlyMap<string, string> = new Map([["uk", "GB"]]);
/** Private use (RFC 5646 sections 2.2.3 and 2.2.4). */
const PRIVATE_REGION = /^(?:aa|q[m-z]|x[a-z]|zz)$/i;
const PRIVATE_SCRIPT = /^qa(?:a[a-z]|b[a-x])$/i;

/** First unregistered subtag. Three-letter languages, extended languages, variants and private use are not checked. */
export function unknownSubtag(tag: string): UnknownSubtag | undefined {
  const [language = "", ...others] = tag.split("-");
  if (language.length === 1) return undefined;
  const replaced = (text: string, by: string | undefined) =>
    by === undefined
      ? {}
      : { likely: [language, ...others].map((one) => (one === text ? by : one)).join("-") };
  if (language.length !== 3 && (language.length > 3 || nameOf("language", language) === undefined))
    return { text: language, what: "language", ...replaced(language, likelyLanguage(language)) };
  for (const text of others) {
    if (text.length === 1) return undefined;
    if (/^[a-z]{4}$/i.test(text) && !PRIVATE_SCRIPT.test(text) && nameOf("script", text) === undefined)
      return { text, what: "script" };
    const likely = LIKELY_REGIONS.get(text.toLowerCase());
    const isRegion = /^[a-z]{2}$/i.test(text) && !PRIVATE_REGION.test(text);
    if (isRegion && (likely !== undefined || nameOf("region", text) === undefined))
      return { text, what: "region", ...replaced(text, likely) };
  }
  return undefined;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Code of a language by country code or English name: `jp` → ja; `english` → en. */
function likelyLanguage(text: string): string | undefined {
  const lower = text.toLowerCase();
  const known = LIKELY_LANGUAGES.get(lower);
  if (known !== undefined || lower.length < 4) return known;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.find((code) => nameOf("language", code)?.toLowerCase() === lower);
}
