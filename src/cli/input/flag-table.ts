/** Flags of commands, from their table. */

import table from "../../../data/command-flags.txt" with { type: "text" };
import { type OptionWords, optionsIn } from "../../../data/option-rows.ts";
import { rowsIn } from "../../../data/tables.ts";
import type { Flag } from "../command.ts";

const rows = rowsIn(table);

/** @param name command, or shared flags such as `report flags` @param words allowed values by flag */
export function flagsOf(name: string, words?: OptionWords): Readonly<Record<string, Flag>> {
  return optionsIn(
    rows.flatMap(([of, ...row]) => (of === name ? [row] : [])),
    words,
  );
}
