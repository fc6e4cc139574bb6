/** An audit, or the audits of several pages → what the API says. Pure. */

import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import { runInSharedTimeSlice } from "../../api/cooperative.ts";
import type { HttpBrief } from "../brief-schema.ts";
import type { HttpReport } from "../schema.ts";
import type { Audit, Document } from "./audit.ts";
import type { PolicyBy } from "./bounds.ts";
import { fittingPolicy } from "./fitting-policy.ts";
import type { FittingPolicy, PageReport } from "./schema.ts";
import { summaryOf } from "./summary.ts";

/** Makes a report brief: how that is worded is not this room's. */
export type BriefOf = (report: HttpReport) => HttpBrief | Promise<HttpBrief>;

const SCRIPTS =
  "What scripts insert and fetch: send the policy as Report-Only, or give a HAR of the page's load (from the browser's tools, or Playwright).";
const FRAMES = "What framed documents load: each is a page of its own.";
/** The page was cut: of its bytes or of its tags there are too many. */
export const REST = "The rest of the page: it is longer than is read.";
const SHEETS = "What style sheets import more than one level deep.";

/** @param audit absent where the document is no HTML that came */
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
  const { resources = [], inline = [], omitted = 0 } = audit ?? {};
  const policy = audit && (await fitted([audit], by, how));
  const has = (as: string) => resources.some((one) => one.as === as);
  return {
    url: report.steps.at(-1)?.request.url ?? report.url,
    status: report.status,
    document,
    resources: [...resources],
    inline: [...inline],
    summary: summaryOf(
      resources,
      inline,
      report.timeTotal,
      audit && hasPolicy(audit) ? (policy?.beyond.length ?? 0) : 0,
    ),
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

function hasPolicy({ page }: Audit): boolean {
  return page.enforced("chromium", Number.POSITIVE_INFINITY).length > 0;
}

/** One policy for all pages. */
export function fitted(pages: readonly Audit[], by: PolicyBy, how?: RecipeChoice): Promise<FittingPolicy> {
  return runInSharedTimeSlice(fittingPolicy(pages, by, how));
}
