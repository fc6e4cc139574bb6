/** The severity that a project gives to a problem at a place. Pure. */

import { idsOf, type Treat } from "./findings.ts";
import type { Project, Rule } from "./read.ts";

/** The row that decides about a problem: of one field before any field, for some URLs before all. */
export function ruleFor(
  project: Project,
  problem: { readonly name: string; readonly field?: string },
  url: string,
): Rule | undefined {
  const rows = idsOf(problem).map((id) => project.rules.get(id) ?? []);
  return (
    rows.flatMap((row) => row.filter(({ pattern }) => pattern?.test(url)))[0] ??
    rows.flatMap((row) => row.filter(({ pattern }) => pattern === undefined))[0]
  );
}

/**
 * As the project file says; what it does not name keeps its severity.
 * @param decoded URL of the request where lines are decoded, whose places have none
 */
export function treatOf(project: Project, decoded = ""): Treat {
  return (problem, { url }) => {
    const rule = ruleFor(project, problem, url || decoded);
    if (!rule) return { severity: problem.severity };
    if (rule.treatment !== "off") return { severity: rule.treatment };
    return {
      by: basename(project.file),
      reason: rule.reason === undefined ? rule.at : `${rule.reason} (${rule.at})`,
    };
  };
}

const basename = (path: string) => path.replace(/^.*[/\\]/s, "");
