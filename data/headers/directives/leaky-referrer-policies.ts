/** Values of Referrer-Policy that send more than the default. */

import { wordTable } from "../../word-table.ts";

export const leakyPolicies = wordTable({
  "no-referrer-when-downgrade": "no-referrer-when-downgrade lets browsers send other sites the full URL.",
  "origin-when-cross-origin": "origin-when-cross-origin sends the origin over plain HTTP as well.",
  origin: "origin sends the origin over plain HTTP as well.",
});
