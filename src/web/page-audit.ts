/** A page and what it loads, as a page: a table, with the waterfall; nothing of it needs a script. */

import { spend } from "../api/cost.ts";
import { readQuery } from "../api/endpoint.ts";
import { plural } from "../headers/wording.ts";
import type { AuditEvent } from "../http/page/audit.ts";
import { pageQuery } from "../http/page/routes.ts";
import type { FittingPolicy, Note, PageReport } from "../http/page/schema.ts";
import { servePage } from "../http/page/serve-page.ts";
import { LOOKUP_COST } from "../http/routes.ts";
import { briefOf } from "../view/brief.ts";
import { type PageRow, pageRows, sizeText, summaryGroups, whyOf } from "../view/page.ts";
import { type Html, html } from "./html.ts";
import type { WebDeps } from "./routes.ts";
import type { Outcome, Tell } from "./unfolding.ts";

/** `GET /page?url=…`. @throws NetlensError as `servePage` */
export async function auditOutcome(
  query: URLSearchParams,
  request: Request,
  { http }: WebDeps,
  { step }: Tell,
): Promise<Outcome> {
  const options = readQuery(query, pageQuery);
  spend(request, LOOKUP_COST);
  const url = query.get("url") ?? "";
  const { report, fields } = await servePage(request, url, options, http, briefOf, (event) =>
    step(eventLine(event)),
  );
  return { title: "What a page loads", body: auditView(report), fields };
}

function eventLine(event: AuditEvent): Html {
  if (event.kind === "document") return html`<p>The page names ${plural(event.total, "resource")}.</p>\n`;
  const { outcome, as, url, status } = event.resource;
  return html`<p>${status !== undefined && `${status} `}${as} <span class="url">${url.slice(0, LONGEST)}</span>: ${outcome}</p>\n`;
}

/** The form, with what was asked. */
export function auditForm(url: string, error?: string): Html {
  return html`<section class="card" aria-labelledby="audit-title">
<h1 id="audit-title">What a page loads</h1>
<p class="description">The page and all that its markup and style sheets name: what browsers block, and the policy that fits.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
<form action="/page" method="get"><div class="ask">
<div class="wide"><label for="url">URL of a page</label>
<input id="url" name="url" value="${url}" placeholder="https://example.com/" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Audit</button></div></form>
</section>`;
}

/**
 * Rows by what is loaded: each kind opens by itself, what is broken stands first and open.
 * @internal for tests: pages are drawn of made reports
 */
export function auditView(report: PageReport): Html {
  const { url, status, document, resources, inline, policy, unseen, omitted, summary } = report;
  const rows = pageRows(resources);
  const end = Math.max(1, ...rows.map(({ start, length }) => start + length));
  const isBroken = ({ outcome }: PageRow) => outcome === "blocked" || outcome === "failed";
  const broken = rows.filter(isBroken);
  const kinds = Map.groupBy(
    rows.filter((row) => !isBroken(row)),
    ({ as }) => as,
  );
  const code = inline.filter(({ outcome }) => outcome === "blocked");
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">${status} ${url}</h2>
<p>${document.intent} ${plural(resources.length, "resource")}. <a href="/?url=${encodeURIComponent(url)}">The document in full</a></p>
${summaryGroups(report).map(({ title, notes }) => html`<h3>${title}</h3><ul>${notes.map(noteItem)}</ul>`)}
${broken.length > 0 && html`<details open><summary>Blocked or failed: ${broken.length}</summary>${table(broken, end)}</details>`}
${[...kinds].map(([as, own]) => html`<details><summary>${as}: ${own.length}</summary>${table(own, end)}</details>`)}
${code.length > 0 && html`<h3>Code that does not run</h3><ul>${code.map((one) => html`<li><code>${one.text}</code> (${one.where.element}, line ${one.where.line})<br>${whyOf(one).join(" ")}</li>`)}</ul>`}
${summary.origins.length > 0 && html`<h3>Who is asked</h3><ul>${summary.origins.map(({ origin, thirdParty, requests, wireBytes, cookies }) => html`<li>${origin}${thirdParty && " (another site)"}: ${plural(requests, "request")}, ${sizeText(wireBytes)}${cookies > 0 && `, ${plural(cookies, "cookie")}`}</li>`)}</ul>`}
${policy && policyView(policy)}
${omitted > 0 && html`<p>${plural(omitted, "reference")} more are not listed.</p>`}
${unseen.map((text) => html`<p>Not seen: ${text}</p>`)}
</section>
<p class="json"><a href="/v1/page?url=${encodeURIComponent(url)}&amp;format=json">View as JSON</a></p>`;
}

function noteItem({ title, count, examples }: Note): Html {
  return html`<li>${title}${count > 1 && ` (${count})`}${examples[0] !== undefined && html`<br><small>${examples[0]}</small>`}</li>`;
}

function table(rows: readonly PageRow[], end: number): Html {
  return html`<table class="loaded"><thead><tr>${["URL", "Status", "Size", "Time", "Waterfall"].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((row) => tableRow(row, end))}</tbody></table>`;
}

/** Characters of a URL in the table: a hundred rows are to stay small. */
const LONGEST = 100;

function tableRow(
  { url, status, size, time, start, length, why, place, outcome }: PageRow,
  end: number,
): Html {
  const share = (ms: number) => Math.round((100 * ms) / end);
  const shown = url.length > LONGEST ? `${url.slice(0, LONGEST)}…` : url;
  return html`<tr><td>${shown}${why.length > 0 && html`<br><small>${outcome}, ${place}: ${why.join(" ")}</small>`}</td><td>${status}</td><td>${size}</td><td>${time}</td><td><svg width="100" height="8" aria-hidden="true"><rect x="${share(start)}" width="${Math.max(1, share(length))}" height="8"/></svg></td></tr>\n`;
}

function policyView({ reportOnly, beyond, notes }: FittingPolicy): Html {
  return html`<h3>The policy that fits</h3><pre><code>${reportOnly}</code></pre>
${beyond.length > 0 && html`<p>Today's policy also lets in: ${beyond.join("; ")}.</p>`}
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`;
}
