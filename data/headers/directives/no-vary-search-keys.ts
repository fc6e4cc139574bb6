/** Keys of No-Vary-Search. */

import { wordTable } from "../word-table.ts";

export const noVarySearchKeys = wordTable({
  "key-order": "The order of query parameters does not matter.",
  params: "Query parameters that do not matter: all of them with ?1, or those listed.",
  except: "The query parameters that do matter after all, with params.",
});
