import { makerWords } from "../../../data/agents/devices.ts";
import { memoize } from "../../platform/memoize.ts";
import { codeAt, standsAt } from "../read/tokens.ts";
import { fromTables, rowsOf } from "./tables.ts";

/** Evidence for a brand at the start of a model: its name, a code of at least four characters, or a shorter one. */
type BrandEvidence = "name" | "code" | "short-code";

export interface BrandMatch {
  readonly brand: string;
  readonly evidence: BrandEvidence;
  /** Whether the word is the brand's name, not a product line. */
  readonly own: boolean;
  /** Length of the matched words, in characters. */
  readonly length: number;
}

interface Word {
  readonly text: string;
  /** Whether letters may follow. */
  readonly open: boolean;
  /** Whether the word is the name in the table's first column. */
  readonly isName: boolean;
  /** Result if the word matches. */
  readonly match: BrandMatch;
}

function flat(text: string): string {
  const lower = text.toLowerCase();
  return PARTED.test(lower) ? lower.replace(GAPS, " ") : lower;
}

const GAPS = /[\s_-]+/g;
/** Characters that `flat` replaces; most texts have none. */
const PARTED = /[_-]|\s\s|[^\S ]/;

/** Length of the index keys. */
const START = 3;

const startOf = (text: string): string => text.slice(0, START);

/** Lists of words in memory per generation: more than there are starts of brands. */
const STARTS = 2048;

/** Words by first characters, longest first; built per start, since few are used. */
const words = fromTables(() => {
  const found = new Map<string, Parameters<typeof wordOf>[]>();
  const add = (brand: string, written: string, isName: boolean) => {
    const text = flat(!isName && written.endsWith("*") ? written.slice(0, -1) : written);
    const alike = found.get(startOf(text));
    if (alike) alike.push([brand, written, text, isName]);
    else found.set(startOf(text), [[brand, written, text, isName]]);
  };
  for (const [brand = "", list = ""] of rowsOf("brands")) {
    add(brand, brand, true);
    for (const word of list.split(",")) if (word.trim() !== "") add(brand, word.trim(), false);
  }
  return memoize(
    (start) =>
      (found.get(start) ?? []).map((word) => wordOf(...word)).sort((a, b) => b.text.length - a.text.length),
    STARTS,
  );
});

function wordOf(brand: string, written: string, text: string, isName: boolean): Word {
  const open = !isName && /[*_-]$/.test(written);
  const name = flat(brand);
  // Some strings omit the space: `SonyEricssonK750i`.
  const own = text.length > 2 && (text === name || text === name.replaceAll(" ", ""));
  const evidence = own ? "name" : evidenceOf(text, open);
  return { text, open, isName, match: { brand, evidence, own, length: text.length } };
}

/** Brand of a flattened name: the last brand with that name, else the first product line. */
function brandNamed(text: string): string | undefined {
  const alike = words()(startOf(text)).filter((word) => word.text === text);
  return (alike.findLast(({ isName }) => isName) ?? alike[0])?.match.brand;
}

/** Usual spelling of a maker's name; codes and product lines are excluded. */
export function makerNamed(name: string): string | undefined {
  const brand = brandNamed(flat(name));
  return brand !== undefined && flat(brand) === flat(name) ? brand : makerWords.get(flat(name));
}

/** Usual spelling of a maker's name; undefined if unlisted. */
export function brandOf(name: string): string | undefined {
  return brandNamed(flat(name));
}

/** Brand by the first words or code letters of a model; the longest match, a full name before a code. */
export function brandAtStart(model: string): BrandMatch | undefined {
  const text = flat(model);
  const longer = firstAmong(words()(startOf(text)), text, model);
  if (longer?.own) return longer;
  const short = firstAmong(words()(text.slice(0, START - 1)), text, model);
  return short?.own ? short : (longer ?? short);
}

/** Longest word at the start of a text; brand names take precedence. */
function firstAmong(words: readonly Word[], text: string, model: string): BrandMatch | undefined {
  let best: BrandMatch | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || (best !== undefined && !word.match.own)) continue;
    if (!standsAt(word.text, text, 0)) continue;
    const next = codeAt(text, word.text.length);
    const letterFollows = next >= 97 && next <= 122;
    if (letterFollows && !(word.open && (word.text.length > 4 || isHump(model, word.text.length)))) continue;
    if (word.match.own) return word.match;
    best = word.match;
  }
  return best;
}

/** Upper-case letter after a lower-case one, as in `vivoY19`. */
function isHump(text: string, at: number): boolean {
  return /[a-z0-9 _-]/.test(text[at - 1] ?? "") && /[A-Z]/.test(text[at] ?? "");
}

function evidenceOf(text: string, open: boolean): BrandEvidence {
  if (!open && /^[a-z][a-z ]{3,}$/.test(text)) return "name";
  return text.length >= 4 ? "code" : "short-code";
}
