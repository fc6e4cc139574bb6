/**
 * What a user agent string is made of. RFC 9110 section 10.1.5: `User-Agent = product *( RWS ( product / comment ) )`,
 * `product = token [ "/" product-version ]`. Real strings bend that, so the reading is lenient and linear.
 */

import { type Hits, hitsIn, moved, type Names, namesOf } from "./identities.ts";
import { Regulars } from "./regulars.ts";
import { type Signs, signsIn } from "./signs.ts";
import { fromTables } from "./tables.ts";
import { MOST_PARTS, MOST_PRODUCTS, type Product, readParts, readProducts, versionAt } from "./tokens.ts";

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
  const { products, parts, hits, signs } = readPieces(text, lower);
  const versions = new Map<string, string>();
  for (const { key, version } of products) if (!versions.has(key)) versions.set(key, version);
  const head = /^[^/()[\];|]{0,80}/.exec(text)?.[0] ?? "";
  return {
    text,
    lower,
    products,
    versions,
    parts,
    head: decoded(head.trim()),
    headVersion: /^\/v?\d/i.test(text.slice(head.length, head.length + 3))
      ? versionAt(text, head.length + 1)
      : trailingVersion(head),
    names: namesOf(hits),
    signs,
  };
}

/** Logs of IIS have `+` and others `%20` for a space; Vewd's televisions spell Android with a zero. */
function spelled(text: string): string {
  const logged = /^Mozilla\/\d\.\d\+\(/.test(text) && !text.includes(" ") ? text.replaceAll("+", " ") : text;
  const plain = logged.includes("%20") ? logged.replaceAll("%20", " ") : logged;
  return plain.includes("Andr0id") ? plain.replace("; Andr0id ", "; Android ") : plain;
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

interface Pieces {
  readonly products: readonly Product[];
  readonly parts: readonly string[];
  /** Where it started in the string that it was read in. */
  readonly from: number;
  readonly hits: Hits;
  readonly signs: Signs;
}

/** What stands behind the first comment is the same in many strings that differ in it: it is read once. */
function readPieces(text: string, lower: string): Pieces {
  const aligned = lower.length === text.length;
  const close = aligned && text.startsWith(USUAL) ? text.indexOf(")") + 1 : 0;
  const second = text.indexOf("(", USUAL.length);
  if (close === 0 || close === text.length || (second > 0 && second < close)) {
    return readWhole(text, lower);
  }
  const tail = tailOf(text, lower, close);
  if (tail === undefined) return readWhole(text, lower);
  return {
    from: 0,
    products: [...readProducts(text, lower, 0, close), ...tail.products].slice(0, MOST_PRODUCTS),
    parts: [...readParts(text, USUAL.length, close), ...tail.parts].slice(0, MOST_PARTS),
    hits: hitsIn(lower, text, 0, close, moved(tail.hits, close - tail.from)),
    signs: signsIn(lower, 0, close, tail.signs),
  };
}

const USUAL = "Mozilla/5.0 (";

function readWhole(text: string, lower: string): Pieces {
  const opened = text.search(/[([;]/);
  return {
    from: 0,
    products: readProducts(text, lower.length === text.length ? lower : undefined, 0, text.length),
    parts: opened < 0 ? [] : readParts(text, opened, text.length),
    hits: hitsIn(lower, text, 0, lower.length),
    signs: signsIn(lower, 0, lower.length),
  };
}

/** Longer ones are nobody's but their sender's. */
const LONGEST = 300;
const tails = fromTables(() => new Regulars<Pieces>(1024));

/** What stands behind the first comment, where it is one that many strings have. */
function tailOf(text: string, lower: string, from: number): Pieces | undefined {
  if (text.length - from > LONGEST) return undefined;
  const tail = text.slice(from);
  const kept = tails();
  const known = kept.get(tail);
  if (known || !kept.isAwaited(tail)) return known;
  const pieces = {
    from,
    products: readProducts(text, lower, from, text.length),
    parts: readParts(text, from, text.length),
    hits: hitsIn(lower, text, from, text.length),
    signs: signsIn(lower, from, text.length),
  };
  kept.keep(tail, pieces);
  return pieces;
}
