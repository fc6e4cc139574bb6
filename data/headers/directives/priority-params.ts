/** Parameters of Priority (RFC 9218). */

import { wordTable } from "../../word-table.ts";

export const priorityParams = wordTable({
  u: "Urgency from 0, first, to 7, last; 3 when absent.",
  i: "The response is useful in parts as it arrives, so it may share the connection with others.",
});
