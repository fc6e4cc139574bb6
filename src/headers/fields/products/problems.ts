/** Problems of vendors' fields that catalogue rows describe. */

import { type ExplainedLine, type FieldProblems, problem } from "../../field.ts";

type Problems = FieldProblems<unknown, never, readonly ExplainedLine[]>;

const PINGBACK: Problems = {
  eachLine: [
    problem({
      id: "pingback-offered",
      severity: "info",
      link: "https://developer.wordpress.org/advanced-administration/security/hardening/",
      summary: "The response advertises a pingback endpoint, which attackers use to guess passwords.",
      detect: (_parsed: unknown, _context, { line }: ExplainedLine) =>
        /\/xmlrpc\.php(?:$|\?)/.test(line.value) ? "xmlrpc.php" : "its pingback endpoint",
      title: (what) => `X-Pingback advertises ${what}, which attackers use to guess passwords.`,
      bad: ["X-Pingback: https://example.com/xmlrpc.php"],
      good: ["X-Redirect-By: WordPress"],
    }),
  ],
};

/** By lower-case name. */
export const PROBLEMS: ReadonlyMap<string, Problems> = new Map([["x-pingback", PINGBACK]]);
