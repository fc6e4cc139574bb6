/** Expressions, and ordered rows with conditions, that are tried only where a word stands that their matches must contain. */

import type { Condition, VersionAt } from "../../data/agents/row.ts";
import type { Agent } from "./agent.ts";
import { type Keywords, keywordFlag, raisedFlag } from "./words.ts";

interface ScannedText {
  readonly lower: string;
  readonly text: string;
  readonly keywords: Keywords;
}

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
    this.#readsText = readsText(pattern);
    const parts = alternatives(pattern.source);
    this.words = parts.map(longestLiteral);
    this.flag = keywordFlag(this.words.filter((word) => word.length >= SHORTEST_WORD));
    const short = this.words.filter((word) => word.length < SHORTEST_WORD);
    this.#short = short.length === 0 ? undefined : new RegExp(short.map(RegExp.escape).join("|"));
    this.#isWords =
      !this.#readsText && parts.every(([first = "", ...more]) => more.length === 0 && WORD.test(first));
  }

  test(agent: ScannedText): boolean {
    return (agent.keywords[this.flag] === 1 || this.#short !== undefined) && this.#matches(agent);
  }

  #matches({ lower, text, keywords }: ScannedText): boolean {
    if (this.#isWords) return true;
    if (keywords[this.flag] !== 1 && this.#short?.test(lower) !== true) return false;
    return this.pattern.test(this.#readsText ? text : lower);
  }
}

/** Whether an expression reads the text, for it has capitals or the flag `i`; others read the text in lower case. */
const readsText = ({ ignoreCase, source }: RegExp): boolean =>
  ignoreCase || /[A-Z]/.test(source.replace(/\\./g, ""));

/** Guards an expression. */
export function guardedBy(pattern: RegExp): GuardedPattern {
  return new GuardedPattern(pattern);
}

const WORD = /^[a-z0-9 -]{3,}$/;

/** Shorter ones raise no flag. */
const SHORTEST_WORD = 3;

/** Words in lower case of which one stands in each match of an expression. */
const wordsOf = ({ source }: RegExp): string[] => alternatives(source).map(longestLiteral);

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

/** Whether a string has a feature; `subject` is what else is known of it. */
type Holds<Subject> = (agent: Agent, subject: Subject) => boolean;

/** The features that a table's rows may ask for. */
export type Features<Feature extends string, Subject> = Readonly<Record<Feature, Holds<Subject>>>;

/** A search for the first of some rows that holds. Only those are tried of which a word stands in the string. */
export function firstOf<Row extends Condition<Feature>, Feature extends string, Subject>(
  rows: readonly Row[],
  features: Features<Feature, Subject>,
): (agent: Agent, subject: Subject) => Row | undefined {
  // One behind the other, in the order of the rows.
  const [first = 0] = rows.map(flagOf);
  const end = first + rows.length;
  /** Made when a row is tried for the first time. */
  const conditions: (readonly Holds<Subject>[])[] = [];
  return (agent, subject) => {
    const { keywords } = agent;
    for (
      let flag = keywords.indexOf(1, first);
      flag >= 0 && flag < end;
      flag = keywords.indexOf(1, flag + 1)
    ) {
      const at = flag - first;
      const row = rows[at];
      if (!row) continue;
      let asked = conditions[at];
      if (asked === undefined) {
        asked = conditionsOf(row, features);
        conditions[at] = asked;
      }
      if (all(asked, agent, subject)) return row;
    }
    return undefined;
  };
}

function all<Subject>(asked: readonly Holds<Subject>[], agent: Agent, subject: Subject): boolean {
  for (const holds of asked) if (!holds(agent, subject)) return false;
  return true;
}

/** A flag that is raised where the row may hold. */
function flagOf({ words, product, only }: Condition<string>): number {
  if (words) return keywordFlag(words);
  if (product !== undefined) return keywordFlag([product]);
  const inAll = only ? wordsOf(only) : [];
  return inAll.length > 0 && inAll.every((word) => word.length >= SHORTEST_WORD)
    ? keywordFlag(inAll)
    : raisedFlag();
}

/** The conditions in a row's columns but for its words, of which those that cost least and rule out most come first. */
function conditionsOf<Feature extends string, Subject>(
  { needs = [], not = [], product, only, head, version, never }: Condition<Feature>,
  features: Features<Feature, Subject>,
): Holds<Subject>[] {
  const conditions: Holds<Subject>[] = [];
  if (product !== undefined) conditions.push(({ versions }) => versions.has(product));
  for (const feature of needs) conditions.push(features[feature]);
  if (head) conditions.push((agent) => head.test(agent.head));
  if (version) conditions.push(({ headVersion }) => version.test(headVersion));
  if (only)
    conditions.push(readsText(only) ? ({ text }) => only.test(text) : ({ lower }) => only.test(lower));
  for (const feature of not) conditions.push((agent, subject) => !features[feature](agent, subject));
  if (never)
    conditions.push(readsText(never) ? ({ text }) => !never.test(text) : ({ lower }) => !never.test(lower));
  return conditions;
}

/** The version at the first of some places that has one, empty where none has. */
export function versionIn({ versions, text }: Agent, places: VersionAt): string {
  for (const place of places) {
    const found = typeof place === "string" ? versions.get(place) : groupsOf(place, text);
    if (found) return found;
  }
  return "";
}

/** The groups of an expression that matched, parted by points: some leave these out. */
function groupsOf(place: RegExp, text: string): string {
  const match = place.exec(text);
  if (match === null) return "";
  let groups = "";
  for (let at = 1; at < match.length; at++)
    if (match[at] !== undefined) groups += groups === "" ? match[at] : `.${match[at]}`;
  return groups;
}
