import { describe, expect, test } from "bun:test";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
} from "../../src/syntax/serialize-structured-fields.ts";
import {
  type BareItem,
  type Item,
  type Member,
  parseDictionary,
  parseItem,
  parseList,
} from "../../src/syntax/structured-fields.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("bare items", () => {
  const cases: readonly (readonly [string, BareItem, string?])[] = [
    ["42", { kind: "integer", value: 42 }],
    ["-0", { kind: "integer", value: 0 }, "0"],
    ["007", { kind: "integer", value: 7 }, "7"],
    ["999999999999999", { kind: "integer", value: 999_999_999_999_999 }],
    ["1.0", { kind: "decimal", value: 1 }],
    ["-4.50", { kind: "decimal", value: -4.5 }, "-4.5"],
    ["123456789012.125", { kind: "decimal", value: 123_456_789_012.125 }],
    [String.raw`"a \"b\" \\"`, { kind: "string", value: String.raw`a "b" \ `.trimEnd() }],
    ['""', { kind: "string", value: "" }],
    ["*foo/bar:baz", { kind: "token", value: "*foo/bar:baz" }],
    ["T", { kind: "token", value: "T" }],
    [":AQID:", { kind: "binary", value: bytes(1, 2, 3) }],
    ["::", { kind: "binary", value: bytes() }],
    [":AQI:", { kind: "binary", value: bytes(1, 2) }, ":AQI=:"],
    ["?1", { kind: "boolean", value: true }],
    ["?0", { kind: "boolean", value: false }],
    ["@1795132800", { kind: "date", value: 1_795_132_800 }],
    ["@-1", { kind: "date", value: -1 }],
    ['%"na%c3%afve 100%25"', { kind: "display-string", value: "naïve 100%" }],
    ["  1  ", { kind: "integer", value: 1 }, "1"],
  ];
  test.each(cases)("%p", (text, value, canonical = text) => {
    const parsed = parseItem(text);
    expect(parsed.error).toBeUndefined();
    expect(parsed.value?.value).toEqual(value);
    if (parsed.value) expect(serializeItem(parsed.value)).toBe(canonical);
  });
});

describe("invalid items, and the position of the error", () => {
  test.each([
    ["", 0],
    ["1000000000000000", 0],
    ["1234567890123.0", 0],
    ["1.", 2],
    ["1.2345", 0],
    ["-", 1],
    ["--1", 1],
    ["'a'", 0],
    ['"a', 0],
    [String.raw`"\a"`, 2],
    ['"é"', 1],
    ["?2", 1],
    [":a b:", 2],
    [":A:", 0],
    ["@1.5", 0],
    ["@a", 1],
    ['%"%C3%AF"', 3],
    ['%"%c3"', 0],
    ["a b", 2],
    ["a, b", 1],
    ["a;B", 2],
    ["a; ", 3],
    ["a ;b", 2],
    ["\ta", 0],
    ["a\u00a0", 1],
  ])("%p fails at %p", (text, at) => {
    const { error } = parseItem(text);
    expect(error?.at).toBe(at);
    expect(error?.message).not.toBe("");
  });
});

describe("lists", () => {
  test.each([
    ["", ""],
    ["a,b", "a, b"],
    ["a\t,\tb", "a, b"],
    ["()", "()"],
    ["( 1  2 );a=?1, x;q=0.50", "(1 2);a, x;q=0.5"],
    ['("a";x=1 b;y);z', '("a";x=1 b;y);z'],
  ])("%p", (text, canonical) => {
    const parsed = parseList(text);
    expect(parsed.error).toBeUndefined();
    expect(serializeList(parsed.value ?? [])).toBe(canonical);
  });

  test.each([
    ["a,", 2],
    [",a", 0],
    ["a,,b", 2],
    ["a b", 2],
    ["(a", 2],
    ['("a""b")', 4],
    ["((a))", 1],
    ["(a)b", 3],
  ])("%p fails at %p", (text, at) => {
    expect(parseList(text).error?.at).toBe(at);
  });

  test("members have offsets", () => {
    const text = 'Cache; hit, ("x" y);q=1';
    const parsed = parseList(text);
    expect(parsed.value?.map(({ at, end }) => text.slice(at, end))).toEqual(["Cache; hit", '("x" y);q=1']);
  });
});

