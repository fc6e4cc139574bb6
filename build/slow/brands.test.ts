/** The table of brands equals the output of its script for the packages in `build`. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { derivedBrands } from "../data/agents-brands.ts";

const TABLE = join(import.meta.dir, "../../data/agents/brands.txt");

test("brands come only from free lists and makers' pages", async () => {
  const table = await Bun.file(TABLE).text();
  expect(await derivedBrands(table)).toBe(table);
});

test("a name without a source is dropped, and spelling follows the source", async () => {
  const table = await derivedBrands("Seldom Phones | SDM-\nBEKO\nXREAL");
  expect(table.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["Beko", "XREAL"]);
});
