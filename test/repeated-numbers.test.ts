/** Each default is defined once: page, command line and service use the same constant. */

import { describe, expect, test } from "bun:test";
import { parse } from "@babel/parser";
import { Glob } from "bun";

const root = new URL("..", import.meta.url).pathname;
/** Rooms that share defaults. */
const ROOMS = ["api", "cli", "compat", "http", "jobs/{page,redirects,compare,har}", "server", "view", "web"];

/** Synonyms: word → the word that replaces it in names of limits. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...["max", "longest", "largest", "limit"].map((word) => [word, "most"] as const),
  ["chain", "redirects"],
]);

/** Numbers whose names have several meanings, with these meanings. */
const DIFFERENT: Readonly<Record<string, string>> = {
  requests: "budgets of jobs, and a column of a table",
  again: "waits for DNS and for Redis",
  "line most": "a line shown, read from standard input, and of a chunk",
  "lines most": "lines shown, of a head, and of early HTML",
  maximum: "a status code, and degrees",
  most: "different lists",
  minimum: "bounds of schemas",
  "most wait": "seconds of a Refresh that is followed, and milliseconds for a slow host",
  "most value": "characters sent, and shown",
  patience: "waits for a terminal, for a reader of the log, and for room in it",
  poll: "waits without an event; only speed depends on it",
  status: "each row of a table has its own",
  time: "columns of a drawing, and milliseconds for a HAR",
  width: "lookups at once, and a map's units",
};

interface Place {
  readonly room: string;
  readonly at: string;
  readonly value: number;
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

/**
 * Numbers by the words of their name: of constants, of properties of constant tables, and of options'
 * defaults.
 */
async function namedNumbers(): Promise<Map<string, Place[]>> {
  const found = new Map<string, Place[]>();
  for (const room of ROOMS)
    for await (const file of new Glob(`src/${room}/**/*.ts`).scan(root)) {
      const text = await Bun.file(root + file).text();
      const { program } = parse(text, { sourceType: "module", plugins: ["typescript"] });
      for (const statement of program.body) visit(statement as unknown as Node, room, file, found);
    }
  return found;
}

function visit(node: Node, room: string, file: string, found: Map<string, Place[]>, isLocal = false): void {
  const [name, value] = isLocal ? defaultOf(node) : (constantOf(node) ?? defaultOf(node));
  if (name !== undefined && value !== undefined && value > 0) {
    const key = wordsOf(name);
    found.set(key, [...(found.get(key) ?? []), { room, at: `${file} ${name}`, value }]);
  }
  for (const part of Object.values(node))
    for (const each of Array.isArray(part) ? part : [part])
      if (isNode(each)) visit(each, room, file, found, isLocal || /Function|Method/.test(each.type));
}

type Named = readonly [name: string | undefined, value: number | undefined] | readonly [];

function constantOf(node: Node): Named | undefined {
  if (node.type === "VariableDeclarator") return [nameOf(node["id"]), numberOf(node["init"])];
  if (node.type === "ObjectProperty") return [nameOf(node["key"]), numberOf(node["value"])];
  return undefined;
}

/** Name and default of an option in `numberOf(call, "per-host", 4)`. */
function defaultOf(node: Node): Named {
  if (node.type !== "CallExpression" || !Array.isArray(node["arguments"])) return [];
  const given = node["arguments"].filter(isNode);
  const name = given.findIndex(
    ({ type, value }) => type === "StringLiteral" && /^[a-z-]+$/.test(String(value)),
  );
  return name < 0 ? [] : [nameOf(given[name]), numberOf(given[name + 1])];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : undefined;
}

function numberOf(node: unknown): number | undefined {
  return isNode(node) && node.type === "NumericLiteral" ? Number(node["value"]) : undefined;
}

/** Normalized name: `mostRedirects`, `MAX_REDIRECTS` and `redirects-limit` are equal. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_]/);
  return words
    .map((word) => SYNONYMS.get(word) ?? word)
    .toSorted()
    .join(" ");
}

describe("numbers", () => {
  test("have a name in one room only", async () => {
    const twice = [...(await namedNumbers())].filter(
      ([, places]) =>
        new Set(places.map(({ room }) => room)).size > 1 && places.some(({ value }) => value > 1),
    );
    const told = twice.map(
      ([key, places]) => `${key}: ${places.map(({ at, value }) => `${at} = ${value}`).join("; ")}`,
    );
    expect(told.filter((line) => DIFFERENT[line.split(":", 1)[0] ?? ""] === undefined)).toEqual([]);
    const known = twice.map(([key]) => key);
    expect(Object.keys(DIFFERENT).filter((key) => !known.includes(key))).toEqual([]);
  });

  test("are not repeated in a flag's help, which reads the constant", async () => {
    const written: string[] = [];
    for await (const file of new Glob("src/cli/**/*.ts").scan(root))
      for (const [line] of (await Bun.file(root + file).text()).matchAll(/help: ["`][^\n]*\[\d+\]["`]/g))
        written.push(`${file}: ${line}`);
    expect(written).toEqual([]);
  });

  test("all spellings of a name are detected", () => {
    const spellings = ["mostRedirects", "MOST_REDIRECTS", "MAX_REDIRECTS", "redirects-limit", "max-chain"];
    expect(new Set(spellings.map(wordsOf))).toEqual(new Set(["most redirects"]));
  });
});
