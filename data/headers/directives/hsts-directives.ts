/** Directives of Strict-Transport-Security (RFC 6797). Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const hstsDirectives = wordTable({
  "max-age": "How many seconds browsers use HTTPS only; 0 ends it.",
  includesubdomains: "Also holds for all subdomains.",
  preload: "Agrees to be put on the list built into browsers. Not part of RFC 6797; hard to undo.",
});
