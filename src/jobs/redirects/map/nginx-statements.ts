/** Statements of an nginx configuration: words up to `;`, `{` or `}`. Pure. */

import { MapError, type Place, START } from "../map-item.ts";
import { LONGEST_LINE, type Word } from "./lines.ts";
import { placeAfter } from "./text.ts";

export interface Statement {
  readonly words: readonly Word[];
  readonly end: ";" | "{" | "}";
}

/** Token: white space or comment, end of a statement, or a word, which may be quoted. */
const TOKEN =
  /([ \t\n]+|#[^\n]*)|([;{}])|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|((?:[^\s;{}"'\\]|\\[\s\S]|\$\{)(?:[^\s;{}\\]|\\[\s\S]|(?<=\$)\{\w*\}|\{\d[\d,]*\})*)/y;

/** Maximum nesting; real configurations have about five levels. */
const MOST_NESTED = 100;

/** @throws MapError for an unclosed quote, an unfinished statement, or more than 100 nested blocks */
export async function* statementsOf(text: AsyncIterable<string>): AsyncGenerator<Statement[]> {
  let rest = "";
  const depth = { blocks: 0 };
  let place = START;
  for await (const piece of text) {
    const whole = `${rest}${piece}`;
    // Reads up to the last line end, which ends a token unless quoted; the rest waits for the next chunk.
    const cut = whole.lastIndexOf("\n") + 1;
    const read = readStatements(whole.slice(0, cut), place, depth);
    yield read.found;
    rest = `${read.rest}${whole.slice(cut)}`;
    place = read.place;
    if (rest.length > LONGEST_LINE)
      throw new MapError(place, `${LONGEST_LINE} characters without the end of a statement and of a line`);
  }
  const { found, rest: left, place: at } = readStatements(`${rest}\n`, place, depth);
  yield found;
  if (left.trim() === "") return;
  const begin = placeAfter(at, /^\s*/.exec(left)?.[0] ?? "");
  throw new MapError(begin, "the file ends inside the statement that begins here");
}

interface Read {
  readonly found: Statement[];
  /** Incomplete statement at the end of the text, and its place. */
  readonly rest: string;
  readonly place: Place;
}

function readStatements(text: string, start: Place, depth: { blocks: number }): Read {
  const found: Statement[] = [];
  let words: Word[] = [];
  let place = start;
  let begin = 0;
  let beginPlace = start;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    const [whole, blank, end, double, single, bare] = token;
    if (end !== undefined) {
      if (end !== ";") depth.blocks = Math.max(0, depth.blocks + (end === "{" ? 1 : -1));
      if (depth.blocks > MOST_NESTED)
        throw new MapError(
          place,
          `more than ${MOST_NESTED} blocks inside each other: is this a configuration?`,
        );
      found.push({ words, end: end as Statement["end"] });
      words = [];
    } else if (blank === undefined)
      words.push({ ...place, text: (double ?? single ?? bare ?? "").replace(/\\(["'\\])/g, "$1") });
    place = placeAfter(place, whole);
    if (end === undefined && (blank === undefined || words.length > 0)) continue;
    begin = TOKEN.lastIndex;
    beginPlace = place;
  }
  return { found, rest: text.slice(begin), place: beginPlace };
}
