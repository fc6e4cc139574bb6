/**
 * Value syntax of a vendor's header: lines below its description in `data/headers/products`, four spaces deep:
 *
 *     word TEXT: MEANING         one word of few, in any case; below a part or a number: what this value of it means
 *     number TEMPLATE            a number: {number} {duration} {bytes} {hit(s)}
 *     time ms|s|us WORDS         a span of time in that unit, or in one of its own
 *     cache of NETWORK           what a network's cache did, with its place and the age of the copy
 *     cache WORDS                what a cache did: in nginx's cache
 *     form REGEX                 the whole value (form-i: in any case); its groups are the parts, in order
 *     pairs SEPARATORS           key=value, or key:value, between any of these characters; parts by key
 *     part NAME: DESCRIPTION     `part NAME as READER:` words it (value-parts.ts), `needs READER` requires that
 *     flag NAME: DESCRIPTION     a part without a value
 *     other: DESCRIPTION         for other pairs
 *     moment READER: WORDS       shorthand: one part, a moment, worded as WORDS and the moment
 *     place READER: NETWORK      shorthand: one part, the place of the answering node
 *     says TEMPLATE              the value in words, {NAME} by parts; the first whose parts are all known
 *     when NAME[=TEXT]: TEMPLATE the same if that part is present, or has that value
 *     like NAME                  as in another row
 *
 * Rows are read on first use.
 */

import type { ValueRows } from "../../../../data/headers/row.ts";
import { item } from "../../field.ts";
import { bytes, capital, duration, plural } from "../../wording.ts";
import { cacheValue } from "./cache-words.ts";
import { milliseconds } from "./times.ts";
import { addMeaning, type Line, lineOf, template, type Value, wrong } from "./value-lines.ts";
import { partsValue } from "./value-parts.ts";

/** @throws Error with the line number */
export function readRows(rows: ValueRows, find: (name: string) => ValueRows | undefined): Value {
  const lines = rows.lines.map((text, at) => lineOf(text, rows.number + at));
  const [first = { keyword: "", rest: "", number: rows.number }] = lines;
  if (first.keyword === "like") {
    const other = find(first.rest.toLowerCase());
    if (!other || other === rows)
      throw wrong(first, "no other row of that name says how its values are written");
    return readRows(other, find);
  }
  return (KINDS.get(first.keyword) ?? partsValue)(lines);
}

function meanings(lines: readonly Line[]): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const line of lines) addMeaning(table, line);
  return table;
}

interface Word {
  readonly value: string;
  readonly meaning: string;
}

function wordValue(lines: readonly Line[]): Value<Word> {
  const table = meanings(lines);
  return {
    parse(value) {
      const meaning = table.get(value.toLowerCase());
      return meaning === undefined ? undefined : { value, meaning };
    },
    items: ({ value, meaning }) => [item(value, "", sentence(meaning))],
    alternate: ({ meaning }) => meaning,
  };
}

function sentence(phrase: string): string {
  return `${capital(phrase)}.`;
}

const AMOUNTS: ReadonlyMap<string, (count: number) => string> = new Map([
  ["number", String],
  ["duration", duration],
  ["bytes", bytes],
]);

function numberValue([line = NOTHING, ...words]: readonly Line[]): Value<number> {
  const table = meanings(words);
  const pieces = template(line.rest, (name) => {
    const amount = AMOUNTS.get(name);
    if (amount) return amount;
    if (!name.endsWith("(s)")) throw wrong(line, `${name} is no amount`);
    const noun = name.slice(0, -3);
    return (count: number) => plural(count, noun);
  });
  return {
    parse: (value) => (/^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined),
    alternate: (count) =>
      table.get(String(count)) ??
      pieces.map((piece) => (typeof piece === "string" ? piece : piece(count))).join(""),
  };
}

const NOTHING: Line = { keyword: "", rest: "", number: 0 };

/** Milliseconds. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["s", 1000],
  ["sec", 1000],
  ["ms", 1],
  ["us", 0.001],
  ["µs", 0.001],
  ["ns", 0.000001],
]);
const SPAN = /^(?:[A-Za-z]+=)?(\d{1,15}(?:\.\d{1,15})?)[ \t]*(ms|us|µs|ns|sec|s)?$/i;

function timeValue([line = NOTHING, ...more]: readonly Line[]): Value<number> {
  const [, unit = "", of = ""] = /^(\S+) (.+)$/.exec(line.rest) ?? [];
  const own = UNITS.get(unit);
  if (own === undefined || more[0]) throw wrong(more[0] ?? line, "a time has a unit and words, and no more");
  return {
    parse(value) {
      const [, count, sentUnit] = SPAN.exec(value) ?? [];
      if (count === undefined) return undefined;
      return Number(count) * (sentUnit === undefined ? own : (UNITS.get(sentUnit.toLowerCase()) ?? 1));
    },
    alternate: (ms) => `${milliseconds(ms)} ${of}`,
  };
}

function cacheRow([line = NOTHING, ...more]: readonly Line[]): Value {
  if (more[0]) throw wrong(more[0], "nothing can follow a cache");
  const network = /^of (.+)$/.exec(line.rest)?.[1];
  return (network === undefined ? cacheValue(line.rest) : cacheValue({ network })) as Value;
}

const KINDS: ReadonlyMap<string, (lines: readonly Line[]) => Value> = new Map<
  string,
  (lines: readonly Line[]) => Value
>([
  ["word", wordValue as (lines: readonly Line[]) => Value],
  ["number", numberValue as (lines: readonly Line[]) => Value],
  ["time", timeValue as (lines: readonly Line[]) => Value],
  ["cache", cacheRow],
]);
