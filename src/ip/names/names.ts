import table from "../../../data/geo/country-names.txt" with { type: "text" };
import { NetlensError } from "../../api/errors.ts";
import { memoize } from "../../platform/memoize.ts";
import type { MmdbValue } from "../mmdb/decoder.ts";
import { countryLines } from "./country-lines.ts";

export interface Names {
  /** Resolved locale, such as `pt-BR`; `en` if not supported. */
  readonly locale: string;
  /** Language keys in database records, in order of preference. */
  readonly keys: readonly string[];
  /** Country name by ISO 3166-1 code, or `""`. */
  readonly country: (code: string) => string;
}

const LONGEST_TAG = 35;
/** English does not use Intl, which takes a millisecond to load. */
const ENGLISH: Names = { locale: "en", keys: ["en"], country: countryLines(table) };
const loaded = new Map<string, Names>([["en", ENGLISH]]);

/**
 * Names for a language tag (BCP 47, or `de_DE`), else English. Cached by resolved locale, which bounds the
 * memory.
 * @throws NetlensError `invalid-param` for an invalid tag
 */
export function namesFor(tag: string): Names {
  const known = loaded.get(tag);
  if (known !== undefined) return known;
  const countries = displayNames(tag);
  const { locale } = countries.resolvedOptions();
  const names = loaded.get(locale) ?? {
    locale,
    keys: [...new Set([locale, new Intl.Locale(locale).language])],
    country: memoize((code) => countries.of(code) ?? "", 256),
  };
  loaded.set(locale, names);
  return names;
}

/** Language and region of POSIX (`pt_BR.UTF-8`) and WordPress (`pt_PT_ao90`) locales. */
function languageTag(locale: string): string {
  const [, posix = locale] = /^([A-Za-z]{2,3}_[A-Za-z]{2})(?:[.@_][\w-]+)$/.exec(locale) ?? [];
  return posix.replaceAll("_", "-");
}

function displayNames(tag: string): Intl.DisplayNames {
  try {
    if (tag.length > LONGEST_TAG) throw new RangeError("too long");
    // English second, since the fallback would be the machine's language.
    return new Intl.DisplayNames([languageTag(tag), "en"], { type: "region", fallback: "none" });
  } catch {
    throw new NetlensError(
      "invalid-param",
      `locale must be a language tag such as "en" or "pt-BR", not "${tag.slice(0, LONGEST_TAG)}".`,
    );
  }
}

/** Name in the language, a regional form of it, or English; `""` if `value` has no names. */
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
