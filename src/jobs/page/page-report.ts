/** Audit → report of the API. Pure. */

import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import { runInSharedTimeSlice } from "../../api/cooperative.ts";
import { PAGE } from "../../api/limits.ts";
import { countUnchecked } from "../../api/unchecked.ts";
import type { HttpBrief } from "../../http/brief-schema.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Audit, Document } from "./audit.ts";
import type { PolicyBy } from "./bounds.ts";
import { fittingPolicy } from "./judge/fitting-policy.ts";
import { cut } from "./judge/outcome.ts";
import { summaryOf } from "./judge/summary.ts";
import type { FittingPolicy, InlineCode, PageReport, PageTruncated, Resource, Summary } from "./schema.ts";

/** Shortens a report; passed in because its words are in `view`. */
export type BriefOf = (report: HttpReport) => HttpBrief | Promise<HttpBrief>;

const SCRIPTS =
  "What scripts insert and fetch: send the policy as Report-Only, or give a HAR of the page's load (from the browser's tools, or Playwright).";
const FRAMES = "What framed documents load: each is a page of its own.";
export const REST = "The rest of the page: it is longer than is read.";
const SHEETS = "What style sheets import more than one level deep.";

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
  const policy = audit && (await fitted([audit], by, how));
  const has = (as: string) => resources.some((one) => one.as === as);
  const beyond = audit && hasPolicy(audit) ? (policy?.beyond.length ?? 0) : 0;
  const summary = summaryOf(resources, inline, report.timeTotal, beyond);
  const rows = rowsShown(resources, PAGE.known, PAGE.rows);
  const code = rowsShown(inline, PAGE.inlineShown, PAGE.rows - rows.bytes + PAGE.inlineBytes);
  const notes = notesShown(summary);
  const unchecked = countUnchecked();
  unchecked.addAll(audit?.unchecked);
  if (!audit) unchecked.add("page", "the answer is no HTML page");
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
    unseen: audit
      ? [
          ...(audit.isWhole ? [] : [REST]),
          ...(has("script") || inline.some(({ as }) => as === "script") ? [SCRIPTS] : []),
          ...(has("frame") ? [FRAMES] : []),
          ...(has("style") ? [SHEETS] : []),
        ]
      : ["The answer is no HTML page, so that nothing was read of it."],
    omitted,
    timeTotal,
  };
}

const NO_POLICY = `it would have more than ${PAGE.policy.toLocaleString("en")} characters`;

const some = (name: keyof PageTruncated, count: number): PageTruncated =>
  count > 0 ? { [name]: count } : {};

/** In order; if not all fit, blocked and failed rows are kept first. */
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
  const omitted = [broken, risky, slow, origins, findings].reduce(
    (sum, all) => sum + Math.max(0, all.length - PAGE.notes),
    0,
  );
  const summary: Summary = {
    broken: few(broken),
    risky: few(risky),
    slow: few(slow),
    origins: few(origins),
    findings: few(findings),
  };
  return { summary, omitted };
}

function hasPolicy({ page }: Audit): boolean {
  return page.enforced("chromium", Number.POSITIVE_INFINITY).length > 0;
}

/** One policy for all pages; undefined if it is too long to send. */
export function fitted(
  pages: readonly Audit[],
  by: PolicyBy,
  how?: RecipeChoice,
): Promise<FittingPolicy | undefined> {
  return runInSharedTimeSlice(fittingPolicy(pages, by, how));
}
