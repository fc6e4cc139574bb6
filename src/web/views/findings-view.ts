/** Findings as HTML, with links to their lines. Pure. */

import type { RecipePlace } from "../../../data/recipe-servers.ts";
import type { Severity } from "../../headers/schema.ts";
import { plural } from "../../headers/wording.ts";
import { countsOf, type Finding, type Place } from "../../jobs/project/findings.ts";
import { kindOf } from "../../jobs/project/kinds.ts";
import { type Checked, outcomeSentence, uncheckedTexts } from "../../view/all-clear.ts";
import { type FindingRow, rowsOf, wordsOfRow } from "../../view/findings.ts";
import type { RecipeBlock } from "../../view/how.ts";
import { type Html, html } from "../html.ts";
import { blocksView, howView } from "./how-view.ts";

/** Maximum listed findings. */
const MOST = 80;

/** Element ids. */
export const stepId = (step: number): string => `step-${step}`;
export const lineId = (step: number, line: number): string => `step-${step}-line-${line}`;
export const findingId = (index: number): string => `finding-${index + 1}`;

export function badge(severity: Severity): Html {
  return html`<span class="badge ${severity}">${severity}</span>`;
}

/** Radio buttons that filter rows by class, with CSS alone. */
export function filter(
  name: string,
  legend: string,
  choices: readonly (readonly [value: string, label: string, number: number | ""])[],
): Html {
  return html`<fieldset class="filter"><legend>${legend}</legend>${choices.map(
    ([value, label, number], index) =>
      html`<label><input type="radio" name="${name}" value="${value}"${index === 0 && html` checked`}> ${label} <b>${number}</b></label>`,
  )}</fieldset>`;
}

/** Filter, list and recipes. @param steps number of steps; if there are several, each place names its step */
export function findingsView(
  findings: readonly Finding[],
  steps: number,
  blocks: readonly RecipeBlock[] = [],
  { checked, unchecked, none }: Omit<Checked, "found"> = { checked: 1 },
): Html {
  const servers = new Map(blocks.map(({ step, server }) => [step, server]));
  if (findings.length === 0)
    return html`<section class="findings" aria-labelledby="findings"><h2 id="findings">Findings</h2>
<p>${outcomeSentence({ checked, found: "", unchecked, none })}</p></section>`;
  const number = (...severities: Severity[]) =>
    findings.filter(({ severity }) => severities.includes(severity)).length;
  const all = ["all", "All", findings.length] as const;
  const parts = [
    ["serious", "Errors and warnings", number("error", "warning")],
    ["error", "Errors", number("error")],
    ["info", "Infos", number("info")],
  ] as const;
  const useful = parts.filter(([, , shown]) => shown > 0 && shown < findings.length);
  // The first choice is selected: it hides infos if there is anything worse.
  const choices = useful[0]?.[0] === "serious" ? [...useful, all] : [all, ...useful];
  const rows = rowsOf(findings.slice(0, MOST));
  const shown = rows.flat();
  let index = 0;
  const one = (finding: Finding) => {
    const isWorst = isOpen(finding, index === 0);
    return findingView(finding, index++, steps, firstWith(shown, finding), isWorst, servers);
  };
  return html`<section class="findings" aria-labelledby="findings"><h2 id="findings">${countsOf(findings).map(
    ({ severity, count: found }) => html`<span class="badge ${severity}">${plural(found, severity)}</span> `,
  )}</h2>
${choices.length > 1 && filter("severity", "Show findings", choices)}
<ol>
${rows.map((row, at) => rowView(row, one, at === 0))}</ol>
${findings.length > MOST && html`<p>The JSON has ${findings.length - MOST} more.</p>`}
${uncheckedTexts(unchecked).map((text) => html`<p>${text}.</p>`)}${blocksView(blocks, steps)}</section>`;
}

/** Row with one finding, or a folded one with several; a link to one of them opens it. */
function rowView(row: FindingRow, one: (finding: Finding) => Html, isFirst: boolean): Html {
  const [first, ...others] = row;
  if (others.length === 0) return one(first);
  return html`<li class="${first.severity}"><span class="hidden">${first.severity}: </span><details${isOpen(first, isFirst) && html` open`}><summary>${wordsOfRow(row).title}</summary><ol>
${row.map(one)}</ol></details></li>
`;
}

/** The worst finding shows its fix, unless it is only for information. */
const isOpen = ({ severity }: Finding, isFirst: boolean): boolean => isFirst && severity !== "info";

/** Index of the first finding with the same recipe, which shows it; -1 without a recipe. */
function firstWith(findings: readonly Finding[], { how }: Finding): number {
  if (how === undefined) return -1;
  const own = JSON.stringify(how);
  return findings.findIndex((one) => JSON.stringify(one.how) === own);
}

function findingView(
  { name, severity, title, places, fix, how }: Finding,
  index: number,
  steps: number,
  first: number,
  isWorst: boolean,
  servers: ReadonlyMap<number, RecipePlace | undefined>,
): Html {
  const isFirst = first === index;
  const advice = fix === undefined && !how ? kindOf(name)?.advice : undefined;
  return html`<li class="${severity}" id="${findingId(index)}"><details${isWorst && html` open`}><summary><span class="hidden">${severity}: </span>${title}</summary>
<p class="where">${places.slice(0, 6).map((place) => placeLink(place, steps))}<a href="/problems/${name}" title="${name}" aria-label="why: ${name}">why</a>${how && !isFirst && html` · <a href="#${findingId(first)}" aria-label="how: ${name}">how</a>`}</p>
${fix !== undefined && html`<p class="better">Better: <code class="value">${fix}</code></p>`}${advice && html`<p class="better">${advice}</p>`}
${how && isFirst && folded(howView(how, `how-${index + 1}`, servers.get(places[0].step)), isWorst)}</details></li>
`;
}

/** The recipe of the finding that is open from the start would hide the others. */
function folded(recipe: Html, isWorst: boolean): Html {
  return isWorst
    ? html`<details class="how"><summary>How to set it on your server</summary>${recipe}</details>`
    : recipe;
}

function placeLink({ step, field, line }: Place, steps: number): Html | undefined {
  if (step === 0) return undefined;
  const where = [steps > 1 ? `step ${step}` : "", field ?? ""].filter((part) => part !== "").join(", ");
  const anchor = line === undefined ? stepId(step) : lineId(step, line);
  return where === ""
    ? undefined
    : html`<a href="#${anchor}"${line !== undefined && html` aria-label="${where}, line ${line}"`}>${where}</a> · `;
}
