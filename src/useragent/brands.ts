import { makerWords } from "../../data/agents/devices.ts";
import { fromTables, rowsOf } from "./tables.ts";

/** How sure a brand read from the start of a model is: its name stands there, a code of at least four signs, a shorter one. */
export type BrandEvidence = "name" | "code" | "short-code";

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
  readonly brand: string;
  /** Letters may follow. */
  readonly open: boolean;
  /** It is the brand's own name. */
  readonly named: boolean;
  readonly evidence: BrandEvidence;
}

interface Brands {
  /** Words by their first three characters, shorter ones by all; the longest first. */
  readonly byStart: ReadonlyMap<string, readonly Word[]>;
  readonly byName: ReadonlyMap<string, string>;
}

const flat = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, " ");

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
  words.sort((a, b) => b.text.length - a.text.length);
  return { byStart: Map.groupBy(words, ({ text }) => text.slice(0, 3)), byName };
});

/** A word, and the name of its brand, both flattened. */
function wordOf(text: string, brand: string, name: string, open: boolean): Word {
  const named = text === name && text.length > 2;
  return { text, brand, open, named, evidence: named ? "name" : evidenceOf(text, open) };
}

/** The usual spelling of a maker's own name; codes and product lines are no names. */
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
  let best: BrandMatch | undefined;
  for (const word of wordsFor(text)) {
    if (!text.startsWith(word.text)) continue;
    const next = text.charCodeAt(word.text.length);
    const letterFollows = next >= 97 && next <= 122;
    if (letterFollows && !(word.open && (word.text.length > 4 || isHump(model, word.text.length)))) continue;
    const match = {
      brand: word.brand,
      evidence: word.evidence,
      own: word.named,
      length: word.text.length,
    };
    if (word.named) return match;
    best ??= match;
  }
  return best;
}

/** The words of three characters and more, then those of two. */
function wordsFor(text: string): readonly Word[] {
  const { byStart } = brands();
  const longer = byStart.get(text.slice(0, 3)) ?? [];
  const short = text.length < 3 ? undefined : byStart.get(text.slice(0, 2));
  return short ? [...longer, ...short] : longer;
}

/** Whether a capital follows a small letter there, as in `vivoY19`. */
function isHump(text: string, at: number): boolean {
  return /[a-z0-9 _-]/.test(text[at - 1] ?? "") && /[A-Z]/.test(text[at] ?? "");
}

function evidenceOf(text: string, open: boolean): BrandEvidence {
  if (!open && /^[a-z][a-z ]{3,}$/.test(text)) return "name";
  return text.length >= 4 ? "code" : "short-code";
}
