/** Rows that describe value syntax of vendors' headers: all parse, and errors name the line. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { ValueRows } from "../../../data/headers/row.ts";
import { catalogueRows } from "../../../src/headers/catalogue.ts";
import { alternateOf, itemsOf } from "../../../src/headers/engine/shown.ts";
import type { Context, ExplainedLine } from "../../../src/headers/field.ts";
import { readRows } from "../../../src/headers/fields/products/value-rows.ts";

const DATA = join(import.meta.dir, "../../../data/headers");
const tables = await Promise.all(
  [...new Glob("{products,standard}/*.txt").scanSync(DATA)].map(async (file) => {
    return { file, rows: catalogueRows(await Bun.file(join(DATA, file)).text()) };
  }),
);
const all = new Map(
  tables.flatMap(({ rows }) =>
    rows.flatMap(({ name, value }) => (value ? [[name.toLowerCase(), value] as const] : [])),
  ),
);

/** Error message of a row; undefined if it parses. */
function faultOf(value: ValueRows): string | undefined {
  try {
    readRows(value, (name) => all.get(name));
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

describe("each table", () => {
  test.each(tables)("rows of $file parse", ({ file, rows }) => {
    const faults = rows.flatMap(({ name, value }) => {
      const fault = value && faultOf(value);
      return fault === undefined ? [] : [`${file}, ${fault} (${name})`];
    });
    expect(faults).toEqual([]);
  });

  test("has rows of every kind", () => {
    const keywords = new Set(
      [...all.values()].flatMap(({ lines }) => lines.map((line) => line.split(/[ :]/)[0])),
    );
    expect([...keywords].toSorted().join(" ")).toBe(
      "cache flag form form-i like moment number other pairs part place says time when word",
    );
  });
});

describe("errors name the line", () => {
  test.each([
    [["colour red"], "line 7: no such keyword: colour red"],
    [["word a: b", "word A: c"], "line 8: the word is there twice: word A: c"],
    [["word a"], "line 7: a colon and a text are missing: word a"],
    [["word a: b", "says {a}"], "line 8: "],
    [["number {hits}"], "line 7: hits is no amount: number {hits}"],
    [["number {hit(s)}", "says x"], "line 8: "],
    [["time hours on the way"], "line 7: a time has a unit and words, and no more: time hours on the way"],
    [["time ms on the way", "word 1: x"], "line 8: a time has a unit and words, and no more: word 1: x"],
    [["cache of X", "word 1: x"], "line 8: nothing can follow a cache: word 1: x"],
    [["form (a", "part x: X."], "line 7: not a regular expression: form (a"],
    [["form (a)(b)", "part x: X."], "line 7: 2 groups and 1 parts: form (a)(b)"],
    [["form a"], "line 7: no part follows: form a"],
    [["part x as moon: X."], "line 7: moon is no reader: part x as moon: X."],
    [["moment moon: seen on"], "line 7: moon is no reader: moment moon: seen on"],
    [["part x: X.", "says {y}"], "line 8: there is no part y before it: says {y}"],
    [["part x: X.", "when y=1: text"], "line 8: there is no part y before it: when y=1: text"],
    [["like Nothing"], "line 7: no other row of that name says how its values are written: like Nothing"],
  ])("%j", (lines, fault) => {
    expect(faultOf({ number: 7, lines })).toStartWith(fault);
  });
});

describe("values in words", () => {
  const context = { now: Date.parse("2026-11-20T10:00:00Z") } as Context;
  /** Readable form of a value, and its parts. */
  function shown(lines: readonly string[], text: string): string | undefined {
    const value = readRows({ number: 1, lines }, (name) => all.get(name));
    const parsed = value.parse(text);
    if (parsed === undefined) return undefined;
    const items = itemsOf(value, parsed, context).map(
      ({ name, value, description, alternate = "" }) => `${name}=${value}(${alternate}) ${description}`,
    );
    return [
      alternateOf(value, parsed, context, { line: { value: text } } as ExplainedLine) ?? "",
      ...items,
    ].join(" | ");
  }

  test.each([
    // Absent parts are omitted, and so are templates that use them.
    [["form (a)?(b)", "part x: X.", "part y: Y.", "says {x} and {y}", "says {y}"], "b", "b | y=b() Y."],
    [
      ["form (a)?(b)", "part x: X.", "part y: Y.", "says {x} and {y}", "says {y}"],
      "ab",
      "a and b | x=a() X. | y=b() Y.",
    ],
    [["form (a)(b)", "part x: X.", "part y: Y."], "abc", undefined],
    [["form (a)", "part x: X."], "A", undefined],
    [["form-i (a)", "part x: X."], "A", " | x=A() X."],
    // `needs`: the code must be in the table; otherwise the value has no readable form.
    [
      ["part x needs airport: X.", "says in {x}"],
      "FRA",
      "in Frankfurt, Germany | x=FRA(Frankfurt, Germany) X.",
    ],
    [["part x needs airport: X.", "says in {x}"], "QQQ", undefined],
    [["part x as airport: X.", "says in {x}", "says at {x, as sent}"], "QQQ", "at QQQ | x=QQQ() X."],
    // A `word` row takes precedence over the part's type.
    [["part x as country: X.", "word T1: Tor", "says {x}"], "t1", "Tor | x=t1(Tor) X."],
    [
      ["pairs ,;", "part x: X.", "other: O.", "when x=1: one", "when x: some"],
      "X=1; y:2",
      "one | X=1() X. | y=2() O.",
    ],
    [["pairs ,", "part x: X.", "when x=1: one", "when x: some"], "x", "some | x=() X."],
    [["form x.*", "pairs ,", "part x: X."], "y=1", undefined],
    [["form (a)|b", "flag x: X."], "a", " | x=() X."],
    [["place country: K"], "de", "K in Germany | place=de(Germany) Where the node of K that answered is."],
    [["number {number} of {hit(s)}", "word 0: none"], "1", "1 of 1 hit"],
    [["number {number} of {hit(s)}", "word 0: none"], "0.0", "none"],
    [["time s there"], "2", "2 s there"],
    [["time s there"], "dur=2 ms", "2 ms there"],
    [["word a: b c"], "A", "b c | A=() B c."],
    [["word a: b c"], "b", undefined],
    [["like CF-IPCountry"], "DE", "Germany | country=DE(Germany) Where the visitor's address belongs."],
  ] as const)("%j of %s", (lines, text, words) => {
    expect(shown(lines, text)).toBe(words as string);
  });
});
