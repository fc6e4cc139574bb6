/** Lines of a streamed text, and maps with one rule per line. Pure. */

import { type Found, faultAt, leftOut, MapError, omit, type Place, ruleOf } from "../map-item.ts";
import { globRule } from "./patterns.ts";

export interface Line {
  readonly text: string;
  readonly line: number;
}

/** Maximum characters of a line or statement, which is parsed at once. */
export const LONGEST_LINE = 65_536;

/** @throws MapError for a line that is too long */
export function checkLine(text: string, line: number): void {
  if (text.length > LONGEST_LINE)
    throw new MapError({ line, column: 1 }, `the line has more than ${LONGEST_LINE} characters`);
}

/** @throws MapError for a line that is too long */
export async function* linesOf(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Line[]> {
  let rest = "";
  let line = 0;
  for await (const piece of text) {
    const parts = `${rest}${piece}`.split("\n");
    rest = parts.pop() ?? "";
    const lines = parts.map((each) => ({ text: each, line: ++line }));
    for (const each of lines) checkLine(each.text, each.line);
    checkLine(rest, line + 1);
    yield lines;
  }
  if (rest !== "") yield [{ text: rest, line: line + 1 }];
}

export interface Word extends Place {
  readonly text: string;
}

/** Words separated by white space; double quotes group them. */
export function wordsOf({ text, line }: Line): Word[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(({ 0: whole, 1: quoted, index }) => ({
    text: quoted?.replaceAll('\\"', '"') ?? whole,
    line,
    column: index + 1,
  }));
}

/**
 * Lines of `FROM [TO] [STATUS]`, and `_redirects` of Netlify (https://docs.netlify.com/routing/redirects/)
 * and Cloudflare Pages (https://developers.cloudflare.com/pages/configuration/redirects/): `FROM [QUERY] [TO]
 * [STATUS[!]] [CONDITION]`.
 */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
  for await (const lines of linesOf(text)) yield lines.flatMap((line) => readLine(wordsOf(line)));
}

const JOINED =
  "two addresses have no space between them; if this is a table, name its columns with --columns";
const PAIR = /^([\w[\].-]+)=(.*)$/;

function readLine(all: readonly Word[]): Found[] {
  const comment = all.findIndex(({ text }) => text.startsWith("#"));
  const [from, ...rest] = comment < 0 ? all : all.slice(0, comment);
  if (!from) return [];
  const pairs = rest.findIndex(({ text }) => !PAIR.test(text));
  const query = rest.slice(0, Math.max(0, pairs));
  const [first, ...others] = rest.slice(query.length);
  const hasTarget = first !== undefined && !/^\d{3}!?$/.test(first.text);
  const to = hasTarget ? first : undefined;
  const [status, ...conditions] = hasTarget ? others : first ? [first, ...others] : [];
  const stranger = conditions.find(({ text }) => !PAIR.test(text));
  if (stranger) return [faultAt(stranger, "expected the end of the line after the status")];
  // Probably a table with irregular rows, not one long path.
  if (!to && /[,;|](?:https?:\/\/|\/)/i.test(from.text)) return [faultAt(from, JOINED)];
  // Sphinx names documents, not pages.
  if (to && isDocument(from.text) && isDocument(to.text))
    return [ruleOf(pageOf(from.text), pageOf(to.text), "", { from, to })];
  const code = status?.text.replace(/!$/, "") ?? "";
  if (isPattern(from.text) || query.some(({ text }) => /=:/.test(text)))
    return query.length + conditions.length > 0 || /^.+\*./.test(from.text)
      ? [omit(from, "pattern")]
      : [globRule(from.text, to?.text ?? "", code, { from })];
  if (from.text.includes("*")) return [omit(from, "middle")];
  if (to && /:splat\b/.test(to.text))
    return [leftOut(from, ":splat is empty: the source does not end with *")];
  if (conditions.length > 0) return [omit(from, "conditional")];
  const source = `${from.text}${query.length > 0 ? `?${query.map(({ text }) => text).join("&")}` : ""}`;
  return [ruleOf(source, to?.text ?? "", code, { from, to, status })];
}

const DOCUMENT = /^([^\s:/][^\s:]*)\.(?:rst|md|ipynb)$/;
const isDocument = (text: string) => DOCUMENT.test(text);
const pageOf = (text: string) => text.replace(DOCUMENT, "$1.html");

/** Whether it ends with a wildcard or has a placeholder such as `:slug`. */
function isPattern(from: string): boolean {
  return /\/\*$|\/:[A-Za-z]/.test(from);
}
