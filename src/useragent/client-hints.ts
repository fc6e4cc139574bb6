/**
 * User-agent client hints (WICG): `Sec-CH-UA*` headers, which are structured fields (RFC 9651), or the object
 * of `navigator.userAgentData.getHighEntropyValues()`.
 */

import { hintAliases } from "../../data/agents/hint-fields.ts";
import { parseItem, parseList, stringIn } from "../syntax/structured-fields.ts";

export interface BrandVersion {
  readonly brand: string;
  readonly version: string;
}

export interface ClientHints {
  /** Brands without GREASE, from the full version list if it was sent. */
  readonly brands: readonly BrandVersion[];
  readonly fullVersion: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly model: string;
  readonly mobile: boolean | undefined;
  /** `x86` or `arm`. */
  readonly architecture: string;
  /** Word size of the system, `64` or `32`; the browser may have 32 bits on a 64-bit system. */
  readonly bitness: string;
  /** Lower case. */
  readonly formFactors: readonly string[];
  /** Android package from `X-Requested-With`. */
  readonly app: string;
}

/** GREASE brands, in any punctuation: `Not;A=Brand`, `(Not(A:Brand`, ` Not A;Brand`. */
const isGrease = (brand: string) => /^nota?brand$|^grease/.test(brand.toLowerCase().replace(/[^a-z]/g, ""));

/**
 * Parses hints from headers, the JavaScript object or CGI variables (`HTTP_SEC_CH_UA`), names in any case.
 * Invalid values are skipped (RFC 9651); undefined if none is left.
 */
export function readClientHints(given: Readonly<Record<string, unknown>>): ClientHints | undefined {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const key = name
      .toLowerCase()
      .replaceAll("_", "-")
      .replace(/^(?:http-)?(?:sec-ch-)?/, "");
    fields.set(hintAliases.get(key) ?? key, value);
  }
  const full = brandsOf(fields.get("ua-full-version-list"));
  const hints: ClientHints = {
    brands: full.length > 0 ? full : brandsOf(fields.get("ua")),
    fullVersion: textOf(fields.get("ua-full-version")),
    platform: textOf(fields.get("ua-platform")),
    platformVersion: textOf(fields.get("ua-platform-version")),
    model: textOf(fields.get("ua-model")),
    mobile: BOOLEANS.get(fields.get("ua-mobile")),
    formFactors: listOf(fields.get("ua-form-factors")),
    architecture: wordOf(fields.get("ua-arch"), /^(?:x86|arm)$/),
    bitness: BOOLEANS.get(fields.get("ua-wow64")) ? "64" : wordOf(fields.get("ua-bitness"), /^(?:64|32)$/),
    app: packageOf(fields.get("x-requested-with")),
  };
  const isTold = (value: (typeof hints)[keyof ClientHints]) => typeof value === "boolean" || value?.length;
  return Object.values(hints).some(isTold) ? hints : undefined;
}

function brandsOf(value: unknown): BrandVersion[] {
  const given = typeof value === "string" ? parsedBrands(value) : Array.isArray(value) ? value : [];
  return given.flatMap((one: unknown) => {
    const { brand, version } = Object(one) as Partial<Record<keyof BrandVersion, unknown>>;
    if (typeof brand !== "string" || brand === "" || isGrease(brand)) return [];
    return [{ brand, version: typeof version === "string" ? version : "" }];
  });
}

const parsedBrands = (text: string) =>
  (parseList(text.slice(0, 1024)).value ?? []).map((member) => ({
    brand: stringIn(member),
    version: stringIn(member.parameters.get("v")),
  }));

/** String value; proxies and scripts often lose its quotes. */
function textOf(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = value.slice(0, 128).trim();
  return stringIn(parseItem(text).value) ?? text.replace(/^"|"$/g, "");
}

/** Value in lower case if the specification has it, else `""`. */
function wordOf(value: unknown, known: RegExp): string {
  const word = textOf(value).toLowerCase();
  return known.test(word) ? word : "";
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ["?1", true],
  ["1", true],
  [false, false],
  ["?0", false],
  ["0", false],
]);

function listOf(value: unknown): string[] {
  const given = typeof value === "string" ? value.slice(0, 256).split(",") : value;
  const words = Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
  return words.map((one) => one.trim().replaceAll('"', "").toLowerCase()).filter((one) => one !== "");
}

function packageOf(value: unknown): string {
  return typeof value === "string" && value !== "XMLHttpRequest" && /^(?=.*\.)[\w.]{3,100}$/.test(value)
    ? value
    : "";
}
