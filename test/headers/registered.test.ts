/**
 * Fails with the name of any field, rule or table that is not registered, and of any field without a
 * catalogue row.
 */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { productTables } from "../../data/headers/products/index.ts";
import pseudoFields from "../../data/headers/pseudo-fields.txt" with { type: "text" };
import { standardTables } from "../../data/headers/standard/index.ts";
import {
  catalogueEntries,
  catalogueKeys,
  catalogueRows,
  standingEntries,
} from "../../src/headers/catalogue.ts";
import { allFields, fields } from "../../src/headers/fields/index.ts";
import { fieldByRows, namesByRows } from "../../src/headers/fields/products/index.ts";
import { requestFields } from "../../src/headers/requests/index.ts";
import { requestRules } from "../../src/headers/requests/rules.ts";
import { rules } from "../../src/headers/rules/index.ts";

const headers = join(import.meta.dir, "../../src/headers");
const data = join(import.meta.dir, "../../data/headers");

/** Exported objects of a folder's modules, alone or in arrays, that have all the given members. */
async function declared(folder: string, ...parts: string[]): Promise<{ what: unknown; where: string }[]> {
  const found: { what: unknown; where: string }[] = [];
  for (const file of [...new Glob("**/*.ts").scanSync(join(headers, folder))].sort())
    for (const [name, value] of Object.entries(await import(join(headers, folder, file))))
      for (const what of Array.isArray(value) ? value : [value])
        if (typeof what === "object" && what !== null && parts.every((part) => part in what))
          found.push({ what, where: `${folder}/${file} ${name}` });
  return found;
}

const FIELD = ["name", "key", "repeat", "parse"];
const RULE = ["kinds", "check"];
/** Folder, members by which its declarations are recognised, and the list that must contain them. */
const LISTS: readonly (readonly [folder: string, parts: readonly string[], list: readonly object[]])[] = [
  ["fields", FIELD, fields],
  ["requests", FIELD, requestFields],
  ["rules", RULE, rules],
  ["requests", RULE, requestRules],
];

for (const [folder, parts, list] of LISTS) {
  const found = await declared(folder, ...parts);
  // Fields also have the members of rules; only fields have `parse`.
  const own = parts === RULE ? found.filter(({ what }) => !("parse" in (what as object))) : found;
  const registered = new Set<unknown>(list);
  describe(`${folder}: each ${parts === RULE ? "rule" : "field"}`, () => {
    test("is found in its folder", () => {
      const walked = new Set(own.map(({ what }) => what));
      const elsewhere = folder === "requests" ? [...fields, ...rules] : [];
      const missed = list.filter((each) => !walked.has(each) && !elsewhere.some((other) => other === each));
      expect(missed.map((each) => ("key" in each ? each.key : Object.keys(each)))).toEqual([]);
    });
    test.each(own)("$where is registered", ({ what }) => expect(registered.has(what)).toBe(true));
  });
}

describe("the catalogue", () => {
  const rows = new Set(catalogueKeys());

  test("has each row of its tables, and each can be parsed", () => {
    const names = [...standardTables, ...productTables, pseudoFields].flatMap((table) =>
      catalogueRows(table).map(({ name }) => name),
    );
    expect(catalogueEntries().map(({ name }) => name)).toEqual(names);
  });

  test("knows the rows with a value syntax", () => {
    const told = catalogueEntries().filter(({ value }) => value !== undefined);
    expect(namesByRows()).toEqual(told.map(({ name }) => name.toLowerCase()));
    for (const { name, value } of told)
      expect([name, fieldByRows(name.toLowerCase())?.name]).toEqual([name, value && name]);
  });

  test("has the status of names before their rows are parsed", () => {
    const standing = catalogueEntries().filter(({ status }) => status !== "vendor");
    const known = new Set(standingEntries());
    expect(standing.filter((entry) => !known.has(entry))).toEqual([]);
  });

  test.each(allFields().map(({ key }) => key))("has a row for %s", (key) => {
    expect(rows.has(key)).toBe(true);
  });

  const tables = new Set([...productTables, ...standardTables]);
  // prefixes.txt has another format.
  const files = [...new Glob("{products,standard}/*.txt").scanSync(data)].filter(
    (file) => file !== "products/prefixes.txt",
  );
  test.each(files)("has the table %s", async (file) => {
    expect(tables.has(await Bun.file(join(data, file)).text())).toBe(true);
  });
});
