/** Findings of a page audit as problems, for assertions and CI formats. */

import type { Problem, Severity } from "../../headers/schema.ts";
import { finding, lookupProblem } from "../../http/problem-kinds.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Note, PageReport } from "./schema.ts";

/** Problem of notes in the summary of a page. */
const pageProblem = (id: string, severity: Severity, link: string) =>
  lookupProblem(id, severity, link, {
    title: ({ title, count, examples }: Note) =>
      `${title}${count > 1 ? ` (${count} times)` : ""}${examples[0] === undefined ? "" : ` First: ${examples[0]}`}`,
  });

const FETCH = "https://fetch.spec.whatwg.org/#main-fetch";
const RESOURCES = "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fetching-resources";
const INTEGRITY = "https://www.w3.org/TR/sri-2/#the-integrity-attribute";

export const blocked = pageProblem("page-load-blocked", "error", FETCH);

export const failed = pageProblem("page-load-failed", "error", RESOURCES);

const PRELOAD = "https://html.spec.whatwg.org/multipage/links.html#link-type-preload";

export const preloadTwice = pageProblem("page-preload-twice", "warning", PRELOAD);

export const preloadUnused = pageProblem("page-preload-unused", "info", PRELOAD);

const MIXED = "https://www.w3.org/TR/mixed-content/";

export const httpAvoidable = pageProblem("page-http-avoidable", "warning", MIXED);

export const httpOnly = pageProblem("page-http-only", "warning", MIXED);

export const integrityMissing = pageProblem("page-integrity-missing", "info", INTEGRITY);

export const pageRows = [
  blocked,
  failed,
  preloadTwice,
  preloadUnused,
  httpAvoidable,
  httpOnly,
  integrityMissing,
] as const;

/** Adds the findings of a page to the problems of its document's report. */
export function withPageProblems(report: HttpReport, { summary }: Pick<PageReport, "summary">): HttpReport {
  const found = [...summary.broken, ...summary.risky, ...summary.slow].flatMap((note): Problem[] => {
    const row = pageRows.find(({ id }) => id === note.name);
    return row ? [finding(row, note)] : [];
  });
  return { ...report, problems: [...report.problems, ...found] };
}
