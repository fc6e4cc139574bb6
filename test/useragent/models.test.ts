/** Indexed searches of the tables of models and codes give the same results as reading every row. */

import { afterEach, describe, expect, test } from "bun:test";
import { makerOfCode } from "../../src/useragent/tables/model-codes.ts";
import {
  brandOfNeighbours,
  findModel,
  findModelByName,
  type Model,
} from "../../src/useragent/tables/models.ts";
import { rowsOf, tableText, useTables } from "../../src/useragent/tables/tables.ts";

afterEach(() => useTables());

const FORMS = new Map([
  ["P", "mobile"],
  ["T", "tablet"],
  ["V", "tv"],
  ["W", "wearable"],
] as const);
const rows = tableText("models")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [model = "", brand = "", name = "", form = ""] = line.split("\t");
    return { model, found: { brand, name: name || model, form: FORMS.get(form as "P") } satisfies Model };
  });
const later = new Map(
  rowsOf("recent-models").flatMap(([brand = "", name = "", codes = ""]) =>
    codes.split(" ").map((code) => [code.toLowerCase(), { brand, name }] as const),
  ),
);
const first = new Map<string, Model>();
for (const { model, found } of rows) {
  const key = model.toLowerCase();
  // A code without a name may be another maker's by now: `A001` was a phone by Asus.
  const recent = found.name === model ? later.get(key) : undefined;
  if (!first.has(key)) first.set(key, { ...found, ...recent });
}

const open = rowsOf("recent-models").flatMap(([, , codes = ""]) =>
  codes
    .split(" ")
    .filter((code) => code.endsWith("*"))
    .map((code) => code.slice(0, -1).toLowerCase()),
);
const isRecent = (code: string) => open.some((start) => code.toLowerCase().startsWith(start));

describe("models", () => {
  test("each row is found by its model, in any case", () => {
    expect(rows.length).toBeGreaterThan(40_000);
    for (const { model } of rows) {
      const wanted = first.get(model.toLowerCase());
      if (!Bun.deepEquals(findModel(model), wanted))
        expect([model, findModel(model)]).toEqual([model, wanted]);
    }
    for (const { model } of rows.filter((_, at) => at % 50 === 0)) {
      const upper = model.replace(/[a-z]/g, (letter) => letter.toUpperCase());
      expect(findModel(upper)).toEqual(first.get(model.toLowerCase()));
    }
  });

  test("a model without a row is not found, even if it starts or ends like a row", () => {
    for (const { model } of rows.filter((_, at) => at % 50 === 0))
      for (const other of [`${model}\u007f`, `\u007f${model}`, `${model} ~`])
        if (!isRecent(other)) expect(findModel(other), other).toBeUndefined();
    expect(["", "\t", "~~~~", "zz"].map(findModel)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("recent models too, by code or by prefix", () => {
    for (const [brand = "", name = "", codes = ""] of rowsOf("recent-models"))
      for (const code of codes.split(" ")) {
        const model = code.replace(/\*$/, "X1");
        if (!first.has(model.toLowerCase())) expect(findModel(model)).toMatchObject({ brand, name });
      }
  });
});

test("codes have the maker whose pattern matches first, in the order of the table", () => {
  const makers = new Map<string, RegExp[]>();
  for (const [maker = "", ...rest] of rowsOf("model-codes")) {
    const own = makers.get(maker) ?? [];
    for (const source of rest.join("|").split(/\s+/).filter(Boolean))
      own.push(new RegExp(`^(?:${source.replace(/^!/, "")})$`));
    makers.set(maker, own);
  }
  const wanted = (code: string) =>
    [...makers].find(([, patterns]) => patterns.some((pattern) => pattern.test(code)))?.[0];
  const codes = rows.filter(({ model }, at) => at % 40 === 0 && model.length <= 48).map(({ model }) => model);
  for (const code of codes) expect([code, makerOfCode(code)]).toEqual([code, wanted(code)]);
  expect(makerOfCode("")).toBeUndefined();
  const long = `SM-G991B${"x".repeat(40)}`;
  expect([makerOfCode(long), makerOfCode(`${long}x`)]).toEqual(["Samsung", undefined]);
});

test("optional parts of a pattern may be missing, before and after its fixed prefix", () => {
  const sources = [
    "zqa\\d{0,2}",
    "zqb[xy]{0,1}",
    "zqc(?:d|e){0,1}",
    "\\d{0,1}zqf",
    "(?:k|l){0,1}zqg",
    "zqh\\d",
    "zqi?",
  ];
  useTables(new Map([["model-codes", `# inferred | a guess\nSeldom | ${sources.join(" ")}\n`]]));
  const known = [
    "zqa",
    "zqa7",
    "zqb",
    "zqbx",
    "zqc",
    "zqcd",
    "zqf",
    "1zqf",
    "zqg",
    "kzqg",
    "zqh1",
    "zq",
    "zqi",
  ];
  for (const code of known) expect([code, makerOfCode(code)]).toEqual([code, "Seldom"]);
  for (const code of ["zqh", "zqhx", "zqbz", "zqcf"])
    expect([code, makerOfCode(code)]).toEqual([code, undefined]);
});

test("a marketing name is found if only one brand has it", () => {
  const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]+/g, "");
  const named = Map.groupBy(rows, ({ found }) => flat(found.name));
  const wanted = (name: string) => {
    const all = named.get(flat(name)) ?? [];
    const one = new Set(all.map(({ found }) => found.brand)).size === 1;
    return one && flat(name).length >= 4 ? all.at(-1)?.found : undefined;
  };
  for (const { found } of rows.filter((_, at) => at % 40 === 0))
    for (const name of [found.name, found.name.replaceAll(" ", "-"), `${found.name}~1`])
      expect([name, findModelByName(name)]).toEqual([name, wanted(name)]);
});

test("a code without a row has the brand of the most similar codes, if they agree", () => {
  const keys = rows.map(({ model }) => model.toLowerCase());
  const sharedLength = (a: string, b: string) => {
    let length = 0;
    while (length < a.length && a[length] === b[length]) length++;
    return length;
  };
  const wanted = (model: string) => {
    const key = model.toLowerCase();
    const most = Math.max(...keys.map((other) => sharedLength(other, key)));
    if (most < 5 || key.length - most > 3) return undefined;
    const start = key.slice(0, most);
    const kin = rows.filter((_, at) => keys[at]?.startsWith(start)).slice(0, 40);
    const brands = new Set(kin.map(({ found }) => found.brand));
    return brands.size === 1 ? kin[0]?.found.brand : undefined;
  };
  const codes = rows
    .filter((_, at) => at % 900 === 0)
    .flatMap(({ model }) => [
      `${model.slice(0, -1)}\u007f`,
      `${model}\u007f\u007f`,
      model.slice(0, 3),
      model.slice(0, 2),
    ]);
  const ends = [
    "\u0001",
    "\uffff",
    "sm-",
    "SM-G99",
    "ab\u007f",
    "abc\u007f\u007f\u007f",
    "abc\u007f\u007f\u007f\u007f",
  ];
  for (const code of [...codes, ...ends])
    expect([code, brandOfNeighbours(code)]).toEqual([code, wanted(code)]);
});
