import { describe, expect, test } from "bun:test";
import registryFacts from "../../data/headers/registry.json" with { type: "json" };
import { standardRows } from "../../data/headers/standard/index.ts";

const registry: Readonly<Record<string, { name: string; status: string; links: readonly string[] }>> =
  registryFacts;
const rowNames = standardRows.map((row) => row.name.toLowerCase());

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe("registry facts", () => {
  test("are keyed by the name in lower case", () => {
    const wrong = Object.entries(registry).filter(([key, fact]) => fact.name.toLowerCase() !== key);
    expect(wrong).toEqual([]);
  });

  test("use the catalogue's words for the standing", () => {
    const known = ["permanent", "provisional", "deprecated", "obsolete", "experimental"];
    expect(Object.values(registry).filter((fact) => !known.includes(fact.status))).toEqual([]);
  });

  test("hold the whole registry and MDN's names", () => {
    expect(Object.keys(registry).length).toBeGreaterThanOrEqual(326);
  });
});

describe("standard rows", () => {
  test("describe every registered name", () => {
    expect(Object.keys(registry).filter((name) => !rowNames.includes(name))).toEqual([]);
  });

  test("hold no name that the registry lacks", () => {
    expect(rowNames.filter((name) => !(name in registry))).toEqual([]);
  });

  test("write each name as the registry does", () => {
    const wrong = standardRows.filter((row) => registry[row.name.toLowerCase()]?.name !== row.name);
    expect(wrong.map((row) => row.name)).toEqual([]);
  });

  test("hold no name twice", () => {
    expect(repeated(rowNames)).toEqual([]);
  });

  test("have descriptions of whole sentences within 300 characters, no two equal", () => {
    const wrong = standardRows.filter(
      ({ description }) => description.length > 300 || !/^[A-Z].{30,}\.$/.test(description),
    );
    expect(wrong.map((row) => `${row.name} ${row.description.length}`)).toEqual([]);
    expect(repeated(standardRows.map((row) => row.description))).toEqual([]);
  });

  test("have a page to read on, all over https", () => {
    const links = standardRows.map((row) => [
      ...(registry[row.name.toLowerCase()]?.links ?? []),
      ...(row.links ?? []),
    ]);
    expect(standardRows.filter((_, index) => links[index]?.length === 0).map((row) => row.name)).toEqual([]);
    expect(links.flat().filter((link) => !(link.startsWith("https://") && URL.canParse(link)))).toEqual([]);
  });

  test("name a replacement for what is deprecated or obsolete, and for nothing else", () => {
    const wrong = standardRows.filter((row) => {
      const status = row.status ?? registry[row.name.toLowerCase()]?.status;
      return (status === "deprecated" || status === "obsolete") !== (row.replacedBy !== undefined);
    });
    expect(wrong.map((row) => row.name)).toEqual([]);
  });
});
