/** The subtags of a language tag in words (RFC 5646 section 2.2), by the tables of the platform. */

/** The registry of IANA. */
export const SUBTAG_REGISTRY =
  "https://www.iana.org/assignments/language-subtag-registry/language-subtag-registry";

/** langtag of RFC 5646 section 2.1, by shape: subtags of one to eight letters and digits, the first of letters. */
const TAG = /^(?:[A-Za-z]{2,8}|[ix](?=-))(?:-[A-Za-z0-9]{1,8})*$/i;

/** Whether a text has the shape of a language tag; one letter stands before subtags of private use or old ones only. */
export function isLanguageTag(text: string): boolean {
  return TAG.test(text);
}

const TABLES: Partial<Record<Intl.DisplayNamesType, Intl.DisplayNames>> = {};

/** The English name of a code of that type; undefined where it has none, or is not a code at all. */
function nameOf(type: "language" | "script" | "region", code: string): string | undefined {
  TABLES[type] ??= new Intl.DisplayNames(["en"], { type, fallback: "none" });
  try {
    return TABLES[type].of(code);
  } catch {
    return undefined;
  }
}

/** A language tag in English words; undefined where the tag is not a tag or has no name. */
export function languageName(tag: string): string | undefined {
  return nameOf("language", tag);
}

/** A subtag that the registry of IANA does not have. */
export interface UnknownSubtag {
  readonly text: string;
  readonly what: "language" | "script" | "region";
  /** The whole tag as it is probably meant. */
  readonly meant?: string;
}

/** Country codes and the like in the place of a language, each of which is nothing else there. */
const LANGUAGES_MEANT: ReadonlyMap<string, string> = new Map([
  ["cn", "zh"],
  ["cz", "cs"],
  ["dk", "da"],
  ["gr", "el"],
  ["jp", "ja"],
  ["vn", "vi"],
]);
/** UK is reserved beside GB, the code of the country: only GB is registered for languages. */
const REGIONS_MEANT: ReadonlyMap<string, string> = new Map([["uk", "GB"]]);
/** For private use (RFC 5646 section 2.2.3 and 2.2.4). */
const PRIVATE_REGION = /^(?:aa|q[m-z]|x[a-z]|zz)$/i;
const PRIVATE_SCRIPT = /^qa(?:a[a-z]|b[a-x])$/i;

/**
 * The first subtag that is not registered. Languages of three letters, of which there are thousands, extended
 * languages and variants are taken as they are; so is all behind a subtag of one letter.
 */
export function unknownSubtag(tag: string): UnknownSubtag | undefined {
  const [language = "", ...others] = tag.split("-");
  if (language.length === 1) return undefined;
  const replaced = (text: string, by: string | undefined) =>
    by === undefined
      ? {}
      : { meant: [language, ...others].map((one) => (one === text ? by : one)).join("-") };
  if (language.length !== 3 && (language.length > 3 || nameOf("language", language) === undefined))
    return { text: language, what: "language", ...replaced(language, languageMeant(language)) };
  for (const text of others) {
    if (text.length === 1) return undefined;
    if (/^[a-z]{4}$/i.test(text) && !PRIVATE_SCRIPT.test(text) && nameOf("script", text) === undefined)
      return { text, what: "script" };
    const meant = REGIONS_MEANT.get(text.toLowerCase());
    const isRegion = /^[a-z]{2}$/i.test(text) && !PRIVATE_REGION.test(text);
    if (isRegion && (meant !== undefined || nameOf("region", text) === undefined))
      return { text, what: "region", ...replaced(text, meant) };
  }
  return undefined;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** `jp` means ja; `english` is the name of en. */
function languageMeant(text: string): string | undefined {
  const lower = text.toLowerCase();
  const known = LANGUAGES_MEANT.get(lower);
  if (known !== undefined || lower.length < 4) return known;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.find((code) => nameOf("language", code)?.toLowerCase() === lower);
}
