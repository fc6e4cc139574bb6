/** Explanations name features that no engine supports, according to MDN's compatibility data. */

import { describe, expect, test } from "bun:test";
import compat from "@mdn/browser-compat-data" with { type: "json" };
import { clearSiteDataTypes } from "../../data/headers/directives/clear-site-data.ts";
import { permissionsPolicyFeatures } from "../../data/headers/directives/permissions-policy.ts";
import { describeField } from "../../src/headers/catalogue.ts";

interface Support {
  readonly version_added?: string | false | null;
  readonly version_removed?: string;
  readonly flags?: readonly unknown[];
}

interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> };
}

const ENGINES = ["chrome", "firefox", "safari"];

/** Whether the newest version of a browser supports a feature without a flag. */
function has({ __compat }: Feature, engine: string): boolean {
  const [newest] = [__compat?.support[engine] ?? []].flat();
  const { version_added: added, version_removed: removed, flags } = newest ?? {};
  return typeof added === "string" && added !== "preview" && !removed && !flags;
}

function isFeature(node: unknown): node is Feature {
  return typeof node === "object" && node !== null && "__compat" in node;
}

/** Features of a header that no engine supports; `""` is the header itself. */
function missing(name: string, field: object): [name: string, part: string][] {
  const parts = [["", field], ...Object.entries(field)].filter(([key]) => key !== "__compat");
  return parts.flatMap(([part, node]) =>
    isFeature(node) && !ENGINES.some((engine) => has(node, engine)) ? [[name, String(part)]] : [],
  );
}

const unsupported = Object.entries(compat.http["headers"] ?? {}).flatMap(([name, field]) =>
  name === "__compat" ? [] : missing(name, field),
);

describe("features that no engine supports", () => {
  test("exist", () => expect(unsupported.length).toBeGreaterThan(10));

  test.each(unsupported)("%s %s", (name, part) => {
    const words = /^(?:Permissions|Feature)-Policy$/.test(name)
      ? permissionsPolicyFeatures
      : clearSiteDataTypes;
    const told =
      words.get(part.toLowerCase()) ?? words.get(part) ?? describeField(name.toLowerCase())?.description;
    expect(told).toMatch(/\bno (?:current )?browser|\bbrowsers (?:removed|now)\b|\bretired\b/i);
  });
});
