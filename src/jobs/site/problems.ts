/** Problems across pages of a site: links, redirects, canonical URLs, sitemaps, titles. */

import siteProblems from "../../../data/site-problems.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import type { Severity } from "../../headers/schema.ts";
import { finding, lookupProblem } from "../../http/problem-kinds.ts";

export const siteRows = rowsIn(siteProblems).map(
  ([id = "", severity = "", link = "", summary = "", advice = "", title = ""]) =>
    lookupProblem(id, severity as Severity, link, {
      summary,
      advice,
      title: (values: object) => filled(title, new Map(Object.entries(values))),
    }),
);

const filled = (title: string, values: ReadonlyMap<string, unknown>): string =>
  title.replace(/\{(\w+)\}/g, (_, name: string) => String(values.get(name) ?? ""));

const byId = new Map(siteRows.map((row) => [row.id, row]));

/** Finding of a kind, with the values that its title names. @throws Error for an unknown id */
export function siteFinding(id: string, values: object = {}): ReturnType<typeof finding> {
  const row = byId.get(id);
  if (!row) throw new Error(`no problem ${id}`);
  return finding(row, values);
}
