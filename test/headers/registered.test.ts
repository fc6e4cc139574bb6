/** What can be forgotten fails by name: a field or a rule that is not registered, a field without a catalogue row. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { catalogueKeys } from "../../src/headers/catalogue.ts";
import { fields } from "../../src/headers/fields/index.ts";
import { rules } from "../../src/headers/rules/index.ts";

const headers = join(import.meta.dir, "../../src/headers");

/** Everything below a folder that a module exports, alone or in a list, and that has the given parts. */
async function declared(folder: string, ...parts: string[]): Promise<{ what: unknown; where: string }[]> {
  const found: { what: unknown; where: string }[] = [];
  for (const file of [...new Glob("**/*.ts").scanSync(join(headers, folder))].sort())
    for (const [name, value] of Object.entries(await import(join(headers, folder, file))))
      for (const what of Array.isArray(value) ? value : [value])
        if (typeof what === "object" && what !== null && parts.every((part) => part in what))
          found.push({ what, where: `${folder}/${file} ${name}` });
  return found;
}

const declaredFields = await declared("fields", "name", "key", "repeat", "parse");
const declaredRules = await declared("rules", "kinds", "check");

describe("each field", () => {
  const registered = new Set<unknown>(fields);
  const rows = new Set(catalogueKeys());

  test("is found by the walk", () =>
    expect(new Set(declaredFields.map(({ what }) => what))).toEqual(registered));
  test.each(declaredFields)("$where is registered", ({ what }) => expect(registered.has(what)).toBe(true));
  test.each(fields.map(({ key }) => key))("%s has a row in the catalogue", (key) => {
    expect(rows.has(key)).toBe(true);
  });
});

describe("each rule", () => {
  const registered = new Set<unknown>(rules);

  test("is found by the walk", () =>
    expect(new Set(declaredRules.map(({ what }) => what))).toEqual(registered));
  test.each(declaredRules)("$where is registered", ({ what }) => expect(registered.has(what)).toBe(true));
});
