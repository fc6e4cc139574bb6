/** The text of a script → the modules that it imports, and what it puts into the page. Pure. */

import { lineCounter } from "../browser/html-stream.ts";
import type { ImportMap, Reference } from "./reference.ts";

/** Elements that a script makes whose content a policy governs. */
export type Inserted = "script" | "style";

const MADE: Readonly<Record<Inserted, RegExp>> = {
  script: /createElement\(\s*["'`]script\b|document\.write(?:ln)?\(.{0,99}<script/is,
  style: /createElement(?:NS)?\([^()]{0,80}["'`]style["'`]|["'`]<style[\s>]/i,
};

/** By its words: whether it ever runs them is not known. */
export function insertedBy(text: string): readonly Inserted[] {
  return (["script", "style"] as const).filter((element) => MADE[element].test(text));
}

/** Of an import map the part that holds for all modules; what is none is empty. */
export function readImportMap(text: string, base: URL): ImportMap {
  let imports: unknown;
  try {
    imports = (JSON.parse(text) as { readonly imports?: unknown } | null)?.imports;
  } catch {
    return new Map();
  }
  if (!(imports instanceof Object)) return new Map();
  return new Map(
    Object.entries(imports).flatMap(([key, target]) => {
      const url = typeof target === "string" ? URL.parse(target, base.href) : null;
      return url ? [[key, url] as const] : [];
    }),
  );
}

/** Characters of a script in which imports are looked for: the parser takes them in one go. */
const MOST_TEXT = 1_048_576;
const transpiler = new Bun.Transpiler({ loader: "js" });

type Importer = Pick<Reference, "where" | "nonce" | "metas" | "module">;

/** The modules that a script at `from` imports; a classic script has no import but `import()`. */
export function importsOf(text: string, from: URL, map: ImportMap, importer: Importer): Reference[] {
  if (text.length > MOST_TEXT || !/\bimport\b|\bfrom\b/.test(text)) return [];
  const lineAt = lineCounter(text);
  let cursor = 0;
  return scanned(text).flatMap(({ path, kind }) => {
    const isStatic = kind === "import-statement";
    const url = isStatic && !importer.module ? undefined : resolved(path, from, map);
    if (!url || (!isStatic && kind !== "dynamic-import")) return [];
    cursor = Math.max(cursor, text.indexOf(path, cursor));
    return {
      url,
      as: "script",
      cors: "anonymous",
      module: true,
      where: { line: importer.where.line + lineAt(cursor) - 1, element: "import" },
      ...(!isStatic && { condition: "use" }),
      ...(importer.nonce !== undefined && { nonce: importer.nonce }),
      metas: importer.metas,
    };
  });
}

/** A script that cannot be parsed runs nothing. */
function scanned(text: string): Bun.Import[] {
  try {
    return transpiler.scanImports(text);
  } catch {
    return [];
  }
}

function resolved(specifier: string, from: URL, map: ImportMap): URL | undefined {
  const prefix = [...map.keys()].filter((key) => key.endsWith("/") && specifier.startsWith(key));
  const longest = prefix.reduce((best, key) => (key.length > best.length ? key : best), "");
  const mapped = map.get(specifier) ?? URL.parse(specifier.slice(longest.length), map.get(longest)?.href);
  const isRelative = /^\.{0,2}\//.test(specifier);
  const url = mapped ?? URL.parse(specifier, isRelative ? from.href : undefined);
  if (url) url.hash = "";
  return url ?? undefined;
}
