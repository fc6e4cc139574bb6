/**
 * Value syntax of a vendor's header: lines below its description in `data/headers/products`, four spaces deep:
 *
 *     word TEXT: MEANING         meaning of the value TEXT in any case; below a part or number: of its value
 *     number TEMPLATE            a number: {number} {duration} {bytes} {hit(s)}
 *     time ms|s|us WORDS         a duration in that unit, or with a unit in the value
 *     cache of NETWORK           cache result of a network, with the place of the node and age of the copy
 *     cache WORDS                cache result, followed by WORDS such as `in nginx's cache`
 *     form REGEX                 pattern of the value (form-i: in any case); its groups are the parts, in order
 *     pairs SEPARATORS           key=value or key:value pairs between any of these characters; parts by key
 *     part NAME: DESCRIPTION     `NAME as READER` adds words (value-parts.ts), `NAME needs READER` requires them
 *     flag NAME: DESCRIPTION     a part without a value
 *     other: DESCRIPTION         description of all other pairs
 *     moment READER: WORDS       shorthand for a value that is one time: WORDS, then the time
 *     place READER: NETWORK      shorthand for a value that is the place of the node that responded
 *     says TEMPLATE              the value in words, {NAME} for parts; the first one with all parts is used
 *     when NAME[=TEXT]: TEMPLATE the same, used only if that part is present, or has that value
 *     like NAME                  the same lines as the row of header NAME
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

/** Milliseconds per unit. */
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
