/** Directives of Content-Security-Policy whose value is not a source list, and removed ones. Source: CSP Level 3. */

import { wordTable } from "../word-table.ts";
import { sandboxTokens } from "./directives/sandbox-tokens.ts";

export interface CspRule {
  /** Type of the value; for source lists see `source lists of the standard`. */
  readonly value: "nothing" | "words" | "urls" | "free";
  /** Known words, for `value: "words"`. */
  readonly words?: Iterable<string>;
  /** True if the value may be absent. */
  readonly optional?: boolean;
  /** Reason why the directive has no effect. */
  readonly removed?: string;
  /** True if browsers ignore the directive in a report-only policy. */
  readonly enforcedOnly?: boolean;
}

const REMOVED = "was removed from the standard, and browsers ignore it";

/** Directives whose value is not a source list. */
export const cspRules = wordTable<CspRule>({
  sandbox: { value: "words", words: [...sandboxTokens.keys()], optional: true, enforcedOnly: true },
  "upgrade-insecure-requests": { value: "nothing", enforcedOnly: true },
  "block-all-mixed-content": {
    value: "nothing",
    removed: "is deprecated: browsers block or upgrade mixed content by default",
  },
  "report-uri": { value: "urls" },
  "report-to": { value: "free" },
  "trusted-types": { value: "free", optional: true },
  "require-trusted-types-for": { value: "words", words: ["'script'"] },
  webrtc: { value: "words", words: ["'allow'", "'block'"] },
  "plugin-types": { value: "free", removed: REMOVED },
  "reflected-xss": { value: "free", removed: REMOVED },
  referrer: { value: "free", removed: `${REMOVED}; Referrer-Policy replaced it` },
  "disown-opener": { value: "nothing", removed: `${REMOVED}; Cross-Origin-Opener-Policy replaced it` },
  "require-sri-for": { value: "free", removed: `${REMOVED}; Integrity-Policy replaced it` },
  "policy-uri": { value: "free", removed: REMOVED },
  "xhr-src": { value: "free", removed: `${REMOVED}; connect-src replaced it` },
});

/** Source list directives that the standard removed. */
export const removedSourceLists = wordTable({
  "prefetch-src": "was removed from the standard; default-src governs prefetching",
  "navigate-to": REMOVED,
});
