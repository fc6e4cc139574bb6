/** Parameters of Keep-Alive. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const keepAliveParams = wordTable({
  timeout: "How many seconds the idle connection stays open.",
  max: "How many more requests the connection takes.",
});
