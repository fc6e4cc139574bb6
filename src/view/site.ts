/** Report of a site by job: what is dead, moved, hidden from search, unsafe or slow. Pure. */

import { siteJobs } from "../../data/site-jobs.ts";
import type { Severity } from "../headers/schema.ts";
import { groupDigits, plural } from "../headers/wording.ts";
import { kindOf } from "../jobs/project/kinds.ts";
import { differenceText } from "../jobs/site/report.ts";
import type { Group, SiteReport } from "../jobs/site/schema.ts";
import { outcomeSentence } from "./all-clear.ts";
import { groupOf } from "./lines.ts";

interface Place {
  readonly url: string;
  /** `line 5`; `""` if unknown. */
  readonly line: string;
}

export interface SiteGroup {
  readonly name: string;
  readonly severity: Severity;
  /** `7 dead URLs are linked in 12 places`. */
  readonly title: string;
  /** `on 7 of 63 of /blog/*`. */
  readonly where: string;
  /** Advice in one sentence; `""` if unknown. */
  readonly fix: string;
  readonly link: string | undefined;
  /** Findings with the same title; `text` is `""` if it repeats the title. */
  readonly rows: readonly { readonly text: string; readonly places: readonly Place[] }[];
  /** Number of rows that the report does not have. */
  readonly omitted: number;
}

export interface SiteView {
  readonly url: string;
  readonly summary: string;
  readonly jobs: readonly { readonly heading: string; readonly groups: readonly SiteGroup[] }[];
  readonly lists: readonly { readonly heading: string; readonly lines: readonly string[] }[];
}

/** Heading of a finding; ids that no job has go by the group of their header. */
function headingOf(id: string): string {
  const group = groupOf(id);
  const own = siteJobs.find(([, ids]) => ids.test(id))?.[0];
  if (own !== undefined) return own;
  if (group === "security" || group === "cookies") return "Unsafe";
  return group === "caching" ? "Caching and size" : "Other";
}

/** Titles of groups with several rows, by id; others have the summary of their kind. */
const TITLES: ReadonlyMap<string, (urls: number, places: number) => string> = new Map([
  [
    "site-link-broken",
    (urls, places) => `${plural(urls, "dead URL")}, linked in ${plural(places, "place")}.`,
  ],
  [
    "site-link-redirects",
    (urls, places) =>
      `${plural(urls, "URL")} ${urls === 1 ? "redirects" : "redirect"}, linked in ${plural(places, "place")}.`,
  ],
  ["site-sitemap-broken", (_, places) => `${plural(places, "dead URL")} in sitemaps.`],
]);

export function siteView(report: SiteReport): SiteView {
  const { url, groups, differs, hosts, duplicates, ignored, notes } = report;
  const byJob = Map.groupBy(groups, ({ name }) => headingOf(name));
  return {
    url,
    summary: siteSummary(report),
    jobs: [...siteJobs.map(([heading]) => heading), "Other"].flatMap((heading) => {
      const own = byJob.get(heading);
      return own ? [{ heading, groups: own.map(groupView) }] : [];
    }),
    lists: [
      { heading: "Lists", lines: report.lists.map(listText) },
      { heading: "robots.txt", lines: notes },
      { heading: "Different between pages", lines: differs.map(differenceText) },
      {
        heading: "Third-party hosts",
        lines: hosts.map(
          ({ host, kinds, pages, example }) =>
            `${host}: ${kinds.join(", ")}, on ${plural(pages, "page")} such as ${example}`,
        ),
      },
      {
        heading: "Duplicates, by canonical URL",
        lines: duplicates.map(
          ({ canonical, count, examples }) =>
            `${canonical}: ${plural(count, "page")} such as ${examples.join(", ")}`,
        ),
      },
      { heading: "Ignored", lines: ignored > 0 ? [`${plural(ignored, "finding")}`] : [] },
    ].filter(({ lines }) => lines.length > 0),
  };
}

/** `orphans: 3 URLs of 120 judged`: a list without findings is fine only for what it judged. */
function listText({ name, heading, ids, judged, found, reason }: SiteReport["lists"][number]): string {
  const of = `${groupDigits(judged)} judged`;
  const outcome = found > 0 ? `${plural(found, "URL")} with findings, ${of}` : `ok, ${of}`;
  const result = judged === 0 ? `not judged: ${reason}` : ids.length === 0 ? plural(judged, "URL") : outcome;
  return `${heading}: ${result} (--list ${name})`;
}

function siteSummary({ counts, groups, unchecked }: SiteReport): string {
  const { lookedUp, redirects, broken, external } = counts;
  const more = [
    [redirects, plural(redirects, "redirect")],
    [broken, `${groupDigits(broken)} broken`],
    [external, `${plural(external, "link")} to other sites`],
  ] as const;
  const parts = more.flatMap(([count, words]) => (count > 0 ? [words] : []));
  const found = groups.length === 0 ? "" : `${plural(groups.length, "kind")} of findings`;
  return `${plural(lookedUp, "URL")} looked up${parts.length > 0 ? `; ${parts.join(", ")}` : ""}. ${outcomeSentence({ checked: lookedUp, found, unchecked })}`;
}

function groupView({ name, severity, link, where, places, details, omitted }: Group): SiteGroup {
  const [first, ...others] = details;
  const kind = kindOf(name);
  const urls = details.length + omitted;
  const isOne = first !== undefined && others.length === 0;
  const title = TITLES.get(name)?.(urls, places) ?? (isOne ? first.title : (kind?.summary ?? name));
  return {
    name,
    severity,
    title,
    where,
    fix: kind?.advice ?? "",
    link,
    rows: details.map((detail) => ({
      text:
        detail.title === title
          ? ""
          : `${detail.title}${detail.count > 1 ? ` (${groupDigits(detail.count)} times)` : ""}`,
      places: detail.examples.map(({ url, line }) => ({
        url,
        line: line === undefined ? "" : `line ${line}`,
      })),
    })),
    omitted,
  };
}
