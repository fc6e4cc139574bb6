/** A slip of the pen on the command line, and the word that was probably meant: commands, flags and their words alike. Pure. */

import { suggest } from "../../headers/suggest.ts";
import type { Slip } from "../../settings/slip.ts";

/** Letters of a word up to which two slips would make any other word of it. */
const FEW_LETTERS = 4;

/** The known word that is near, or the only one that begins with what was given. */
export function nearest({ given, known }: Slip): string | undefined {
  const word = given.toLowerCase();
  const near = suggest(word, known, word.length > FEW_LETTERS ? 2 : 1);
  if (near !== undefined) return near;
  const begun = known.filter((each) => word.length > 1 && each !== word && each.startsWith(word));
  return begun.length === 1 ? begun[0] : undefined;
}

/** The hint added to an error's message; `""` where nothing is near. `form` is how the word is written. */
export function didYouMean(slip: Slip | undefined, form: (word: string) => string = (word) => word): string {
  const word = slip && nearest(slip);
  return word === undefined ? "" : `; did you mean ${form(word)}?`;
}
