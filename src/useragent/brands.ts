import { makerWords } from "../../data/agents/devices.ts";
import { fromTables, rowsOf } from "./tables.ts";
import { codeAt } from "./tokens.ts";

/** How sure a brand read from the start of a model is: its name stands there, a code of at least four signs, a shorter one. */
type BrandEvidence = "name" | "code" | "short-code";

export interface BrandMatch {
  readonly brand: string;
  readonly evidence: BrandEvidence;
  /** Whether it is the brand's own name, not a line of its products. */
  readonly own: boolean;
  /** Length of the words that named the brand, in characters. */
  readonly length: number;
}

interface Word {
  readonly text: string;
  /** Letters may follow. */
  readonly open: boolean;
  /** What it says where it stands. */
  readonly match: BrandMatch;
}

interface Brands {
  /** Words by their first three characters, shorter ones by all; the longest first. */
  readonly byStart: ReadonlyMap<string, readonly Word[]>;
  readonly byName: ReadonlyMap<string, string>;
}

function flat(text: string): string {
  const lower = text.toLowerCase();
  return PARTED.test(lower) ? lower.replace(GAPS, " ") : lower;
}

const GAPS = /[\s_-]+/g;
/** What is changed by that: mostly nothing. */
const PARTED = /[_-]|\s\s|[^\S ]/;

const brands = fromTables((): Brands => {
  const words: Word[] = [];
  const byName = new Map<string, string>();
  for (const [brand = "", others = ""] of rowsOf("brands")) {
    const plain = flat(brand);
    words.push(wordOf(plain, brand, plain, false));
    byName.set(plain, brand);
    if (others === "") continue;
    for (const other of others.split(",").map((text) => text.trim())) {
      if (other === "") continue;
      const open = other.endsWith("*") || other.endsWith("-") || other.endsWith("_");
      const word = wordOf(flat(other.endsWith("*") ? other.slice(0, -1) : other), brand, plain, open);
      words.push(word);
      if (!byName.has(word.text)) byName.set(word.text, brand);
    }
  }
  const byStart = Map.groupBy(words, ({ text }) => text.slice(0, 3));
  for (const alike of byStart.values()) alike.sort((a, b) => b.text.length - a.text.length);
  return { byStart, byName };
});

/** A word, and the name of its brand, both flattened. */
function wordOf(text: string, brand: string, name: string, open: boolean): Word {
  // Some glue their name together: `SonyEricssonK750i`.
  const own = text.length > 2 && (text === name || text === name.replaceAll(" ", ""));
  const evidence = own ? "name" : evidenceOf(text, open);
  return { text, open, match: { brand, evidence, own, length: text.length } };
}

/** The usual spelling of a maker's own name; codes and product lines are not names. */
export function makerNamed(name: string): string | undefined {
  const brand = brands().byName.get(flat(name));
  return brand !== undefined && flat(brand) === flat(name) ? brand : makerWords.get(flat(name));
}

/** The usual spelling of a maker's name, undefined where it is not in the table. */
export function brandOf(name: string): string | undefined {
  return brands().byName.get(flat(name));
}

/** The brand that a model's first words or code letters name; the longest counts, a full name before a code. */
export function brandAtStart(model: string): BrandMatch | undefined {
  const text = flat(model);
  const { byStart } = brands();
  const longer = firstAmong(byStart.get(text.slice(0, 3)), text, model);
  if (longer?.own) return longer;
  const short = firstAmong(byStart.get(text.slice(0, 2)), text, model);
  return short?.own ? short : (longer ?? short);
}

/** The first word that a text starts with, the first one that is a brand's own name before others. */
function firstAmong(words: readonly Word[] | undefined, text: string, model: string): BrandMatch | undefined {
  if (words === undefined) return undefined;
  let best: BrandMatch | undefined;
  for (const word of words) {
    if (best !== undefined && !word.match.own) continue;
    if (!text.startsWith(word.text)) continue;
    const next = codeAt(text, word.text.length);
    const letterFollows = next >= 97 && next <= 122;
    if (letterFollows && !(word.open && (word.text.length > 4 || isHump(model, word.text.length)))) continue;
    if (word.match.own) return word.match;
    best = word.match;
  }
  return best;
}

/** Whether a capital follows a small letter there, as in `vivoY19`. */
function isHump(text: string, at: number): boolean {
  return /[a-z0-9 _-]/.test(text[at - 1] ?? "") && /[A-Z]/.test(text[at] ?? "");
}

function evidenceOf(text: string, open: boolean): BrandEvidence {
  if (!open && /^[a-z][a-z ]{3,}$/.test(text)) return "name";
  return text.length >= 4 ? "code" : "short-code";
}
