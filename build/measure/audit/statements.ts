/**
 * Single statements: sentences of descriptions and summaries, titles, links to sections, and rows about
 * cookies and branches.
 */

import { join } from "node:path";
import { Glob } from "bun";
import { browserDifferences } from "../../../data/browsers/differences.ts";
import { productTables } from "../../../data/headers/products/index.ts";
import { standardTables } from "../../../data/headers/standard/index.ts";
import { problemReasons } from "../../../data/problem-reasons.ts";
import { problemWords } from "../../../data/problem-words.ts";
import { statusRows } from "../../../data/status-codes.ts";
import { statusPractices } from "../../../data/status-practice.ts";
import { sourcedRows } from "../../../data/tables.ts";
import { catalogueEntries, catalogueRows } from "../../../src/headers/catalogue.ts";
import { allFields } from "../../../src/headers/fields/index.ts";
import { allKinds } from "../../../src/jobs/project/kinds.ts";
import { drawn } from "./draw.ts";
import { directives, textOf } from "./facts.ts";

const GOLDEN = join(import.meta.dir, "../../../test/headers/golden/problems");
const GUIDE = join(import.meta.dir, "../../../data/guide");

/** Number of statements from each pool; 200 in all. */
const SHARES: Readonly<Record<string, number>> = {
  standard: 25,
  products: 30,
  prefixes: 8,
  directives: 20,
  summaries: 20,
  titles: 10,
  whys: 15,
  reasons: 10,
  statuses: 8,
  browsers: 20,
  links: 20,
  software: 6,
  cookies: 8,
};

/** Sentences of a text, each prefixed with its subject. */
function sentences(about: string, text: string): string[] {
  return text.split(/(?<=[.?!]) (?=["A-Z])/).map((sentence) => `${about}: ${sentence}`);
}

export const described = (tables: readonly string[]): string[] =>
  tables
    .flatMap(catalogueRows)
    .flatMap(({ name, sender, description }) =>
      sentences(sender ? `${name} (${sender})` : name, description),
    );

/** Titles of the problems' bad examples, from the golden files. */
export async function titles(): Promise<string[]> {
  const files = [...new Glob("*.txt").scanSync(GOLDEN)].toSorted();
  const texts = await Promise.all(files.map((file) => Bun.file(join(GOLDEN, file)).text()));
  return texts.flatMap((text) => text.match(/(?<=^bad )\w+: .+/gm) ?? []);
}

export async function guide(): Promise<string[]> {
  const files = [...new Glob("*.md").scanSync(GUIDE)].toSorted();
  const texts = await Promise.all(files.map((file) => Bun.file(join(GUIDE, file)).text()));
  return texts.flatMap((text, at) =>
    text
      .replace(/^```[\s\S]*?^```/gm, "")
      .split(/\n{2,}|\n(?=[-|] ?)/)
      .flatMap((part) => sentences(`guide ${files[at]}`, part.replaceAll(/\s+/g, " "))),
  );
}

/** Links to sections and pages, each with its subject. */
function links(): string[] {
  const from = [
    ...catalogueEntries().flatMap(({ name, links }) => links.map((link) => `${name} → ${link}`)),
    ...allFields().flatMap(({ name, links = [] }) => links.map((link) => `${name} → ${link}`)),
    ...allKinds().flatMap(([id, { link, summary }]) => (link ? [`${id} (${summary}) → ${link}`] : [])),
    ...statusRows.map(({ code, message, link }) => `${code} ${message} → ${link}`),
  ];
  return [...new Set(from)].filter((statement) => statement.includes("#"));
}

function practiceOf(code: number): string[] {
  const practice = statusPractices.get(code);
  return practice ? [practice.sentWhen, practice.clients, practice.caches, practice.advice] : [];
}

/** Sentences in a row about a word; none for tables without sentences. */
function ofWord(row: string): string[] {
  const [about = "", text = ""] = row.split(/: (.*)/s);
  return /^(?:keywordPlaces|parameterKinds)\b/.test(about) ? [] : sentences(about, text);
}

const differences = (): string[] =>
  browserDifferences.flatMap(({ title, lines, chrome, firefox, safari }) =>
    Object.entries({ chrome, firefox, safari }).flatMap(([browser, behaviour]) =>
      behaviour ? [`${title} (${lines.join(" ⏎ ")}): ${browser}: ${behaviour.does}`] : [],
    ),
  );

async function pools(): Promise<Record<string, string[]>> {
  const prefixes = await textOf("headers/products/prefixes.txt");
  const rowsOf = async (table: string) =>
    sourcedRows(await textOf(table)).map(
      ({ cells, sure, source }) => `${cells.join(" | ")} [${sure}: ${source}]`,
    );
  const made = {
    standard: described(standardTables),
    products: described(productTables),
    prefixes: described([prefixes]),
    directives: (await directives()).flatMap(ofWord),
    summaries: allKinds().flatMap(([id, { summary }]) => sentences(id, summary)),
    titles: await titles(),
    whys: [...problemWords].flatMap(([id, { why }]) => (why === undefined ? [] : `${id}: ${why}`)),
    reasons: problemReasons.flatMap(([ids, why]) => sentences(String(ids), why)),
    statuses: statusRows.flatMap(({ code, description }) => [
      ...sentences(String(code), description),
      ...practiceOf(code).flatMap((text) => sentences(String(code), text)),
    ]),
    links: links(),
    software: await rowsOf("end-of-support.txt"),
    cookies: await rowsOf("cookies.txt"),
  };
  const { standard, products, directives: words, summaries, whys, reasons, statuses } = made;
  const reported = [
    standard,
    products,
    words,
    summaries,
    made.titles,
    whys,
    reasons,
    statuses,
    await guide(),
  ].flat();
  const browsers = [
    ...reported.filter((statement) =>
      /\b(?:Chrom(?:e|ium)|Firefox|Safari|WebKit|browsers?)\b/i.test(statement),
    ),
    ...differences(),
  ];
  return { ...made, browsers };
}

/** Draws 200 statements. @param seed draws the same ones again while the tables are unchanged */
export async function drawStatements(seed: number): Promise<void> {
  const draw = drawn(seed);
  const from = await pools();
  for (const [pool, share] of Object.entries(SHARES)) {
    const statements = from[pool] ?? [];
    console.log(`\n${pool}: ${share} of ${statements.length}`);
    for (const statement of draw(statements, share)) console.log(`- ${statement}`);
  }
}
