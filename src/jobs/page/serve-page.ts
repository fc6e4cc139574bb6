/** Page audits for clients of the service: each lookup is charged and queued. */

import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import type { Fields } from "../../api/answer.ts";
import { spend, spendLookups } from "../../api/cost.ts";
import { lookupKey } from "../../http/lookup-cache.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import { type LookupDeps, serveCached, servedFields } from "../../http/serve.ts";
import { type AuditEvent, endOf } from "./audit.ts";
import { type Audited, auditUrl, type PageOptions } from "./audit-url.ts";
import type { PolicyBy } from "./bounds.ts";
import { type BriefOf, pageReport } from "./page-report.ts";
import type { PageReport } from "./schema.ts";

interface PolicyOptions {
  readonly by?: PolicyBy | undefined;
  readonly how?: RecipeChoice | undefined;
}

export interface ServedPage {
  readonly report: PageReport;
  /** Response fields on the source of the report, such as Age. */
  readonly fields: Fields;
}

/** @param pay charges for this many resources, the document not included. @throws NetlensError like `openPageAudit` */
export async function servePage(
  request: Request,
  url: string,
  { by = "origin", how, ...options }: PageOptions & PolicyOptions,
  deps: LookupDeps,
  briefOf: BriefOf,
  onEvent: (event: AuditEvent) => void = () => {},
  pay = (count: number) => spend(request, (count + 1) * LOOKUP_COST),
): Promise<ServedPage> {
  await spendLookups(request, 1);
  const work = async (signal: AbortSignal) => {
    const events = openPageAudit(request, url, options, deps, signal, pay);
    const { document, audit, timeTotal } = await endOf(events, onEvent);
    return await pageReport(document, audit, { by, how, briefOf, timeTotal });
  };
  const key = () =>
    lookupKey(`page ${by} ${how} ${options.most} ${options.browser?.browser} ${url}`, options, deps.settings);
  const served = await serveCached(request, url, key, deps.cache, work);
  return { report: served.report, fields: deps.cache ? servedFields(served) : {} };
}

/** @throws NetlensError `invalid-url`, `too-busy`; `rate-limit` if the client has too few lookups left for the page */
function openPageAudit(
  request: Request,
  url: string,
  options: PageOptions,
  { settings, queue, client }: LookupDeps,
  signal: AbortSignal,
  pay: (count: number) => void,
): AsyncGenerator<AuditEvent, Audited> {
  let total = 0;
  const spendAll = async (count: number) => {
    total += count;
    pay(total);
    await spendLookups(request, count);
  };
  return auditUrl(
    url,
    options,
    { settings, queue, client: client?.(request) ?? "", spend: spendAll },
    signal,
  );
}
