import { fromTables, rowsOf } from "./tables.ts";

interface Code {
  readonly maker: string;
  /** An expression for a whole code. */
  readonly source: string;
}

/** The table's expressions may hold `|`, so a row is parted at its first bar only. */
const codes = fromTables((): readonly Code[] =>
  rowsOf("model-codes").flatMap(([maker = "", ...rest]) =>
    rest
      .join("|")
      .split(/\s+/)
      .filter((source) => source !== "")
      .map((source) => ({ maker, source: new RegExp(source).source })),
  ),
);

interface Patterns {
  readonly makers: readonly string[];
  /** A group for each maker, in order. */
  readonly pattern: RegExp;
}

/** What may match, by the first character of a code; made when one of them comes. */
const byFirst = fromTables(() => new Map<string, Patterns>());

function patternsFor(first: string): Patterns {
  const known = byFirst().get(first);
  if (known) return known;
  const sources = new Map<string, string[]>();
  for (const { maker, source } of codes()) {
    if (!mayStart(source, first)) continue;
    const own = sources.get(maker) ?? [];
    own.push(source);
    sources.set(maker, own);
  }
  const groups = [...sources.values()].map((own) => `(${own.join("|")})`);
  const made = {
    makers: [...sources.keys()],
    pattern: groups.length === 0 ? /^\b$/ : new RegExp(`^(?:${groups.join("|")})$`),
  };
  byFirst().set(first, made);
  return made;
}

/** Whether a match of an expression may begin with a character; where that is hard to tell, yes. */
function mayStart(source: string, first: string): boolean {
  if (/^[A-Za-z0-9]/.test(source)) return source[0] === first || /^.[?*{]/.test(source);
  if (source.startsWith("[") && !source.startsWith("[^")) {
    const end = source.indexOf("]");
    if (/^[?*{]/.test(source.slice(end + 1)) && !/^\{[1-9]/.test(source.slice(end + 1))) return true;
    return new RegExp(source.slice(0, end + 1)).test(first);
  }
  if (source.startsWith("\\d") && !/^[?*]/.test(source.slice(2))) return /\d/.test(first);
  const group = /^\(\?:([A-Za-z0-9|]+)\)(?![?*])/.exec(source)?.[1];
  return group === undefined || group.split("|").some((part) => part === "" || part[0] === first);
}

/** Codes are short; a longer text is not a code, and expressions are not run over it. */
const LONGEST_CODE = 48;

/** The maker who numbers models in this way, undefined where none is known. */
export function makerOfCode(code: string): string | undefined {
  if (code === "" || code.length > LONGEST_CODE) return undefined;
  const { makers, pattern } = patternsFor(code[0] ?? "");
  const groups = pattern.exec(code);
  return groups
    ? makers[groups.findIndex((group, index) => index > 0 && group !== undefined) - 1]
    : undefined;
}
