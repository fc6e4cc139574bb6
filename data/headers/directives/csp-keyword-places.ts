/** Directives in which a keyword, nonce or hash has an effect (CSP Level 3 sections 2.3.1 and 6.7.3). */

import { wordTable } from "../../word-table.ts";

export const keywordPlaces = wordTable<RegExp>({
  "unsafe-inline": /^(?:default|script|style)-src/,
  "unsafe-hashes": /^(?:default|script|style)-src/,
  "report-sample": /^(?:default|script|style)-src/,
  "unsafe-eval": /^(?:default|script)-src/,
  "wasm-unsafe-eval": /^(?:default|script)-src/,
  "strict-dynamic": /^(?:default|script)-src/,
  "trusted-types-eval": /^(?:default|script)-src/,
  "inline-speculation-rules": /^(?:default|script)-src/,
  nonce: /^(?:default|script|style)-src/,
  hash: /^(?:default|script|style)-src/,
});
