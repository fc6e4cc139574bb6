/** Range units: the IANA registry. */

import { wordTable } from "../../word-table.ts";

export const rangeUnits = wordTable({
  bytes: "Parts can be asked for by byte position.",
  none: "Parts cannot be asked for.",
});
