import { expect, test } from "bun:test";
import { join } from "node:path";
import { derivedBrands } from "../../build/agents-brands.ts";
import { brandOf } from "../../src/useragent/brands.ts";

const TABLE = join(import.meta.dir, "../../data/agents/brands.txt");

test("the brands are what free lists and makers' pages give, no more", async () => {
  const table = await Bun.file(TABLE).text();
  expect(await derivedBrands(table)).toBe(table);
});

test("a name that no source has is dropped, and one that is spelt otherwise is spelt as the source has it", async () => {
  const table = await derivedBrands("Seldom Phones | SDM-\nBEKO\nXREAL");
  expect(table.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["Beko", "XREAL"]);
});

test("at least five of six names are in the free lists", async () => {
  const [, all = 0, free = 0] = (/ (\d+) names, (\d+) of them/.exec(await Bun.file(TABLE).text()) ?? []).map(
    Number,
  );
  expect(all).toBeGreaterThan(1000);
  expect(free / all).toBeGreaterThan(5 / 6);
});

test("makers that other tables name have their spelling from here", () => {
  for (const maker of ["Samsung", "Xiaomi", "Huawei", "Alldocube", "Beko"])
    expect(brandOf(maker)).toBe(maker);
});
