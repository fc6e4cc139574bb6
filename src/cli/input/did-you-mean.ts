/** Suggestions for misspelled commands, flags and values. Pure. */

import { suggest } from "../../headers/suggest.ts";
import type { Slip } from "../../settings/slip.ts";

/** Longest word for which only one typo is allowed. */
const FEW_LETTERS = 4;

/** Closest known word, or the only one with this prefix. */
export function nearest({ given, known }: Slip): string | undefined {
  const word = given.toLowerCase();
  const near = suggest(word, known, word.length > FEW_LETTERS ? 2 : 1);
  if (near !== undefined) return near;
  const begun = known.filter((each) => word.length > 1 && each !== word && each.startsWith(word));
  return begun.length === 1 ? begun[0] : undefined;
}

/** Text appended to an error's message; `""` without a suggestion. @param form formats the word */
export function didYouMean(slip: Slip | undefined, form: (word: string) => string = (word) => word): string {
  const word = slip && nearest(slip);
  return word === undefined ? "" : `; did you mean ${form(word)}?`;
}
