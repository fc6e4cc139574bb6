/** A report on an HTTP lookup or on pasted headers. Pure. */

import { plural } from "../headers/wording.ts";
import { duration } from "../view/format.ts";
import type { Fact, Part, ReportView, StepView } from "../view/report.ts";
import type { Answer } from "../view/verdict-types.ts";
import { findingId, findingsView, stepId } from "./findings-view.ts";
import { externalLink, type Html, html } from "./html.ts";
import { linesTable, linesView } from "./lines-view.ts";
import { pictureLink, waterfallPicture } from "./waterfall-picture.ts";
import { singleBar, statusBadge, waterfallView } from "./waterfall-view.ts";

/** The outcome, the problems, the times, then each step in full; `json` leads to the same as JSON. */
export function reportView(report: ReportView, json?: Html): Html {
  const { findings, steps, waterfall, blocks } = report;
  const last = steps.at(-1);
  const answers = last?.answers ?? [];
  return html`${leadView(report)}
<div class="overview${answers.length > 0 && " beside"}">
${findingsView(findings, steps.length, blocks, report)}
${answers.length > 0 && answersView(answers)}
</div>
${report.variants.length > 0 && variantsView(report.variants)}
${report.paths !== "" && html`<p>Also asked for: ${report.paths}</p>`}
${waterfall && steps.length > 1 && waterfallView(waterfall, steps)}
${steps.map((step) => stepView(step, report))}
<div class="ways">${json}${waterfall && html`<p class="json"><a download="waterfall.svg" href="${pictureLink(waterfallPicture(waterfall, steps))}">Times as a picture</a></p>`}${report.curl && html`<details><summary>curl command</summary><pre tabindex="0" class="copy">${report.curl}</pre></details>`}</div>`;
}

/** How the grade comes about. */
const SCORING = "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring";

/** The answer to "what is worst?" in five seconds. */
function leadView(report: ReportView): Html {
  const { grade, intent, description, hint, redirects, ms, bytes, failed, slow, findings } = report;
  const [worst] = findings;
  const figures = [
    redirects > 0 ? plural(redirects, "redirect") : "",
    ms > 0 ? duration(ms) : "",
    bytes,
  ].filter((figure) => figure !== "");
  return html`<section class="lead${grade && " graded"}" aria-labelledby="lead">
<div>
<h2 id="lead">${failed ? html`<span class="status failed">failed</span>` : report.status > 0 && statusBadge(report.status)} ${report.reason || (failed ? "" : "Header lines")}${figures.length > 0 && html` <span class="figures">${figures.join(" · ")}</span>`}</h2>
<p class="intent">${intent}</p>
${worst && worst.severity !== "info" && !failed && html`<p class="worst"><span class="mark ${worst.severity}">${worst.severity}</span> <a href="#${findingId(0)}">${worst.title}</a></p>`}
${slow !== undefined && html`<p class="slow">${slow}</p>`}
${description !== "" && html`<p class="description">${description}</p>`}
${hint !== "" && html`<p class="advice"><b>What to do next:</b> ${hint}</p>`}
${report.waterfall && report.steps.length === 1 && singleBar(report.waterfall)}
</div>
${grade && html`<p class="grade grade-${grade.grade.charAt(0).toLowerCase()}"><b>${grade.grade}</b> <span>${grade.score} <span class="hidden">points of</span></span> <a href="${SCORING}">MDN<span class="hidden">'s HTTP Observatory</span></a></p>`}
</section>`;
}

function answersView(answers: readonly Answer[]): Html {
  return html`<section class="answers" aria-labelledby="answers"><h2 id="answers" class="hidden">What browsers and caches do with it</h2>
${answers.map(
  ({
    question,
    answer,
    tone,
    details,
  }) => html`<details class="answer ${tone}"><summary><span>${question}</span> <b>${answer}</b></summary>
<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul></details>
`,
)}</section>`;
}

function variantsView(variants: ReportView["variants"]): Html {
  return html`<section class="step" aria-labelledby="variants"><h2 id="variants">The site's addresses</h2>
<table class="facts differences"><thead><tr><th scope="col">Address</th><th scope="col">Answer</th><th scope="col">Ends at</th></tr></thead><tbody>
${variants.map(
  ({ url, answer, failed, final, notes }) =>
    html`<tr class="${failed ? "error" : ""}"><th scope="row"><a href="/?url=${encodeURIComponent(url)}"><code class="value">${url}</code></a></th><td>${answer}${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}</td><td>${final === "" ? (failed ? "" : "itself") : html`<code class="value">${final}</code>`}</td></tr>
`,
)}</tbody></table></section>`;
}

/** The last step stands open, those before it are folded. */
function stepView(step: StepView, { steps, findings }: ReportView): Html {
  const { number, status, url, intent, failure, ms, early } = step;
  const several = steps.length > 1;
  const title = several
    ? html`<span class="number">${number}</span> ${statusBadge(status)} <span class="url">${url}</span>`
    : html`Response`;
  const request = step.sent.length > 0 ? requestView(step, findings) : undefined;
  // Of a lookup that never got that far all is said above.
  const isBlank = failure && !several && request === undefined && step.facts.length + step.lines.length === 0;
  if (isBlank && step.asked.length + early.length === 0) return html``;
  const body = html`${number < steps.length && html`<p>${intent}</p>`}
${failure && several && html`<p class="failure">${failure.message}</p>`}
${step.facts.length > 0 && factsView(step.facts)}
${step.asked.length > 0 && askedView(step.asked)}
${early.map(({ title, lines }) => html`<details><summary>Before the final response: ${title}</summary>${linesTable(lines)}</details>`)}
${step.lines.length > 0 || !failure ? linesView(step, findings, request) : request}`;
  return number === steps.length
    ? html`<section class="step" id="${stepId(number)}" aria-labelledby="${stepId(number)}-title">
<h2 id="${stepId(number)}-title">${title}</h2>
${body}
</section>`
    : html`<details class="step" id="${stepId(number)}"><summary>${title} <span class="figures">${duration(ms)}</span></summary>
${body}
</details>`;
}

/** The request, open where something is wrong with it. */
function requestView({ sent, moreSent, number }: StepView, findings: ReportView["findings"]): Html {
  const isOpen = sent.some(({ worst }) => worst === "error" || worst === "warning");
  return html`<details class="request"${isOpen && html` open`}><summary>Request: ${plural(sent.length + moreSent, "line")}</summary>
${linesTable(sent, number, findings)}
${moreSent > 0 && html`<p>The JSON has ${plural(moreSent, "more line")}.</p>`}</details>`;
}

function askedView(asked: StepView["asked"]): Html {
  return html`<dl class="connection">${asked.map(({ about, answer, allowed }) => html`<div><dt>${about}:</dt> <dd>${allowed ? answer : html`<b class="bad">${answer}</b>`}</dd></div>\n`)}</dl>`;
}

function factsView(facts: readonly Fact[]): Html {
  return html`<dl class="connection">${facts.map(({ label, parts }) => html`<div><dt>${label}</dt> <dd>${parts.map(partView)}</dd></div>\n`)}</dl>`;
}

function partView(part: Part): Html {
  if (typeof part === "string") return html`${part}`;
  if ("code" in part) return html`<code class="value">${part.code}</code>`;
  if ("address" in part)
    return html`<a href="/?ip=${encodeURIComponent(part.address)}"><code>${part.address}</code></a>`;
  if ("url" in part) return html`<span class="url">${externalLink(part.url, part.url)}</span>`;
  return html`<b class="bad">${part.bad}</b>`;
}
