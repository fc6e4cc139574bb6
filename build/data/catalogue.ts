/**
 * Updates data/headers/registry.json: registered and documented field names, their status and their pages.
 *
 * Sources: MDN's browser-compat-data (pinned in package.json) and the IANA HTTP Field Name Registry
 * (https://www.iana.org/assignments/http-fields/), which no npm package contains. Fails with the names that the
 * catalogue (data/headers/standard) lacks: each needs a row there, or a reason in catalogue/registry.ts.
 *
 *   bun build/data/catalogue.ts        from IANA's site
 *   bun build/data/catalogue.ts FILE   from its file http-fields.xml or field-names.csv, or a JSON list of the same entries
 */

import compat from "@mdn/browser-compat-data" with { type: "json" };
import type { FieldStatus } from "../../data/headers/row.ts";
import { standardTables } from "../../data/headers/standard/index.ts";
import { catalogueRows } from "../../src/headers/catalogue.ts";
import { type IanaEntry, NOT_INCLUDED, registryEntries } from "./catalogue/registry.ts";

interface Fact {
  readonly name: string;
  readonly status: FieldStatus;
  /** Structured field type (RFC 9651). */
  readonly structured: "Item" | "List" | "Dictionary" | null;
  /** Pages: specifications first, then MDN. */
  readonly links: readonly string[];
}

interface CompatStatus {
  readonly deprecated: boolean;
  readonly experimental: boolean;
  readonly standard_track: boolean;
}

interface CompatEntry {
  readonly mdn_url?: string;
  readonly spec_url?: string | readonly string[];
  readonly status?: CompatStatus;
}

interface CompatNode {
  readonly __compat?: CompatEntry;
}

const registryFile = new URL("../../data/headers/registry.json", import.meta.url);
const registryPage = "https://www.iana.org/assignments/http-fields/";

/** Status in the registry → our status. */
const ianaStatus: Readonly<Record<string, FieldStatus>> = {
  permanent: "permanent",
  provisional: "provisional",
  deprecated: "deprecated",
  obsoleted: "obsolete",
};

/** Type in the registry → our type. The registry also uses Token, which is a kind of Item. */
const structuredType: Readonly<Record<string, Fact["structured"]>> = {
  Item: "Item",
  Token: "Item",
  List: "List",
  Dictionary: "Dictionary",
};

/** Status of a field that MDN documents and the registry lacks: provisional if it is specified. */
function statusFromCompat(status: CompatStatus | undefined): FieldStatus {
  if (status?.deprecated) return "deprecated";
  if (status?.experimental || !status?.standard_track) return "experimental";
  return "provisional";
}

function rfcPage(number: string): string {
  return `https://www.rfc-editor.org/rfc/rfc${number}`;
}

/** Each field of RFC 9110 has an anchor on the working group's site. */
function semanticsPage(name: string): string {
  return name === "*" ? rfcPage("9110") : `https://httpwg.org/specs/rfc9110.html#field.${name.toLowerCase()}`;
}

/** Drafts that the registry still names and that have become RFCs. */
const published: ReadonlyMap<string, string> = new Map([
  ["ietf-httpbis-safe-method-w-body", "10008"],
  ["ietf-scim-events", "9967"],
]);

/** A reference of the registry as a page; undefined for people and organisations. */
function referencePage(name: string, [kind, value = ""]: readonly [string, string?]): string | undefined {
  const draft = /^(?:draft|RFC)-(ietf-.+?)(?:-\d\d)?$/.exec(value)?.[1];
  const became = draft && published.get(draft);
  if (became) return rfcPage(became);
  if (draft) return `https://datatracker.ietf.org/doc/draft-${draft}/`;
  const number = /^rfc\s?(\d+)$/i.exec(value);
  if (number?.[1] === "9110") return semanticsPage(name);
  if (number?.[1]) return rfcPage(number[1]);
  const page = value.trim();
  return kind === "uri" && /^https?:/.test(page) ? page.replace(/^http:/, "https:") : undefined;
}

/** RFC number of a page on any site. */
function rfcNumber(page: string): string | undefined {
  return /\brfc(\d+)/.exec(page)?.[1];
}

/** Drafts on this site disappear when the RFC is published; the datatracker's page redirects to the RFC. */
const EDITORS_COPY = /^https:\/\/httpwg\.org\/http-extensions\/(draft-[\w-]+)\.html(?:#.*)?$/;

function compatSpecs(entry: CompatEntry | undefined): string[] {
  return (
    [entry?.spec_url ?? []]
      .flat()
      .map((page) => page.replace(/\/info\/(rfc\d+)\/?#/, "/rfc/$1#"))
      .map((page) => page.replace(EDITORS_COPY, "https://datatracker.ietf.org/doc/$1/"))
      // Sections on status codes only mention the header.
      .filter((page) => !page.includes("#status."))
  );
}

function pages(name: string, references: IanaEntry["xref"], entry: CompatEntry | undefined): string[] {
  const specs = compatSpecs(entry);
  const known = new Set(specs.map(rfcNumber));
  const registered = references
    .map((reference) => referencePage(name, reference))
    .filter((page) => page !== undefined);
  // MDN links to sections, so its links come first. Pages of the registry fill gaps, and old RFCs come last.
  const extra = registered.filter((page) => {
    const number = rfcNumber(page);
    return number === undefined ? specs.length === 0 : !known.has(number);
  });
  const mdn = entry?.mdn_url ?? [];
  const all = [...new Set([specs, extra, mdn].flat())];
  return all.length > 0 || references.length === 0 ? all : [registryPage];
}

function compatEntries(): Map<string, { name: string; entry: CompatEntry }> {
  const headers = compat.http["headers"] ?? {};
  return new Map(
    Object.entries(headers)
      .filter(([name]) => name !== "__compat")
      .map(([name, value]) => [name.toLowerCase(), { name, entry: (value as CompatNode).__compat ?? {} }]),
  );
}

function build(iana: readonly IanaEntry[]): Record<string, Fact> {
  const documented = compatEntries();
  const facts = new Map<string, Fact>();
  for (const row of iana) {
    const key = row.value.toLowerCase();
    facts.set(key, {
      name: row.value,
      status: ianaStatus[row.status] ?? "provisional",
      structured: structuredType[row.structured ?? ""] ?? null,
      links: pages(row.value, row.xref, documented.get(key)?.entry),
    });
  }
  for (const [key, { name, entry }] of documented) {
    if (facts.has(key)) continue;
    facts.set(key, {
      name,
      status: statusFromCompat(entry.status),
      structured: null,
      links: pages(name, [], entry),
    });
  }
  return Object.fromEntries([...facts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function registryText(): Promise<string> {
  const [file] = process.argv.slice(2);
  if (file !== undefined) return Bun.file(file).text();
  const response = await fetch(`${registryPage}http-fields.xml`);
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  return response.text();
}

const facts = build(registryEntries(await registryText()));
const lines = Object.entries(facts).map(([key, fact]) => `${JSON.stringify(key)}: ${JSON.stringify(fact)}`);
await Bun.write(registryFile, `{\n${lines.join(",\n")}\n}\n`);
console.log(`${lines.length} field names written`);
const described = new Set(standardTables.flatMap(catalogueRows).map(({ name }) => name.toLowerCase()));
const missing = Object.entries(facts).filter(([key]) => !described.has(key) && !NOT_INCLUDED.has(key));
if (missing.length > 0) {
  console.error(`The catalogue lacks: ${missing.map(([, { name }]) => name).join(", ")}`);
  process.exitCode = 1;
}
