/** Types of reports that browsers send through the Reporting API. */

import { wordTable } from "../word-table.ts";

export const reportingTypes = wordTable({
  "csp-violation": "Something that the content security policy blocked or would block.",
  "csp-hash": "The hash of a script that the page loaded.",
  coep: "Something that Cross-Origin-Embedder-Policy blocked or would block.",
  "connection-allowlist": "A connection that Connection-Allowlist blocked or would block.",
  coop: "A window link that Cross-Origin-Opener-Policy cut or would cut.",
  crash: "The page's process crashed or ran out of memory.",
  deprecation: "The page used a feature that browsers will drop.",
  "document-policy-violation": "Something that the document policy blocked or would block.",
  "integrity-violation": "A script or style without integrity hash, against Integrity-Policy.",
  intervention: "The browser refused what the page asked for, for the user's sake.",
  "network-error": "A request to the site failed or, by sampling, succeeded (NEL).",
  "permissions-policy-violation": "Use of a feature that the permissions policy denies.",
  "potential-permissions-policy-violation":
    "Use of a feature that a report-only permissions policy would deny.",
});
