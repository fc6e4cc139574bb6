/** Finds imported modules and created elements in the text of a script. Pure. */

import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { lineCounter } from "../../../http/browser.ts";
import type { ImportMap, Inserted, Reference, SpecifierMap } from "./reference.ts";

/** Patterns of code that creates an element. Each repeat has a maximum, so that matching takes linear time. */
const MADE: Readonly<Record<Inserted, RegExp>> = {
  script: /createElement\(\s{0,20}["'`]script\b|document\.write(?:ln)?\(.{0,99}<script/is,
  style: /createElement(?:NS)?\([^()]{0,80}["'`]style["'`]|["'`]<style[\s>]/i,
  eval: /\beval\(|\bnew\s{1,20}Function\(|\bset(?:Timeout|Interval)\(\s{0,20}["'`]/,
};
/** Characters per turn of a task. */
const TEXT_A_TURN = 65_536;
const LONGEST_MATCH = 160;

/** Elements that a script creates by its text, whether or not this code runs. */
export function* insertedBy(text: string): Task<readonly Inserted[]> {
  const found = new Set<Inserted>();
  for (let at = 0; at < text.length && found.size < 3; at += TEXT_A_TURN) {
    const piece = text.slice(Math.max(0, at - LONGEST_MATCH), at + TEXT_A_TURN);
    for (const element of ["script", "style", "eval"] as const)
      if (MADE[element].test(piece)) found.add(element);
    if (at + TEXT_A_TURN < text.length) yield;
  }
  return [...found];
}

/** Keys of an import map per turn of a task. */
const KEYS_A_TURN = 500;

/** Maximum scopes of an import map: each is compared with each importing module. */
const MOST_SCOPES = 20;

/** Parses an import map (HTML section 8.1.6.2); empty if it is invalid or too long. */
export function* readImportMap(text: string, base: URL): Task<ImportMap> {
  let isWhole = text.length <= PAGE.importMap;
  let left: number = PAGE.importKeys;
  function* take(member: unknown): Task<[string, string][]> {
    const entries = entriesOf(member);
    isWhole &&= entries.length <= left;
    const taken: [string, string][] = [];
    for (const [index, [key, value]] of entries.slice(0, left).entries()) {
      if (index % KEYS_A_TURN === 0) yield;
      if (typeof value === "string" && value.length <= PAGE.url) taken.push([key, value]);
    }
    left = Math.max(0, left - entries.length);
    return taken;
  }
  const { imports, scopes, integrity } = isWhole ? membersOf(text) : {};
  const map = specifierMap(yield* take(imports), base);
  const scopeEntries = entriesOf(scopes);
  isWhole &&= scopeEntries.length <= MOST_SCOPES;
  const scoped: { readonly prefix: string; readonly map: SpecifierMap }[] = [];
  for (const [key, member] of scopeEntries.slice(0, MOST_SCOPES)) {
    const prefix = URL.parse(key, base.href)?.href;
    if (prefix !== undefined) scoped.push({ prefix, map: specifierMap(yield* take(member), base) });
  }
  const digests = new Map<string, string>();
  for (const [key, digest] of yield* take(integrity)) {
    const url = URL.parse(key, base.href)?.href;
    if (url !== undefined) digests.set(url, digest);
  }
  scoped.sort((one, other) => other.prefix.length - one.prefix.length);
  return { ...map, scopes: scoped, integrity: digests, isWhole };
}

function membersOf(text: string): { imports?: unknown; scopes?: unknown; integrity?: unknown } {
  try {
    const members: unknown = JSON.parse(text);
    return members instanceof Object ? members : {};
  } catch {
    return {};
  }
}

function entriesOf(member: unknown): [string, unknown][] {
  return member instanceof Object ? Object.entries(member) : [];
}

function specifierMap(entries: readonly [string, string][], base: URL): SpecifierMap {
  const urls = new Map<string, URL>();
  for (const [key, target] of entries) {
    const url = URL.parse(target, base.href);
    if (url) urls.set(key, url);
  }
  return { urls, prefixes: prefixesOf([...urls.keys()].filter((key) => key.endsWith("/"))) };
}

function prefixesOf(keys: string[]): SpecifierMap["prefixes"] {
  keys.sort();
  const prefixes: { readonly key: string; readonly within: number }[] = [];
  let within = -1;
  for (const [index, key] of keys.entries()) {
    while (within >= 0 && !key.startsWith(prefixes[within]?.key ?? ""))
      within = prefixes[within]?.within ?? -1;
    prefixes.push({ key, within });
    within = index;
  }
  return prefixes;
}

/** Longest prefix of a specifier: the last key in sort order up to it, or a prefix of this key. */
function longestPrefix(specifier: string, prefixes: SpecifierMap["prefixes"]): string {
  let [low, high] = [0, prefixes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prefixes[middle]?.key ?? "") <= specifier) low = middle + 1;
    else high = middle;
  }
  let found = prefixes[low - 1];
  const shared = sharedLength(found?.key ?? "", specifier);
  while (found && found.key.length > shared) found = prefixes[found.within];
  return found?.key ?? "";
}

function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

const transpiler = new Bun.Transpiler({ loader: "js" });

/** Import as written in the script; only the first of equal imports. */
interface Import {
  readonly path: string;
  readonly isStatic: boolean;
  /** `with { type: "json" }` (ECMA-262 section 16.2.2). */
  readonly isJson?: true;
  /** From 1. */
  readonly line: number;
}

/** Worker that a script may start. */
interface WorkerStart {
  readonly path: string;
  /** Whether the path is resolved against the script (`import.meta.url`), not the page. */
  readonly isBeside: boolean;
  /** From 1. */
  readonly line: number;
}

export interface Imports {
  readonly imports: readonly Import[];
  /** Workers with literal URLs. */
  readonly workers: readonly WorkerStart[];
  /** Whether neither the text nor the list of imports exceeds its limit. */
  readonly isWhole: boolean;
}

/** Import attribute of a JSON module, after the specifier of a static or dynamic import. */
const JSON_TYPE =
  /^["'`]\s{0,20}(?:,\s{0,20}\{\s{0,20}with\s{0,20}:|with\b)\s{0,20}\{\s{0,20}["']?type["']?\s{0,20}:\s{0,20}["']json["']/;

/** Imports per turn of a task. */
const IMPORTS_A_TURN = 2000;

const WORKER =
  /\bnew\s{1,20}(?:Shared)?Worker\(\s{0,20}(new\s{1,20}URL\(\s{0,20})?(["'`])([^"'`\\\n$]{1,2048})\2/g;

/** Workers with literal URLs, at most one more than the limit. */
function workersIn(text: string): WorkerStart[] {
  const lineAt = lineCounter(text);
  return text
    .matchAll(WORKER)
    .take(PAGE.imports + 1)
    .map(({ index, 1: beside, 3: path = "" }) => ({
      path,
      isBeside: beside !== undefined,
      line: lineAt(index),
    }))
    .toArray();
}

export function* importsIn(text: string): Task<Imports> {
  const started = workersIn(text);
  const workers = started.slice(0, PAGE.imports);
  const isWhole = started.length <= PAGE.imports;
  const words = importWords(text);
  if (words === 0) return { imports: [], workers, isWhole };
  if (text.length > PAGE.scriptText || words > PAGE.importWords)
    return { imports: [], workers, isWhole: false };
  const lineAt = lineCounter(text);
  const found = new Map<string, Import>();
  let cursor = 0;
  /** Set if a path with an escape is not found in the text; imports from there on have no line number. */
  let isLost = false;
  let taken = 0;
  for (const { path, kind } of scanned(text)) {
    if (++taken % IMPORTS_A_TURN === 0) yield;
    const isStatic = kind === "import-statement";
    if ((!isStatic && kind !== "dynamic-import") || path.length > PAGE.specifier) continue;
    const at: number = isLost ? -1 : text.indexOf(path, cursor);
    isLost ||= at < 0;
    if (at >= 0) cursor = at;
    const key = `${isStatic} ${path}`;
    if (!found.has(key)) {
      if (found.size >= PAGE.imports) return { imports: [...found.values()], workers, isWhole: false };
      const isJson =
        at >= 0 && JSON_TYPE.test(text.slice(at + path.length, at + path.length + LONGEST_MATCH));
      found.set(key, { path, isStatic, ...(isJson && { isJson }), line: lineAt(cursor) });
    }
    if (at >= 0) cursor = at + path.length;
  }
  return { imports: [...found.values()], workers, isWhole };
}

/** Counts `import` and `from` up to the limit: the scanner makes an object for each import, also of equal ones. */
function importWords(text: string): number {
  const words = /\b(?:import|from)\b/g;
  let count = 0;
  while (count <= PAGE.importWords && words.test(text)) count++;
  return count;
}

/** Imports of a script; empty if it has a syntax error, because it does not run. */
function scanned(text: string): Bun.Import[] {
  try {
    return transpiler.scanImports(text);
  } catch {
    return [];
  }
}

/** `base`: base URL of the page. */
type Importer = Pick<Reference, "where" | "nonce" | "metas" | "module"> & { readonly base: URL };

/**
 * Modules and workers that a script with the URL `from` loads. A classic script has only dynamic imports. Browsers
 * start no worker of another origin, and request none.
 */
export function importedBy(
  { imports, workers }: Imports,
  from: URL,
  map: ImportMap,
  { where, nonce, metas, module, base }: Importer,
): Reference[] {
  const started = workers.flatMap(({ path, isBeside, line }): Reference[] => {
    const url = URL.parse(path, (isBeside ? from : base).href);
    if (url?.origin !== base.origin) return [];
    url.hash = "";
    const at = { line: where.line + line - 1, element: "Worker" };
    return [{ url, as: "worker", mode: "same-origin", parser: false, where: at, condition: "use", metas }];
  });
  const imported = imports.flatMap(({ path, isStatic, isJson, line }): Reference | Reference[] => {
    const url = isStatic && !module ? undefined : resolved(path, from, map);
    if (!url) return [];
    const integrity = map.integrity?.get(url.href);
    return {
      url,
      as: "script",
      cors: "anonymous",
      module: true,
      ...(isJson && { dest: "json" }),
      where: { line: where.line + line - 1, element: "import" },
      ...(!isStatic && { condition: "use" }),
      ...(nonce !== undefined && { nonce }),
      ...(integrity && { integrity }),
      metas,
    };
  });
  return [...imported, ...started];
}

/** Resolves a specifier by the scopes that match the importing module, the longest first, then by the map. */
function resolved(specifier: string, from: URL, map: ImportMap): URL | undefined {
  const isWithin = (prefix: string) =>
    prefix === from.href || (prefix.endsWith("/") && from.href.startsWith(prefix));
  const scoped = (map.scopes ?? []).filter(({ prefix }) => isWithin(prefix)).map((scope) => scope.map);
  const mapped = [...scoped, map].map((one) => mappedUrl(specifier, one)).find((url) => url);
  const isRelative = /^\.{0,2}\//.test(specifier);
  const url = URL.parse((mapped ?? URL.parse(specifier, isRelative ? from.href : undefined))?.href ?? "");
  if (url) url.hash = "";
  return url ?? undefined;
}

function mappedUrl(specifier: string, { urls, prefixes }: SpecifierMap): URL | null {
  const longest = longestPrefix(specifier, prefixes);
  return urls.get(specifier) ?? URL.parse(specifier.slice(longest.length), urls.get(longest)?.href);
}
