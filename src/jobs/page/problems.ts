/** Findings of a page audit as problems, for assertions and CI formats. */

import type { Problem, Severity } from "../../headers/schema.ts";
import { finding, lookupProblem } from "../../http/problem-kinds.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Note, PageReport } from "./schema.ts";

/** Problem of notes in the summary of a page. */
const pageProblem = (
  id: string,
  severity: Severity,
  link: string,
  texts: { readonly summary: string; readonly advice: string },
) =>
  lookupProblem(id, severity, link, {
    ...texts,
    title: ({ title, count, examples }: Note) =>
      `${title}${count > 1 ? ` (${count} times)` : ""}${examples[0] === undefined ? "" : ` First: ${examples[0]}`}`,
  });

const FETCH = "https://fetch.spec.whatwg.org/#main-fetch";
const RESOURCES = "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fetching-resources";
const INTEGRITY = "https://www.w3.org/TR/sri-2/#the-integrity-attribute";

export const blocked = pageProblem("page-load-blocked", "error", FETCH, {
  summary: "Browsers block a file or script of the page.",
  advice: "Change the policy or response that blocks it, or remove it from the page.",
});

export const failed = pageProblem("page-load-failed", "error", RESOURCES, {
  summary: "The page loads a file that does not exist.",
  advice: "Correct the URL in the page, or restore the file.",
});

const PRELOAD = "https://html.spec.whatwg.org/multipage/links.html#link-type-preload";

export const preloadTwice = pageProblem("page-preload-twice", "warning", PRELOAD, {
  summary: "A preload does not match the request for the file, so browsers fetch it twice.",
  advice:
    "Give the preload the crossorigin attribute of the request; fonts, modules and requests of scripts need crossorigin.",
});

export const preloadUnused = pageProblem("page-preload-unused", "info", PRELOAD, {
  summary: "A preload is used nowhere that the page's text shows.",
  advice: "Remove the preload, unless a script uses the file.",
});

const MIXED = "https://www.w3.org/TR/mixed-content/";

export const httpAvoidable = pageProblem("page-http-avoidable", "warning", MIXED, {
  summary: "An https page loads a file over http that the server also sends over https.",
  advice: "Change the scheme of the URL to https.",
});

export const httpOnly = pageProblem("page-http-only", "warning", MIXED, {
  summary: "An https page loads a file over http that the server does not send over https.",
  advice: "Host the file yourself, or find another source of it.",
});

export const integrityMissing = pageProblem("page-integrity-missing", "info", INTEGRITY, {
  summary: "A script or style sheet of another site has no integrity attribute.",
  advice: "Copy the integrity and crossorigin attributes that the audit lists into its element.",
});

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
