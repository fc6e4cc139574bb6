/** Products with versions, and comment parts, of a user agent string. */

export interface Product {
  readonly name: string;
  /** Lower case. */
  readonly key: string;
  readonly version: string;
  /** Inside a comment. */
  readonly inside: boolean;
}

/** Limits; real strings have fewer. */
const MOST_PRODUCTS = 120;
const MOST_PARTS = 80;

/** Space, controls and `( ) , ; [ ] { } " /`. */
const DELIMITERS = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || '(),;[]{}"/'.includes(String.fromCharCode(code)) ? 1 : 0,
);
/** `;`, `(`, `)`, `[` or `]`. */
const isParting = (code: number) => code === 59 || code === 40 || code === 41 || code === 91 || code === 93;
/** Character code; 0 after the end, since out-of-bounds reads are slow. */
export const codeAt = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : 0);
const isDelimiter = (code: number) => code < 128 && DELIMITERS[code] === 1;
/** Whether a word is at an offset. Faster than startsWith, since most words are not. */
export function standsAt(word: string, text: string, at: number): boolean {
  if (at + word.length > text.length) return false;
  // From the end: the first characters usually match.
  for (let here = word.length - 1; here >= 0; here--)
    if (word.charCodeAt(here) !== text.charCodeAt(at + here)) return false;
  return true;
}

export const isDigit = (code: number) => code >= 48 && code <= 57;
/** `.`, `,` or `:`. */
const isStop = (code: number) => code === 46 || code === 44 || code === 58;

function endOfToken(text: string, at: number): number {
  let index = at;
  while (index < text.length && !isDelimiter(text.charCodeAt(index))) index++;
  return index;
}

/** Version at an offset, without a leading `v`: digits, letters and dots up to a delimiter. */
export function versionAt(text: string, at: number): string {
  let index = Math.min(endOfToken(text, at), at + 40);
  const start = (codeAt(text, at) | 32) === 118 && isDigit(codeAt(text, at + 1)) ? at + 1 : at;
  while (index > start && isStop(text.charCodeAt(index - 1))) index--;
  return text.slice(start, index);
}

/** Products of a text and words of its comments; `lower` is the lower case with equal offsets. */
export function readProducts(text: string, lower: string | undefined): Product[] {
  const products: Product[] = [];
  let depth = 0;
  let index = 0;
  while (index < text.length && products.length < MOST_PRODUCTS) {
    const code = text.charCodeAt(index);
    if (isDelimiter(code)) {
      if (code === 40) depth++;
      if (code === 41 && depth > 0) depth--;
      index++;
      continue;
    }
    const start = index;
    index = endOfToken(text, index);
    const name = text.slice(start, index);
    const key = lower === undefined ? name.toLowerCase() : lower.slice(start, index);
    const inside = depth > 0;
    if (codeAt(text, index) === 47) index = behindSystem(lower ?? "", index);
    if (codeAt(text, index) === 47 && !leadsToName(text, index + 1)) {
      products.push({ name, key, version: versionAt(text, index + 1), inside });
      index = endOfToken(text, index + 1);
    } else {
      const mayBeVersion = start > 0 && text.charCodeAt(start - 1) === 32 && startsVersion(text, start);
      addWord(products, { name, key, version: "", inside }, mayBeVersion);
    }
  }
  return products;
}

/** Index after a system that follows the name: `Seldom/Android/2.13`. */
function behindSystem(lower: string, at: number): number {
  const end = standsAt("/android/", lower, at) ? at + 8 : standsAt("/ios/", lower, at) ? at + 4 : at;
  return isDigit(codeAt(lower, end + 1)) ? end : at;
}

/** Whether a name follows a slash, as after the first one in `XiaoMi/MiuiBrowser/14.6`. */
function leadsToName(text: string, at: number): boolean {
  const code = codeAt(text, at) | 32;
  if (!(code >= 97 && code <= 122)) return false;
  if (code === 118 && isDigit(codeAt(text, at + 1))) return false;
  return codeAt(text, endOfToken(text, at)) === 47;
}

/** A word without a slash is a product (`Safari`), or the version of the previous word (`MSIE 6.0`). */
function addWord(products: Product[], word: Product, mayBeVersion: boolean): void {
  const before = mayBeVersion ? products.at(-1) : undefined;
  if (before?.version !== "" || before.inside !== word.inside) products.push(word);
  else products[products.length - 1] = { ...before, version: versionAt(word.name, 0) };
}

const startsVersion = (text: string, at: number): boolean =>
  isDigit(codeAt(text, codeAt(text, at) === 118 ? at + 1 : at));

/** Comment parts from an offset, split at `;` and brackets. */
export function readParts(text: string, from: number): string[] {
  const parts: string[] = [];
  let start = from;
  for (let at = from; at <= text.length && parts.length < MOST_PARTS; at++) {
    if (at < text.length && !isParting(text.charCodeAt(at))) continue;
    const part = text.slice(start, at).trim();
    if (part !== "") parts.push(part);
    start = at + 1;
  }
  return parts;
}
