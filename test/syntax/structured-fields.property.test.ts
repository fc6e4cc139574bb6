/**
 * Structured fields (RFC 9651) compared with the package structured-headers, for valid and almost valid
 * texts.
 */

import { expect, test } from "bun:test";
import fc from "fast-check";
import * as oracle from "structured-headers";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
} from "../../src/syntax/serialize-structured-fields.ts";
import {
  type BareItem,
  type Member,
  type Parameters,
  type Parsed,
  parseDictionary,
  parseItem,
  parseList,
} from "../../src/syntax/structured-fields.ts";

const key = fc.stringMatching(/^[a-z*][a-z0-9_.*-]{0,5}$/);
const bare = fc.oneof(
  fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map(String),
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.stringMatching(/^\d{1,3}$/))
    .map((parts) => parts.join(".")),
  fc.string({ unit: fc.constantFrom(..."ab \\\"'é%,;=") }).map((text) => JSON.stringify(text)),
  fc.stringMatching(/^[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]{0,8}$/),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => `:${Buffer.from(bytes).toString("base64")}:`),
  fc.constantFrom("?0", "?1", "@0", "@-1", "@1795132800", '%"na%c3%afve"', '%""', '%"%25"'),
);
const parameters = fc
  .array(fc.tuple(key, fc.option(bare)), { maxLength: 2 })
  .map((all) => all.map(([name, value]) => (value === null ? `;${name}` : `; ${name}=${value}`)).join(""));
const item = fc.tuple(bare, parameters).map((parts) => parts.join(""));
const inner = fc
  .tuple(fc.array(item, { maxLength: 3 }), parameters)
  .map(([items, more]) => `(${items.join(" ")})${more}`);
const member = fc.oneof({ weight: 3, arbitrary: item }, { weight: 1, arbitrary: inner });
const list = fc.array(member, { maxLength: 4 }).map((members) => members.join(", "));
const dictionary = fc
  .array(
    fc.tuple(
      key,
      fc.oneof(
        member.map((value) => `=${value}`),
        parameters,
      ),
    ),
    { maxLength: 4 },
  )
  .map((members) => members.map((parts) => parts.join("")).join(",\t"));

/** The text, or the text with a piece inserted in the middle or replacing a character there. */
const nearly = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(
      text,
      fc.nat(60),
      fc.constantFrom("", ...',;=()"\\:?@%-.* \t\n0aAé', ", ,", "%c3", "1000000000000000"),
      fc.nat(3),
    )
    .map(([whole, at, piece, how]) => (how > 1 ? whole : whole.slice(0, at) + piece + whole.slice(at + how)));

type Plain = string | number | boolean | readonly Plain[];

const ours = {
  bare: (value: BareItem): Plain =>
    value.kind === "binary"
      ? `:${Buffer.from(value.value).toString("hex")}`
      : `${value.kind.replace(/integer|decimal/, "number")} ${value.value}`,
  parameters: (all: Parameters): Plain => [...all].map(([name, value]) => [name, ours.bare(value)]),
  member: (value: Member): Plain =>
    value.kind === "item"
      ? [ours.bare(value.value), ours.parameters(value.parameters)]
      : [value.items.map(ours.member), ours.parameters(value.parameters)],
};
const theirs = {
  bare(value: oracle.BareItem): Plain {
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
      return `${typeof value} ${value}`;
    if (value instanceof Date) return `date ${value.getTime() / 1000}`;
    if (value instanceof oracle.Token) return `token ${value.toString()}`;
    if (value instanceof oracle.DisplayString) return `display-string ${value.toString()}`;
    return `:${Buffer.from(value as Uint8Array).toString("hex")}`;
  },
  parameters: (all: oracle.Parameters): Plain => [...all].map(([name, value]) => [name, theirs.bare(value)]),
  member: ([value, more]: oracle.Item | oracle.InnerList): Plain => [
    Array.isArray(value) ? value.map(theirs.member) : theirs.bare(value),
    theirs.parameters(more),
  ],
};

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof oracle.ParseError) return undefined;
    throw error;
  }
}

function agree(
  text: string,
  mine: Parsed<unknown>,
  plain: Plain | undefined,
  other: Plain | undefined,
  serialized: string | undefined,
  again: (text: string) => Parsed<unknown>,
): void {
  expect(plain, text).toEqual(other);
  if (mine.value === undefined || serialized === undefined) return;
  // Our serialization parses to the same value and serializes to the same text.
  expect(again(serialized).error, serialized).toBeUndefined();
}

/** The package parses a date only at the end, and only in the range of JavaScript's Date. */
const judged = (text: fc.Arbitrary<string>) =>
  nearly(text).filter((each) => !/@/.test(each.replace(/@-?\d{1,12}$/, "")));

const runs = { numRuns: 2000 };

test("items", () => {
  fc.assert(
    fc.property(judged(item), (text) => {
      const mine = parseItem(text);
      const other = attempt(() => oracle.parseItem(text));
      const written = mine.value && serializeItem(mine.value);
      agree(
        text,
        mine,
        mine.value && ours.member(mine.value),
        other && theirs.member(other),
        written,
        parseItem,
      );
    }),
    runs,
  );
});

test("lists", () => {
  fc.assert(
    fc.property(judged(list), (text) => {
      const mine = parseList(text);
      const other = attempt(() => oracle.parseList(text));
      const written = mine.value && serializeList(mine.value);
      agree(text, mine, mine.value?.map(ours.member), other?.map(theirs.member), written, parseList);
    }),
    runs,
  );
});

test("dictionaries", () => {
  fc.assert(
    fc.property(judged(dictionary), (text) => {
      const mine = parseDictionary(text);
      const other = attempt(() => oracle.parseDictionary(text));
      const written = mine.value && serializeDictionary(mine.value);
      const plain = mine.value && [...mine.value].map(([name, value]) => [name, ours.member(value)]);
      const expected = other && [...other].map(([name, value]) => [name, theirs.member(value)]);
      agree(text, mine, plain, expected, written, parseDictionary);
    }),
    runs,
  );
});
