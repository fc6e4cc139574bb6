/** Keys of Use-As-Dictionary (RFC 9842). */

import { wordTable } from "../word-table.ts";

export const useAsDictionaryKeys = wordTable({
  match: "The pattern of addresses for which the dictionary can serve.",
  "match-dest": "The kinds of request for which it can serve, such as script.",
  id: "The server's name for the dictionary; comes back in Dictionary-ID.",
  type: "The form of the dictionary; raw, its plain bytes, is the only one.",
});
