/** Expressions and ordered rows with conditions, evaluated only if a required word occurs in the string. */

import type { Condition, VersionAt } from "../../../data/agents/row.ts";
import type { Agent } from "./agent.ts";
import { isWordSign, type Keywords, keywordFlag, raisedFlag } from "./words.ts";

interface ScannedText {
  readonly lower: string;
  readonly text: string;
  readonly keywords: Keywords;
}

/** Whether an expression needs the original text: it has capitals or the flag `i`. */
const readsText = ({ ignoreCase, source }: RegExp): boolean =>
  ignoreCase || /[A-Z]/.test(source.replace(/\\./g, ""));

/** Expression tested only if one of its words is in the string. */
export function guardedBy(pattern: RegExp) {
  const flag = flagOf({ only: pattern });
  const whole = readsText(pattern);
  return {
    pattern,
    test: ({ lower, text, keywords }: ScannedText): boolean =>
      keywords[flag] === 1 && pattern.test(whole ? text : lower),
  };
}

/** Minimum length of a word that sets a flag. */
const SHORTEST_WORD = 3;

/** Tokens of an expression: an escape, a class, a group's start or other sign, a quantifier, or plain characters. */
const PIECE =
  /\\.|\[(?:\\.|[^\]\\])*\]|\{[^}]*\}|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[)|.^$+?*]|[^\\[{()|.^$+?*]+/gs;

/** Quantifiers of optional parts, and negative groups. */
const isOptional = (count = "") => count === "?" || count === "*" || count.startsWith("{0");
const isAbsent = (bracket: string) => bracket === "(?!" || bracket === "(?<!";

/** Words in lower case: every match contains one of them. Has an empty one if unknown. */
function wordsOf({ source }: RegExp): readonly string[] {
  const pieces = source.toLowerCase().match(PIECE) ?? [];
  let at = 0;
  /** Words of alternatives up to the group's end. */
  const ofParts = (): string[] => {
    const words = ofPart();
    while (pieces[at] === "|") {
      at++;
      words.push(...ofPart());
    }
    return words;
  };
  /** Words of one alternative: its longest plain characters, or those of its best group. */
  const ofPart = (): string[] => {
    let best = [""];
    let least = 0;
    let run = "";
    const offer = (words: string[]) => {
      const length = shortest(words);
      if (length > least) [best, least] = [words, length];
      run = "";
    };
    for (; at < pieces.length && pieces[at] !== "|" && pieces[at] !== ")"; at++) {
      const piece = pieces[at] ?? "";
      const sign = piece.charAt(0);
      if (sign === "(") {
        offer([run]);
        offer(ofBracket(piece));
      } else if (sign === "\\" && !isWordSign(piece.charCodeAt(1))) run += piece.charAt(1);
      else if (!"\\[{?*.^$+".includes(sign)) run += piece;
      else offer([isOptional(piece) ? run.slice(0, -1) : run]);
    }
    offer([run]);
    return best;
  };
  const ofBracket = (head: string): string[] => {
    at++;
    const inside = ofParts();
    return isAbsent(head) || isOptional(pieces[at + 1]) ? [""] : inside;
  };
  return ofParts();
}

const shortest = (words: readonly string[]) => Math.min(...words.map(({ length }) => length));

/** Tests a feature of a string; `subject` has further facts. */
type Holds<Subject> = (agent: Agent, subject: Subject) => boolean;

export type Features<Feature extends string, Subject> = Readonly<Record<Feature, Holds<Subject>>>;

/** Finds the first row that holds; only rows with a word in the string are tried. */
export const firstOf = <Row extends Condition<Feature>, Feature extends string, Subject>(
  rows: readonly Row[],
  features: Features<Feature, Subject>,
): ((agent: Agent, subject: Subject) => Row | undefined) => firstGiven(rows, features, (row) => row);

/** Finds the first defined result of a row that holds. */
export function firstGiven<Row extends Condition<Feature>, Feature extends string, Subject, Given>(
  rows: readonly Row[],
  features: Features<Feature, Subject>,
  give: (row: Row, agent: Agent, subject: Subject) => Given | undefined,
): (agent: Agent, subject: Subject) => Given | undefined {
  // Consecutive flags in the order of the rows.
  const [first = 0] = rows.map(flagOf);
  const end = first + rows.length;
  /** Built at first use of a row. */
  const conditions: (readonly Holds<Subject>[])[] = [];
  return (agent, subject) => {
    const { keywords } = agent;
    for (let flag = first; flag < end; flag++) {
      if (keywords[flag] !== 1) continue;
      const at = flag - first;
      const row = rows[at];
      if (!row) continue;
      let tests = conditions[at];
      if (tests === undefined) {
        tests = conditionsOf(row, features);
        conditions[at] = tests;
      }
      const given = all(tests, agent, subject) ? give(row, agent, subject) : undefined;
      if (given !== undefined) return given;
    }
    return undefined;
  };
}

function all<Subject>(tests: readonly Holds<Subject>[], agent: Agent, subject: Subject): boolean {
  for (const holds of tests) if (!holds(agent, subject)) return false;
  return true;
}

/** Flag that is set if the row may match. */
function flagOf({ words, product, only }: Condition<string>): number {
  if (words) return keywordFlag(words);
  if (product !== undefined) return keywordFlag([product]);
  const inAll = only ? wordsOf(only) : [""];
  return shortest(inAll) >= SHORTEST_WORD ? keywordFlag(inAll) : raisedFlag();
}

/** Conditions of a row except its words, cheapest first. */
function conditionsOf<Feature extends string, Subject>(
  row: Condition<Feature>,
  features: Features<Feature, Subject>,
): Holds<Subject>[] {
  const { product, needs = [], not = [], head, version, only, never } = row;
  const columns = new Map<string, Holds<Subject>[]>([
    ["product", product === undefined ? [] : [({ versions }) => versions.has(product)]],
    ["needs", needs.map((feature) => features[feature])],
    ["not", not.map((feature) => notOf(features[feature]))],
    ["head", head ? [reads(head, "head")] : []],
    ["version", version ? [reads(version, "headVersion")] : []],
    ["only", only ? [reads(only)] : []],
    ["never", never ? [notOf(reads(never))] : []],
  ]);
  return Object.keys(row).flatMap((column) => columns.get(column) ?? []);
}

const notOf =
  <Subject>(holds: Holds<Subject>): Holds<Subject> =>
  (agent, subject) =>
    !holds(agent, subject);

const reads =
  (pattern: RegExp, of: "head" | "headVersion" | "lower" | "text" = readsText(pattern) ? "text" : "lower") =>
  (agent: Agent): boolean =>
    pattern.test(agent[of]);

/** Matches an expression on the text or its lower case. */
export const matchOf = (pattern: RegExp, { text, lower }: Agent): RegExpExecArray | null =>
  pattern.exec(readsText(pattern) ? text : lower);

/** First version found at several places; empty if none. */
export function versionIn({ versions, text }: Agent, places: VersionAt): string {
  for (const place of places) {
    const found = typeof place === "string" ? versions.get(place) : groupsOf(place, text);
    if (found) return found;
  }
  return "";
}

/** Matched groups joined with dots. */
function groupsOf(place: RegExp, text: string): string {
  const match = place.exec(text);
  if (match === null) return "";
  let groups = "";
  for (let at = 1; at < match.length; at++)
    if (match[at] !== undefined) groups += groups === "" ? match[at] : `.${match[at]}`;
  return groups;
}
