/** Words of the kinds of problems, by id. */

import table from "./problem-words.txt" with { type: "text" };
import { rowsIn } from "./tables.ts";
import type { WordTable } from "./word-table.ts";

export interface ProblemWords {
  /** One sentence for the list of problems, true for every message with the problem. */
  readonly summary?: string | undefined;
  /** Advice, if no example shows the fix. */
  readonly advice?: string | undefined;
  /** Consequence, in one sentence. */
  readonly why?: string | undefined;
}

export const problemWords: WordTable<ProblemWords> = new Map(
  rowsIn(table).map(([id = "", summary, advice, why]) => [
    id,
    { summary: summary || undefined, advice: advice || undefined, why: why || undefined },
  ]),
);
