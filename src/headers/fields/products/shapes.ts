/** Shapes that many vendors' fields share. None of them judges: what a vendor sends is the vendor's affair. */

import type { HeaderType } from "../../../../data/headers/row.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { type AnyField, type Context, field, item } from "../../field.ts";
import type { Item } from "../../schema.ts";
import { ago, moment } from "../../wording.ts";

/** Longest value that is read: vendors' values are short, and what is longer is something else. */
export const LONGEST = 1000;

interface Word {
  readonly value: string;
  readonly meaning: string;
}

/** One word out of few, each with what it means as a phrase; words count in any case. */
export function wordField(name: string, meanings: Readonly<Record<string, string>>): AnyField<Word> {
  const table = wordTable(meanings);
  return field({
    name,
    type: "token",
    repeat: "list",
    parse(value) {
      const meaning = table.get(value.toLowerCase());
      return meaning === undefined ? undefined : { value, meaning };
    },
    items: ({ value, meaning }) => [item(value, "", sentence(meaning))],
    alternate: ({ meaning }) => meaning,
  });
}

/** A phrase as a sentence. */
export function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

/** A whole or decimal number, with its words. */
export function numberField(
  name: string,
  words: (value: number, context: Context) => string | undefined,
  type: HeaderType = "integer",
): AnyField<number> {
  return field({
    name,
    type,
    repeat: "list",
    parse: (value) => (/^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined),
    alternate: (value, context) => words(value, context),
  });
}

const UNITS = wordTable<number>({
  s: 1000,
  sec: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000001,
});
const TIME = /^(?:[A-Za-z]+=)?(\d{1,15}(?:\.\d{1,15})?)[ \t]*(ms|us|µs|ns|sec|s)?$/i;

/** A span of time: a number in the unit that the vendor means, or with a unit of its own. `of` says whose time it is. */
export function timeField(name: string, unit: "s" | "ms" | "us", of: string): AnyField<number> {
  return field({
    name,
    type: "string",
    repeat: "list",
    parse(value) {
      const parts = TIME.exec(value);
      return parts ? Number(parts[1]) * (UNITS.get((parts[2] ?? unit).toLowerCase()) ?? 1) : undefined;
    },
    alternate: (ms) => `${milliseconds(ms)} ${of}`,
  });
}

/** `0.3 ms`, `12 ms`, `1.25 s` */
export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}

/** 2005 to 2100: what lies outside is not a time, but a number that looks like one. */
const EARLIEST = 1_104_537_600_000;
const LATEST = 4_102_444_800_000;

/** Milliseconds since the epoch when they are a plausible moment. */
export function plausible(ms: number): number | undefined {
  return ms >= EARLIEST && ms <= LATEST ? ms : undefined;
}

/** `20 November 2026, 10:00 UTC (2 hours ago)` */
export function momentWords(ms: number, { now }: Context): string {
  return `${moment(ms)} (${ago(ms, now)})`;
}

/** A value with a moment in it, milliseconds since the epoch. `what` is said before the moment. */
export function momentField(
  name: string,
  read: (value: string) => number | undefined,
  what: string,
  type: HeaderType = "identifier",
): AnyField<number> {
  return field({
    name,
    type,
    repeat: "list",
    parse(value) {
      const ms = value.length > LONGEST ? undefined : read(value);
      return ms === undefined ? undefined : plausible(ms);
    },
    items: (ms, context) => [
      item("time", new Date(ms).toISOString(), "Moment that the value holds.", momentWords(ms, context)),
    ],
    alternate: (ms, context) => `${what} ${momentWords(ms, context)}`,
  });
}

/** What a key of a list of pairs means, and its value in words. */
export type PairRow = readonly [
  description: string,
  words?: (value: string, context: Context) => string | undefined,
];

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** `a=1; b=2` in a vendor's own punctuation; a part without an equals sign is a key without a value. */
export function readPairs(value: string, separator: RegExp): Pair[] {
  return value
    .slice(0, LONGEST)
    .split(separator)
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.search(/[=:]/);
      return at < 0
        ? { key: part, value: "" }
        : { key: part.slice(0, at).trim(), value: part.slice(at + 1).trim() };
    });
}

/** The items of such pairs, by a table of their keys in lower case. */
export function pairItems(
  pairs: readonly Pair[],
  keys: ReadonlyMap<string, PairRow>,
  context: Context,
  unknown = "Not documented by the vendor.",
): Item[] {
  return pairs.map(({ key, value }) => {
    const row = keys.get(key.toLowerCase());
    return item(key, value, row?.[0] ?? unknown, row?.[1]?.(value, context));
  });
}
