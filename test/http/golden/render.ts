/** Texts of every finding and every failure of a lookup, as clients receive them. */

import { failureKinds } from "../../../data/failures.ts";
import { httpProblems } from "../../../src/jobs/project/kinds.ts";

export function renderKinds(): string {
  const problems = Object.entries(httpProblems).map(
    ([id, { severity, link, summary }]) => `${severity} ${id}\n  ${summary}\n  ${link}\n`,
  );
  const failures = Object.entries(failureKinds).map(
    ([code, { phase, title, hint }]) => `${phase}: ${code}\n  ${title}\n  ${hint}\n`,
  );
  return [...problems, ...failures].join("\n");
}
