/** The tokens of a user agent string: products with their versions, and the pieces of its comments. */

export interface Product {
  readonly name: string;
  /** Name in lower case. */
  readonly key: string;
  readonly version: string;
  /** Whether it stands inside a comment. */
  readonly inside: boolean;
}

/** More than any honest string has. */
const MOST_PRODUCTS = 120;
const MOST_PARTS = 80;

/** The code of a character, 0 behind the end: to ask for one that is not there is slow wherever it is asked. */
export const codeAt = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : 0);
export const isDigit = (code: number) => code >= 48 && code <= 57;
/** `.`, `,` or `:`. */
const isStop = (code: number) => code === 46 || code === 44 || code === 58;

/** A sign of a token: none of space, controls and `( ) , ; [ ] { } " /`. */
const SIGN = "[!#-'*+.0-:<-Z\\\\^-z|~-\\uffff-]";

/**
 * A token with its version and the space in front of it, or a bracket. In `XiaoMi/MiuiBrowser/14.6` a name follows the first
 * slash, not a version.
 */
const TOKENS = new RegExp(`[()]| ?${SIGN}+(?:/(?!(?!v\\d)[a-z]${SIGN}*/)${SIGN}*)?`, "gi");

const VERSION = new RegExp(`${SIGN}{0,40}`, "y");

/** The version that starts at an offset: digits, letters, dots up to a delimiter; without a leading `v`. */
export function versionAt(text: string, at: number): string {
  VERSION.lastIndex = at;
  const version = VERSION.exec(text)?.[0] ?? "";
  const start = (codeAt(version, 0) | 32) === 118 && isDigit(codeAt(version, 1)) ? 1 : 0;
  let end = version.length;
  while (end > start && isStop(version.charCodeAt(end - 1))) end--;
  return version.slice(start, end);
}

/** The products of a text and the words of its comments. */
export function readProducts(text: string): Product[] {
  const products: Product[] = [];
  const tokens = text.match(TOKENS) ?? [];
  let depth = 0;
  for (let at = 0; at < tokens.length && products.length < MOST_PRODUCTS; at++) {
    const token = tokens[at] ?? "";
    if (token === "(") depth++;
    else if (token === ")") depth -= depth > 0 ? 1 : 0;
    else addToken(products, token, depth > 0);
  }
  return products;
}

function addToken(products: Product[], token: string, inside: boolean): void {
  const start = token.charCodeAt(0) === 32 ? 1 : 0;
  const slash = token.indexOf("/");
  const name = token.slice(start, slash < 0 ? token.length : slash);
  const key = name.toLowerCase();
  if (slash < 0) addWord(products, { name, key, version: "", inside }, start === 1);
  else products.push({ name, key, version: versionAt(token, slash + 1), inside });
}

/** A word without a slash is a product too (`Safari`), or the version of the word before it (`MSIE 6.0`). */
function addWord(products: Product[], word: Product, afterSpace: boolean): void {
  const before = products.length === 0 ? undefined : products[products.length - 1];
  if (
    before &&
    afterSpace &&
    before.version === "" &&
    before.inside === word.inside &&
    startsVersion(word.name)
  ) {
    const { name, key, inside } = before;
    products[products.length - 1] = { name, key, version: versionAt(word.name, 0), inside };
    return;
  }
  products.push(word);
}

function startsVersion(name: string): boolean {
  return isDigit(codeAt(name, codeAt(name, 0) === 118 ? 1 : 0));
}

/** The pieces behind an offset, parted at `;` and brackets. */
export function readParts(text: string, from: number): string[] {
  const parts: string[] = [];
  const pieces = text.slice(from).split(/[;()[\]]/);
  for (let at = 0; at < pieces.length && parts.length < MOST_PARTS; at++) {
    const part = (pieces[at] ?? "").trim();
    if (part !== "") parts.push(part);
  }
  return parts;
}
