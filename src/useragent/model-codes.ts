import { fromTables, linesOf } from "./tables.ts";

interface Code {
  readonly maker: string;
  /** Whether it counts before names and lists: what looks like another's is this maker's. */
  readonly sure: boolean;
  /** An expression for a whole code. */
  readonly source: string;
  /** The characters that a match may begin with; undefined where that is hard to tell. */
  readonly starts: string | undefined;
}

/** The table's expressions may hold `|`, so a row is parted at its first bar only. */
const codes = fromTables((): readonly Code[] => {
  const made: Code[] = [];
  for (const line of linesOf("model-codes")) {
    const bar = line.indexOf("|");
    const maker = line.slice(0, bar).trim();
    for (const written of line.slice(bar + 1).split(" ")) {
      if (written === "") continue;
      const sure = written.startsWith("!");
      const source = sure ? written.slice(1) : written;
      made.push({ maker, sure, source, starts: startsOf(source) });
    }
  }
  return made;
});

/** Tables from elsewhere must be whole before they are used: what is made here of each is made of few otherwise. */
fromTables(() => codes().map(({ source }) => new RegExp(source)));

interface Candidate {
  readonly maker: string;
  readonly sure: boolean;
  /** The characters that each match begins with. */
  readonly start: string;
  /** The characters that may come behind that; empty where that is hard to tell. */
  readonly next: string;
  /** For a whole code; made when a code with that start comes. */
  readonly pattern: () => RegExp;
}

/** Expressions that may match, by the first two characters of a code: makers in the order of the table. */
const byStart = fromTables(() => new Map<string, readonly Candidate[]>());

function candidatesFor(code: string): readonly Candidate[] {
  const start = code.slice(0, 2);
  const known = byStart().get(start);
  if (known) return known;
  // All characters that no code begins with are as one: strangers' strings must not fill the memory.
  if (!IS_PLAIN.test(start)) return ofFirst(code < "\x7f" ? (code[0] ?? "") : "\x7f");
  const made = ofFirst(start[0] ?? "").filter((one) => mayBegin(one, start));
  byStart().set(start, made);
  return made;
}

const IS_PLAIN = /^[ -~]{2}$/;

/** Whether a match may begin with two characters, of which the first fits. */
function mayBegin({ start, next }: Candidate, two: string): boolean {
  if (start.length > 1) return start.startsWith(two);
  return start === "" || next === "" || next.includes(two[1] ?? NOTHING);
}

/** The same by the first character alone. */
const byFirst = fromTables(() => new Map<string, readonly Candidate[]>());

function ofFirst(first: string): readonly Candidate[] {
  const known = byFirst().get(first);
  if (known) return known;
  const fitting = codes().filter(({ starts }) => starts === undefined || starts.includes(first));
  const made = [...Map.groupBy(fitting, ({ maker }) => maker).values()].flat().map(candidate);
  byFirst().set(first, made);
  return made;
}

/** Those of them that are sure; mostly there are none. */
const sureByFirst = fromTables(() => new Map<readonly Candidate[], readonly Candidate[]>());

function sureFor(code: string): readonly Candidate[] {
  const all = candidatesFor(code);
  const known = sureByFirst().get(all);
  if (known) return known;
  const sure = all.filter((one) => one.sure);
  sureByFirst().set(all, sure);
  return sure;
}

function candidate({ maker, sure, source }: Code): Candidate {
  let pattern: RegExp | undefined;
  const start = /^[A-Za-z0-9 -]*/.exec(source)?.[0] ?? "";
  const rest = source.slice(start.length);
  const optional = /^[?*{]/.test(rest);
  return {
    maker,
    sure,
    start: optional ? start.slice(0, -1) : start,
    next: (optional ? undefined : startsOf(rest)) ?? "",
    pattern: () => {
      pattern ??= new RegExp(`^(?:${source})$`);
      return pattern;
    },
  };
}

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** The characters that a match of an expression may begin with; undefined where that is hard to tell. */
function startsOf(source: string): string | undefined {
  if (/^[A-Za-z0-9]/.test(source)) return /^.[?*{]/.test(source) ? undefined : source[0];
  if (source.startsWith("\\d") && !/^(?:[?*]|\{0)/.test(source.slice(2))) return "0123456789";
  const listed = /^\[(?!\^)[^\]]*\](?![?*]|\{(?![1-9]))/.exec(source)?.[0];
  if (listed !== undefined) return ASCII.replace(new RegExp(listed.replace("[", "[^"), "g"), "");
  const group = /^\(\?:([A-Za-z0-9|]+)\)(?![?*]|\{0)/.exec(source)?.[1]?.split("|");
  return group?.includes("") ? undefined : group?.map((part) => part[0]).join("");
}

/** Characters that no expression begins with. */
const NOTHING = "\0";

/** Codes are short; a longer text is not a code, and expressions are not run over it. */
const LONGEST_CODE = 48;

/** The maker who numbers models in this way, undefined where none is known. */
export function makerOfCode(code: string): string | undefined {
  return makerAmong(code, candidatesFor(code));
}

/** The same by the expressions alone that count before names and lists. */
export function sureMakerOfCode(code: string): string | undefined {
  return makerAmong(code, sureFor(code));
}

function makerAmong(code: string, candidates: readonly Candidate[]): string | undefined {
  if (code === "" || code.length > LONGEST_CODE) return undefined;
  for (const { maker, start, next, pattern } of candidates) {
    const fits = next === "" || next.includes(code[start.length] ?? NOTHING);
    if (fits && code.startsWith(start) && pattern().test(code)) return maker;
  }
  return undefined;
}
