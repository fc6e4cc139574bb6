/** Codes of the Warning field, which was removed from HTTP. */

import { wordTable } from "../../word-table.ts";

export const warnCodes = wordTable({
  "110": "The response is stale.",
  "111": "The check with the origin failed, so a stale response was served.",
  "112": "The cache is cut off from the network on purpose.",
  "113": "The cache estimated a lifetime over 24 hours, and the response is older than 24 hours.",
  "199": "Anything else, of this moment only.",
  "214": "An intermediary changed the content or its coding.",
  "299": "Anything else, lasting. Some APIs announce deprecation with it.",
});
