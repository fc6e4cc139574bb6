/** Page audit: a table with the waterfall, without scripts. */

import { spend } from "../../api/cost.ts";
import { queryOf } from "../../api/query.ts";
import type { Severity } from "../../headers/schema.ts";
import { plural } from "../../headers/wording.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import { hasCredentials } from "../../http/serve.ts";
import type { AuditEvent } from "../../jobs/page/audit.ts";
import { pageOptions, pageQuery } from "../../jobs/page/routes.ts";
import type { Note, PageReport, SuggestedPolicy } from "../../jobs/page/schema.ts";
import { servePage } from "../../jobs/page/serve-page.ts";
import { briefOf } from "../../view/brief.ts";
import {
  beyondTexts,
  leftOut,
  noteText,
  type PageRow,
  pageRows,
  pageVerdict,
  sizeText,
  summaryGroups,
  whyOf,
} from "../../view/page.ts";
import type { WebDeps } from "../answers/deps.ts";
import { type Html, html } from "../html.ts";
import { filter } from "../views/findings-view.ts";
import { howView } from "../views/how-view.ts";
import { statusBadge } from "../views/waterfall-view.ts";
import { tick } from "./forms.ts";
import { viewTabs } from "./search-box.ts";
import type { Outcome, Progress } from "./streamed-page.ts";

/** `GET /page?url=…`. @throws NetlensError like `servePage` */
export async function auditOutcome(
  query: URLSearchParams,
  request: Request,
  { http }: WebDeps,
  { step }: Progress,
): Promise<Outcome> {
  const options = pageOptions(queryOf(pageQuery, query), query, http.settings);
  spend(request, LOOKUP_COST);
  const url = query.get("url") ?? "";
  const { report, fields } = await servePage(request, url, options, http, briefOf, (event) =>
    step(eventLine(event)),
  );
  const keep = { json: report, again: `/page?${query}` };
  return {
    title: `What ${report.url} loads`,
    body: auditView(report, url),
    fields,
    ...(!query.has("header") && !hasCredentials(url) && { keep }),
  };
}

function eventLine(event: AuditEvent): Html {
  if (event.kind === "document") return html`<p>The page loads ${plural(event.total, "resource")}.</p>\n`;
  const { outcome, as, url, status } = event.resource;
  return html`<p>${status !== undefined && `${status} `}${as} <span class="url">${url.slice(0, LONGEST)}</span>: ${outcome}</p>\n`;
}

export function auditForm(
  url: string,
  error?: string,
  heading: "h1" | "h2" = "h1",
  hasBrowser = false,
): Html {
  return html`<section class="card" aria-labelledby="audit-title">
<${heading} id="audit-title">What a page loads</${heading}>
<p class="description">The page and everything that its markup and style sheets load: what browsers block, and a suggested policy.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/page" method="get"><div class="ask">
<div class="wide"><label for="page-url">URL of a page</label>
<input id="page-url" name="url" value="${url}" placeholder="https://example.com/" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Audit</button></div>${hasBrowser && tick("browser", "true", "Load it in Chromium too", undefined)}</form>
</section>`;
}

/** Verdict and counts, findings, then all resources in one table, the broken first. @internal for tests */
export function auditView(report: PageReport, asked = report.url): Html {
  const { url, status, document, resources, inline, policy, unseen, summary } = report;
  const rows = pageRows(resources);
  const code = inline.filter(({ outcome }) => outcome === "blocked");
  const broken = rows.filter(({ isBroken }) => isBroken).length + code.length;
  const counts = [
    [broken, "blocked"],
    [summary.risky.length, "risky"],
    [summary.slow.length, "slow"],
    [summary.origins.length, plural(summary.origins.length, "host").replace(/^\S+ /, "")],
  ] as const;
  const notes = summaryGroups(report).flatMap(({ severity, notes }) =>
    notes.map((note) => ({ ...note, severity })),
  );
  return html`${viewTabs(asked, "Page")}<section class="lead" aria-labelledby="lead">
<h2 id="lead">${statusBadge(Number(status) || 0)} <span class="verdict">${pageVerdict(report, broken)}</span> <span class="figures">${plural(resources.length, "resource")}</span></h2>
<ul class="counts">${counts.map(([count, word], index) => html`<li${index === 0 && count > 0 && html` class="bad"`}><b>${count}</b> ${word}</li>`)}</ul>
<p class="intent">${document.intent}</p>
</section>
${notes.length > 0 && html`<div class="overview"><section class="findings" aria-labelledby="findings"><h2 id="findings">Findings</h2><ol>${notes.map(noteItem)}</ol></section></div>`}
<section class="result" aria-label="Details">
${rows.length > 0 && table(rows)}
${code.length > 0 && html`<h3>Blocked inline code</h3><ul>${code.map((one) => html`<li><code>${one.text}</code> (${one.where.element}, line ${one.where.line})<br>${whyOf(one).join(" ")}</li>`)}</ul>`}
${summary.origins.length > 0 && html`<h3>Hosts contacted</h3><ul>${summary.origins.map(({ origin, thirdParty, requests, wireBytes, cookies }) => html`<li>${origin}${thirdParty && " (another site)"}: ${plural(requests, "request")}, ${sizeText(wireBytes)}${cookies > 0 && `, ${plural(cookies, "cookie")}`}</li>`)}</ul>`}
${policy && policyView(policy)}
${leftOut(report).map((text) => html`<p>${text}</p>`)}
${unseen.map((text) => html`<p>Not covered: ${text}</p>`)}
</section>
<p class="json"><a href="/v1/page?url=${encodeURIComponent(url)}&amp;format=json">View as JSON</a></p>`;
}

