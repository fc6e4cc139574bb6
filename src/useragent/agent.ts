/**
 * What a user agent string is made of. RFC 9110 section 10.1.5: `User-Agent = product *( RWS ( product / comment ) )`,
 * `product = token [ "/" product-version ]`. Real strings bend that, so the reading is lenient and linear.
 */

import { type Names, namesIn } from "./identities.ts";
import { type Signs, signsIn } from "./signs.ts";

export interface Product {
  readonly name: string;
  /** Name in lower case. */
  readonly key: string;
  readonly version: string;
  /** Whether it stands inside a comment. */
  readonly inside: boolean;
}

export interface Agent {
  /** At most the first READ characters. */
  readonly text: string;
  readonly lower: string;
  readonly products: readonly Product[];
  /** Version by product name in lower case; the first one counts. */
  readonly versions: ReadonlyMap<string, string>;
  /** The pieces of the comments, parted at `;`, `(` and `)`. */
  readonly parts: readonly string[];
  /** What stands before the first `/`, `(`, `[` or `;`: the name of an app may have several words. */
  readonly head: string;
  readonly headVersion: string;
  /** What the tables know in it. */
  readonly names: Names;
  /** What stands in it that decides something. */
  readonly signs: Signs;
}

/** Nothing that matters stands further behind, and every later step is bounded by it. */
const READ = 1024;

/** Reads a string of any content. */
export function readAgent(agent: string): Agent {
  const text = spelled(agent.slice(0, READ)).trim();
  const lower = text.toLowerCase();
  const products = readProducts(text, lower.length === text.length ? lower : undefined);
  const versions = new Map<string, string>();
  for (const { key, version } of products) if (!versions.has(key)) versions.set(key, version);
  const head = /^[^/()[\];|]{0,80}/.exec(text)?.[0] ?? "";
  return {
    text,
    lower,
    products,
    versions,
    parts: readParts(text),
    head: decoded(head.trim()),
    headVersion: /^\/v?\d/i.test(text.slice(head.length, head.length + 3))
      ? versionAt(text, head.length + 1)
      : trailingVersion(head),
    names: namesIn(lower, text),
    signs: signsIn(lower),
  };
}

/** Vewd's televisions spell Android with a zero. */
function spelled(text: string): string {
  const plain = text.includes("%20") ? text.replaceAll("%20", " ") : text;
  return plain.includes("Andr0id") ? plain.replace("; Andr0id ", "; Android ") : plain;
}

/** The version that starts at an offset: digits, letters, dots up to a delimiter; without a leading `v`. */
export function versionAt(text: string, at: number): string {
  const end = Math.min(text.length, at + 40);
  let index = at;
  while (index < end && !isDelimiter(text.charCodeAt(index))) index++;
  const start = (text.charCodeAt(at) | 32) === 118 && isDigit(text.charCodeAt(at + 1)) ? at + 1 : at;
  while (index > start && isStop(text.charCodeAt(index - 1))) index--;
  return text.slice(start, index);
}

function trailingVersion(head: string): string {
  return /[\s-]v?(\d[\d.]{0,20}[a-z]?)$/i.exec(head.trim())?.[1] ?? "";
}

/** Names of Apple's apps come percent-encoded. */
function decoded(name: string): string {
  if (!name.includes("%")) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isDigit = (code: number) => code >= 48 && code <= 57;
/** `.`, `,` or `:`. */
const isStop = (code: number) => code === 46 || code === 44 || code === 58;

// space ( ) , ; [ ] { } " and controls
function isDelimiter(code: number): boolean {
  return (
    code <= 32 ||
    code === 40 ||
    code === 41 ||
    code === 44 ||
    code === 59 ||
    code === 91 ||
    code === 93 ||
    code === 123 ||
    code === 125 ||
    code === 34 ||
    code === 47
  );
}

/** `lower` is the text in lower case, where each of its signs stands at the same place. */
function readProducts(text: string, lower: string | undefined): Product[] {
  const products: Product[] = [];
  let depth = 0;
  let index = 0;
  while (index < text.length && products.length < 120) {
    const code = text.charCodeAt(index);
    if (isDelimiter(code)) {
      if (code === 40) depth++;
      if (code === 41 && depth > 0) depth--;
      index++;
      continue;
    }
    const start = index;
    while (index < text.length && !isDelimiter(text.charCodeAt(index))) index++;
    const name = text.slice(start, index);
    const key = lower === undefined ? name.toLowerCase() : lower.slice(start, index);
    if (text.charCodeAt(index) === 47 && !leadsToName(text, index + 1)) {
      const version = versionAt(text, index + 1);
      index++;
      while (index < text.length && !isDelimiter(text.charCodeAt(index))) index++;
      products.push({ name, key, version, inside: depth > 0 });
    } else {
      addWord(products, { name, key, version: "", inside: depth > 0 }, text.charCodeAt(start - 1) === 32);
    }
  }
  return products;
}

/** In `XiaoMi/MiuiBrowser/14.6` a name follows the first slash, not a version. */
function leadsToName(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32;
  if (!(code >= 97 && code <= 122)) return false;
  const next = text.charCodeAt(at + 1);
  if (code === 118 && next >= 48 && next <= 57) return false;
  let index = at;
  while (index < text.length && !isDelimiter(text.charCodeAt(index))) index++;
  return text.charCodeAt(index) === 47;
}

/** A word without a slash is a product too (`Safari`), or the version of the word before it (`MSIE 6.0`). */
function addWord(products: Product[], word: Product, afterSpace: boolean): void {
  const before = products[products.length - 1];
  if (
    before &&
    afterSpace &&
    before.version === "" &&
    before.inside === word.inside &&
    startsVersion(word.name)
  ) {
    products[products.length - 1] = { ...before, version: versionAt(word.name, 0) };
    return;
  }
  products.push(word);
}

function startsVersion(name: string): boolean {
  return isDigit(name.charCodeAt(name.startsWith("v") ? 1 : 0));
}

function readParts(text: string): string[] {
  const parts: string[] = [];
  const opened = text.search(/[([;]/);
  if (opened < 0) return parts;
  let start = opened;
  for (let index = opened; index <= text.length; index++) {
    const code = index === text.length ? 59 : text.charCodeAt(index);
    if (code !== 59 && code !== 40 && code !== 41 && code !== 91 && code !== 93) continue;
    const part = text.slice(start, index).trim();
    if (part !== "" && parts.length < 80) parts.push(part);
    start = index + 1;
  }
  return parts;
}
