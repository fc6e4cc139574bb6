/** A report on an HTTP lookup or on pasted headers. Pure. */

import type { HttpReport, HttpStep } from "../http/schema.ts";
import { findingsOf } from "../view/findings.ts";
import { answersOf } from "../view/questions.ts";
import { count, duration, size } from "../view/units.ts";
import { headerRow, headerTable } from "./header-view.ts";
import { type Html, html } from "./html.ts";
import { factTable } from "./page.ts";
import { problemList, problemSummary, stepId } from "./problem-view.ts";
import { timingBar, timingLegend } from "./timing-view.ts";

/** What happened, the problems, the chain, then each step in full. */
export function reportView(report: HttpReport): Html {
  return html`<section class="result" aria-labelledby="result-title">
<h2 id="result-title">${statusBadge(report.status)} ${report.statusMessage}</h2>
<p class="headline">${report.intent}</p>
${report.statusDescription && report.statusDescription !== report.intent && html`<p>${report.statusDescription}</p>`}
${adviceOf(report)}
${problemSummary(findingsOf(report), report.steps.length)}
${report.steps.length > 1 && chainTable(report)}
</section>
${report.steps.map((step, index) => stepView(step, index, report.steps.length))}`;
}

/** Status code in the colour of its class; nothing when decoding without one. */
function statusBadge(status: number | string): Html | undefined {
  if (status === 0) return html`Result`;
  const group = typeof status === "number" ? `s${Math.floor(status / 100)}` : "failed";
  return html`<span class="status ${group}">${status}</span>`;
}

/** A step that failed before its response has no status code. */
function stepStatus({ status, error }: HttpStep): number | string {
  return status || (error ? "error" : 0);
}

function adviceOf({ steps }: HttpReport): Html | undefined {
  const error = steps.at(-1)?.error;
  return error && html`<p class="advice"><b>What to do next:</b> ${error.hint}</p>`;
}

/** One row a request, with bars that begin where the one before ended. */
function chainTable({ steps, timeTotal }: HttpReport): Html {
  let offset = 0;
  const rows = steps.map((step, index) => {
    const bar = timingBar(step.timeStages, offset, timeTotal);
    offset += step.timeTotal;
    return html`<tr><td>${statusBadge(stepStatus(step))}</td><th scope="row"><a href="#${stepId(index)}">${step.request.url}</a></th><td class="number">${duration(step.timeTotal)}</td><td class="timing">${bar}</td></tr>
`;
  });
  return html`<h3>${count(steps.length, "request")} in ${duration(timeTotal)}</h3>
<table class="chain">
<thead><tr><th scope="col">Status</th><th scope="col">URL</th><th scope="col">Time</th><th scope="col">Stages</th></tr></thead>
<tbody>
${rows}</tbody></table>`;
}

function stepView(step: HttpStep, index: number, steps: number): Html {
  const { request, headers } = step;
  const title = request.url === "" ? "The response" : request.url;
  return html`<section class="card step" id="${stepId(index)}" aria-labelledby="${stepId(index)}-title">
<h2 id="${stepId(index)}-title">${steps > 1 && html`<span class="number">${index + 1}.</span> `}${statusBadge(stepStatus(step))} <span class="url">${title}</span></h2>
${steps > 1 && html`<p>${step.intent}</p>`}
${step.error && (steps > 1 || step.status !== 0) && html`<p class="failure"><b>${step.statusMessage}</b> (${step.error.phase}): ${step.error.message}</p>`}
${step.timeTotal > 0 && html`${timingBar(step.timeStages, 0, step.timeTotal)}${timingLegend(step.timeStages)}`}
${connectionFacts(step)}
${answerTable(step)}
${problemList(step.problems)}
${(step.early ?? []).map(earlyView)}
${(headers.length > 0 || !step.error) && fieldsView(headers, index, steps)}
</section>`;
}

/** The fields of the last response stand open, those of redirects before it are folded. */
function fieldsView(headers: HttpStep["headers"], index: number, steps: number): Html {
  const title = count(headers.length, "header line");
  const table = headerTable(headers, index);
  return index === steps - 1
    ? html`<h3>${title}</h3>${table}`
    : html`<details class="parts"><summary>${title}</summary>${table}</details>`;
}

function connectionFacts({ request, ip, httpVersion, location, body, tls }: HttpStep): Html | undefined {
  return factTable([
    ["Address", ip && html`<code>${ip}</code> port ${request.port}`],
    ["HTTP", httpVersion],
    ["Parameters", request.parameters.length > 0 && parameterList(request.parameters)],
    ["Points to", location && html`<span class="url">${location}</span>`],
    ["Content", body && contentText(body)],
    ["TLS", tls && html`${tls.protocol}, ${tls.cipher}${tls.alpn && `, ALPN ${tls.alpn}`}`],
    ["Certificate", tls && certificate(tls)],
  ]);
}

/** What was asked beyond the response itself, with the answers. */
function answerTable(step: HttpStep): Html | undefined {
  const answers = answersOf(step);
  if (answers.length === 0) return undefined;
  return html`<h3>${count(answers.length, "answer")}</h3>
${factTable(answers.map(({ about, answer, allowed }) => [about, allowed ? answer : html`<b class="bad">${answer}</b>`]))}`;
}

function parameterList(parameters: HttpStep["request"]["parameters"]): Html {
  return html`<ul class="plain">${parameters.map(({ name, value }) => html`<li><code>${name}</code> = <code class="value">${value}</code></li>`)}</ul>`;
}

function contentText({
  wireBytes,
  decodedBytes,
  encoding,
  truncated,
}: NonNullable<HttpStep["body"]>): string {
  const decoded =
    encoding && decodedBytes !== undefined ? `, ${encoding}, ${size(decodedBytes)} when decoded` : "";
  return `${size(wireBytes)} received${decoded}${truncated ? "; reading stopped before the end" : ""}`;
}

function certificate(tls: NonNullable<HttpStep["tls"]>): Html {
  const days =
    tls.daysLeft >= 0 ? `${count(tls.daysLeft, "day")} left` : `over for ${count(-tls.daysLeft, "day")}`;
  return html`${tls.authorized ? "Trusted" : html`<b class="bad">Not trusted: ${tls.error}</b>`}${tls.subject && html`. ${tls.subject}`}${tls.issuer && html`, issued by ${tls.issuer}`}${tls.validTo && html`; valid until ${tls.validTo.slice(0, 10)}, ${days}`}
${tls.names.length > 0 && html`<details><summary>${count(tls.names.length, "name")}</summary><p class="value">${tls.names.join(", ")}</p><p>SHA-256 <code class="value">${tls.fingerprint256}</code></p></details>`}`;
}

function earlyView({ status, statusMessage, headers }: NonNullable<HttpStep["early"]>[number]): Html {
  return html`<details class="parts"><summary>Before it: ${status} ${statusMessage}</summary>
<table class="fields"><tbody>${headers.map((header) => headerRow(header))}</tbody></table></details>`;
}
