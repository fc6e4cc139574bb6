/** Report of a lookup or of pasted header lines, as HTML. Pure. */

import { STAGE_COLOURS } from "../../../data/stages.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import type { Answer, Fact, Part, ReportView, StepView, Waterfall } from "../../view/report.ts";
import { externalLink, type Html, html } from "../html.ts";
import { findingsView, stepId } from "./findings-view.ts";
import { fixId } from "./how-view.ts";
import { linesTable, linesView } from "./lines-view.ts";
import { singleBar, statusBadge, waterfallView } from "./waterfall-view.ts";

/** Outcome, findings and times, then each step. @param json link to the JSON */
export function reportView(report: ReportView, json?: Html): Html {
  const { failed, findings, steps, waterfall, blocks } = report;
  const last = steps.at(-1);
  const answers = last?.answers ?? [];
  return html`${leadView(report)}
<div class="overview${answers.length > 0 && " beside"}">
${!(failed && findings.length === 1) && findingsView(findings, steps.length, blocks, report)}
${answers.length > 0 && answersView(answers)}
</div>
${report.variants.length > 0 && variantsView(report.variants)}
${report.notes.map((note) => html`<p>${note}</p>`)}
${waterfall && steps.length > 1 && waterfallView(waterfall, steps)}
${steps.map((step) => stepView(step, report))}
<div class="ways">${json}${waterfall && html`<p class="json"><a download="waterfall.svg" href="${pictureLink(waterfallPicture(waterfall, steps))}">Times as a picture</a></p>`}${report.curl && html`<details><summary>curl command</summary><pre tabindex="0" class="copy">${report.curl}</pre></details>`}</div>`;
}

const SCORING = "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring";

/** Verdict, steps for the owner, and the technical sentence. The worst finding comes next, opened in the list. */
function leadView(report: ReportView): Html {
  const { verdict, owner, blocks, grade, untrusted, intent, description, hint, redirects, ms, bytes } =
    report;
  const { failed, slow, status } = report;
  const figures = [redirects > 0 && plural(redirects, "redirect"), ms > 0 && milliseconds(ms), bytes].filter(
    Boolean,
  );
  const step = blocks.at(-1)?.step;
  return html`<section class="lead${grade && " graded"}" aria-labelledby="lead">
<div>
<h2 id="lead">${failed ? html`<span class="status failed">failed</span> ` : status > 0 && html`${statusBadge(status)} `}<span class="verdict">${verdict}</span>${figures.length > 0 && html` <span class="figures">${figures.join(" · ")}</span>`}</h2>
${owner.length > 0 && html`<p class="owner">${owner.join(" ")}${step !== undefined && html` <a href="#${fixId(step)}">Show the fix</a>`}</p>`}
<p class="intent">${intent}</p>
${slow !== undefined && html`<p class="slow">${slow}</p>`}
${description !== "" && html`<p class="description">${description}</p>`}
${hint !== "" && html`<p class="advice"><b>What to do next:</b> ${hint}</p>`}
${report.waterfall && report.steps.length === 1 && singleBar(report.waterfall)}
</div>
${grade && html`<p class="grade grade-${untrusted ? "f" : grade.grade.charAt(0).toLowerCase()}"><b>${grade.grade}</b> ${untrusted ? html`<span>not reachable for browsers</span>` : html`<span>${grade.score} <span class="hidden">points of</span></span>`} <a href="${SCORING}" aria-label="MDN's HTTP Observatory">MDN</a></p>`}
</section>`;
}

function answersView(answers: readonly Answer[]): Html {
  return html`<section class="answers" aria-labelledby="answers"><h2 id="answers" class="hidden">What browsers and caches do with it</h2>
${answers.map(answerView)}</section>`;
}

function answerView({ question, answer, tone, details }: Answer): Html {
  return html`<details class="answer ${tone}"><summary><span>${question}</span> <b>${answer}</b></summary>
<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul></details>
`;
}

function variantsView(variants: ReportView["variants"]): Html {
  return html`<section class="step" aria-labelledby="variants"><h2 id="variants">URL variants</h2>
<table class="facts differences"><thead><tr><th scope="col">URL</th><th scope="col">Answer</th><th scope="col">Ends at</th></tr></thead><tbody>
${variants.map(
  ({ url, answer, failed, final, notes }) =>
    html`<tr class="${failed ? "error" : ""}"><th scope="row"><a href="/?url=${encodeURIComponent(url)}"><code class="value">${url}</code></a></th><td>${answer}${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}</td><td>${final === "" ? (failed ? "" : "itself") : html`<code class="value">${final}</code>`}</td></tr>
`,
)}</tbody></table></section>`;
}

