/** Problems: badges, the list at a place, and the summary on top. Pure. */

import type { Problem, Severity } from "../headers/schema.ts";
import { countsOf, type Finding, type Place } from "../view/findings.ts";
import { count, linkLabel } from "../view/units.ts";
import { externalLink, type Html, html } from "./html.ts";

const PLURAL: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Severity as a word in its colour. */
export function badge(severity: Severity): Html {
  return html`<span class="badge ${severity}">${severity}</span>`;
}

/** Problems beside what they are about. */
export function problemList(problems: readonly Problem[]): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<ul class="problems">
${problems.map((problem) => html`<li>${badge(problem.severity)} ${problem.title} ${sources(problem)}</li>\n`)}</ul>`;
}

function sources({ name, link }: Problem): Html {
  return html`<span class="sources"><a href="/problems#${name}">${name}</a>${link && html` · ${externalLink(link, linkLabel(link))}`}</span>`;
}

/** Ids of a step and of a field line in it. */
export const stepId = (step: number): string => `step-${step + 1}`;
export const fieldId = (step: number, line: number): string => `step-${step + 1}-field-${line + 1}`;

/** Counts by severity, then each finding with links to its places; notes are folded. */
export function problemSummary(findings: readonly Finding[], steps: number): Html {
  if (findings.length === 0) return html`<p class="verdict">No problems found.</p>`;
  const serious = findings.filter(({ severity }) => severity !== "info");
  const notes = findings.filter(({ severity }) => severity === "info");
  return html`<p class="verdict">${countsOf(findings).map(
    ({ severity, count: found }) =>
      html`<span class="badge ${severity}">${count(found, PLURAL[severity])}</span> `,
  )}</p>
${serious.length > 0 && findingList(serious, steps)}
${
  notes.length > 0 &&
  html`<details${serious.length === 0 && html` open`}><summary>${count(notes.length, "note")}: worth knowing, nothing is broken</summary>
${findingList(notes, steps)}
</details>`
}`;
}

function findingList(findings: readonly Finding[], steps: number): Html {
  return html`<ul class="findings">
${findings.map(
  ({ severity, title, places }) =>
    html`<li>${badge(severity)} <span>${title}${places.map((place) => placeLink(place, steps))}</span></li>\n`,
)}</ul>`;
}

function placeLink({ step, field, line }: Place, steps: number): Html | undefined {
  if (step === 0) return undefined;
  const where = [steps > 1 ? `step ${step}` : "", field ?? ""].filter((part) => part !== "").join(", ");
  const anchor = line === undefined ? stepId(step - 1) : fieldId(step - 1, line - 1);
  return where === "" ? undefined : html` <a class="where" href="#${anchor}">${where}</a>`;
}
