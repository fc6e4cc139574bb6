import table from "../../../data/geo/country-names.txt" with { type: "text" };
import { NetlensError } from "../../api/errors.ts";
import type { MmdbValue } from "../mmdb/decoder.ts";
import { countryLines } from "./country-lines.ts";

/** Names in one language. */
export interface Names {
  /** The locale as the platform resolved it, such as `pt-BR`; one that it does not know is `en`. */
  readonly locale: string;
  /** Keys of a database's names to try in order. */
  readonly keys: readonly string[];
  /** A country's name from its ISO 3166-1 code; `""` for a code that has none. */
  readonly country: (code: string) => string;
}

const LONGEST_TAG = 35;
/** English needs nothing of the platform, which takes a millisecond to load its names. */
const ENGLISH: Names = { locale: "en", keys: ["en"], country: countryLines(table) };
const loaded = new Map<string, Names>([["en", ENGLISH]]);

/**
 * Names for a language tag (BCP 47; `de_DE` with an underscore is accepted too). A language without data falls back to
 * English. Throws `invalid-param` for what is not a language tag. Remembered by resolved locale, which bounds the memory.
 */
export function namesFor(tag: string): Names {
  const known = loaded.get(tag);
  if (known !== undefined) return known;
  const countries = displayNames(tag);
  const { locale } = countries.resolvedOptions();
  const names = loaded.get(locale) ?? {
    locale,
    keys: [...new Set([locale, new Intl.Locale(locale).language])],
    country: remembered((code) => countries.of(code) ?? ""),
  };
  loaded.set(locale, names);
  return names;
}

/** Two letters make at most 676 entries. */
function remembered(find: (code: string) => string): (code: string) => string {
  const known = new Map<string, string>();
  return (code) => {
    const name = known.get(code) ?? find(code);
    known.set(code, name);
    return name;
  };
}

/** POSIX writes `pt_BR.UTF-8`, and WordPress `pt_PT_ao90`, whose last part is not a variant: language and region count. */
function languageTag(locale: string): string {
  const [, posix = locale] = /^([A-Za-z]{2,3}_[A-Za-z]{2})(?:[.@_][\w-]+)$/.exec(locale) ?? [];
  return posix.replaceAll("_", "-");
}

function displayNames(tag: string): Intl.DisplayNames {
  try {
    if (tag.length > LONGEST_TAG) throw new RangeError("too long");
    // English second, or the fallback would be the language of the machine.
    return new Intl.DisplayNames([languageTag(tag), "en"], { type: "region", fallback: "none" });
  } catch {
    throw new NetlensError(
      "invalid-param",
      `locale must be a language tag such as "en" or "pt-BR", not "${tag.slice(0, LONGEST_TAG)}".`,
    );
  }
}

/** The name in the wanted language, in a regional form of it, or in English; `""` when `value` holds no names. */
export function pickName(value: MmdbValue | undefined, names: Names): string {
  if (typeof value !== "object" || value instanceof Uint8Array || Array.isArray(value)) return "";
  const all = value as { readonly [key: string]: MmdbValue };
  const language = names.keys.at(-1);
  const key =
    names.keys.find((candidate) => Object.hasOwn(all, candidate)) ??
    Object.keys(all).find((candidate) => candidate.startsWith(`${language}-`)) ??
    "en";
  const name = all[key];
  return typeof name === "string" ? name : "";
}
