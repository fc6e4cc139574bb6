/** The tables of models and codes are searched by shortcuts; what these find is what reading every row would find. */

import { describe, expect, test } from "bun:test";
import { makerOfCode } from "../../src/useragent/model-codes.ts";
import { findModel, type Model } from "../../src/useragent/models.ts";
import { rowsOf, tableText } from "../../src/useragent/tables.ts";

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
const first = new Map<string, Model>();
for (const { model, found } of rows) {
  const key = model.toLowerCase();
  if (!first.has(key)) first.set(key, found);
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

  test("what has no row is not found, though it begins or ends as a row does", () => {
    for (const { model } of rows.filter((_, at) => at % 50 === 0))
      for (const other of [`${model}\u007f`, `\u007f${model}`, `${model} ~`])
        if (!isRecent(other)) expect(findModel(other), other).toBeUndefined();
    expect(["", "\t", "~~~~", "zz"].map(findModel)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("recent ones too, by code or by how it begins", () => {
    for (const [brand = "", name = "", codes = ""] of rowsOf("recent-models"))
      for (const code of codes.split(" ")) {
        const model = code.replace(/\*$/, "X1");
        if (!first.has(model.toLowerCase())) expect(findModel(model)).toMatchObject({ brand, name });
      }
  });
});

test("codes have the maker whose expressions match first, makers in the order of the table", () => {
  const makers = new Map<string, RegExp[]>();
  for (const [maker = "", ...rest] of rowsOf("model-codes")) {
    const own = makers.get(maker) ?? [];
    for (const source of rest.join("|").split(/\s+/).filter(Boolean)) own.push(new RegExp(`^(?:${source})$`));
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
