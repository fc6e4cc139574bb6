/** Values of Cross-Origin-Opener-Policy, -Embedder-Policy, -Resource-Policy and Document-Isolation-Policy, by field name in lower case. */

import { wordTable } from "../../word-table.ts";

export const isolationPolicies = wordTable({
  "cross-origin-opener-policy=unsafe-none": "No separation: the default.",
  "cross-origin-opener-policy=same-origin": "Full separation from windows of other origins.",
  "cross-origin-opener-policy=same-origin-allow-popups":
    "Separation from openers of other origins, while popups opened here keep their link.",
  "cross-origin-opener-policy=noopener-allow-popups": "Separation from any opener, even of the same origin.",
  "cross-origin-embedder-policy=unsafe-none": "Anything may be embedded: the default.",
  "cross-origin-embedder-policy=require-corp": "Resources of other origins must agree to be embedded.",
  "cross-origin-embedder-policy=credentialless":
    "Resources of other origins that do not agree are loaded without cookies.",
  "cross-origin-resource-policy=same-origin": "Only pages of the same origin may embed it.",
  "cross-origin-resource-policy=same-site": "Only pages of the same site may embed it.",
  "cross-origin-resource-policy=cross-origin": "Any page may embed it.",
  "document-isolation-policy=none": "No isolation of the document.",
  "document-isolation-policy=isolate-and-require-corp":
    "The document is isolated; resources of other origins must agree to be embedded.",
  "document-isolation-policy=isolate-and-credentialless":
    "The document is isolated; resources of other origins load without cookies.",
});
