/** Problems: badges, the list at a place, and the summary on top. Pure. */

import type { Problem, Severity } from "../headers/schema.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";
import { externalLink, type Html, html } from "./html.ts";
import { count, linkLabel } from "./units.ts";

/** The gravest first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

const PLURAL: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export interface Finding extends Problem {
  /** Field name or step that it is about; `""` for the chain. */
  readonly where: string;
  /** Id of the element that shows it; `""` for the chain. */
  readonly anchor: string;
}

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

/** All findings of a report, each with its place, the gravest first. */
export function findingsOf(report: HttpReport): Finding[] {
  const chain = report.problems.map((problem) => ({ ...problem, where: "", anchor: "" }));
  const all = [...chain, ...report.steps.flatMap(stepFindings)];
  return SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
}

function stepFindings(step: HttpStep, index: number, steps: readonly HttpStep[]): Finding[] {
  const prefix = steps.length > 1 ? `step ${index + 1}` : "";
  const whole = step.problems.map((problem) => ({ ...problem, where: prefix, anchor: stepId(index) }));
  const fields = step.headers.flatMap((header, line) => {
    const items = (header.details.items ?? []).flatMap((item) => item.problems ?? []);
    const where = [prefix, header.sent ?? header.name].filter((part) => part !== "").join(", ");
    return [...header.problems, ...(header.details.problems ?? []), ...items].map((problem) => ({
      ...problem,
      where,
      anchor: fieldId(index, line),
    }));
  });
  return [...whole, ...fields];
}

/** Counts by severity, then each finding with a link to its place; notes are folded. */
export function problemSummary(findings: readonly Finding[]): Html {
  const groups = SEVERITIES.map((severity) => ({
    severity,
    found: findings.filter((finding) => finding.severity === severity),
  })).filter(({ found }) => found.length > 0);
  if (groups.length === 0) return html`<p class="verdict">No problems found.</p>`;
  const serious = groups.filter(({ severity }) => severity !== "info").flatMap(({ found }) => found);
  const notes = groups.filter(({ severity }) => severity === "info").flatMap(({ found }) => found);
  return html`<p class="verdict">${groups.map(
    ({ severity, found }) =>
      html`<span class="badge ${severity}">${count(found.length, PLURAL[severity])}</span> `,
  )}</p>
${serious.length > 0 && findingList(serious)}
${
  notes.length > 0 &&
  html`<details${serious.length === 0 && html` open`}><summary>${count(notes.length, "note")}: worth knowing, nothing is broken</summary>
${findingList(notes)}
</details>`
}`;
}

function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">
${findings.map(
  ({ severity, title, where, anchor }) =>
    html`<li>${badge(severity)} <span>${title}${where && html` <a class="where" href="#${anchor}">${where}</a>`}</span></li>\n`,
)}</ul>`;
}
