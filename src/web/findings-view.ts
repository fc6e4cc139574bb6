/** What was found, the worst first, each once with links to its places. Pure. */

import type { Severity } from "../headers/schema.ts";
import { plural } from "../headers/wording.ts";
import { countsOf, type Finding, type Place } from "../view/findings.ts";
import { type Html, html } from "./html.ts";

/** Findings beyond these are counted and not listed. */
const MOST = 80;

/** Ids of a step, a header line and a finding on the page. */
export const stepId = (step: number): string => `step-${step}`;
export const lineId = (step: number, line: number): string => `step-${step}-line-${line}`;
export const findingId = (index: number): string => `finding-${index + 1}`;

/** Severity as a word in its colour. */
export function badge(severity: Severity): Html {
  return html`<span class="badge ${severity}">${severity}</span>`;
}

/** Radio buttons that hide rows by their class: the style sheet does the work, no script. */
export function filter(
  name: string,
  legend: string,
  choices: readonly (readonly [value: string, label: string, number: number])[],
): Html {
  return html`<fieldset class="filter"><legend>${legend}</legend>${choices.map(
    ([value, label, number], index) =>
      html`<label><input type="radio" name="${name}" value="${value}"${index === 0 && html` checked`}> ${label} <b>${number}</b></label>`,
  )}</fieldset>`;
}

/** The list with its filter. `steps` is how many the lookup has: with one, places need no number. */
export function findingsView(findings: readonly Finding[], steps: number): Html {
  if (findings.length === 0)
    return html`<section class="findings" aria-labelledby="findings"><h2 id="findings">Findings</h2>
<p>No problems found.</p></section>`;
  const number = (...severities: Severity[]) =>
    findings.filter(({ severity }) => severities.includes(severity)).length;
  const all = ["all", "All", findings.length] as const;
  const parts = [
    ["serious", "Errors and warnings", number("error", "warning")],
    ["error", "Errors", number("error")],
    ["info", "Infos", number("info")],
  ] as const;
  const useful = parts.filter(([, , shown]) => shown > 0 && shown < findings.length);
  // The first is chosen: what is hidden at first are infos beside what is worse, and nothing else.
  const choices = useful[0]?.[0] === "serious" ? [...useful, all] : [all, ...useful];
  return html`<section class="findings" aria-labelledby="findings"><h2 id="findings">${countsOf(findings).map(
    ({ severity, count: found }) => html`<span class="badge ${severity}">${plural(found, severity)}</span> `,
  )}</h2>
${choices.length > 1 && filter("severity", "Show findings", choices)}
<ol>
${findings.slice(0, MOST).map((finding, index) => findingView(finding, index, steps))}</ol>
${findings.length > MOST && html`<p>The JSON has ${findings.length - MOST} more.</p>`}
</section>`;
}

function findingView({ name, severity, title, places, fix }: Finding, index: number, steps: number): Html {
  return html`<li class="${severity}" id="${findingId(index)}"><span class="hidden">${severity}: </span>${title} <span class="where">${places
    .slice(0, 6)
    .map((place) =>
      placeLink(place, steps),
    )}<a href="/problems/${name}" title="${name}">why<span class="hidden">: ${name}</span></a></span>${fix !== undefined && html` · <details class="fix"><summary>better</summary><code class="value">${fix}</code></details>`}</li>
`;
}

function placeLink({ step, field, line }: Place, steps: number): Html | undefined {
  if (step === 0) return undefined;
  const where = [steps > 1 ? `step ${step}` : "", field ?? ""].filter((part) => part !== "").join(", ");
  const anchor = line === undefined ? stepId(step) : lineId(step, line);
  return where === "" ? undefined : html`<a href="#${anchor}">${where}</a> · `;
}
