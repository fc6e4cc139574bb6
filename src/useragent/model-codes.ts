import { fromTables, rowsOf } from "./tables.ts";

interface Code {
  readonly maker: string;
  /** An expression for a whole code. */
  readonly source: string;
  /** The characters that a match may begin with; undefined where that is hard to tell. */
  readonly starts: string | undefined;
}

/** The table's expressions may hold `|`, so a row is parted at its first bar only. */
const codes = fromTables((): readonly Code[] =>
  rowsOf("model-codes").flatMap(([maker = "", ...rest]) =>
    rest
      .join("|")
      .split(/\s+/)
      .filter((source) => source !== "")
      .map((source) => ({ maker, source: new RegExp(source).source, starts: startsOf(source) })),
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
  for (const { maker, source, starts } of codes()) {
    if (starts !== undefined && !starts.includes(first)) continue;
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

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** The characters that a match of an expression may begin with; undefined where that is hard to tell. */
function startsOf(source: string): string | undefined {
  if (/^[A-Za-z0-9]/.test(source)) return /^.[?*{]/.test(source) ? undefined : source[0];
  if (source.startsWith("\\d") && !/^[?*]/.test(source.slice(2))) return "0123456789";
  const listed = /^\[(?!\^)[^\]]*\](?![?*]|\{(?![1-9]))/.exec(source)?.[0];
  if (listed !== undefined) return ASCII.replace(new RegExp(listed.replace("[", "[^"), "g"), "");
  const group = /^\(\?:([A-Za-z0-9|]+)\)(?![?*])/.exec(source)?.[1]?.split("|");
  return group?.includes("") ? undefined : group?.map((part) => part[0]).join("");
}

/** Codes are short; a longer text is not a code, and expressions are not run over it. */
const LONGEST_CODE = 48;

/** The maker who numbers models in this way, undefined where none is known. */
export function makerOfCode(code: string): string | undefined {
  if (code === "" || code.length > LONGEST_CODE) return undefined;
  const { makers, pattern } = patternsFor(code[0] ?? "");
  const groups = pattern.exec(code);
  if (groups === null) return undefined;
  let group = 1;
  while (groups[group] === undefined) group++;
  return makers[group - 1];
}
