/** Page audit: a table with the waterfall, without scripts. */

import { spend } from "../../api/cost.ts";
import { queryOf } from "../../api/query.ts";
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
  sizeText,
  summaryGroups,
  whyOf,
} from "../../view/page.ts";
import type { WebDeps } from "../answers/deps.ts";
import { type Html, html } from "../html.ts";
import { filter } from "../views/findings-view.ts";
import { howView } from "../views/how-view.ts";
import type { Outcome, Progress } from "./streamed-page.ts";

/** `GET /page?url=…`. @throws NetlensError like `servePage` */
export async function auditOutcome(
  query: URLSearchParams,
  request: Request,
  { http }: WebDeps,
  { step }: Progress,
): Promise<Outcome> {
  const options = pageOptions(queryOf(pageQuery, query), query);
  spend(request, LOOKUP_COST);
  const url = query.get("url") ?? "";
  const { report, fields } = await servePage(request, url, options, http, briefOf, (event) =>
    step(eventLine(event)),
  );
  const keep = { json: report, again: `/page?${query}` };
  return {
    title: "What a page loads",
    body: auditView(report),
    fields,
    ...(!query.has("header") && !hasCredentials(url) && { keep }),
  };
}

function eventLine(event: AuditEvent): Html {
  if (event.kind === "document") return html`<p>The page loads ${plural(event.total, "resource")}.</p>\n`;
  const { outcome, as, url, status } = event.resource;
  return html`<p>${status !== undefined && `${status} `}${as} <span class="url">${url.slice(0, LONGEST)}</span>: ${outcome}</p>\n`;
}

export function auditForm(url: string, error?: string, heading: "h1" | "h2" = "h1"): Html {
  return html`<section class="card" aria-labelledby="audit-title">
<${heading} id="audit-title">What a page loads</${heading}>
<p class="description">The page and everything that its markup and style sheets load: what browsers block, and a suggested policy.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/page" method="get"><div class="ask">
<div class="wide"><label for="page-url">URL of a page</label>
<input id="page-url" name="url" value="${url}" placeholder="https://example.com/" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Audit</button></div></form>
</section>`;
}

/** Summary, then all resources in one table, the broken first. @internal for tests: they render made-up reports */
export function auditView(report: PageReport): Html {
  const { url, status, document, resources, inline, policy, unseen, summary } = report;
  const rows = pageRows(resources);
  const code = inline.filter(({ outcome }) => outcome === "blocked");
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">${status} ${url}</h2>
<p>${document.intent} ${plural(resources.length, "resource")}. <a href="/?url=${encodeURIComponent(url)}">Full report of the document</a></p>
${summaryGroups(report).map(({ title, notes }) => html`<h3>${title}</h3><ul>${notes.map(noteItem)}</ul>`)}
${rows.length > 0 && table(rows)}
${code.length > 0 && html`<h3>Blocked inline code</h3><ul>${code.map((one) => html`<li><code>${one.text}</code> (${one.where.element}, line ${one.where.line})<br>${whyOf(one).join(" ")}</li>`)}</ul>`}
${summary.origins.length > 0 && html`<h3>Hosts contacted</h3><ul>${summary.origins.map(({ origin, thirdParty, requests, wireBytes, cookies }) => html`<li>${origin}${thirdParty && " (another site)"}: ${plural(requests, "request")}, ${sizeText(wireBytes)}${cookies > 0 && `, ${plural(cookies, "cookie")}`}</li>`)}</ul>`}
${policy && policyView(policy)}
${leftOut(report).map((text) => html`<p>${text}</p>`)}
${unseen.map((text) => html`<p>Not covered: ${text}</p>`)}
</section>
<p class="json"><a href="/v1/page?url=${encodeURIComponent(url)}&amp;format=json">View as JSON</a></p>`;
}

function noteItem(note: Note): Html {
  return html`<li>${noteText(note)}${note.examples.slice(0, 1).map((one) => html`<br><small>${one}</small>`)}</li>`;
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
<table><thead><tr>${["URL", "Status", "Size", "Time", "Waterfall"].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row) => tableRow(row, end, classOf.get(row.host)))}</tbody></table></div>`;
}

/** Maximum length of a URL in the table, in characters. */
const LONGEST = 100;

function tableRow(
  { url, as, status, size, time, start, length, why, place, outcome, isBroken }: PageRow,
  end: number,
  host: string | undefined,
): Html {
  const share = (ms: number) => Math.round((100 * ms) / end);
  const shown = url.length > LONGEST ? `${url.slice(0, LONGEST)}…` : url;
  const classes = [as, host, isBroken && "bad"].filter(Boolean).join(" ");
  return html`<tr class="${classes}"><td>${shown}${why.length > 0 && html`<br><small>${outcome}, ${place}: ${why.join(" ")}</small>`}</td><td>${status}</td><td>${size}</td><td>${time}</td><td><svg width="100" height="8" aria-hidden="true"><rect x="${share(start)}" width="${Math.max(1, share(length))}" height="8"/></svg></td></tr>\n`;
}

function policyView({ reportOnly, beyond, notes, how }: SuggestedPolicy): Html {
  return html`<h3>Suggested policy</h3><pre class="copy" tabindex="0">${reportOnly}</pre>
${beyondTexts(beyond).map((text) => html`<p>${text}</p>`)}
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
${how && howView(how, "policy")}`;
}
