/** Range units: the IANA registry. */

import { wordTable } from "../../word-table.ts";

export const rangeUnits = wordTable({
  bytes: "Clients can request parts by byte position.",
  none: "Clients cannot request parts.",
});
