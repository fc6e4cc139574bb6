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

/** Space, controls and `( ) , ; [ ] { } " / |`. */
const DELIMITERS = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || '(),;[]{}"/|'.includes(String.fromCharCode(code)) ? 1 : 0,
);
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

const isDigit = (code: number) => code >= 48 && code <= 57;
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

/**
 * A bracket; or a name, with a system that may follow it (`Seldom/Android/2.13`), and the version after a
 * slash. A name after the slash is not a version, as after the first one in `XiaoMi/MiuiBrowser/14.6`.
 */
const TOKEN =
  /[()]|([^\0-\x20(),;[\]{}"/]+)(?:(?:\/android|\/ios)(?=\/\d))?(?:\/(?!(?!v\d)[a-z][^\0-\x20(),;[\]{}"/]*\/)([^\0-\x20(),;[\]{}"/]*))?/gi;

/** Products of a text and words of its comments; `lower` is the text in lower case. */
export function readProducts(text: string, lower = text.toLowerCase()): Product[] {
  const sameOffsets = lower.length === text.length;
  const products: Product[] = [];
  let depth = 0;
  for (const token of text.matchAll(TOKEN)) {
    const name = token[1];
    const version = token[2];
    if (products.length === MOST_PRODUCTS) break;
    if (name === undefined) {
      depth = token[0] === "(" ? depth + 1 : Math.max(depth - 1, 0);
      continue;
    }
    const inside = depth > 0;
    // A word without a slash is a product (`Safari`), or the version of the previous word (`MSIE 6.0`).
    const before = version === undefined ? products.at(-1) : undefined;
    if (before?.version === "" && before.inside === inside && isVersionAt(text, token.index))
      products[products.length - 1] = { ...before, version: versionAt(name, 0) };
    else
      products.push({
        name,
        key: sameOffsets ? lower.slice(token.index, token.index + name.length) : name.toLowerCase(),
        version: version === undefined ? "" : versionAt(version, 0),
        inside,
      });
  }
  return products;
}

/** Whether a word after a space is a version. */
const isVersionAt = (text: string, at: number): boolean =>
  codeAt(text, at - 1) === 32 && isDigit(codeAt(text, codeAt(text, at) === 118 ? at + 1 : at));

/** Comment parts, split at `;` and brackets. */
export const readParts = (text: string): string[] =>
  text
    .split(/[;()[\]]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .slice(0, MOST_PARTS);
