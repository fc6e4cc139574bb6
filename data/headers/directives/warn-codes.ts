/** Codes of the Warning field, which was removed from HTTP. */

import { wordTable } from "../../word-table.ts";

export const warnCodes = wordTable({
  "110": "The response is stale.",
  "111": "The check with the origin failed, so a stale response was sent.",
  "112": "The cache is disconnected from the network on purpose.",
  "113": "The cache estimated a lifetime over 24 hours, and the response is older than 24 hours.",
  "199": "Any other temporary warning.",
  "214": "An intermediary changed the content or its coding.",
  "299": "Any other permanent warning. Some APIs announce deprecation with it.",
});