describe("dictionaries", () => {
  test("keys without a value are true; parameters may follow", () => {
    const { value } = parseDictionary("a;x=1, b=?0, c=(1 2)");
    expect([...(value?.keys() ?? [])]).toEqual(["a", "b", "c"]);
    expect(value?.get("a")).toMatchObject({
      kind: "item",
      value: { kind: "boolean", value: true },
      at: 0,
      end: 5,
    });
    expect(value?.get("c")).toMatchObject({ kind: "inner-list", at: 13, end: 20 });
    expect(value && serializeDictionary(value)).toBe("a;x=1, b=?0, c=(1 2)");
  });

  test("the last of several equal keys applies, in the place of the first, and each repetition is reported", () => {
    const { value, duplicates } = parseDictionary("a=1, b=2;x;y;x=3, a=4");
    expect(value && serializeDictionary(value)).toBe("a=4, b=2;x=3;y");
    expect(duplicates).toEqual([
      { of: "parameter", name: "x", at: 13 },
      { of: "dictionary", name: "a", at: 18 },
    ]);
  });

  test.each([
    ["A=1", 0],
    ["a =1", 2],
    ["a= 1", 2],
    ["a=", 2],
    ["a=1,", 4],
    ["a=1 b=2", 4],
    ["max-age=31536000; includeSubDomains", 25],
  ])("%p fails at %p", (text, at) => {
    expect(parseDictionary(text).error?.at).toBe(at);
  });
});

describe("values that cannot be serialised", () => {
  const none = new Map<string, BareItem>();
  const cases: readonly BareItem[] = [
    { kind: "integer", value: 1e15 },
    { kind: "integer", value: 1.5 },
    { kind: "decimal", value: 1e12 },
    { kind: "decimal", value: 999_999_999_999.9996 },
    { kind: "decimal", value: Number.NaN },
    { kind: "string", value: "é" },
    { kind: "string", value: "a\n" },
    { kind: "token", value: "" },
    { kind: "token", value: "1a" },
    { kind: "date", value: 1e15 },
    { kind: "display-string", value: "\ud800" },
  ];
  test.each(cases)("%p", (value) => {
    expect(serializeItem({ kind: "item", value, parameters: none })).toBeUndefined();
  });

  test("a key in upper case", () => {
    const parameters = new Map<string, BareItem>([["Q", { kind: "integer", value: 1 }]]);
    expect(serializeItem({ kind: "item", value: { kind: "integer", value: 1 }, parameters })).toBeUndefined();
  });
});

test.each([
  [0.0005, "0.0"],
  [0.0015, "0.002"],
  [1.0005, "1.0"],
  [2.00051, "2.001"],
  [9.9995, "10.0"],
  [-0.0001, "0.0"],
  [-1.25, "-1.25"],
  [1e-9, "0.0"],
  [0.1, "0.1"],
])("decimal %p is written %p", (value, text) => {
  expect(serializeItem({ kind: "item", value: { kind: "decimal", value }, parameters: new Map() })).toBe(
    text,
  );
});

describe("a serialised value parses to the same value", () => {
  /** Seeded generator: each run tests the same values. */
  let state = 9651;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const text = (chars: string, least: number) =>
    Array.from({ length: least + below(6) }, () => chars[below(chars.length)] ?? "").join("");
  const key = () => text("abz*", 1) + text("az09_-.*", 0);
  const makers: readonly (() => BareItem)[] = [
    () => ({ kind: "integer", value: below(2e9) - 1e9 }),
    () => ({ kind: "decimal", value: (below(2e9) - 1e9) / 1000 }),
    () => ({ kind: "string", value: text(' "\\a~', 0) }),
    () => ({ kind: "token", value: text("Az*", 1) + text("a0:/!#", 0) }),
    () => ({ kind: "binary", value: Uint8Array.from({ length: below(6) }, () => below(256)) }),
    () => ({ kind: "boolean", value: below(2) === 1 }),
    () => ({ kind: "date", value: below(4e9) - 2e9 }),
    () => ({ kind: "display-string", value: text('a%"\\\u00fc\u20ac\n', 0) }),
  ];
  const bare = (): BareItem => makers[below(makers.length)]?.() ?? { kind: "boolean", value: true };
  const parameters = () => new Map(Array.from({ length: below(3) }, () => [key(), bare()] as const));
  const item = (): Item => ({ kind: "item", value: bare(), parameters: parameters(), at: 0, end: 0 });
  const member = (): Member =>
    below(3) > 0
      ? item()
      : {
          kind: "inner-list",
          items: Array.from({ length: below(4) }, item),
          parameters: parameters(),
          at: 0,
          end: 0,
        };
  const members = () => Array.from({ length: 1 + below(4) }, member);

  test("lists and dictionaries", () => {
    for (let round = 0; round < 2000; round++) {
      const list = serializeList(members()) ?? "";
      const dictionary = serializeDictionary(new Map(members().map((value) => [key(), value]))) ?? "";
      const readList = parseList(list);
      const readDictionary = parseDictionary(dictionary);
      expect([readList.error, readDictionary.error, readDictionary.duplicates]).toEqual([
        undefined,
        undefined,
        [],
      ]);
      expect(readList.value && serializeList(readList.value)).toBe(list);
      expect(readDictionary.value && serializeDictionary(readDictionary.value)).toBe(dictionary);
    }
  });

  test("the same kind and value of every bare item", () => {
    for (let round = 0; round < 5000; round++) {
      const value = bare();
      const written = serializeItem({ kind: "item", value, parameters: new Map() });
      expect(parseItem(written ?? "").value?.value).toEqual(
        value.value === 0 ? { ...value, value: 0 } : value,
      );
    }
  });
});
