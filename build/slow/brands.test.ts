/** The table of brands is what the lists of others give, which the packages of this folder carry. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { derivedBrands } from "../data/agents-brands.ts";

const TABLE = join(import.meta.dir, "../../data/agents/brands.txt");

test("the brands are what free lists and makers' pages give, no more", async () => {
  const table = await Bun.file(TABLE).text();
  expect(await derivedBrands(table)).toBe(table);
});

test("a name that no source has is dropped, and one that is spelt otherwise is spelt as the source has it", async () => {
  const table = await derivedBrands("Seldom Phones | SDM-\nBEKO\nXREAL");
  expect(table.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["Beko", "XREAL"]);
});