/** A finding, folded except the first. */
function noteItem(note: Note & { readonly severity: Severity }, index: number): Html {
  return html`<li class="${note.severity}"><details${index === 0 && html` open`}><summary><span class="hidden">${note.severity}: </span>${noteText(note)}</summary>${note.examples.map((one) => html`<p class="where">${one}</p>`)}</details></li>\n`;
}

/** Maximum hosts in the filter; each needs a rule of the style sheet. */
const MOST_CHOICES = 8;

function table(rows: readonly PageRow[]): Html {
  const end = Math.max(1, ...rows.map(({ start, length }) => start + length));
  const broken = rows.filter(({ isBroken }) => isBroken).length;
  const count = (keyOf: (row: PageRow) => string) =>
    [...Map.groupBy(rows, keyOf)]
      .map(([key, own]) => [key, own.length] as const)
      .toSorted(([, a], [, b]) => b - a);
  const all = ["all", "All", rows.length] as const;
  const bad = broken > 0 ? [["bad", "Blocked or failed", broken] as const] : [];
  const kinds = count(({ as }) => as).map(([as, number]) => [as, as, number] as const);
  const hosts = count(({ host }) => host)
    .filter(([host]) => host !== "")
    .slice(0, MOST_CHOICES);
  const choices = hosts.map(([host, number], index) => [`h${index}`, host, number] as const);
  const classOf = new Map(hosts.map(([host], index) => [host, `h${index}`]));
  return html`<div class="loads"><h3>What it loads</h3>
${filter("kind", "Show kinds", [...(broken < rows.length ? bad : []), all, ...(kinds.length > 1 ? kinds : [])])}
${hosts.length > 1 && filter("host", "Show hosts", [["any", "Any host", rows.length], ...choices])}
<table><thead><tr>${["URL", "Status", "Size", "Time", `0 to ${Math.round(end)} ms`].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row) => tableRow(row, end, classOf.get(row.host)))}</tbody></table></div>`;
}

/** Maximum length of a URL in the table, in characters. */
const LONGEST = 100;

function tableRow(
  { url, as, status, size, time, start, length, why, place, outcome, isBroken, copy }: PageRow,
  end: number,
  host: string | undefined,
): Html {
  const share = (ms: number) => Math.round((100 * ms) / end);
  const shown = url.length > LONGEST ? `${url.slice(0, LONGEST)}…` : url;
  const classes = [as, host, isBroken && "bad"].filter(Boolean).join(" ");
  return html`<tr class="${classes}"><td>${shown}${why.length > 0 && html`<br><small>${outcome}, ${place}: ${why.join(" ")}</small>`}${copy !== undefined && html`<pre class="copy" tabindex="0">${copy}</pre>`}</td><td>${status}</td><td>${size}</td><td>${time}</td><td><svg class="bar" viewBox="0 0 100 10" width="100%" height="10" preserveAspectRatio="none" aria-hidden="true"><rect x="${share(start)}" width="${Math.max(1, share(length))}" height="10"/></svg></td></tr>\n`;
}

function policyView({ reportOnly, beyond, notes, how }: SuggestedPolicy): Html {
  const [name = "", ...directives] = reportOnly.split(/(?<=^[^:]*:) |(?<=;) /);
  return html`<h3>Suggested policy</h3><pre class="copy policy" tabindex="0">${name}${directives.map((text) => html`<span> ${text}</span>`)}</pre>
${beyondTexts(beyond).map((text) => html`<p>${text}</p>`)}
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
${how && howView(how, "policy")}`;
}
