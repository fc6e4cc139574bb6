import table from "../../data/agents/model-codes.txt" with { type: "text" };
import { rowsOf } from "./tables.ts";

interface Codes {
  readonly maker: string;
  readonly pattern: RegExp;
}

/** The table's expressions may hold `|`, so a row is parted at its first bar only. */
const codes: readonly Codes[] = rowsOf(table).map(([maker = "", ...rest]) => {
  const patterns = rest
    .join("|")
    .split(/\s+/)
    .filter((text) => text !== "");
  return { maker, pattern: new RegExp(`^(?:${patterns.join("|")})$`) };
});

/** Codes are short; a longer text is no code, and expressions are not run over it. */
const LONGEST_CODE = 48;

/** The maker who numbers models in this way, undefined where none is known. */
export function makerOfCode(code: string): string | undefined {
  if (code.length > LONGEST_CODE) return undefined;
  return codes.find(({ pattern }) => pattern.test(code))?.maker;
}
