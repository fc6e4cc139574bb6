/** `GET /v1/reports/NAME` for browsers: violations with advice, the policy that results, and the headers to send. */

import { queryOf } from "../../api/query.ts";
import { restOfPath } from "../../api/request-path.ts";
import { plural } from "../../headers/wording.ts";
import { nameQuery, reportsOf } from "../../jobs/reports/routes.ts";
import type { ReportGroups } from "../../jobs/reports/schema.ts";
import type { WebDeps } from "../answers/deps.ts";
import { type Html, html } from "../html.ts";
import { pageResponse } from "./outcome-page.ts";

/** @throws NetlensError `invalid-param` for an invalid name */
export async function answerReports(request: Request, deps: WebDeps): Promise<Response> {
  const rest = restOfPath(request.url, "/v1/reports/", "name", "invalid-param");
  const { name } = queryOf(nameQuery, new URLSearchParams({ name: rest.replace(/\/$/, "") }));
  const groups = await reportsOf(name, deps);
  const body = reportsView(groups, `${deps.site.urlFor(request)}/reports/${name}`);
  return pageResponse({ title: `Reports: ${name}`, body }, request, deps, { vary: "Accept" });
}

function reportsView({ name, days, reports, types, violations, hashes, policy }: ReportGroups, at: string) {
  const others = types.filter(({ type }) => !type.startsWith("csp-"));
  return html`<section class="result" aria-labelledby="reports"><h1 id="reports">Reports: ${name}</h1>
<p>${reports === 0 ? "No reports yet. Send these headers with your pages" : `${plural(reports, "report")} in ${days} days`}.${others.length > 0 && html` Not shown: ${others.map(({ type, count }) => `${count} × ${type}`).join(", ")}.`}</p>
${violations.length > 0 && violationsTable(violations)}
${
  policy &&
  html`<h2>Suggested policy</h2>
<p>${policy.added.length === 0 ? "The reported policy: no source is to be added yet." : `The reported policy with ${plural(policy.added.length, "more source")}.`}</p>
${policyText(policy.reportOnly)}<p>To enforce it:</p>${policyText(policy.enforce)}
<ul>${policy.notes.map((note) => html`<li>${note}</li>`)}</ul>`
}
${hashes.length > 0 && html`<h2>Hashes of scripts</h2><ul>${hashes.map(({ url, integrity, why }) => html`<li>${url}<br><code>${integrity}</code>${why}</li>`)}</ul>`}
<details${reports === 0 && html` open`}><summary>Headers that send reports</summary><pre class="copy" tabindex="0">Reporting-Endpoints: csp="${at}"
Content-Security-Policy-Report-Only: default-src 'self'; script-src 'self' 'report-sample'; report-to csp; report-uri ${at}</pre></details>
<p class="json"><a href="/v1/reports/${name}?format=json">View as JSON</a></p></section>`;
}

function violationsTable(violations: ReportGroups["violations"]): Html {
  return html`<div class="loads"><table><thead><tr>${["Directive and source", "Advice", "Reports", "Last seen (UTC)"].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>
${violations.map(
  ({ directive, source, advice, why, url, page, pages, browsers, samples = [], count, last }) => {
    const seen = `${plural(pages, "page")} (${page}), ${browsers.join(", ")}`;
    return html`<tr><td><code>${directive} ${source}</code>${why && html`<br>${why}`}<br><small>${url && `${url} on `}${seen}</small>${samples.map((sample) => html`<br><code>${sample}</code>`)}</td><td>${advice.replaceAll("-", " ")}</td><td>${count}</td><td>${last.slice(0, 16).replace("T", " ")}</td></tr>\n`;
  },
)}</tbody></table></div>`;
}

/** One directive a line, and one line in all when it is copied. */
function policyText(line: string): Html {
  return html`<pre class="copy policy" tabindex="0">${line.split(/(?<=; )/).map((part) => html`<span>${part}</span>`)}</pre>`;
}