/** The last step is open, earlier ones are folded. */
function stepView(step: StepView, { steps, findings }: ReportView): Html {
  const { number, status, url, intent, failure, ms, early } = step;
  const several = steps.length > 1;
  const title = several
    ? html`<span class="number">${number}</span> ${statusBadge(status)} <span class="url">${url}</span>`
    : html`Response`;
  const request = step.sent.length > 0 ? requestView(step, findings) : undefined;
  // A failed lookup without lines is already described above.
  const isBlank = failure && !several && request === undefined && step.facts.length + step.lines.length === 0;
  if (isBlank && step.asked.length + early.length === 0) return html``;
  const body = html`${number < steps.length && html`<p>${intent}</p>`}
${failure && several && html`<p class="failure">${failure.message}</p>`}
${step.facts.length > 0 && factsView(step.facts)}
${step.asked.length > 0 && askedView(step.asked)}
${early.map(({ title, lines }) => html`<details><summary>Interim response: ${title}</summary>${linesTable(lines)}</details>`)}
${step.lines.length > 0 || !failure ? linesView(step, findings, request) : request}`;
  return number === steps.length
    ? html`<section class="step" id="${stepId(number)}" aria-labelledby="${stepId(number)}-title">
<h2 id="${stepId(number)}-title">${title}</h2>
${body}
</section>`
    : html`<details class="step" id="${stepId(number)}"><summary>${title} <span class="figures">${milliseconds(ms)}</span></summary>
${body}
</details>`;
}

/** Request lines; open if they have an error or warning. */
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
  return html`<dl class="connection">${facts.map(({ label, parts }) => html`<div><dt>${label}</dt> <dd>${parts.map((part) => partView(part, label))}</dd></div>\n`)}</dl>`;
}

function partView(part: Part, label: string): Html {
  if (typeof part === "string") return html`${part}`;
  if ("code" in part) return html`<code class="value">${part.code}</code>`;
  if ("address" in part)
    return html`<a href="/?ip=${encodeURIComponent(part.address)}"><span class="hidden">${label}: </span><code>${part.address}</code></a>`;
  if ("url" in part) return html`<span class="url">${externalLink(part.url, part.url)}</span>`;
  return html`<b class="bad">${part.bad}</b>`;
}

/** Sizes in pixels. */
const WIDTH = 960;
const MARGIN = 16;
const BARS_FROM = 400;
const BARS_TO = 870;
const ROW = 24;
const TITLE_HEIGHT = 44;
/** Characters of a URL that fit in front of the bars. */
const URL_CHARACTERS = 52;

/** SVG document: each step with status, URL, stages and time, and a legend. */
function waterfallPicture(waterfall: Waterfall, steps: ReportView["steps"]): string {
  const { rows, total, stages } = waterfall;
  const height = TITLE_HEIGHT + rows.length * ROW + 40;
  const scale = (BARS_TO - BARS_FROM) / Math.max(total, 0.001);
  const title = `${plural(rows.length, "request")} in ${milliseconds(total)}`;
  const bars = rows.map(({ stages, ms }, index): Html => {
    const y = TITLE_HEIGHT + index * ROW;
    const step = steps[index];
    const name = `${step?.status || "failed"}  ${shortened(step?.url ?? "")}`;
    return html`<text x="${MARGIN}" y="${y + 12}">${name}</text><rect x="${BARS_FROM}" y="${y + 3}" width="${BARS_TO - BARS_FROM}" height="11" fill="#efece6"/>${stages
      .filter(({ ms }) => ms > 0)
      .map(
        (span) =>
          html`<rect x="${(BARS_FROM + span.from * scale).toFixed(1)}" y="${y + 3}" width="${Math.max(span.ms * scale, 0.5).toFixed(1)}" height="11" fill="${STAGE_COLOURS[span.name]}"><title>${span.label} ${milliseconds(span.ms)}</title></rect>`,
      )}<text x="${WIDTH - MARGIN}" y="${y + 12}" text-anchor="end">${milliseconds(ms)}</text>
`;
  });
  const legend = stages.map(({ name, label, ms }, index): Html => {
    const x = MARGIN + index * 152;
    return html`<rect x="${x}" y="${height - 24}" width="10" height="10" fill="${STAGE_COLOURS[name]}"/><text x="${x + 15}" y="${height - 15}" fill="#5d5a55">${label} ${milliseconds(ms)}</text>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="system-ui,sans-serif" font-size="12" fill="#1b1a18"><rect width="100%" height="100%" fill="#fff"/><text x="${MARGIN}" y="26" font-size="15" font-weight="600">${title}</text>
${bars}${legend}</svg>
`.markup;
}

function shortened(url: string): string {
  return url.length > URL_CHARACTERS ? `${url.slice(0, URL_CHARACTERS)}…` : url;
}

/** Data URL of the picture. */
function pictureLink(picture: string): string {
  // Compresses better than base64.
  return `data:image/svg+xml,${encodeURI(picture).replaceAll("#", "%23")}`;
}
