/** One URL of a site looked up, robots.txt asked for once an origin. */

import type { Budget } from "../../api/budget.ts";
import { ROBOTS_BYTES, SITEMAP } from "../../api/limits.ts";
import { fieldsFor } from "../../http/extra-request-headers.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { CrawlDeps, Looked } from "../../jobs/site/crawl.ts";
import { readLinks } from "../../jobs/site/read-links.ts";
import { isHtml } from "../../jobs/site/record.ts";
import { type Robots, robotsOf } from "../../jobs/site/robots.ts";
import { KIND } from "../../jobs/site/store.ts";

export interface LookOptions {
  /** Of the whole site. */
  readonly budget: Budget;
  /** Where credentials may go. */
  readonly start: URL;
  readonly network: LookupOptions;
  readonly settings: HttpSettings;
  /** Resources of each page that are looked up; absent: none. */
  readonly resources: number | undefined;
  readonly ignoresRobots: boolean;
}

type Steps = Awaited<ReturnType<typeof lookUpSteps>>;

export function siteLooker(options: LookOptions): Pick<CrawlDeps, "look" | "robotsOf"> {
  const { budget, start, network, settings, resources } = options;
  const fetched = (url: URL, follow: boolean, most?: number): Promise<Steps> => {
    const bounds = most === undefined ? {} : { maxBodyBytes: most, maxDecodedBytes: most };
    return lookUpSteps(
      url.href,
      { ...network, follow, fixes: false, header: fieldsFor(url, start, network.header ?? []) },
      { ...settings, ...bounds, kept: most ?? settings.maxDecodedBytes, budget },
    );
  };
  return {
    robotsOf: robotsReader(options, fetched),
    async look({ kind }, url): Promise<Looked> {
      if (kind === KIND.foreign) return { report: (await fetched(url, true, 0)).report };
      if (kind !== KIND.page) {
        const { report, exchanges } = await fetched(url, true, SITEMAP.bytes);
        return { report, bytes: exchanges.at(-1)?.content?.opening };
      }
      const steps = await fetched(url, false);
      const last = steps.exchanges.at(-1);
      const step = steps.report.steps.at(-1);
      const bytes = last?.content?.opening;
      if (!last?.head || !step || !bytes || step.status >= 300 || !isHtml(step))
        return { report: steps.report };
      const page = await readLinks(bytes, last.head.lines, url);
      const report = resources === undefined ? steps.report : await audited(steps, resources, settings);
      return { report, page };
    },
  };
}

/** Origins whose rules are remembered. */
const MOST_ORIGINS = 1000;
const ANYTHING: Robots = { allows: () => true, sitemaps: [] };

function robotsReader(
  { ignoresRobots }: LookOptions,
  fetched: (url: URL, follow: boolean, most: number) => Promise<Steps>,
): (url: URL) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>();
  const read = async (origin: string): Promise<Robots> => {
    const { report, exchanges } = await fetched(new URL("/robots.txt", origin), true, ROBOTS_BYTES);
    const status = report.status === "error" ? undefined : report.status;
    const robots = robotsOf(status, new TextDecoder().decode(exchanges.at(-1)?.content?.opening));
    return ignoresRobots ? { ...ANYTHING, sitemaps: robots.sitemaps } : robots;
  };
  return ({ origin }) => {
    if (known.size >= MOST_ORIGINS) known.clear();
    const robots = known.get(origin) ?? read(origin);
    known.set(origin, robots);
    return robots;
  };
}

/** As `netlens page` has it: what is broken on a page is among its problems. */
async function audited(steps: Steps, most: number, settings: HttpSettings): Promise<HttpReport> {
  const { endOf } = await import("../../jobs/page/audit.ts");
  const { auditDocument } = await import("../../jobs/page/audit-url.ts");
  const { pageReport } = await import("../../jobs/page/page-report.ts");
  const { withPageProblems } = await import("../../jobs/page/problems.ts");
  const { briefOf } = await import("../../view/brief.ts");
  const begun = performance.now();
  const document = { ...steps, begun };
  const events = auditDocument(document, most, { settings }, new AbortController().signal);
  const audit = await endOf(events);
  const timeTotal = performance.now() - begun;
  return withPageProblems(
    steps.report,
    await pageReport(document, audit, { by: "origin", briefOf, timeTotal }),
  );
}
