/**
 * Verifies that regular expressions in src and data take linear time: recheck analyses each literal, and each
 * `new RegExp` of constant text. Verdicts are kept in `regexes/verdicts.txt`, so that only new expressions
 * are analysed.
 *
 *   bun build/regexes.ts           analyses new ones and writes the verdicts
 *   bun build/regexes.ts --check   fails for an expression that is neither linear nor reviewed, and for an outdated line
 */

import { join } from "node:path";
import { parse } from "@babel/parser";
import { Glob } from "bun";
import { check } from "recheck";
import { MADE, REVIEWED } from "./regexes/reviewed.ts";

const root = join(import.meta.dir, "..");
const TABLE = join(import.meta.dir, "regexes/verdicts.txt");
const HEAD =
  "# recheck: linear, or undecided in 5 s (build/slow/growth.test.ts measures those). `bun build/regexes.ts` writes it.";
/** Matches unbounded repeats; expressions without them take constant time. */
const REPEATS = /[*+]|\{\d+,\}/;

export interface Found {
  /** Pattern and flags as a literal. */
  readonly literal: string;
  readonly file: string;
  readonly line: number;
}

/** Literals of all files, and files that build expressions from variable text. */
export async function regexesOf(): Promise<{
  readonly found: readonly Found[];
  readonly made: readonly string[];
}> {
  const found: Found[] = [];
  const made = new Set<string>();
  for (const file of [...new Glob("{src,data}/**/*.ts").scanSync(root)].sort()) {
    const text = await Bun.file(join(root, file)).text();
    const { tokens } = parse(text, { sourceType: "module", plugins: ["typescript"], tokens: true });
    for (const { type, value, loc } of (tokens ?? []) as readonly Token[])
      if (type.label === "regexp" && typeof value === "object")
        found.push({ literal: `/${value.pattern}/${value.flags}`, file, line: loc.start.line });
    for (const [, constant] of text.matchAll(/(?<![.\w])RegExp\((?:"((?:[^"\\]|\\.)*)"\))?/g))
      if (constant === undefined) made.add(file);
      else found.push({ literal: `/${JSON.parse(`"${constant}"`)}/`, file, line: 0 });
  }
  // `form` rows of tables are regular expressions too.
  for (const file of [...new Glob("data/headers/**/*.txt").scanSync(root)].sort())
    for (const [index, line] of (await Bun.file(join(root, file)).text()).split("\n").entries()) {
      const [, flags, form] = /^ +form(?:-(i))? (.+)$/.exec(line) ?? [];
      if (form !== undefined) found.push({ literal: `/^(?:${form})$/${flags ?? ""}`, file, line: index + 1 });
    }
  return { found, made: [...made] };
}

interface Token {
  readonly type: { readonly label: string };
  readonly value: string | { readonly pattern: string; readonly flags: string } | undefined;
  readonly loc: { readonly start: { readonly line: number } };
}

/** Verdicts of the table, by literal. */
export async function verdicts(): Promise<ReadonlyMap<string, string>> {
  const lines = (await Bun.file(TABLE).exists()) ? (await Bun.file(TABLE).text()).split("\n") : [];
  return new Map(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]),
  );
}

async function judged(literal: string): Promise<string> {
  const end = literal.lastIndexOf("/");
  // recheck does not support the flag v. For the classes used here, u means the same.
  const { status } = await check(literal.slice(1, end), literal.slice(end + 1).replace("v", "u"), {
    timeout: 5000,
  });
  return status === "safe" ? "linear" : status === "vulnerable" ? "vulnerable" : "undecided";
}

if (import.meta.main) {
  const { found, made } = await regexesOf();
  const known = await verdicts();
  const places = new Map<string, string>();
  for (const { literal, file, line } of found)
    if (REPEATS.test(literal)) places.set(literal, `${file}:${line}`);
  const faults: string[] = [];
  const table = new Map<string, string>();
  for (const [literal, place] of places) {
    if (REVIEWED.has(literal)) continue;
    const verdict = known.get(literal) ?? (await judged(literal));
    if (verdict === "vulnerable") faults.push(`${place}: not linear: ${literal}`);
    else table.set(literal, verdict);
  }
  for (const literal of REVIEWED.keys())
    if (!places.has(literal)) faults.push(`regexes/reviewed.ts: no longer in the code: ${literal}`);
  for (const file of made)
    if (!MADE.has(file)) faults.push(`${file}: new RegExp of text that is not constant`);
  for (const file of MADE.keys())
    if (!made.includes(file)) faults.push(`regexes/reviewed.ts: ${file} makes none`);
  const text = `${[HEAD, ...[...table].map(([literal, verdict]) => `${verdict} ${literal}`).sort()].join("\n")}\n`;
  if (!process.argv.includes("--check")) await Bun.write(TABLE, text);
  else if ((await Bun.file(TABLE).text()) !== text)
    faults.push("regexes/verdicts.txt is out of date: run bun build/regexes.ts");
  for (const fault of faults) console.error(fault);
  console.log(`${places.size} expressions repeat, ${REVIEWED.size} are reviewed exceptions`);
  process.exit(faults.length === 0 ? 0 : 1);
}
