/**
 * Words that decide something wherever they stand in a string. All of them are looked for in one pass, whatever their
 * number; an expression is run only where a word stands that each of its matches must contain.
 */

import { hashOfThree, noPrefixes, openPlace, placesAt, SLOTS } from "./prefixes.ts";
import { codeAt } from "./tokens.ts";

interface Word {
  readonly text: string;
  /** The code of its last character. */
  readonly last: number;
  readonly flags: number[];
  /** Another one in the same place. */
  next: Word | undefined;
}

const words = noPrefixes<Word>();
let flags = 0;

/** The flags of a string's words, by number. */
export type Keywords = Uint8Array;

/** A flag that any of the words raises; they are in lower case, of three characters or more. */
export function keywordFlag(raising: readonly string[]): number {
  const flag = flags++;
  for (const text of raising) {
    const place = openPlace(words, text);
    const first = words.slots[place];
    let known = first;
    while (known !== undefined && known.text !== text) known = known.next;
    if (known) known.flags.push(flag);
    else words.slots[place] = { text, last: text.charCodeAt(text.length - 1), flags: [flag], next: first };
  }
  return flag;
}

/** The flags of the words in a string in lower case. */
export function scanKeywords(lower: string): Keywords {
  const keywords = new Uint8Array(flags);
  const { lengths, slots, places } = words;
  const end = lower.length - 2;
  let first = codeAt(lower, 0);
  let second = codeAt(lower, 1);
  for (let at = 0; at < end; at++) {
    const third = lower.charCodeAt(at + 2);
    const three = hashOfThree(first, second, third);
    const there = lengths[three & (SLOTS - 1)] ?? 0;
    if (there !== 0) {
      const count = placesAt(there, three, lower, at, places);
      for (let one = 0; one < count; one++) raise(slots[places[one] ?? 0], lower, at, keywords);
    }
    first = second;
    second = third;
  }
  return keywords;
}

function raise(first: Word | undefined, lower: string, at: number, keywords: Keywords): void {
  for (let word = first; word !== undefined; word = word.next)
    if (codeAt(lower, at + word.text.length - 1) === word.last && lower.startsWith(word.text, at))
      for (const flag of word.flags) keywords[flag] = 1;
}

interface Scanned {
  readonly lower: string;
  readonly text: string;
  readonly keywords: Keywords;
}

/** A flag that is raised where one of several expressions may match: one look in place of many. */
export const anyOf = (guards: readonly Pick<GuardedPattern, "words">[]): number =>
  keywordFlag(guards.flatMap(({ words }) => words));

/** An expression over a whole string that mostly does not match. One class: calls of it are all alike. */
class GuardedPattern {
  readonly pattern: RegExp;
  /** One of them stands in each match. */
  readonly words: readonly string[];
  readonly flag: number;
  /** Those too short for a flag, mostly none. */
  readonly #short: RegExp | undefined;
  readonly #readsText: boolean;
  /** Words alone: where one stands the expression matches. */
  readonly #isWords: boolean;

  constructor(pattern: RegExp) {
    this.pattern = pattern;
    this.#readsText = pattern.ignoreCase || /[A-Z]/.test(pattern.source.replace(/\\./g, ""));
    const parts = alternatives(pattern.source);
    this.words = parts.map(longestLiteral);
    this.flag = keywordFlag(this.words.filter((word) => word.length > 2));
    const short = this.words.filter((word) => word.length < 3);
    this.#short = short.length === 0 ? undefined : new RegExp(short.map(RegExp.escape).join("|"));
    this.#isWords =
      !this.#readsText && parts.every(([first = "", ...more]) => more.length === 0 && WORD.test(first));
  }

  test(agent: Scanned): boolean {
    return (agent.keywords[this.flag] === 1 || this.#short !== undefined) && this.#matches(agent);
  }

  #matches({ lower, text, keywords }: Scanned): boolean {
    if (this.#isWords) return true;
    if (keywords[this.flag] !== 1 && this.#short?.test(lower) !== true) return false;
    return this.pattern.test(this.#readsText ? text : lower);
  }
}

/** Guards an expression: with capitals or the flag `i` it reads the text, else the text in lower case. */
export function guardedBy(pattern: RegExp): GuardedPattern {
  return new GuardedPattern(pattern);
}

const WORD = /^[a-z0-9 -]{3,}$/;

/** The parts of an expression: an escape, a class, a bracket or another sign, a count, or a run of plain characters. */
const PIECE = /\\.|\[(?:\\.|[^\]\\])*\]|\{[^}]*\}|[()|.^$+?*]|[^\\[{()|.^$+?*]+/gs;

/** The pieces of each part of an expression between bars that stand in no brackets. */
function alternatives(source: string): string[][] {
  let part: string[] = [];
  const parts = [part];
  let depth = 0;
  for (const piece of source.match(PIECE) ?? []) {
    if (piece === "(") depth++;
    else if (piece === ")") depth--;
    if (piece === "|" && depth === 0) {
      part = [];
      parts.push(part);
    } else part.push(piece);
  }
  return parts;
}

/** The longest run of plain characters that every match of an alternative contains, in lower case. */
function longestLiteral(pieces: readonly string[]): string {
  let best = "";
  let run = "";
  let depth = 0;
  for (const piece of pieces) {
    const first = piece[0] ?? "";
    if (first === "(") depth++;
    else if (first === ")") depth--;
    else if (depth > 0) continue;
    else if (first === "\\" && /\W/.test(piece[1] ?? "")) {
      run += piece[1];
      continue;
    } else if (!/[\\[{?*.^$+]/.test(first)) {
      run += piece;
      continue;
    } else if (/[{?*]/.test(first)) run = run.slice(0, -1);
    if (run.length > best.length) best = run;
    run = "";
  }
  return (run.length > best.length ? run : best).toLowerCase();
}
