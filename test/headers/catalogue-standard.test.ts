import { describe, expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import { Glob } from "bun";
import { NOT_INCLUDED, registryEntries } from "../../build/data/catalogue/registry.ts";
import { clientHintNames } from "../../data/headers/directives/client-hint-names.ts";
import { cspDirectives } from "../../data/headers/directives/csp-directives.ts";
import { permissionsPolicyFeatures } from "../../data/headers/directives/permissions-policy.ts";
import registryFacts from "../../data/headers/registry.json" with { type: "json" };
import { standardTables } from "../../data/headers/standard/index.ts";
import type { WordTable } from "../../data/word-table.ts";
import { catalogueRows } from "../../src/headers/catalogue.ts";

const registry: Readonly<Record<string, { name: string; status: string; links: readonly string[] }>> =
  registryFacts;
const directives = new URL("../../data/headers/directives/", import.meta.url);
const standardRows = standardTables.flatMap(catalogueRows);
const rowNames = standardRows.map((row) => row.name.toLowerCase());

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe("registry facts", () => {
  test("are keyed by the name in lower case", () => {
    const wrong = Object.entries(registry).filter(([key, fact]) => fact.name.toLowerCase() !== key);
    expect(wrong).toEqual([]);
  });

  test("use the catalogue's words for the status", () => {
    const known = ["permanent", "provisional", "deprecated", "obsolete", "experimental"];
    expect(Object.values(registry).filter((fact) => !known.includes(fact.status))).toEqual([]);
  });

  test("cover the whole registry and MDN's names", () => {
    expect(Object.keys(registry).length).toBeGreaterThanOrEqual(326);
  });
});

describe("the registry's file", () => {
  const entries = [
    { value: "Accept-CH", status: "permanent", structured: "List", xref: [["rfc", "rfc8942"]] },
    {
      value: "Old",
      status: "obsoleted",
      xref: [
        ["uri", "https://a.example/?a&b"],
        ["draft", "RFC-ietf-httpbis-x-14"],
      ],
    },
  ];
  const xml = `<?xml version="1.0"?><registry xmlns="http://www.iana.org/assignments" id="http-fields">
<registry id="field-names"><title>Names</title>
<record date="2021"><value>Accept-CH</value><status>permanent</status><structured>List</structured>
  <xref type="rfc" data="rfc8942">RFC 8942, Section 3.1: Hints</xref></record>
<record><value>Old</value><status>obsoleted</status><xref type="uri" data="https://a.example/?a&amp;b"/>
  <xref type="draft" data="RFC-ietf-httpbis-x-14"/><comments>None</comments></record>
</registry><people><record><value>A Person</value></record></people></registry>`;
  const csv = `Field Name,Status,Structured Type,Reference,Comments
Accept-CH,permanent,List,"[RFC 8942, Section 3.1: Hints]",
Old,obsoleted,,[https://a.example/?a&b][RFC-ietf-httpbis-x-14],"A comment, with
two ""lines"""
`;

  test.each([xml, csv, JSON.stringify(entries)])("is read: %s", (text) => {
    expect(registryEntries(text)).toEqual(entries as never);
  });

  test.each(["", "<html></html>", "[]", '[{"value":"A"}]', "<!doctype html><title>404</title>"])(
    "is another: %s",
    (text) => {
      expect(() => registryEntries(text)).toThrow("not the registry");
    },
  );
});

describe("standard rows", () => {
  test("describe every registered name, and every name in MDN's data, or a reason says why not", () => {
    const mdn = Object.keys(compat.http["headers"] ?? {}).filter((name) => name !== "__compat");
    const all = new Set([...Object.keys(registry), ...mdn.map((name) => name.toLowerCase())]);
    expect([...all].filter((name) => !rowNames.includes(name) && !NOT_INCLUDED.has(name))).toEqual([]);
    expect([...NOT_INCLUDED.keys()].filter((name) => !all.has(name) || rowNames.includes(name))).toEqual([]);
  });

  test("have no name that the registry lacks", () => {
    expect(rowNames.filter((name) => !(name in registry))).toEqual([]);
  });

  test("write each name as the registry does", () => {
    const wrong = standardRows.filter((row) => registry[row.name.toLowerCase()]?.name !== row.name);
    expect(wrong.map((row) => row.name)).toEqual([]);
  });

  test("have no name twice", () => {
    expect(repeated(rowNames)).toEqual([]);
  });

  test("have descriptions of whole sentences within 300 characters, no two equal", () => {
    const wrong = standardRows.filter(
      ({ description }) => description.length > 300 || !/^[A-Z].{30,}\.$/.test(description),
    );
    expect(wrong.map((row) => `${row.name} ${row.description.length}`)).toEqual([]);
    expect(repeated(standardRows.map((row) => row.description))).toEqual([]);
  });

  test("have a page to read, always over HTTPS", () => {
    const links = standardRows.map((row) => [
      ...(registry[row.name.toLowerCase()]?.links ?? []),
      ...row.links,
    ]);
    expect(standardRows.filter((_, index) => links[index]?.length === 0).map((row) => row.name)).toEqual([]);
    expect(links.flat().filter((link) => !(link.startsWith("https://") && URL.canParse(link)))).toEqual([]);
  });

  test("name a replacement for deprecated and obsolete headers only", () => {
    const wrong = standardRows.filter((row) => {
      const status = row.status ?? registry[row.name.toLowerCase()]?.status;
      return (status === "deprecated" || status === "obsolete") !== (row.replacedBy !== undefined);
    });
    expect(wrong.map((row) => row.name)).toEqual([]);
  });
});

/** Every table of descriptions, imported as the only export of its file. */
const tables = await Promise.all(
  [...new Glob("*.ts").scanSync(directives.pathname)].sort().map(async (file) => {
    const exported = Object.values(
      (await import(new URL(file, directives).pathname)) as Record<string, unknown>,
    );
    return [file, exported] as const;
  }),
);

describe("tables of parts", () => {
  test("exist", () => {
    expect(tables.length).toBeGreaterThanOrEqual(30);
  });

  test.each(tables)("%s has one table of well-formed texts within 200 characters", (_, exported) => {
    expect(exported.length).toBe(1);
    const entries = [...(exported[0] as WordTable)];
    expect(entries.length).toBeGreaterThan(1);
    const wrong = entries.filter(
      ([key, text]) => key.trim() !== key || !/^\S(.*\S)?$/.test(text) || text.length > 200,
    );
    expect(wrong).toEqual([]);
  });

  test("have keys in lower case where the parts are not case-sensitive", () => {
    const exact = ["clear-site-data.ts"];
    const keys = tables.flatMap(([file, [table]]) =>
      exact.includes(file) ? [] : [...(table as WordTable).keys()],
    );
    expect(keys.filter((key) => key !== key.toLowerCase())).toEqual([]);
  });
});

describe("tables match the compatibility data", () => {
  /** MDN's subfeatures of a header, except those listed as behaviour, which are not parts of the value. */
  const subfeatures = (header: string, behaviour: readonly string[]) =>
    Object.keys(compat.http["headers"]?.[header] ?? {}).filter(
      (name) => name !== "__compat" && !behaviour.includes(name),
    );

  test("every feature of Permissions-Policy", () => {
    const names = subfeatures("Permissions-Policy", ["wildcards"]);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !permissionsPolicyFeatures.has(name))).toEqual([]);
  });

  test("every directive of Content-Security-Policy", () => {
    const names = subfeatures("Content-Security-Policy", [
      "meta-element-support",
      "report-sample",
      "strict-dynamic",
      "unsafe-hashes",
      "worker_support",
    ]);
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !cspDirectives.has(name))).toEqual([]);
  });

  test("every hint of Accept-CH", () => {
    const names = subfeatures("Accept-CH", []);
    expect(names.filter((name) => !clientHintNames.has(name.toLowerCase()))).toEqual([]);
  });
});
