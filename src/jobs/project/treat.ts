/** Severity of a problem by the project file. Pure. */

import { idsOf, type Treat } from "./findings.ts";
import type { Project, Rule } from "./read.ts";

/** Rule for a problem. Rules for one field come before rules for all; rules for some URLs, before rules for all. */
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
 * Applies the project file to problems; those without a rule keep their severity. @param decoded request URL
 * of given header lines
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
