/** Converts an audit to the report of the API. Pure. */

import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import { optional } from "../../api/body-parts.ts";
import { runInSharedTimeSlice } from "../../api/cooperative.ts";
import { PAGE } from "../../api/limits.ts";
import { countUnchecked } from "../../api/unchecked.ts";
import type { HttpBrief, HttpReport } from "../../http/schema.ts";
import type { Audit, Document } from "./audit.ts";
import type { PolicyBy } from "./bounds.ts";
import { cut } from "./judge/outcome.ts";
import { suggestPolicy } from "./judge/suggested-policy.ts";
import { summaryOf } from "./judge/summary.ts";
import type { InlineCode, PageReport, PageTruncated, Resource, SuggestedPolicy, Summary } from "./schema.ts";

/** Shortens a report. A parameter, because the texts are in `view`. */
export type BriefOf = (report: HttpReport) => HttpBrief | Promise<HttpBrief>;

const SCRIPTS =
  "What scripts load later. To include it, send a HAR of the page load, from browser tools or Playwright.";
const LATER = "What scripts load after the page is loaded, on a click or scroll.";
const notSeen = ({ browser }: Audit) => (browser ? LATER : SCRIPTS);
const FRAMES = "What framed documents load. Audit each as a page.";
export const REST = "The rest of the page: it is too long.";
const SHEETS = "Style sheets that are imported more than five levels deep.";

/** @param audit undefined if no HTML was received */
export async function pageReport(
  { report }: Pick<Document, "report">,
  audit: Audit | undefined,
  {
    by,
    how,
    briefOf,
    timeTotal,
  }: {
    readonly by: PolicyBy;
    readonly how?: RecipeChoice | undefined;
    readonly briefOf: BriefOf;
    readonly timeTotal: number;
  },
): Promise<PageReport> {
  const document = await briefOf(report);
  const { resources = [], inline = [], omitted = 0, page } = audit ?? {};
  const policy = audit && (await suggestedPolicy([audit], by, how));
  const has = (as: string) => resources.some((one) => one.as === as);
  const beyond = audit && hasPolicy(audit) ? (policy?.beyond ?? []) : [];
  const summary = summaryOf(resources, inline, report.timeTotal, beyond, audit?.preloads ?? []);
  const rows = rowsShown(resources, PAGE.known, PAGE.rows);
  const code = rowsShown(inline, PAGE.inlineShown, PAGE.rows - rows.bytes + PAGE.inlineBytes);
  const notes = notesShown(summary);
  const unchecked = countUnchecked();
  unchecked.addAll(audit?.unchecked);
  const reason = report.steps.at(-1)?.verdicts?.content?.download
    ? "browsers save the response as a file instead of showing it"
    : "the response is not an HTML page";
  if (!audit) unchecked.add("page", reason);
  if (audit && !policy) unchecked.add("suggested policy", NO_POLICY);
  const truncated = {
    ...some("resources", rows.omitted),
    ...some("inline", code.omitted),
    ...some("notes", notes.omitted),
  };
  return {
    url: cut(report.steps.at(-1)?.request.url ?? report.url, PAGE.urlShown),
    status: report.status,
    document,
    policies: [...(page?.policies() ?? [])],
    resources: rows.shown,
    inline: code.shown,
    ...(Object.keys(truncated).length > 0 && { truncated }),
    ...unchecked.member(),
    summary: notes.summary,
    ...(policy && { policy }),
    ...optional("browser", audit?.browser),
    unseen: audit
      ? [
          ...(audit.isWhole ? [] : [REST]),
          ...(has("script") || inline.some(({ as }) => as === "script") ? [notSeen(audit)] : []),
          ...(has("frame") ? [FRAMES] : []),
          ...(has("style") ? [SHEETS] : []),
        ]
      : [`Everything: ${reason}.`],
    omitted,
    timeTotal,
  };
}

const NO_POLICY = `it would have more than ${PAGE.policy.toLocaleString("en")} characters`;

const some = (name: keyof PageTruncated, count: number): PageTruncated =>
  count > 0 ? { [name]: count } : {};

/** Rows to report, in order. If not all fit, blocked and failed rows take precedence. */
function rowsShown<R extends Resource | InlineCode>(rows: readonly R[], most: number, mostBytes: number) {
  const isBroken = ({ outcome }: R) => outcome === "blocked" || outcome === "failed";
  const shown = new Set<R>();
  let bytes = 0;
  for (const row of [...rows.filter(isBroken), ...rows.filter((row) => !isBroken(row))]) {
    if (shown.size >= most) break;
    const size = Buffer.byteLength(JSON.stringify(row));
    if (bytes + size > mostBytes) break;
    bytes += size;
    shown.add(row);
  }
  return { shown: rows.filter((row) => shown.has(row)), bytes, omitted: rows.length - shown.size };
}

function notesShown({ broken, risky, slow, origins, findings }: Summary) {
  const few = <T>(all: readonly T[]) => all.slice(0, PAGE.notes);
  const short = <T extends { readonly examples: string[] }>(all: readonly T[]) =>
    few(all).map((one, index) => ({
      ...one,
      examples: one.examples.slice(0, index < PAGE.notesWithExamples ? undefined : 1),
    }));
  const omitted = [broken, risky, slow, origins, findings].reduce(
    (sum, all) => sum + Math.max(0, all.length - PAGE.notes),
    0,
  );
  const summary: Summary = {
    broken: short(broken),
    risky: short(risky),
    slow: short(slow),
    origins: few(origins),
    findings: short(findings),
  };
  return { summary, omitted };
}

function hasPolicy({ page }: Audit): boolean {
  return page.enforced("chromium", Number.POSITIVE_INFINITY).length > 0;
}

/** One policy for all pages; undefined if it is too long to send. */
export function suggestedPolicy(
  pages: readonly Audit[],
  by: PolicyBy,
  how?: RecipeChoice,
): Promise<SuggestedPolicy | undefined> {
  return runInSharedTimeSlice(suggestPolicy(pages, by, how));
}
