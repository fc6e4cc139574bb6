/** Column and member names in exports. Pure. */

import { COLUMN_NAMES, ONLY_STATUS } from "../../../../data/redirect-maps.ts";

type Part = keyof typeof COLUMN_NAMES;

const wordsOf = (words: string) => words.split(" ");
const onlyStatus = new Set(wordsOf(ONLY_STATUS));

/** Positions of the columns of each part, the most specific name first. */
export type Columns = Readonly<Record<Part, readonly number[]>> & {
  /** Positions of columns that must contain status codes. */
  readonly onlyStatus: ReadonlySet<number>;
};

export function columnsOf(names: readonly string[]): Columns {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const find = (part: Part, taken: readonly number[] = []) =>
    wordsOf(COLUMN_NAMES[part]).flatMap((name) => {
      const at = plain.findIndex((each, index) => each === name && !taken.includes(index));
      return at < 0 ? [] : [at];
    });
  const from = find("from").slice(0, 1);
  return {
    from,
    to: find("to", from).slice(0, 1),
    status: find("status"),
    permanent: find("permanent"),
    regex: find("regex"),
    enabled: find("enabled"),
    onlyStatus: new Set(plain.flatMap((name, index) => (onlyStatus.has(name) ? [index] : []))),
  };
}

export function isRegexWord(word: string): boolean {
  return ["1", "true", "yes", "regex"].includes(word.toLowerCase());
}

export function isDisabledWord(word: string): boolean {
  return ["0", "false", "no", "disabled", "inactive"].includes(word.toLowerCase());
}

/** Status of Vercel's redirects: 308 if permanent, 307 if temporary. */
export function statusOfPermanent(word: string): string {
  if (["true", "t"].includes(word.toLowerCase())) return "308";
  return ["false", "f"].includes(word.toLowerCase()) ? "307" : "";
}
