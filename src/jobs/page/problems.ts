/** Findings of a page audit as problems, for assertions and CI formats. */

import type { Problem } from "../../headers/schema.ts";
import { finding, lookupProblem } from "../../http/problem-kinds.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Note, PageReport } from "./schema.ts";

const inWords = ({ title, count, examples }: Note): string =>
  `${title}${count > 1 ? ` (${count} times)` : ""}${examples[0] === undefined ? "" : ` First: ${examples[0]}`}`;

const blocked = lookupProblem("page-load-blocked", "error", "https://fetch.spec.whatwg.org/#main-fetch", {
  summary: "Browsers block a file or script of the page.",
  advice: "Change the policy or response that blocks it, or remove it from the page.",
  title: inWords,
});

const failed = lookupProblem(
  "page-load-failed",
  "error",
  "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fetching-resources",
  {
    summary: "The page loads a file that does not exist.",
    advice: "Correct the URL in the page, or restore the file.",
    title: inWords,
  },
);

export const pageRows = [blocked, failed] as const;

/** Adds the broken resources of a page to the problems of its document's report. */
export function withPageProblems(report: HttpReport, { summary, resources, inline }: PageReport): HttpReport {
  const titles = new Set(
    [...resources, ...inline].flatMap(({ blockedBy = [] }) => blockedBy.map(({ title }) => title)),
  );
  const found = summary.broken.map(
    (note): Problem => finding(titles.has(note.title) ? blocked : failed, note),
  );
  return { ...report, problems: [...report.problems, ...found] };
}
