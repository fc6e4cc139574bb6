/**
 * User-agent client hints (User-Agent Client Hints, WICG): fields `Sec-CH-UA*`, which are structured fields
 * (RFC 9651), and the same data as `navigator.userAgentData.getHighEntropyValues()` gives it.
 */

import { parseItem, parseList } from "../headers/syntax/structured-fields.ts";

export interface BrandVersion {
  readonly brand: string;
  readonly version: string;
}

export interface ClientHints {
  /** Without GREASE; the full version list where it was sent. */
  readonly brands: readonly BrandVersion[];
  readonly fullVersion: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly model: string;
  readonly mobile: boolean | undefined;
  /** `x86` or `arm`. */
  readonly architecture: string;
  /** `64` or `32`, of the system: a browser of 32 bits on a system of 64 says both. */
  readonly bitness: string;
  /** In lower case. */
  readonly formFactors: readonly string[];
  /** Android package from `X-Requested-With`. */
  readonly app: string;
}

/** Fields that the service reads, for `Accept-CH` and `Vary`. */
export const HINT_FIELDS = [
  "Sec-CH-UA",
  "Sec-CH-UA-Full-Version-List",
  "Sec-CH-UA-Full-Version",
  "Sec-CH-UA-Platform",
  "Sec-CH-UA-Platform-Version",
  "Sec-CH-UA-Model",
  "Sec-CH-UA-Mobile",
  "Sec-CH-UA-Form-Factors",
  "Sec-CH-UA-Arch",
  "Sec-CH-UA-Bitness",
  "Sec-CH-UA-WoW64",
] as const;

/** Names of the JavaScript interface for the fields. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    brands: "ua",
    fullversionlist: "ua-full-version-list",
    uafullversion: "ua-full-version",
    platform: "ua-platform",
    platformversion: "ua-platform-version",
    model: "ua-model",
    mobile: "ua-mobile",
    formfactors: "ua-form-factors",
    architecture: "ua-arch",
    bitness: "ua-bitness",
    wow64: "ua-wow64",
  }),
);

/** Deliberate nonsense among the brands, in every punctuation: `Not;A=Brand`, `(Not(A:Brand`, ` Not A;Brand`. */
const isGrease = (brand: string) => /^nota?brand$|^grease/.test(brand.toLowerCase().replace(/[^a-z]/g, ""));

/**
 * Hints from header fields or from the JavaScript object, names in any case; also as CGI variables name them
 * (`HTTP_SEC_CH_UA`). What is malformed is left out, as RFC 9651 has it. Undefined where nothing is left.
 */
export function readClientHints(given: Readonly<Record<string, unknown>>): ClientHints | undefined {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const key = name
      .toLowerCase()
      .replaceAll("_", "-")
      .replace(/^http-/, "")
      .replace(/^sec-ch-/, "");
    fields.set(ALIASES.get(key) ?? key, value);
  }
  const full = brandsOf(fields.get("ua-full-version-list"));
  const hints: ClientHints = {
    brands: full.length > 0 ? full : brandsOf(fields.get("ua")),
    fullVersion: textOf(fields.get("ua-full-version")),
    platform: textOf(fields.get("ua-platform")),
    platformVersion: textOf(fields.get("ua-platform-version")),
    model: textOf(fields.get("ua-model")),
    mobile: booleanOf(fields.get("ua-mobile")),
    formFactors: listOf(fields.get("ua-form-factors")),
    architecture: wordOf(fields.get("ua-arch"), /^(?:x86|arm)$/),
    bitness: booleanOf(fields.get("ua-wow64")) ? "64" : wordOf(fields.get("ua-bitness"), /^(?:64|32)$/),
    app: packageOf(fields.get("x-requested-with")),
  };
  const empty = hints.brands.length === 0 && hints.mobile === undefined && hints.formFactors.length === 0;
  const silent =
    !hints.fullVersion && !hints.platform && !hints.platformVersion && !hints.model && !hints.app;
  const unbuilt = hints.architecture === "" && hints.bitness === "";
  return empty && silent && unbuilt ? undefined : hints;
}

function brandsOf(value: unknown): BrandVersion[] {
  const brands =
    typeof value === "string" ? parsedBrands(value) : Array.isArray(value) ? value.flatMap(brandObject) : [];
  return brands.filter(({ brand }) => brand !== "" && !isGrease(brand));
}

function parsedBrands(text: string): BrandVersion[] {
  const list = parseList(text.slice(0, 1024)).value ?? [];
  return list.flatMap((member) => {
    if (member.kind !== "item" || member.value.kind !== "string") return [];
    const version = member.parameters.get("v");
    return [{ brand: member.value.value, version: version?.kind === "string" ? version.value : "" }];
  });
}

function brandObject(value: unknown): BrandVersion[] {
  if (typeof value !== "object" || value === null || !("brand" in value)) return [];
  const version = "version" in value && typeof value.version === "string" ? value.version : "";
  return typeof value.brand === "string" ? [{ brand: value.brand, version }] : [];
}

/** A string; proxies and scripts often lose its quotes. */
function textOf(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = value.slice(0, 128).trim();
  const item = parseItem(text).value;
  return item?.kind === "item" && item.value.kind === "string"
    ? item.value.value
    : text.replace(/^"|"$/g, "");
}

/** One of the words that the specification names; others are left out. */
function wordOf(value: unknown, known: RegExp): string {
  const word = textOf(value).toLowerCase();
  return known.test(word) ? word : "";
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === "?1" || value === "1") return true;
  return value === "?0" || value === "0" ? false : undefined;
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.filter((one) => typeof one === "string").map((one) => one.toLowerCase());
  if (typeof value !== "string") return [];
  return value
    .slice(0, 256)
    .split(",")
    .map((one) => one.trim().replaceAll('"', "").toLowerCase())
    .filter((one) => one !== "");
}

function packageOf(value: unknown): string {
  return typeof value === "string" && value !== "XMLHttpRequest" && /^(?=.*\.)[\w.]{3,100}$/.test(value)
    ? value
    : "";
}
