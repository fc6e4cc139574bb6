/** Keys and words of Integrity-Policy. */

import { wordTable } from "../word-table.ts";

export const integrityPolicyKeys = wordTable({
  "blocked-destinations": "The kinds of resource that need an integrity hash: script or style.",
  sources: "Where the hash may stand; inline, in the element, is the only source.",
  endpoints: "The names of the reporting endpoints.",
  script: "Scripts.",
  style: "Style sheets.",
  inline: "In the integrity attribute of the element.",
});
